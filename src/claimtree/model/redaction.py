"""Addresses as they may be shown: whoever writes a password into one should not find it in a log."""

from __future__ import annotations

import re


def shown(address: str) -> str:
    """The address without a user and password before the host, and without the values of its options.

    >>> shown("es://me:sesame@host:9200/homes?api_key=sesame&shards=4")
    'es://…@host:9200/homes?api_key=…&shards=4'
    """
    # Up to the last sign: a password may have any of the signs that end a host.
    without_user = re.sub(r"(?<=//).*@", "…@", address)
    head, mark, options = without_user.partition("?")
    return head + mark + re.sub(r"=(?!\d{1,6}(?:&|$))[^&]*", "=…", options)

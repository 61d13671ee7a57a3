"""Redacts addresses for display, so that a password in one does not get into a log."""

from __future__ import annotations

import re


def shown(address: str) -> str:
    """Returns the address without user and password, and without the values of its options.

    >>> shown("es://me:sesame@host:9200/homes?api_key=sesame&shards=4")
    'es://…@host:9200/homes?api_key=…&shards=4'
    """
    # Up to the last "@": a password may contain any character that ends a host.
    without_user = re.sub(r"(?<=//).*@", "…@", address)
    head, mark, options = without_user.partition("?")
    return head + mark + re.sub(r"=(?!\d{1,6}(?:&|$))[^&]*", "=…", options)

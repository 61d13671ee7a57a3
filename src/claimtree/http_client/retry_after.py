"""The pause that a server asks for."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime


def retry_after_s(header: str) -> float:
    """Parses a Retry-After header (seconds or a date); 0 if there is none.

    >>> retry_after_s("2"), retry_after_s(""), retry_after_s("soon")
    (2.0, 0.0, 0.0)
    """
    what = header.strip()
    if what.isascii() and what.isdecimal():
        return float(what[:9])
    try:
        until = parsedate_to_datetime(what)
    except ValueError:
        return 0.0
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return max(0.0, (until - datetime.now(UTC)).total_seconds())

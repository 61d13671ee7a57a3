"""Turns any exception of a third-party source into a `SourceError` that names the source."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from claimtree.errors import ClaimtreeError, SourceError


@contextmanager
def named_failures(name: str, where: str) -> Iterator[None]:
    """Context manager around a call into the source of that name; `where` says what it was doing
    ("while it counted records").
    """
    try:
        yield
    except ClaimtreeError:
        raise
    except Exception as error:
        raise failed(name, where, error) from error


def failed(name: str, where: str, error: Exception) -> SourceError:
    return SourceError(
        f"source {name!r} failed {where}: {type(error).__name__}: {error}",
        hint="Mend the source or the record and index again: what was written stays, and is skipped as unchanged.",
        values={"source": name, "where": where},
    )

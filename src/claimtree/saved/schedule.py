"""Which saved searches are due, and who runs them: of several servers one, and another one if that one dies.

A server that runs a search takes a lease on its row. The lease ends with the run, or by itself: a search whose server
was killed is run by another. Should a run outlast its lease and be done twice, the second finds no news.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from claimtree.saved import saved_db as rows
from claimtree.saved.searches import SavedSearch
from claimtree.sidecar_db import KeptFile

LEASE_S = 900.0
LONGEST_FAILURE = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """The right to run a search, for a while."""

    token: str
    saved: SavedSearch


def due(searches: Iterable[SavedSearch], *, now: float, collections: Collection[str]) -> tuple[SavedSearch, ...]:
    """Those of these collections that are to be run and that nobody runs, the longest overdue first."""
    waiting = (
        (one.due, one.id, one)
        for one in searches
        if one.collection in collections and one.due is not None and one.due <= now and one.leased_until <= now
    )
    return tuple(one for _, _, one in sorted(waiting, key=lambda row: row[:2]))


def take(file: KeptFile, *, now: float, collections: Collection[str], lease_s: float = LEASE_S) -> Lease | None:
    """The longest overdue search of these collections that nobody runs; None when there is none."""
    with file.reading() as connection:
        # Most of the time nothing is due, and nobody needs to wait for the right to write.
        if not due(rows.overdue(connection, now), now=now, collections=collections):
            return None
    with file.writing() as connection:
        found = due(rows.overdue(connection, now), now=now, collections=collections)
        if not found:
            return None
        lease = Lease(token=uuid.uuid4().hex, saved=found[0])
        connection.execute(
            "UPDATE search SET lease = ?, leased_until = ? WHERE id = ?", (lease.token, now + lease_s, found[0].id)
        )
        return lease


def give_back(file: KeptFile, lease: Lease, *, now: float, failure: str = "") -> None:
    """The run is over, or came to nothing. A lease that ran out and was taken by somebody else stays theirs."""
    with file.writing() as connection:
        connection.execute(
            "UPDATE search SET lease = '', leased_until = 0, failure = ?,"
            " due = CASE WHEN every IS NULL THEN NULL ELSE ? + every * 60 END WHERE id = ? AND lease = ?",
            (failure[:LONGEST_FAILURE], now, lease.saved.id, lease.token),
        )

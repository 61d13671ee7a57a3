"""Schedules saved searches: which are due, and which of several servers runs each.

A server that runs a search takes a lease on its row. The lease ends with the run, or expires: a
search whose server was killed is run by another one. If a run outlasts its lease and is done twice,
the second one finds no news.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from claimtree.saved import saved_db as rows
from claimtree.saved.searches import SavedSearch
from claimtree.sidecar_db import SidecarFile

LEASE_S = 900.0
LONGEST_FAILURE = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """The right to run a search, for a limited time."""

    token: str
    saved: SavedSearch


def due(searches: Iterable[SavedSearch], *, now: float, collections: Collection[str]) -> tuple[SavedSearch, ...]:
    """Returns the searches of these collections that are due and not leased, longest overdue
    first."""
    waiting = (
        (one.due, one.id, one)
        for one in searches
        if one.collection in collections and one.due is not None and one.due <= now and one.leased_until <= now
    )
    return tuple(one for _, _, one in sorted(waiting, key=lambda row: row[:2]))


def take(file: SidecarFile, *, now: float, collections: Collection[str], lease_s: float = LEASE_S) -> Lease | None:
    """Leases the longest overdue search of these collections; None if there is none."""
    with file.reading() as connection:
        # Usually nothing is due, and then the write lock is not needed.
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


def give_back(file: SidecarFile, lease: Lease, *, now: float, failure: str = "") -> None:
    """Ends a lease after a run or a failure. A lease that has expired and is held by another server
    stays with that server."""
    with file.writing() as connection:
        connection.execute(
            "UPDATE search SET lease = '', leased_until = 0, failure = ?,"
            " due = CASE WHEN every IS NULL THEN NULL ELSE ? + every * 60 END WHERE id = ? AND lease = ?",
            (failure[:LONGEST_FAILURE], now, lease.saved.id, lease.token),
        )

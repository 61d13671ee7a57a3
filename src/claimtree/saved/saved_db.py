"""The database file of saved searches: reads and writes rows. The logic is in `service` and
`schedule`."""

from __future__ import annotations

import json
import sqlite3
import uuid
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from claimtree.errors import UnknownName
from claimtree.json_types.saved_types import RunShape, SnapshotShape
from claimtree.model.questions import parse_question, question_json
from claimtree.saved import saved_json
from claimtree.saved.searches import Run, SavedSearch, Webhook
from claimtree.saved.snapshots import Snapshot
from claimtree.sidecar_db import SidecarFile

FILE = "saved.db"
MOST_KEPT = 100
"""Number of runs with news that are kept per search. Runs without news are not kept: a search that
runs every five minutes would push out all its news within a day."""
WAITING, SENT, FAILED = "waiting", "sent", "failed"
"""The state of the message about a run; empty if there is no message."""

_FIRST = """
CREATE TABLE search (
    id TEXT PRIMARY KEY,
    collection TEXT NOT NULL,
    owner TEXT NOT NULL,
    name TEXT NOT NULL,
    question TEXT NOT NULL,
    edits TEXT NOT NULL,
    strict INTEGER NOT NULL,
    weights TEXT NOT NULL,
    most INTEGER NOT NULL,
    created REAL NOT NULL,
    every INTEGER,
    due REAL,
    lease TEXT NOT NULL DEFAULT '',
    leased_until REAL NOT NULL DEFAULT 0,
    failure TEXT NOT NULL DEFAULT '',
    runs INTEGER NOT NULL DEFAULT 0,
    last_run REAL,
    snapshot BLOB,
    hook_url TEXT NOT NULL DEFAULT '',
    hook_secret TEXT NOT NULL DEFAULT '',
    hook_private INTEGER NOT NULL DEFAULT 0,
    hook_enabled INTEGER NOT NULL DEFAULT 0,
    hook_said TEXT NOT NULL DEFAULT '',
    UNIQUE (collection, owner, name)
);
CREATE INDEX search_due ON search (due) WHERE due IS NOT NULL;
CREATE TABLE run (
    search TEXT NOT NULL REFERENCES search (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at REAL NOT NULL,
    story BLOB NOT NULL,
    hook TEXT NOT NULL DEFAULT '',
    rounds INTEGER NOT NULL DEFAULT 0,
    not_before REAL NOT NULL DEFAULT 0,
    PRIMARY KEY (search, number)
) WITHOUT ROWID;
CREATE INDEX run_waiting ON run (not_before) WHERE hook = 'waiting';
CREATE TABLE roll (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    collection TEXT NOT NULL UNIQUE,
    generation INTEGER NOT NULL DEFAULT 0,
    turn INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE known (
    roll INTEGER NOT NULL,
    entity INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    PRIMARY KEY (roll, entity)
) WITHOUT ROWID
"""
_APPLICATION = 0x43545356  # "CTSV"

_COLUMNS = (
    "id, collection, owner, name, question, edits, strict, weights, most, created, every, due, leased_until,"
    " failure, runs, last_run, hook_url, hook_secret, hook_private, hook_enabled, hook_said"
)


def open_file(path: Path) -> SidecarFile:
    """Opens a file of saved searches; it is created on the first write."""
    return SidecarFile(path, kind="saved searches", application_id=_APPLICATION, steps=(_FIRST,))


def insert(connection: sqlite3.Connection, saved: SavedSearch) -> None:
    asked = question_json(saved.question)
    connection.execute(
        "INSERT INTO search (id, collection, owner, name, question, edits, strict, weights, most, created, every, due)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            saved.id,
            saved.collection,
            saved.owner,
            saved.name,
            asked["question"],
            json.dumps(asked["edits"]),
            asked["strict"],
            json.dumps(asked["weights"]),
            saved.limit,
            saved.created,
            saved.every,
            saved.due,
        ),
    )


def find(connection: sqlite3.Connection, name: str, *, collection: str, owner: str) -> SavedSearch | None:
    row = connection.execute(
        f"SELECT {_COLUMNS} FROM search WHERE collection = ? AND owner = ? AND name = ?", (collection, owner, name)
    ).fetchone()
    return _saved(row) if row is not None else None


def get(connection: sqlite3.Connection, name: str, *, collection: str, owner: str) -> SavedSearch:
    """Returns a search by name; a search of another owner is treated as missing."""
    found = find(connection, name, collection=collection, owner=owner)
    if found is None:
        raise UnknownName(
            f"no saved search {name!r} in {collection!r}",
            hint="`claimtree saved list` shows them.",
            values={"name": name, "collection": collection},
        )
    return found


def by_id(connection: sqlite3.Connection, id: str) -> SavedSearch | None:
    row = connection.execute(f"SELECT {_COLUMNS} FROM search WHERE id = ?", (id,)).fetchone()
    return _saved(row) if row is not None else None


def listed(connection: sqlite3.Connection, *, collection: str, owner: str) -> Iterator[SavedSearch]:
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM search WHERE collection = ? AND owner = ? ORDER BY name", (collection, owner)
    )
    yield from map(_saved, rows)


def overdue(connection: sqlite3.Connection, now: float) -> Iterator[SavedSearch]:
    """Yields the searches that are due, also those leased to a server."""
    yield from map(_saved, connection.execute(f"SELECT {_COLUMNS} FROM search WHERE due <= ?", (now,)))


def last_snapshot(connection: sqlite3.Connection, id: str) -> tuple[int, Snapshot | None]:
    """Returns the number of runs of a search, and its last snapshot."""
    runs, kept = connection.execute("SELECT runs, snapshot FROM search WHERE id = ?", (id,)).fetchone()
    return runs, saved_json.snapshot_from(unpacked(kept)) if kept is not None else None


def keep_run(connection: sqlite3.Connection, run: Run, taken: Snapshot) -> bool:
    """Stores the snapshot and the news of a run; returns False and stores nothing if the search was
    run by another process or removed meanwhile."""
    done = connection.execute(
        "UPDATE search SET snapshot = ?, runs = ?, last_run = ? WHERE id = ? AND runs = ?",
        (_packed(saved_json.snapshot(taken)), run.number, run.at, run.search, run.number - 1),
    )
    if not done.rowcount:
        return False
    if run.diff:
        connection.execute(
            "INSERT INTO run (search, number, at, story, hook)"
            " SELECT id, ?, ?, ?, CASE WHEN hook_enabled THEN ? ELSE '' END FROM search WHERE id = ?",
            (run.number, run.at, _packed(saved_json.run(run)), WAITING, run.search),
        )
        connection.execute(
            "DELETE FROM run WHERE search = ? AND number NOT IN"
            " (SELECT number FROM run WHERE search = ? ORDER BY number DESC LIMIT ?)",
            (run.search, run.search, MOST_KEPT),
        )
    return True


def news(connection: sqlite3.Connection, id: str, *, limit: int) -> tuple[Run, ...]:
    """Returns the runs that had news, newest first."""
    rows = connection.execute("SELECT story, at FROM run WHERE search = ? ORDER BY number DESC LIMIT ?", (id, limit))
    return tuple(saved_json.run_from(unpacked(story), at=at) for story, at in rows)


def new_id() -> str:
    return str(uuid.uuid4())


def _saved(row: Any) -> SavedSearch:
    (id, collection, owner, name, question, edits, strict, weights, most, created, every, due, leased_until,
     failure, runs, last_run, url, secret, private, enabled, last_outcome) = row  # fmt: skip
    hook = Webhook(
        url=url, secret=secret, allow_private=bool(private), enabled=bool(enabled), last_outcome=last_outcome
    )
    return SavedSearch(
        id=id,
        name=name,
        collection=collection,
        owner=owner,
        question=parse_question(question, edits=json.loads(edits), strict=bool(strict), weights=json.loads(weights)),
        limit=most,
        every=every,
        due=due,
        leased_until=leased_until,
        webhook=hook if url else None,
        created=created,
        runs=runs,
        last_run=last_run,
        failure=failure,
    )


def _packed(shape: RunShape | SnapshotShape) -> bytes:
    return zlib.compress(json.dumps(shape, allow_nan=False, separators=(",", ":")).encode("ascii"))


def unpacked(kept: bytes) -> Any:
    return json.loads(zlib.decompress(kept))

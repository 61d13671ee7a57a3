"""Which entities a collection had, and since when: so that "new in the store" can be told from "changed".

Before a search runs, the roll is called: ids that were written since the last call are noted with the number of this
one. An entity that was first noted after a snapshot's call was not there when the snapshot was taken. An id is kept as
eight bytes, for as long as the collection has saved searches; that it was deleted meanwhile is not noted.
"""

from __future__ import annotations

import hashlib
import sqlite3

from claimtree.model.claims import EntityId, LevelName
from claimtree.ports import Store
from claimtree.sidecar_db import KeptFile

PAGE = 5_000


def call(file: KeptFile, store: Store, level: LevelName, *, collection: str) -> int:
    """Note who is there; the number of this call. Nothing is written where nothing was written to the store."""
    # Noted before the pages are: whatever is written meanwhile is seen by the next call.
    generation = store.generation()
    with file.reading() as connection:
        last, turn = _last(connection, collection)
    if turn and generation == last:
        return turn
    with file.writing() as connection:
        connection.execute("INSERT OR IGNORE INTO roll (collection) VALUES (?)", (collection,))
        # Two calls at once have two numbers: what the later one notes is newer than what the earlier one's search saw.
        connection.execute("UPDATE roll SET turn = turn + 1 WHERE collection = ?", (collection,))
        (roll, turn) = connection.execute("SELECT id, turn FROM roll WHERE collection = ?", (collection,)).fetchone()
    # Another store of the same name may count from anywhere.
    written_since = last if generation > last else 0
    after: EntityId | None = None
    while page := store.scan(level, after=after, since=written_since, limit=PAGE):
        after = page[-1].id
        with file.writing() as connection:
            connection.executemany(
                "INSERT OR IGNORE INTO known (roll, entity, turn) VALUES (?, ?, ?)",
                [(roll, short(one.id), turn) for one in page],
            )
    with file.writing() as connection:
        connection.execute("UPDATE roll SET generation = ? WHERE id = ?", (generation, roll))
    return int(turn)


def since(connection: sqlite3.Connection, collection: str, id: EntityId) -> int | None:
    """The call that first noted an entity; None for one that none did."""
    found = connection.execute(
        "SELECT known.turn FROM known JOIN roll ON roll.id = known.roll WHERE roll.collection = ? AND known.entity = ?",
        (collection, short(id)),
    ).fetchone()
    return int(found[0]) if found is not None else None


def forget_unused(connection: sqlite3.Connection) -> None:
    """Take away the rolls of collections without saved searches."""
    unused = "SELECT id FROM roll WHERE collection NOT IN (SELECT collection FROM search)"
    connection.execute(f"DELETE FROM known WHERE roll IN ({unused})")
    connection.execute(f"DELETE FROM roll WHERE id IN ({unused})")


def short(id: EntityId) -> int:
    """An id in eight bytes."""
    hashed = hashlib.blake2b(id.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(hashed, "big", signed=True)


def _last(connection: sqlite3.Connection, collection: str) -> tuple[int, int]:
    """Of which generation the last call was, and its number; 0 before the first."""
    found = connection.execute("SELECT generation, turn FROM roll WHERE collection = ?", (collection,)).fetchone()
    return (int(found[0]), int(found[1])) if found is not None else (0, 0)

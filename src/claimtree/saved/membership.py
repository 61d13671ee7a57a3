"""Records which entities a collection has had, and since when, to tell "new in the store" from
"changed".

Before a search runs, `call` records the ids written since the previous call, with the number of
this call. An entity first recorded after a snapshot's call was not in the store when the snapshot
was taken. Ids are stored as eight-byte hashes for as long as the collection has saved searches;
deletions are not recorded.
"""

from __future__ import annotations

import hashlib
import sqlite3

from claimtree.model.claims import EntityId, LevelName
from claimtree.ports import Store
from claimtree.sidecar_db import SidecarFile

PAGE = 5_000


def call(file: SidecarFile, store: Store, level: LevelName, *, collection: str) -> int:
    """Records the current entities and returns the number of this call. Writes nothing if the store
    has not changed."""
    # Read before the pages: whatever is written meanwhile is seen by the next call.
    generation = store.generation()
    with file.reading() as connection:
        last, turn = _last(connection, collection)
    if turn and generation == last:
        return turn
    with file.writing() as connection:
        connection.execute("INSERT OR IGNORE INTO roll (collection) VALUES (?)", (collection,))
        # Two concurrent calls get two numbers: what the later one records is newer than what the
        # search of the earlier one saw.
        connection.execute("UPDATE roll SET turn = turn + 1 WHERE collection = ?", (collection,))
        (roll, turn) = connection.execute("SELECT id, turn FROM roll WHERE collection = ?", (collection,)).fetchone()
    # Another store of the same name may have any generation.
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


def first_recorded(connection: sqlite3.Connection, collection: str, id: EntityId) -> int | None:
    """Returns the number of the call that first recorded an entity; None if there is none."""
    found = connection.execute(
        "SELECT known.turn FROM known JOIN roll ON roll.id = known.roll WHERE roll.collection = ? AND known.entity = ?",
        (collection, short(id)),
    ).fetchone()
    return int(found[0]) if found is not None else None


def forget_unused(connection: sqlite3.Connection) -> None:
    """Deletes the records of collections without saved searches."""
    unused = "SELECT id FROM roll WHERE collection NOT IN (SELECT collection FROM search)"
    connection.execute(f"DELETE FROM known WHERE roll IN ({unused})")
    connection.execute(f"DELETE FROM roll WHERE id IN ({unused})")


def short(id: EntityId) -> int:
    """Returns an eight-byte hash of an id."""
    hashed = hashlib.blake2b(id.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(hashed, "big", signed=True)


def _last(connection: sqlite3.Connection, collection: str) -> tuple[int, int]:
    """Returns the generation and the number of the last call; 0 and 0 before the first."""
    found = connection.execute("SELECT generation, turn FROM roll WHERE collection = ?", (collection,)).fetchone()
    return (int(found[0]), int(found[1])) if found is not None else (0, 0)

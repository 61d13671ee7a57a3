"""Key-value pairs of the store: the generation, what it was built with, and notes of other
packages.
"""

from __future__ import annotations

import sqlite3

from claimtree.stores.sqlite.checksums import of_words, require, require_intact
from claimtree.stores.sqlite.faults import DamagedRow


def number(connection: sqlite3.Connection, key: str) -> int:
    """Returns a number under a key that every store has."""
    return int(value(connection, key))


def value(connection: sqlite3.Connection, key: str) -> str | int:
    """Returns the value of a key that every store has; raises if it is missing."""
    row = connection.execute("SELECT value, seal FROM meta WHERE key = ?", (key,)).fetchone()
    if row is None:
        raise DamagedRow(f"the store has lost its note of {key!r}")
    require("the note", repr(key), of_words(key, row[0]), row[1])
    found: str | int = row[0]
    return found


def find(connection: sqlite3.Connection, key: str) -> str | int | None:
    """Returns the value of an optional key, or None."""
    rows = connection.execute("SELECT key, value, seal FROM meta").fetchall()
    for name, stored, seal in rows:
        require("the note", repr(name), of_words(name, stored), seal)
    require_intact(connection, "meta", len(rows), sum(seal for _, _, seal in rows))
    return next((stored for name, stored, _ in rows if name == key), None)


def put(connection: sqlite3.Connection, key: str, new: str | int) -> None:
    connection.execute(
        "INSERT INTO meta (key, value, seal) VALUES (?, ?, ?) "
        "ON CONFLICT (key) DO UPDATE SET value = excluded.value, seal = excluded.seal",
        (key, new, of_words(key, new)),
    )


def drop(connection: sqlite3.Connection, key: str) -> None:
    connection.execute("DELETE FROM meta WHERE key = ?", (key,))

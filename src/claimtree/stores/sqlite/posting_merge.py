"""Merging of postings: the deltas of many writes become chunks by phrase, and many chunks of a
phrase become one.

A write stays cheap because it adds one row of postings, whatever phrases it touches. Reading stays
cheap because there are never many such rows. Postings of replaced or removed entities are dropped
on the way.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable

import numpy as np
from numpy.typing import NDArray

from claimtree.stores.sqlite import key_rows
from claimtree.stores.sqlite.checksums import ENTITY, of_numbers, of_words, require, require_all, require_intact
from claimtree.stores.sqlite.parameters import AMONG
from claimtree.stores.sqlite.postings import Postings, Run

MAX_DELTAS = 64
MAX_DELTA_POSTINGS = 2_000_000
MAX_CHUNKS = 12

_AT_ONCE = 500
"""Phrases whose chunks are merged together."""
_NEVER = np.iinfo(np.int64).max


def merge_when_due(connection: sqlite3.Connection) -> None:
    deltas, postings = connection.execute("SELECT count(*), coalesce(sum(postings), 0) FROM delta").fetchone()
    if deltas >= MAX_DELTAS or postings >= MAX_DELTA_POSTINGS:
        merge(connection)


def merge(connection: sqlite3.Connection, *, everything: bool = False) -> None:
    """Turn all deltas into chunks, and merge the chunks of phrases that now have many of them.

    With `everything`, leave one chunk per phrase, without dead postings.
    """
    deltas = [(seq, Run.decode(body)) for seq, body in delta_bodies(connection)]
    touched: list[int] = []
    newest = 0
    if deltas:
        run = Run.concatenate([run for _, run in deltas])
        seqs = np.repeat([seq for seq, _ in deltas], [len(run) for _, run in deltas])
        born = _born(connection, np.unique(run.entities).tolist())
        run = run.take(np.flatnonzero(born[run.entities] <= seqs)).sorted()
        newest = max(seq for seq, _ in deltas)
        _insert(connection, ((phrase, newest, found.encode()) for phrase, found in run.by_phrase()))
        connection.execute("DELETE FROM delta")
        touched = np.unique(run.phrases).tolist()
    if everything:
        # A phrase whose only chunk was written just now has no dead postings.
        others = connection.execute(
            "SELECT phrase FROM chunk GROUP BY phrase HAVING count(*) > 1 OR max(seq) < ?", (newest or _NEVER,)
        )
        _merge_chunks(connection, others.fetchall())
    else:
        crowded = connection.execute(
            "SELECT phrase FROM chunk WHERE phrase IN (SELECT value FROM json_each(?)) "
            f"GROUP BY phrase HAVING count(*) > {MAX_CHUNKS}",
            (json.dumps(touched),),
        )
        _merge_chunks(connection, crowded.fetchall())


def _merge_chunks(connection: sqlite3.Connection, phrases: list[tuple[int]]) -> None:
    """Replace several chunks of a phrase by one."""
    if not phrases:
        return
    born = _born(connection, None)
    for start in range(0, len(phrases), _AT_ONCE):
        some = [phrase for (phrase,) in phrases[start : start + _AT_ONCE]]
        chunks: dict[int, list[tuple[int, Postings]]] = {}
        intact: set[int] = set()
        """Phrases with a chunk that has no dead postings."""
        for phrase, seq, body in chunk_bodies(connection, some):
            there = Postings.decode(body)
            alive = _alive(there, seq, born)
            chunks.setdefault(phrase, []).append((seq, alive))
            if len(alive.entities) == len(there.entities):
                intact.add(phrase)
        changed = {phrase: found for phrase, found in chunks.items() if len(found) > 1 or phrase not in intact}
        connection.execute(f"DELETE FROM chunk WHERE phrase {AMONG}", (json.dumps(list(changed)),))
        merged = (
            (phrase, max(seq for seq, _ in found), Postings.concatenate([alive for _, alive in found]).sorted())
            for phrase, found in changed.items()
        )
        _insert(connection, ((phrase, seq, found.encode()) for phrase, seq, found in merged if len(found.entities)))


def delta_bodies(connection: sqlite3.Connection) -> list[tuple[int, bytes]]:
    """Returns the postings of the writes that were not merged yet, with their sequence numbers."""
    rows = connection.execute("SELECT seq, postings, body, seal FROM delta").fetchall()
    for seq, postings, body, seal in rows:
        require("the postings of write", seq, of_words(seq, postings, body=body), seal)
    require_intact(connection, "delta", len(rows), sum(row[3] for row in rows))
    return [(seq, body) for seq, _, body, _ in rows]


def chunk_bodies(connection: sqlite3.Connection, phrases: Collection[int]) -> list[tuple[int, int, bytes]]:
    """Returns the merged postings of phrases: phrase, sequence number, postings."""
    rows = connection.execute(
        f"SELECT rowid, phrase, seq, body, seal FROM chunk WHERE phrase {AMONG}", (json.dumps(list(phrases)),)
    ).fetchall()
    again = connection.execute(
        f"SELECT rowid FROM chunk INDEXED BY chunk_again WHERE ~phrase {AMONG}", (key_rows.inverted(phrases),)
    )
    key_rows.require_same_numbers("postings", ((phrase, rowid) for rowid, phrase, *_ in rows), again)
    for _, phrase, seq, body, seal in rows:
        require("the postings of phrase", phrase, of_words(phrase, seq, body=body), seal)
    return [(phrase, seq, body) for _, phrase, seq, body, _ in rows]


def _insert(connection: sqlite3.Connection, chunks: Iterable[tuple[int, int, bytes]]) -> None:
    connection.executemany(
        "INSERT INTO chunk (phrase, seq, body, seal) VALUES (?, ?, ?, ?)",
        ((phrase, seq, body, of_words(phrase, seq, body=body)) for phrase, seq, body in chunks),
    )


def _alive(postings: Postings, seq: int, born: NDArray[np.int64]) -> Postings:
    return postings.take(born[postings.entities] <= seq)


def _born(connection: sqlite3.Connection, nums: Iterable[int] | None) -> NDArray[np.int64]:
    """Returns, by entity number, the write that last put the entity; `_NEVER` for a removed one.
    None: all entities.
    """
    born = np.full(key_rows.last_entity(connection) + 1, _NEVER, np.int64)
    if nums is None:
        rows = connection.execute(f"SELECT {ENTITY}, seal FROM entity")
    else:
        rows = connection.execute(f"SELECT {ENTITY}, seal FROM entity WHERE num {AMONG}", (json.dumps(list(nums)),))
    found = np.array(rows.fetchall(), np.int64).reshape(-1, 6).T
    require_all("entity", found[0], of_numbers(*found[:5]), found[5])
    born[found[0]] = found[3]
    return born

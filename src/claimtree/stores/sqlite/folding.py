"""Folding: the deltas of many writes become chunks by phrase, and many chunks of a phrase become one.

A write stays cheap because it adds one row of postings, whatever phrases it touches. Reading stays cheap because
there are never many such rows. What points at a replaced or removed entity is dropped on the way.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from claimtree.stores.sqlite.postings import Postings, Run

MAX_DELTAS = 64
MAX_DELTA_POSTINGS = 2_000_000
MAX_CHUNKS = 12

_NEVER = np.iinfo(np.int64).max


def fold_when_due(connection: sqlite3.Connection) -> None:
    deltas, postings = connection.execute("SELECT count(*), coalesce(sum(postings), 0) FROM delta").fetchone()
    if deltas >= MAX_DELTAS or postings >= MAX_DELTA_POSTINGS:
        fold(connection)


def fold(connection: sqlite3.Connection, *, everything: bool = False) -> None:
    """Turn all deltas into chunks, and merge the chunks of phrases that now have many of them.

    Everything: leave one chunk per phrase, and nothing dead in it.
    """
    deltas = [(seq, Run.decode(body)) for seq, body in connection.execute("SELECT seq, body FROM delta")]
    touched: list[int] = []
    if deltas:
        run = Run.concatenate([run for _, run in deltas])
        seqs = np.repeat([seq for seq, _ in deltas], [len(run) for _, run in deltas])
        born = _born(connection, np.unique(run.entities).tolist())
        run = run.take(np.flatnonzero(born[run.entities] <= seqs)).sorted()
        newest = max(seq for seq, _ in deltas)
        connection.executemany(
            "INSERT INTO chunk (phrase, seq, body) VALUES (?, ?, ?)",
            ((phrase, newest, found.encode()) for phrase, found in run.by_phrase()),
        )
        connection.execute("DELETE FROM delta")
        touched = np.unique(run.phrases).tolist()
    if everything:
        _merge_chunks(connection, connection.execute("SELECT DISTINCT phrase FROM chunk").fetchall())
    else:
        crowded = connection.execute(
            "SELECT phrase FROM chunk WHERE phrase IN (SELECT value FROM json_each(?)) "
            f"GROUP BY phrase HAVING count(*) > {MAX_CHUNKS}",
            (json.dumps(touched),),
        )
        _merge_chunks(connection, crowded.fetchall())


def _merge_chunks(connection: sqlite3.Connection, phrases: list[tuple[int]]) -> None:
    """One chunk per phrase instead of several."""
    if not phrases:
        return
    born = _born(connection, None)
    for (phrase,) in phrases:
        chunks = connection.execute("SELECT seq, body FROM chunk WHERE phrase = ?", (phrase,)).fetchall()
        alive = [_alive(Postings.decode(body), seq, born) for seq, body in chunks]
        merged = Postings.concatenate(alive).sorted()
        connection.execute("DELETE FROM chunk WHERE phrase = ?", (phrase,))
        if len(merged.entities):
            newest = max(seq for seq, _ in chunks)
            connection.execute("INSERT INTO chunk VALUES (?, ?, ?)", (phrase, newest, merged.encode()))


def _alive(postings: Postings, seq: int, born: NDArray[np.int64]) -> Postings:
    return postings.take(born[postings.entities] <= seq)


def _born(connection: sqlite3.Connection, nums: Iterable[int] | None) -> NDArray[np.int64]:
    """By entity number, the write that last put the entity; never for one that is gone. None: all entities."""
    last = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'entity'").fetchone()
    born = np.full((last[0] if last else 0) + 1, _NEVER, np.int64)
    if nums is None:
        rows = connection.execute("SELECT num, born FROM entity")
    else:
        rows = connection.execute(
            "SELECT num, born FROM entity WHERE num IN (SELECT value FROM json_each(?))",
            (json.dumps(list(nums)),),
        )
    found = np.array(rows.fetchall(), np.int64).reshape(-1, 2)
    born[found[:, 0]] = found[:, 1]
    return born

"""A judge's precomputed verdicts, stored by wish; and lookup of phrases by their contents.

A write adds its edges as one row for all wishes together; now and then these rows are merged into
one more row per wish (`merge`). Phrases never change and are never removed, so an edge stays valid.
The stored edges are complete while the newest judged phrase (`precomputed_edges` in `meta`) is the newest
phrase: a write without judging makes searches compare again, until the next write that judges.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimtree.model.claims import LevelName, TypeName
from claimtree.model.phrases import SLOT, Partition, Phrase, Vectors
from claimtree.model.precomputed import EDGE, NOTHING_PRECOMPUTED, Edges, Key, PrecomputedEdges
from claimtree.ports import PhraseCriteria
from claimtree.stores.sqlite import checksums, key_rows, meta
from claimtree.stores.sqlite.faults import DamagedRow
from claimtree.stores.sqlite.parameters import AMONG, select_texts
from claimtree.stores.sqlite.phrase_rows import LazyPhrases, columns_of

MAX_RUNS = 64
MAX_RUN_EDGES = 200_000


def measure_key(phrase: Phrase) -> str | None:
    """Returns the key of a phrase with an amount and without concept or name; any other's id can be
    computed from its words.
    """
    has_words_only = phrase.concept is None and phrase.name is None
    return phrase.pattern if has_words_only and SLOT in phrase.pattern else None


def newest_phrase(connection: sqlite3.Connection) -> int:
    """Returns the number of the newest phrase, which is also their count: numbers start at 1, and
    phrases are never removed.
    """
    (newest,) = connection.execute("SELECT coalesce(max(num), 0) FROM phrase").fetchone()
    if newest != (known := checksums.total(connection, "phrase")[0]):
        raise DamagedRow(f"the last phrase is number {newest!r} where {known:,} were written")
    return int(newest)


def is_complete(connection: sqlite3.Connection) -> bool:
    """True if every phrase was judged against the stored wishes."""
    return _judged_up_to(connection) == newest_phrase(connection)


def stored_wishes(connection: sqlite3.Connection) -> dict[str, int]:
    """Returns the stored wishes, with their numbers."""
    rows = connection.execute("SELECT num, id, seal FROM wish").fetchall()
    for num, id, seal in rows:
        checksums.require("wish", num, checksums.of_words(num, id), seal)
    checksums.require_intact(connection, "wish", len(rows), sum(seal for _, _, seal in rows))
    return {id: num for num, id, _ in rows}


def write(connection: sqlite3.Connection, batch: PrecomputedEdges | None, before: int) -> None:
    """Store the edges of a batch's phrases; `before` is the number of the newest phrase before the
    batch.
    """
    newest = newest_phrase(connection)
    if newest == before or _judged_up_to(connection) != before:
        return
    kept = stored_wishes(connection)
    if batch is None or not kept.keys() <= set(batch.wishes):
        return  # not judged, or not against all wishes: `is_complete` is then false
    _add_run(connection, batch, kept)
    _set_judged(connection, newest)
    merge_when_due(connection)


def catch_up(
    connection: sqlite3.Connection,
    wishes: Collection[str],
    judged: Sequence[PrecomputedEdges],
    *,
    missing: Collection[str],
    newest: int,
) -> bool:
    """Store these wishes and no others; `judged` has the edges of all phrases up to `newest` for
    the missing ones.

    Returns False and changes nothing if there are newer phrases, or if another process changed the
    stored wishes meanwhile.
    """
    if newest_phrase(connection) != newest or missing_wishes(connection, wishes) != set(missing):
        return False
    if _judged_up_to(connection) != newest:
        connection.execute("DELETE FROM wish")
    gone = [num for id, num in stored_wishes(connection).items() if id not in set(wishes)]
    connection.execute(f"DELETE FROM wish WHERE num {AMONG}", (json.dumps(gone),))
    connection.execute("DELETE FROM foreseen WHERE wish NOT IN (SELECT num FROM wish)")
    known = stored_wishes(connection).keys()
    # Edges of removed wishes stay in runs until these are merged; a wish's number is never reused.
    last = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'wish'").fetchone()
    fresh = enumerate((id for id in dict.fromkeys(wishes) if id not in known), (last[0] if last else 0) + 1)
    connection.executemany(
        "INSERT INTO wish (num, id, seal) VALUES (?, ?, ?)",
        [(num, id, checksums.of_words(num, id)) for num, id in fresh],
    )
    for found in judged:
        _add_run(connection, found, stored_wishes(connection))
    _set_judged(connection, newest)
    merge(connection)
    return True


def missing_wishes(connection: sqlite3.Connection, wishes: Collection[str]) -> frozenset[str]:
    """Returns those of some wishes that not all phrases were judged against."""
    known = stored_wishes(connection).keys() if is_complete(connection) else ()
    return frozenset(wishes).difference(known)


class Runs:
    """The runs of a file, ordered by wish. They never change, and disappear when merged: each is
    read once.
    """

    def __init__(self) -> None:
        self._read: dict[int, tuple[bytes, NDArray[np.uint32]]] = {}
        self._sound: set[tuple[int, int, int]] = set()
        self._counted = checksums.KeyCheck()
        self._wishes: tuple[int, int] | None = None
        self._keys: tuple[tuple[int, int], list[Key]] | None = None

    def keys(self, connection: sqlite3.Connection) -> list[Key]:
        """Returns levels and types in the order of their numbers; they are read once for each state."""
        kept, known = checksums.total(connection, "shelf"), self._keys
        if known is None or known[0] != kept:
            known = self._keys = kept, _keys(connection)
        return known[1]

    def of(self, connection: sqlite3.Connection) -> Iterable[tuple[bytes, NDArray[np.uint32]]]:
        """Returns all runs, each with the wish of every edge."""
        seals = dict(connection.execute("SELECT seq, seal FROM foreseen_run ORDER BY seq").fetchall())
        checksums.require_intact(connection, "foreseen_run", len(seals), sum(seals.values()))
        there = list(seals)
        known = self._read
        missing = json.dumps([seq for seq in there if seq not in known])
        fresh = {
            seq: (body, np.frombuffer(body, EDGE)["wish"].copy())
            for seq, body in _bodies(connection, f"WHERE seq {AMONG}", (missing,))
        }
        # Not changed in place, and not read again: other threads may be here too.
        read = {seq: known[seq] if seq in known else fresh[seq] for seq in there}
        self._read = read
        return read.values()

    def require_all(self, connection: sqlite3.Connection) -> None:
        """Raise unless all wishes and all their merged edges are there; checked once for each
        state.
        """
        self._counted.require(connection, "foreseen")
        kept = checksums.total(connection, "wish")
        if kept != self._wishes:
            stored_wishes(connection)
            self._wishes = kept

    def by_wish(self, connection: sqlite3.Connection, wishes: Collection[int]) -> list[tuple[int, int, bytes]]:
        """Returns the merged edges of some wishes: wish, sequence number, edges. They never change
        either: each is checked once.
        """
        rows = connection.execute(
            f"SELECT wish, seq, body, seal FROM foreseen WHERE wish {AMONG} ORDER BY wish, seq",
            (json.dumps(list(wishes)),),
        ).fetchall()
        again = connection.execute(
            f"SELECT seq FROM foreseen INDEXED BY foreseen_again WHERE ~wish {AMONG}", (key_rows.inverted(wishes),)
        )
        key_rows.require_same_numbers("foreseen edges", ((wish, seq) for wish, seq, _, _ in rows), again)
        for wish, seq, body, seal in rows:
            if (wish, seq, seal) not in self._sound:
                checksums.require("what was foreseen of wish", wish, checksums.of_words(wish, seq, body=body), seal)
                self._sound.add((wish, seq, seal))
        return [(wish, seq, body) for wish, seq, body, _ in rows]


def precomputed_edges(connection: sqlite3.Connection, wishes: Collection[str], runs: Runs) -> PrecomputedEdges:
    """Returns the edges of those of the wishes that are stored."""
    if not wishes or not is_complete(connection):
        return NOTHING_PRECOMPUTED
    runs.require_all(connection)
    ids = list(wishes)
    found = select_texts(connection, "SELECT id, num FROM wish WHERE id IN", ids)
    again = select_texts(connection, "SELECT id || '', num FROM wish INDEXED BY wish_again WHERE id || '' IN", ids)
    numbers = {num: id for id, num in key_rows.require_same_pairs("wishes", found, again)}
    if not numbers:
        return NOTHING_PRECOMPUTED
    # Concatenated as bytes: numpy is slow to see that records have one type.
    bodies = [body for _, _, body in runs.by_wish(connection, list(numbers))]
    asked = np.array([[num, num + 1] for num in numbers], np.uint32)
    for body, of in runs.of(connection):
        bodies += [body[first:after] for first, after in (np.searchsorted(of, asked) * EDGE.itemsize).tolist()]
    edges = np.frombuffer(bytearray().join(bodies), EDGE)
    ordered = np.array(sorted(numbers), np.uint32)
    edges["wish"] = np.searchsorted(ordered, edges["wish"])
    return PrecomputedEdges(wishes=[numbers[num] for num in ordered.tolist()], keys=runs.keys(connection), edges=edges)


def merge_when_due(connection: sqlite3.Connection) -> None:
    runs, edges = connection.execute("SELECT count(*), coalesce(sum(edges), 0) FROM foreseen_run").fetchone()
    if runs >= MAX_RUNS or edges >= MAX_RUN_EDGES:
        merge(connection)


def merge(connection: sqlite3.Connection, *, everything: bool = False) -> None:
    """Turn all runs into one more row per wish. With `everything`, leave one row per wish, and none
    of a removed one.
    """
    kept = set(stored_wishes(connection).values())
    rows = _bodies(connection)
    if rows:
        newest = max(seq for seq, _ in rows)
        _insert(connection, newest, np.concatenate([np.frombuffer(body, EDGE) for _, body in rows]), kept)
        connection.execute("DELETE FROM foreseen_run")
    if everything:
        for (num,) in connection.execute("SELECT DISTINCT wish FROM foreseen").fetchall():
            own = [(seq, body) for _, seq, body in Runs().by_wish(connection, [num])]
            if len(own) > 1 or num not in kept:
                connection.execute("DELETE FROM foreseen WHERE wish = ?", (num,))
                edges = np.concatenate([np.frombuffer(body, EDGE) for _, body in own])
                _insert(connection, max(seq for seq, _ in own), edges, kept)


def find_phrases(
    connection: sqlite3.Connection,
    keys: Collection[Key],
    by: PhraseCriteria,
    dimensions: int,
    numbers: key_rows.PhraseNumbers,
) -> list[Partition]:
    """Returns the phrases of some levels and types that match, ordered as partitions are."""
    texts = {"concept": by.concepts, "name": by.names, "name_kind": by.kinds, "measure": by.measures}
    rows = {row[0]: row for row in key_rows.phrase_rows_of(connection, by.ids)}
    nums = {num for column, values in texts.items() for num in key_rows.phrases_by(connection, column, values)}
    rows |= {row[0]: row for row in key_rows.phrase_rows(connection, nums.difference(rows))}
    numbers.note({row[1]: num for num, row in rows.items()})
    wanted = set(keys)
    chosen = sorted((row for row in rows.values() if row[2:4] in wanted), key=itemgetter(2, 3, 1))
    return _slices(chosen, dimensions) if chosen else []


def _slices(rows: Sequence[tuple[Any, ...]], dimensions: int) -> list[Partition]:
    """Returns the partitions of rows of phrases, which are ordered by level, type and id."""
    _, ids, levels, types, wordings, negated, concepts, kinds, *_ = zip(*rows, strict=True)
    # Of all partitions at once: most have few rows.
    columns = columns_of(ids, negated, concepts, kinds, wordings)
    found: list[Partition] = []
    start = 0
    for (level, type), same in groupby(zip(levels, types, strict=True)):
        here = slice(start, start + sum(1 for _ in same))
        found.append(
            Partition(
                level=level,
                type=type,
                phrases=LazyPhrases(level, type, wordings[here]),
                vectors=Vectors.empty(dimensions),
                is_slice=True,
                known_columns=columns.take(here),
            )
        )
        start = here.stop
    return found


def _add_run(connection: sqlite3.Connection, found: PrecomputedEdges, kept: Mapping[str, int]) -> None:
    """Add edges as one row, with the file's numbers for wishes, levels and types."""
    numbers = np.array([kept.get(id, 0) for id in found.wishes], np.uint32)
    known = _keys(connection)
    fresh = [
        (num, *key, checksums.of_words(num, *key))
        for num, key in enumerate((key for key in dict.fromkeys(found.keys) if key not in known), len(known) + 1)
    ]
    connection.executemany("INSERT INTO shelf (num, level, type, seal) VALUES (?, ?, ?, ?)", fresh)
    shelves = {key: number for number, key in enumerate(_keys(connection))}
    edges = found.edges.copy()
    edges["wish"] = numbers[edges["wish"]] if len(edges) else 0
    edges["key"] = np.array([shelves[key] for key in found.keys], np.uint16)[edges["key"]] if len(edges) else 0
    edges = edges[edges["wish"] > 0]
    if len(edges):
        body = edges[np.argsort(edges["wish"], kind="stable")].tobytes()
        last = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'foreseen_run'").fetchone()
        seq = (last[0] if last else 0) + 1
        seal = checksums.of_words(seq, len(edges), body=body)
        connection.execute(
            "INSERT INTO foreseen_run (seq, edges, body, seal) VALUES (?, ?, ?, ?)", (seq, len(edges), body, seal)
        )


def _insert(connection: sqlite3.Connection, seq: int, edges: Edges, kept: Collection[int]) -> None:
    """Insert one row for each wish that is still stored."""
    ordered = edges[np.argsort(edges["wish"], kind="stable")]
    numbers, starts = np.unique(ordered["wish"], return_index=True)
    rows = (
        (number, seq, part.tobytes())
        for number, part in zip(numbers.tolist(), np.split(ordered, starts[1:]), strict=True)
        if number in kept
    )
    connection.executemany(
        "INSERT INTO foreseen (wish, seq, body, seal) VALUES (?, ?, ?, ?)",
        ((wish, seq, body, checksums.of_words(wish, seq, body=body)) for wish, seq, body in rows),
    )


def _keys(connection: sqlite3.Connection) -> list[Key]:
    """Returns levels and types in the order of their numbers; none is ever removed, so positions
    are numbers.
    """
    rows = connection.execute("SELECT num, level, type, seal FROM shelf ORDER BY num").fetchall()
    for *row, seal in rows:
        checksums.require("shelf", row[0], checksums.of_words(*row), seal)
    checksums.require_intact(connection, "shelf", len(rows), sum(row[3] for row in rows))
    return [(LevelName(level), TypeName(type)) for _, level, type, _ in rows]


def _bodies(
    connection: sqlite3.Connection, condition: str = "", parameters: Sequence[object] = ()
) -> list[tuple[int, bytes]]:
    """Returns runs with their sequence numbers."""
    rows = connection.execute(f"SELECT seq, edges, body, seal FROM foreseen_run {condition}", parameters).fetchall()
    for seq, edges, body, seal in rows:
        checksums.require("run", seq, checksums.of_words(seq, edges, body=body), seal)
    if not condition:
        checksums.require_intact(connection, "foreseen_run", len(rows), sum(row[3] for row in rows))
    return [(seq, body) for seq, _, body, _ in rows]


def _judged_up_to(connection: sqlite3.Connection) -> int:
    return meta.number(connection, "foreseen")


def _set_judged(connection: sqlite3.Connection, newest: int) -> None:
    meta.put(connection, "foreseen", newest)

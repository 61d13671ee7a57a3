"""What a judge said beforehand, kept by wish; and phrases that are found by what they say.

A write adds its edges as one row, all wishes together; now and then these rows become one more row for each wish
(`fold`). Phrases never change and never go, so an edge holds for good. What is kept is complete while the newest phrase
that was judged (`foreseen` in `meta`) is the newest that there is: whoever writes without judging makes the store
compare again, until the next who does.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimtree.model.claims import LevelName, TypeName
from claimtree.model.foreseen import EDGE, Edges, Foreseen, Key
from claimtree.model.phrases import SLOT, Partition, Phrase, Vectors
from claimtree.ports import Sought
from claimtree.stores.sqlite.parameters import AMONG, select_texts
from claimtree.stores.sqlite.wordings import Wordings, columns_of

MAX_RUNS = 64
MAX_RUN_EDGES = 200_000


def measure_key(phrase: Phrase) -> str | None:
    """What a phrase with an amount is found by that no word list knows; any other's id can be told from its words."""
    has_words_only = phrase.concept is None and phrase.name is None
    return phrase.pattern if has_words_only and SLOT in phrase.pattern else None


def newest_phrase(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT coalesce(max(num), 0) FROM phrase").fetchone()[0])


def is_complete(connection: sqlite3.Connection) -> bool:
    """Whether every phrase was judged against the wishes that are kept."""
    return _judged_up_to(connection) == newest_phrase(connection)


def kept_wishes(connection: sqlite3.Connection) -> dict[str, int]:
    """The wishes that are kept, with their numbers."""
    return dict(connection.execute("SELECT id, num FROM wish").fetchall())


def write(connection: sqlite3.Connection, batch: Foreseen | None, before: int) -> None:
    """Keep what was foreseen of a batch's phrases; `before` is the phrase that was the newest when it came."""
    newest = newest_phrase(connection)
    if newest == before or _judged_up_to(connection) != before:
        return
    kept = kept_wishes(connection)
    if batch is None or not kept.keys() <= set(batch.wishes):
        return  # not judged, or not against all: who compares sees that it is not complete
    _add_run(connection, batch, kept)
    _set_judged(connection, newest)
    fold_when_due(connection)


def catch_up(
    connection: sqlite3.Connection,
    wishes: Collection[str],
    judged: Sequence[Foreseen],
    *,
    missing: Collection[str],
    newest: int,
) -> bool:
    """Keep these wishes and no others; `judged` has what all phrases up to `newest` say of those that were missing.
    False if there are newer phrases, or somebody changed what is kept meanwhile: then nothing is changed."""
    if newest_phrase(connection) != newest or unkept(connection, wishes) != set(missing):
        return False
    if _judged_up_to(connection) != newest:
        connection.execute("DELETE FROM wish")
    gone = [num for id, num in kept_wishes(connection).items() if id not in set(wishes)]
    connection.execute(f"DELETE FROM wish WHERE num {AMONG}", (json.dumps(gone),))
    connection.execute("DELETE FROM foreseen WHERE wish NOT IN (SELECT num FROM wish)")
    known = kept_wishes(connection).keys()
    # Of wishes that are gone edges stay in runs until these are folded: no wish has their number again.
    connection.executemany("INSERT INTO wish (id) VALUES (?)", [(id,) for id in wishes if id not in known])
    for found in judged:
        _add_run(connection, found, kept_wishes(connection))
    _set_judged(connection, newest)
    fold(connection)
    return True


def unkept(connection: sqlite3.Connection, wishes: Collection[str]) -> frozenset[str]:
    """Those of some wishes that the phrases were not all judged against."""
    known = kept_wishes(connection).keys() if is_complete(connection) else ()
    return frozenset(wishes).difference(known)


class Runs:
    """The runs of a file, ordered by wish. They are never changed, and gone once they are folded: each is read once."""

    def __init__(self) -> None:
        self._read: dict[int, tuple[bytes, NDArray[np.uint32]]] = {}

    def of(self, connection: sqlite3.Connection) -> Iterable[tuple[bytes, NDArray[np.uint32]]]:
        """Those that there are, each with the wish of every edge."""
        there = [seq for (seq,) in connection.execute("SELECT seq FROM foreseen_run ORDER BY seq")]
        known = self._read
        missing = json.dumps([seq for seq in there if seq not in known])
        found = connection.execute(f"SELECT seq, body FROM foreseen_run WHERE seq {AMONG}", (missing,))
        fresh = {seq: (body, np.frombuffer(body, EDGE)["wish"].copy()) for seq, body in found}
        # Not changed in place, nor looked at again: another thread may be here too.
        read = {seq: known[seq] if seq in known else fresh[seq] for seq in there}
        self._read = read
        return read.values()


def foreseen(connection: sqlite3.Connection, wishes: Collection[str], runs: Runs) -> dict[str, Mapping[Key, Edges]]:
    """What is kept of some wishes, by the level and type of the phrases."""
    if not wishes or not is_complete(connection):
        return {}
    numbers = dict(select_texts(connection, "SELECT num, id FROM wish WHERE id IN", wishes))
    if not numbers:
        return {}
    # Put together as bytes: numpy takes its time to see that records are alike.
    bodies: dict[int, list[bytes]] = {num: [] for num in numbers}
    for num, body in connection.execute(
        f"SELECT wish, body FROM foreseen WHERE wish {AMONG} ORDER BY wish, seq", (json.dumps(list(numbers)),)
    ):
        bodies[num].append(body)
    asked = np.array([[num, num + 1] for num in numbers], np.uint32)
    for body, of in runs.of(connection):
        for num, (first, after) in zip(numbers, (np.searchsorted(of, asked) * EDGE.itemsize).tolist(), strict=True):
            bodies[num].append(body[first:after])
    keys = _keys(connection)
    return {id: _by_key(np.frombuffer(b"".join(bodies[num]), EDGE), keys) for num, id in numbers.items()}


def fold_when_due(connection: sqlite3.Connection) -> None:
    runs, edges = connection.execute("SELECT count(*), coalesce(sum(edges), 0) FROM foreseen_run").fetchone()
    if runs >= MAX_RUNS or edges >= MAX_RUN_EDGES:
        fold(connection)


def fold(connection: sqlite3.Connection, *, everything: bool = False) -> None:
    """Turn all runs into one more row for each wish. Everything: leave one for each, and none of a wish that went."""
    kept = set(kept_wishes(connection).values())
    rows = connection.execute("SELECT seq, body FROM foreseen_run").fetchall()
    if rows:
        newest = max(seq for seq, _ in rows)
        _insert(connection, newest, np.concatenate([np.frombuffer(body, EDGE) for _, body in rows]), kept)
        connection.execute("DELETE FROM foreseen_run")
    if everything:
        for (num,) in connection.execute("SELECT DISTINCT wish FROM foreseen").fetchall():
            own = connection.execute("SELECT seq, body FROM foreseen WHERE wish = ?", (num,)).fetchall()
            if len(own) > 1 or num not in kept:
                connection.execute("DELETE FROM foreseen WHERE wish = ?", (num,))
                edges = np.concatenate([np.frombuffer(body, EDGE) for _, body in own])
                _insert(connection, max(seq for seq, _ in own), edges, kept)


def sought(connection: sqlite3.Connection, keys: Collection[Key], by: Sought, dimensions: int) -> list[Partition]:
    """Of the phrases of some levels and types those that fit, ordered as partitions are."""
    query = "SELECT id, level, type, negated, concept, name_kind, wording FROM phrase WHERE"
    texts = {"concept": by.concepts, "name": by.names, "name_kind": by.kinds, "measure": by.measures}
    rows = chain(
        connection.execute(f"{query} id {AMONG}", (json.dumps(list(by.ids)),)),
        *(select_texts(connection, f"{query} {column} IN", values) for column, values in texts.items()),
    )
    wanted = set(keys)
    found: dict[Key, dict[int, tuple[Any, ...]]] = {}
    for id, level, type, *rest in rows:
        if (level, type) in wanted:
            found.setdefault((level, type), {})[id] = rest
    return [_slice(key, found[key], dimensions) for key in sorted(found)]


def _slice(key: Key, rows: Mapping[int, Sequence[Any]], dimensions: int) -> Partition:
    ids = sorted(rows)
    negated, concepts, kinds, wordings = zip(*(rows[id] for id in ids), strict=True)
    return Partition(
        level=key[0],
        type=key[1],
        phrases=Wordings(*key, wordings),
        vectors=Vectors.empty(dimensions),
        is_slice=True,
        known_columns=columns_of(ids, negated, concepts, kinds, wordings),
    )


def _by_key(edges: Edges, keys: Sequence[Key]) -> dict[Key, Edges]:
    ordered = edges[np.argsort(edges["key"], kind="stable")]
    parts = np.split(ordered, np.flatnonzero(np.diff(ordered["key"])) + 1)
    return {keys[int(part["key"][0])]: part for part in parts if len(part)}


def _add_run(connection: sqlite3.Connection, found: Foreseen, kept: Mapping[str, int]) -> None:
    """Add edges as one row, with the numbers that the file has for wishes, levels and types."""
    numbers = np.array([kept.get(id, 0) for id in found.wishes], np.uint32)
    connection.executemany("INSERT OR IGNORE INTO shelf (level, type) VALUES (?, ?)", found.keys)
    shelves = {key: number for number, key in enumerate(_keys(connection))}
    edges = found.edges.copy()
    edges["wish"] = numbers[edges["wish"]] if len(edges) else 0
    edges["key"] = np.array([shelves[key] for key in found.keys], np.uint16)[edges["key"]] if len(edges) else 0
    edges = edges[edges["wish"] > 0]
    if len(edges):
        body = edges[np.argsort(edges["wish"], kind="stable")].tobytes()
        connection.execute("INSERT INTO foreseen_run (edges, body) VALUES (?, ?)", (len(edges), body))


def _insert(connection: sqlite3.Connection, seq: int, edges: Edges, kept: Collection[int]) -> None:
    """One row for each wish that is still kept."""
    ordered = edges[np.argsort(edges["wish"], kind="stable")]
    numbers, starts = np.unique(ordered["wish"], return_index=True)
    connection.executemany(
        "INSERT INTO foreseen (wish, seq, body) VALUES (?, ?, ?)",
        (
            (number, seq, part.tobytes())
            for number, part in zip(numbers.tolist(), np.split(ordered, starts[1:]), strict=True)
            if number in kept
        ),
    )


def _keys(connection: sqlite3.Connection) -> list[Key]:
    """Levels and types in the order in which they came; none is ever taken back, so their places are their numbers."""
    rows = connection.execute("SELECT level, type FROM shelf ORDER BY num")
    return [(LevelName(level), TypeName(type)) for level, type in rows]


def _judged_up_to(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT value FROM meta WHERE key = 'foreseen'").fetchone()[0])


def _set_judged(connection: sqlite3.Connection, newest: int) -> None:
    connection.execute("UPDATE meta SET value = ? WHERE key = 'foreseen'", (newest,))

"""Looks up rows by a key.

A key may have no row, and a row lost through damage looks the same; so two indexes, on different
pages of the file, are queried and have to agree.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimtree.model.phrases import PhraseId
from claimtree.stores.sqlite import meta
from claimtree.stores.sqlite.checksums import PHRASE, of_text, of_words, require, require_intact
from claimtree.stores.sqlite.faults import DamagedRow
from claimtree.stores.sqlite.parameters import AMONG, select_texts


def entities(connection: sqlite3.Connection, ids: Iterable[str]) -> dict[str, int]:
    """Returns the numbers of the ids that are stored."""
    asked = set(ids)
    found: dict[str, int] = {}
    # The id comes from the index and the seal from the row, which proves that the index led to the
    # right row.
    for id, num, seal in select_texts(connection, "SELECT id, num, id_seal FROM entity WHERE id IN", asked):
        require("entity", num, of_text(id), seal)
        found[id] = num
    _require_missing(connection, asked.difference(found))
    return found


def _require_missing(connection: sqlite3.Connection, ids: set[str]) -> None:
    """Raise if the other index has one of the entities that the first lacks."""
    if ids:
        seals = json.dumps([of_text(id) for id in ids])
        again = connection.execute(
            f"SELECT id, id_seal FROM entity INDEXED BY entity_again WHERE id_seal {AMONG}", (seals,)
        )
        # Other ids may have the same checksum; an id that has another one was changed.
        if any(id in ids or of_text(id) != seal for id, seal in again):
            raise DamagedRow("two indexes of entities differ")


def parts(connection: sqlite3.Connection, nums: Collection[int]) -> list[tuple[int, int]]:
    """Returns the direct parts of these entities, as pairs of numbers: whole, part."""
    found = connection.execute(f"SELECT parent, num FROM entity WHERE parent {AMONG}", (json.dumps(list(nums)),))
    again = connection.execute(
        f"SELECT ~parent, num FROM entity INDEXED BY entity_parent_again WHERE ~parent {AMONG}", (inverted(nums),)
    )
    return require_same_pairs("entities by what they are part of", found, ((~key, num) for key, num in again))


def owned(connection: sqlite3.Connection, owners: Iterable[str]) -> set[int]:
    """Returns the entities that these documents brought and that have another parent."""
    asked = list(owners)
    found = select_texts(connection, "SELECT owner, entity FROM owned WHERE owner IN", asked)
    again = select_texts(connection, "SELECT entity FROM owned INDEXED BY owned_again WHERE owner || '' IN", asked)
    return {entity for _, entity in require_same_numbers("owned entities", found, again)}


def phrases(connection: sqlite3.Connection, ids: Iterable[PhraseId]) -> dict[PhraseId, int]:
    """Returns the numbers of the phrases that are stored."""
    asked = list(ids)
    found = connection.execute(f"SELECT id, num FROM phrase WHERE id {AMONG}", (json.dumps(asked),))
    return dict(require_same_pairs("phrases", found, _phrases_again(connection, asked)))


def _phrases_again(connection: sqlite3.Connection, ids: Collection[PhraseId]) -> list[tuple[PhraseId, int]]:
    """Returns the same from the other index, without a check."""
    if not ids:
        return []
    rows = connection.execute(
        f"SELECT ~id, num FROM phrase INDEXED BY phrase_again WHERE ~id {AMONG}", (inverted(ids),)
    ).fetchall()
    return [(PhraseId(~key), num) for key, num in rows]


class PhraseNumbers:
    """Which phrase has which number, as far as it was looked up; phrases never change."""

    _MOST = 1 << 18

    def __init__(self) -> None:
        self._nums: dict[PhraseId, int] = {}
        self._partitions: dict[object, tuple[NDArray[np.int64], NDArray[np.int32]]] = {}
        """The ids of partitions that were read, in order, and their numbers."""
        self._by_number = np.zeros(0, np.int64)
        """The ids of phrases by number; 0 for those that were not looked up."""
        self._noting = threading.Lock()

    def nums(self, connection: sqlite3.Connection, ids: Collection[PhraseId]) -> dict[PhraseId, int]:
        """Returns the numbers of those of the phrases that are stored."""
        known = self._nums
        found = {id: known[id] for id in ids if id in known}
        if len(found) < len(ids) and self._partitions:
            found |= self._in_partitions(np.array([id for id in ids if id not in found], np.int64))
        if len(found) < len(ids):
            found |= self.note(phrases(connection, (id for id in ids if id not in found)))
        return found

    def ids(self, connection: sqlite3.Connection, nums: Sequence[int]) -> NDArray[np.int64]:
        """Returns the phrases with these numbers, in order; raises if one is missing."""
        asked, known = np.array(nums, np.int64), self._by_number
        there = (asked >= 0) & (asked < len(known))
        found = np.zeros(len(asked), np.int64)
        found[there] = known[asked[there]]
        missing = np.flatnonzero(found == 0)
        if len(missing):
            # A row and an index, which lie on different pages, have to agree.
            rows = connection.execute(
                f"SELECT id, num FROM phrase WHERE num {AMONG}", (json.dumps(sorted(set(asked[missing].tolist()))),)
            ).fetchall()
            again = _phrases_again(connection, [id for id, _ in rows])
            fresh = {num: id for id, num in self.note(dict(require_same_pairs("phrases", rows, again))).items()}
            if not fresh.keys() >= set(asked[missing].tolist()):
                raise DamagedRow("a phrase is missing")
            found[missing] = [fresh[num] for num in asked[missing].tolist()]
        return found

    def note(self, nums: dict[PhraseId, int]) -> dict[PhraseId, int]:
        """Keeps the numbers of phrases, and returns them."""
        if len(self._nums) > self._MOST:
            self._nums = {}  # not cleared: other threads may be reading it
        self._nums.update(nums)
        with self._noting:
            self._note_ids(np.fromiter(nums, np.int64, len(nums)), np.fromiter(nums.values(), np.int64, len(nums)))
        return nums

    def note_partition(self, key: object, ids: NDArray[np.int64], nums: NDArray[np.int32]) -> None:
        """Keeps the numbers of a whole partition, whose ids are in order, in place of what was known of it."""
        # Searches read partitions at the same time, and none may lose what another has noted.
        with self._noting:
            self._note_ids(ids, nums)
            self._partitions = self._partitions | {key: (ids, nums)}

    def _note_ids(self, ids: NDArray[np.int64], nums: NDArray[np.integer]) -> None:
        size = int(nums.max(initial=-1)) + 1
        if size > len(self._by_number):
            more = max(size - len(self._by_number), len(self._by_number))  # doubled, for each growth copies all
            self._by_number = np.concatenate((self._by_number, np.zeros(more, np.int64)))
        self._by_number[nums] = ids  # other threads may be reading: each number has its id, or none yet

    def _in_partitions(self, asked: NDArray[np.int64]) -> dict[PhraseId, int]:
        found: dict[PhraseId, int] = {}
        for ids, nums in self._partitions.values():
            if len(ids):
                at = np.minimum(ids.searchsorted(asked), len(ids) - 1)
                there = ids[at] == asked
                found |= zip(map(PhraseId, asked[there].tolist()), nums[at[there]].tolist(), strict=True)
        return found


def phrases_by(connection: sqlite3.Connection, column: str, values: Iterable[str]) -> list[int]:
    """Returns the numbers of the phrases that have one of these values in a column."""
    asked = list(values)
    if not asked:
        return []
    found = select_texts(connection, f"SELECT {column}, num FROM phrase WHERE {column} IN", asked)
    again = select_texts(
        connection,
        f"SELECT num FROM phrase INDEXED BY phrase_{column}_again WHERE {column} IS NOT NULL AND {column} || '' IN",
        asked,
    )
    return [num for _, num in require_same_numbers(f"phrases by {column}", found, again)]


def phrase_rows(connection: sqlite3.Connection, nums: Collection[int]) -> list[tuple[Any, ...]]:
    """Returns the rows of phrases, by the columns of `PHRASE`; raises if one is missing."""
    rows = _phrase_rows(connection, "num", nums)
    if len(rows) != len(nums):
        raise DamagedRow("a phrase is missing")
    return rows


def phrase_rows_of(connection: sqlite3.Connection, ids: Collection[PhraseId]) -> list[tuple[Any, ...]]:
    """Returns the rows of those of the phrases that are stored."""
    rows = _phrase_rows(connection, "id", ids)
    # The checksum of a row proves its id; only what was not found has to be asked of the other index.
    if _phrases_again(connection, list(set(ids).difference([row[1] for row in rows]))):
        raise DamagedRow("two indexes of phrases differ")
    return rows


def _phrase_rows(connection: sqlite3.Connection, column: str, values: Collection[int]) -> list[tuple[Any, ...]]:
    if not values:
        return []
    rows = connection.execute(
        f"SELECT {PHRASE}, seal FROM phrase WHERE {column} {AMONG}", (json.dumps(list(values)),)
    ).fetchall()
    for row in rows:
        require("phrase", row[0], of_words(*row[:-1]), row[-1])
    return rows


def inverted(numbers: Iterable[int]) -> str:
    """Returns numbers as the second indexes have them, as a JSON list."""
    return json.dumps([~number for number in numbers])


def require_same_numbers(
    what: str, found: Iterable[tuple[Any, int]], again: Iterable[tuple[int]]
) -> list[tuple[Any, int]]:
    """Returns the keys and numbers that one index found; raises unless another found the same
    numbers.

    Sufficient where the checksum of each row proves its key, or where only the numbers are used;
    see `require_same_pairs`.
    """
    rows = list(found)
    if sorted([num for _, num in rows]) != sorted([num for (num,) in again]):
        raise DamagedRow(f"two indexes of {what} differ")
    return rows


def require_same_pairs(
    what: str, found: Iterable[tuple[Any, int]], again: Iterable[tuple[Any, int]]
) -> list[tuple[Any, int]]:
    """Returns the keys and numbers that one index found; raises unless another found the same
    pairs.

    Needed where the key itself is used and no row is read that would prove it: a damaged key may
    equal another one that was asked for, and then the numbers alone agree.
    """
    rows, others = list(found), list(again)
    # Sets, because sorting takes longer than SQLite needs to find the rows.
    if len(rows) != len(others) or set(rows) != set(others):
        raise DamagedRow(f"two indexes of {what} differ")
    return rows


def last_entity(connection: sqlite3.Connection) -> int:
    """Returns the highest number that any entity has had."""
    row = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'entity'").fetchone()
    last = meta.number(connection, "entities")
    if last != (row[0] if row else 0):
        raise DamagedRow("the store has lost count of its entities")
    return last


def names(connection: sqlite3.Connection, table: str) -> dict[Any, int]:
    """Returns all rows of a small table of names, as name to number; numbers count from 1."""
    rows = connection.execute(f"SELECT num, name, seal FROM {table} ORDER BY num").fetchall()
    for num, name, seal in rows:
        require(table, num, of_words(num, name), seal)
    require_intact(connection, table, len(rows), sum(seal for _, _, seal in rows))
    return {name: num for num, name, _ in rows}

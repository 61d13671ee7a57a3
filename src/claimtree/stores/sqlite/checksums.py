"""Checksums: detect a row that was changed, and a row that is missing.

Every row has a `seal`, a checksum of all its columns including its keys: a row stored under
another's key is detected like one whose contents changed. A missing row cannot be checked, so the
table `total` has, for each table, the number of rows and the sum of their seals; it is compared
wherever a table is read as a whole. Triggers maintain it; they belong to our own connections and
not to the file, so that a row deleted by another program is noticed as well. Where rows are looked
up by a key that may have none, two indexes are queried, which lie on different pages (see
`key_rows`).

Rows of numbers are sealed by arithmetic that numpy does for all of them at once; rows of text by
CRC-32.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from itertools import chain
from typing import Any, Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from claimtree.stores.sqlite.faults import DamagedRow

MASK: Final = 0xFFFFFFFF
Seals = NDArray[np.int64]

_ODD: Final = np.array(
    [0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93, 0xFF51AFD7ED558CCD], np.uint64
)
"""A multiplier per column; odd, so that no change of a single column leaves the sum unchanged."""
_STIR: Final = np.uint64(0xBF58476D1CE4E5B9)
_MOST_WEIGHTS: Final = 4096
"""Longer vectors use the weights again."""


_SPELLED: Final = tuple("\x1f".join(["%s"] * size) for size in range(16))
"""Format strings that join rows of that many values into one text."""


def of_words(*keys: object, body: bytes = b"") -> int:
    """Returns the seal of a row of text: its values joined, and its bytes."""
    return crc32((_SPELLED[len(keys)] % keys).encode("utf-8", "surrogatepass"), crc32(body))


def of_all_words(rows: Sequence[tuple[object, ...]]) -> list[int]:
    """Returns the seals of many rows of text of one length."""
    spelled = _SPELLED[len(rows[0])] if rows else ""
    return [crc32((spelled % row).encode("utf-8", "surrogatepass")) for row in rows]


def of_text(text: str) -> int:
    return crc32(text.encode("utf-8", "surrogatepass"))


def of_numbers(*columns: NDArray[Any]) -> Seals:
    """Returns the seals of many rows of numbers, given as columns of 64 bits."""
    total = np.zeros(len(columns[0]), np.uint64)
    for column, odd in zip(columns, _ODD[: len(columns)], strict=True):
        total += np.ascontiguousarray(column).view(np.uint64) * odd
        total ^= total >> np.uint64(29)
    total = (total ^ (total >> np.uint64(32))) * _STIR
    return (total >> np.uint64(32)).astype(np.int64)


def of_vectors(ids: NDArray[np.int64], codes: NDArray[np.int8], scales: NDArray[np.float64]) -> Seals:
    """Returns the seals of vectors, with the phrases that they belong to."""
    padded = codes if codes.shape[1] % 8 == 0 else np.pad(codes, ((0, 0), (0, -codes.shape[1] % 8)))
    words = np.ascontiguousarray(padded).view(np.uint64)
    weights = np.resize(_byte_weights(min(words.shape[1], _MOST_WEIGHTS)), words.shape[1])
    mixed = (words ^ (words >> np.uint64(31))) @ weights
    return of_numbers(ids, mixed.view(np.int64), np.asarray(scales, np.float64))


@cache
def _byte_weights(count: int) -> NDArray[np.uint64]:
    """Returns the first weights for the codes of a vector, eight at once; part of the format.

    They were drawn by numpy's default generator (PCG64) with seed 5; it is written out here because importing
    numpy.random takes longer than all else that opening a store needs.
    """
    state, drawn = 0xE500C1D129CE9183D973B921E554EFEE, []
    for _ in range(count):
        state = (state * 0x2360ED051FC65DA44385DF649FCCF645 + 0xAF6F7B8C936AB4A44F020B7B2D10234D) % (1 << 128)
        folded, turned = (state >> 64 ^ state) % (1 << 64), state >> 122
        drawn.append((folded >> turned | folded << (64 - turned)) % (1 << 64) >> 1 | 1)
    return np.array(drawn, np.uint64)


# Entities are many, so several columns are packed into one number: each value handed to Python
# costs more than SQLite needs to find it. The values used are unpacked from these numbers, and
# seals are computed from them.

PACKED: Final = "depth | (owned << 4) | (located << 6) | (claims << 8) | (coalesce(facet, 0) << 32)"
ENTITY: Final = f"num, {PACKED}, coalesce(parent, 0), born, id_seal"
"""The columns that an entity's seal is made of. Readers take depth and the like from the packed
number.
"""
_READ: Final = f"(num << 32) | coalesce(parent, 0), {PACKED}, (born << 32) | seal, id"
"""The same with the seal and the id, whose own seal is computed."""
_READ_TOGETHER: Final = "count(*), json_group_array(id), " + ", ".join(
    f"group_concat(CAST({column} AS INTEGER))" for column in ("num", PACKED, "coalesce(parent, 0)", "born")
)
"""All rows in one, each column as a text: numpy parses numbers faster than Python receives them
one by one. Without the seals, since the total has their sum.
"""


def of_entities(rows: Sequence[tuple[int, ...]]) -> list[int]:
    """Returns the seals of entities: number, depth, parent, facet, born, owned, claims, located,
    seal of the id.
    """
    if not rows:
        return []
    num, depth, parent, facet, born, owned, claims, located, id_seal = np.array(rows, np.int64).T
    packed = depth | owned << 4 | located << 6 | claims << 8 | facet << 32
    seals: list[int] = of_numbers(num, packed, parent, born, id_seal).tolist()
    return seals


@dataclass(frozen=True, slots=True)
class Entities:
    """Rows of entities whose seals were checked."""

    nums: NDArray[np.int64]
    depths: NDArray[np.int64]
    parents: NDArray[np.int64]
    facets: NDArray[np.int64]
    born: NDArray[np.int64]
    located: NDArray[np.bool_]
    ids: Sequence[str]
    id_seals: NDArray[np.int64]
    seals: Seals

    @classmethod
    def of(cls, rows: Iterable[tuple[Any, ...]]) -> Entities:
        """Returns the entities of rows selected by `_READ`."""
        values = list(chain.from_iterable(rows))
        ids = values[3::4]
        keys, rest, ends = (np.fromiter(values[at::4], np.int64, len(ids)) for at in range(3))
        found = cls._sealed(keys >> 32, rest, keys & MASK, ends >> 32, ids)
        _require("entity", found.nums, found.seals == ends & MASK)
        return found

    @classmethod
    def of_columns(cls, count: int, ids: str, *columns: str | None) -> Entities | None:
        """Returns the entities of the row selected by `_READ_TOGETHER`, whose seals are computed and
        compared with nothing yet; None if a value is missing.
        """
        names = json.loads(ids)
        nums, packed, parents, born = (np.fromstring(column or "0", np.int64, sep=",")[:count] for column in columns)
        if any(len(column) != count for column in (names, nums, packed, parents, born)):
            return None
        return cls._sealed(nums, packed, parents, born, names)

    @classmethod
    def _sealed(
        cls,
        nums: NDArray[np.int64],
        packed: NDArray[np.int64],
        parents: NDArray[np.int64],
        born: NDArray[np.int64],
        ids: Sequence[str],
    ) -> Entities:
        """Returns entities with the seals that they should have."""
        id_seals = np.fromiter(map(crc32, map(str.encode, ids)), np.int64, len(ids))
        seals = of_numbers(nums, packed, parents, born, id_seals)
        located = (packed >> 6 & 1).astype(np.bool_)
        return cls(nums, packed & 15, parents, packed >> 32, born, located, ids, id_seals, seals)


def entities(connection: sqlite3.Connection, condition: str, parameters: Sequence[object] = ()) -> Entities:
    """Returns the entities that match a condition; raises if one's seal is wrong."""
    return Entities.of(connection.execute(f"SELECT {_READ} FROM entity {condition}", parameters))


def all_entities(connection: sqlite3.Connection) -> Entities:
    """Returns all entities; raises if one differs from what was written, or a row is missing."""
    found = _entities_together(connection)
    if found is None or not _is_intact(connection, "entity", len(found.ids), int(found.seals.sum())):
        # Row by row, to say which row is damaged.
        found = entities(connection, "")
        require_intact(connection, "entity", len(found.ids), int(found.seals.sum()))
    return found


def _entities_together(connection: sqlite3.Connection) -> Entities | None:
    """Returns all entities, whose seals are computed; None if a row cannot be read."""
    try:
        return Entities.of_columns(*connection.execute(f"SELECT {_READ_TOGETHER} FROM entity").fetchone())
    except (sqlite3.Error, ValueError):
        return None


# Looking at rows


def require(table: str, key: object, found: int, seal: object) -> None:
    """Raise unless a row's seal equals the computed one."""
    if found != seal:
        raise DamagedRow(f"{table} {key} is not as it was written")


def require_all(table: str, keys: Iterable[object], found: Seals, seals: Sequence[object]) -> None:
    """Raise unless the seals of many rows equal the computed ones."""
    _require(table, keys, found == np.array(seals, np.int64))


def require_intact(connection: sqlite3.Connection, name: str, rows: int, seals: int) -> None:
    """Raise unless these are all rows counted under the name of a total."""
    if not _is_intact(connection, name, rows, seals):
        expected, _ = total(connection, name)
        raise DamagedRow(f"{rows:,} rows of {name} were found where {expected:,} were written, or other ones")


def _is_intact(connection: sqlite3.Connection, name: str, rows: int, seals: int) -> bool:
    """True if these are all rows counted under the name of a total."""
    return (rows, seals & MASK) == total(connection, name)


def total(connection: sqlite3.Connection, name: str) -> tuple[int, int]:
    """Returns the recorded number of rows and sum of their seals."""
    found = connection.execute("SELECT rows, seals FROM total WHERE name = ?", (name,)).fetchone()
    return (0, 0) if found is None else (found[0], found[1])


def counts(connection: sqlite3.Connection, parts: int) -> tuple[list[int], int]:
    """Returns the number of entities at each depth and of their claims; raises unless counted and
    recorded numbers agree.
    """
    found = {
        depth: (rows, claims)
        for depth, rows, claims in connection.execute("SELECT depth, count(*), sum(claims) FROM entity GROUP BY depth")
    }
    kept = [total(connection, f"entity {depth}")[0] for depth in range(parts)]
    claims = connection.execute("SELECT sums FROM total WHERE name = 'entity'").fetchone()
    known = [found.get(depth, (0, 0)) for depth in range(parts)]
    if [rows for rows, _ in known] != kept or sum(count for _, count in known) != (claims[0] if claims else 0):
        raise DamagedRow("entities are missing, or have other claims than were written")
    return kept, sum(count for _, count in known)


class KeyCheck:
    """Checks that the keys of a table are those that were written, once for each state of it.

    A key that is gone from the table and from its indexes alike would otherwise not be noticed.
    """

    def __init__(self) -> None:
        self._sound: dict[str, tuple[int, int, int] | None] = {}

    def require(self, connection: sqlite3.Connection, table: str) -> None:
        kept = connection.execute("SELECT rows, seals, sums FROM total WHERE name = ?", (table,)).fetchone()
        if self._sound.get(table) == kept:
            return
        # Without the seals, which are stored after long columns: they are checked row by row.
        found = connection.execute(f"SELECT count(*), coalesce(sum({_SUMS[table]}), 0) FROM {table}").fetchone()
        if found != ((0, 0) if kept is None else (kept[0], kept[2])):
            raise DamagedRow(f"rows of {table} are missing, or others are there")
        self._sound[table] = kept


def count(connection: sqlite3.Connection, table: str) -> int:
    """Returns the number of rows; raises unless it is the recorded one."""
    (found,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
    if found != (known := total(connection, table)[0]):
        raise DamagedRow(f"{found:,} rows of {table} were found where {known:,} were written")
    return int(found)


def _require(table: str, keys: Iterable[object], right: NDArray[np.bool_]) -> None:
    if not right.all():
        key = list(keys)[int(np.flatnonzero(~right)[0])]
        raise DamagedRow(f"{table} {key} is not as it was written")


# The tables


AT_ONCE: Final = 2_000


class Counting(Enum):
    """How the total of a table is maintained."""

    BY_TRIGGER = auto()
    IN_CODE = auto()
    """By `counting` around every write: for tables that are written by the thousand."""
    NOT = auto()


@dataclass(frozen=True, slots=True)
class SealedTable:
    """How the rows of a table are sealed and counted."""

    table: str
    key: tuple[str, ...]
    """The columns that identify a row."""
    columns: str
    """The sealed columns, as a SELECT list."""
    seals: Callable[[Sequence[tuple[Any, ...]]], Iterable[int]]
    """Computes the right seals of rows of these columns."""
    counted: Counting = Counting.NOT
    seal: str = "seal"
    since: int = 5
    """The first schema version that has the table."""
    until: int | None = None
    """The last one that has these columns; None if the newest has them."""
    at_once: int = AT_ONCE
    """How many rows may be in memory together."""


def _words(*, body: int | None = None) -> Callable[[Sequence[tuple[Any, ...]]], Iterable[int]]:
    """Returns a function that seals rows of text, in which one column may be bytes."""

    def seals(rows: Sequence[tuple[Any, ...]]) -> Iterable[int]:
        for row in rows:
            if body is None:
                yield of_words(*row)
            else:
                yield of_words(*row[:body], *row[body + 1 :], body=row[body])

    return seals


def _numbers(*floats: int) -> Callable[[Sequence[tuple[Any, ...]]], Iterable[int]]:
    """Returns a function that seals rows of numbers; `floats` are the positions of non-integers."""

    def seals(rows: Sequence[tuple[Any, ...]]) -> Iterable[int]:
        columns = zip(*rows, strict=True)
        arrays = (np.array(one, np.float64 if at in floats else np.int64) for at, one in enumerate(columns))
        return of_numbers(*arrays).tolist() if rows else ()

    return seals


def _vectors(rows: Sequence[tuple[Any, ...]]) -> Iterable[int]:
    lengths = {len(codes) for _, codes, _ in rows}
    if len(lengths) > 1:
        # A truncated vector is sealed by itself, so that it is found to differ.
        return [seal for row in rows for seal in _vectors([row])]
    ids, codes, scales = zip(*rows, strict=True) if rows else ((), (), ())
    if not rows:
        return ()
    matrix = np.frombuffer(b"".join(codes), np.int8).reshape(len(rows), -1)
    return list(of_vectors(np.array(ids, np.int64), matrix, np.array(scales, np.float64)).tolist())


def of_phrases(level: str, type: str, rows: Iterable[tuple[object, ...]]) -> Seals:
    """Returns the seals of phrases of one level and type, from rows of the other columns of
    `PHRASE`.
    """
    shared = (name.replace("%", "%%") for name in (level, type))
    spelled = "\x1f".join(("%s", "%s", *shared, *["%s"] * 6))
    return np.array([crc32((spelled % row).encode("utf-8", "surrogatepass")) for row in rows], np.int64)


PHRASE: Final = "num, id, level, type, wording, negated, concept, name_kind, name, measure"
"""The columns that the seal of a phrase's words is made of."""
PLACED: Final = "num, id, name, lat, lon"
"""The same for a landmark."""

RELATED: Final = 6
"""The first schema version with relations."""
BLOCKS: Final = 7
"""The first one that has vectors in blocks, and no longer in the rows of phrases."""
RELATION: Final = "entity, at, kind, target, quote, source"
"""The same for a relation."""

TABLES: Final = (
    SealedTable("meta", ("key",), "key, value", _words(), Counting.BY_TRIGGER),
    SealedTable("facet", ("num",), "num, name", _words(), Counting.BY_TRIGGER),
    SealedTable("entity", ("num",), "id", lambda rows: [of_text(id) for (id,) in rows], seal="id_seal"),
    SealedTable("entity", ("num",), ENTITY, _numbers(), Counting.IN_CODE),
    SealedTable("owned", ("owner", "entity"), "owner, entity", _words(), Counting.BY_TRIGGER),
    # No totals: each row belongs to an entity, a claim or a nearby fact, and is missed there.
    SealedTable("record", ("num",), "num, digest, body", _words(body=2)),
    SealedTable("phrase", ("num",), PHRASE, _words(), Counting.IN_CODE),
    SealedTable("phrase", ("num",), "id, codes, scale", _vectors, seal="vector_seal", until=BLOCKS - 1),
    SealedTable(
        "block",
        ("num",),
        "num, level, type, rows, low, high, body",
        _words(body=6),
        Counting.BY_TRIGGER,
        since=BLOCKS,
        at_once=1,
    ),
    SealedTable("edge", ("derived", "base"), "derived, base, excludes, discount", _numbers(3), Counting.IN_CODE),
    SealedTable("wish", ("num",), "num, id", _words(), Counting.BY_TRIGGER),
    SealedTable("foreseen", ("wish", "seq"), "wish, seq, body", _words(body=2), Counting.BY_TRIGGER),
    SealedTable("foreseen_run", ("seq",), "seq, edges, body", _words(body=2), Counting.BY_TRIGGER),
    SealedTable("shelf", ("num",), "num, level, type", _words(), Counting.BY_TRIGGER),
    SealedTable("delta", ("seq",), "seq, postings, body", _words(body=2), Counting.BY_TRIGGER),
    SealedTable("chunk", ("phrase", "seq"), "phrase, seq, body", _words(body=2)),
    SealedTable("position", ("num",), "num, lat, lon", _numbers(1, 2), Counting.IN_CODE),
    SealedTable("place", ("id",), "id, body", _words(body=1), Counting.BY_TRIGGER),
    SealedTable("place_kind", ("num",), "num, name", _words(), Counting.BY_TRIGGER),
    SealedTable("landmark", ("num",), PLACED, _words()),
    SealedTable("nearby", ("kind", "entity"), "kind, entity, landmark, metres", _numbers(3), Counting.IN_CODE),
    SealedTable("relation", ("entity", "at"), RELATION, _words(), Counting.IN_CODE, since=RELATED),
)


def tables_of(schema: int) -> tuple[SealedTable, ...]:
    """Returns the tables that files of a schema version have."""
    return tuple(one for one in TABLES if one.since <= schema and (one.until is None or schema <= one.until))


_SUMS: Final = {
    "entity": "claims",
    "edge": "(derived & 4294967295) + 3 * (base & 4294967295)",
    "foreseen": "31 * wish + seq",
    "nearby": "entity + 1000003 * kind",
    "phrase": "0",
}
"""What is summed beside the seals: claims, which are counted by it, and keys that can be added
quickly. Phrases are only counted: they are only ever added.
"""


def install_triggers(connection: sqlite3.Connection) -> None:
    """Install triggers on a connection that keep the totals of small tables up to date."""
    # Otherwise the delete trigger would not fire for a replaced row.
    connection.execute("PRAGMA recursive_triggers = ON")
    for sealed in TABLES:
        if sealed.counted is Counting.BY_TRIGGER:
            for statement in _triggers(sealed):
                connection.execute(statement)


def _triggers(sealed: SealedTable) -> Iterable[str]:
    table = sealed.table
    sums = "31 * NEW.wish + NEW.seq" if table == "foreseen" else "0"
    coming = (
        f"INSERT INTO total (name, rows, seals, sums) VALUES ('{table}', 1, NEW.seal, {sums}) "
        "ON CONFLICT (name) DO UPDATE SET rows = rows + 1, seals = (seals + excluded.seals) & 4294967295, "
        "sums = sums + excluded.sums; "
    )
    going = (
        "UPDATE total SET rows = rows - 1, seals = (seals - NEW.seal) & 4294967295, "
        f"sums = sums - ({sums}) WHERE name = '{table}'; "
    ).replace("NEW.", "OLD.")
    for moment, body in (("INSERT", coming), ("DELETE", going), ("UPDATE", going + coming)):
        name = f"{table}_{moment.lower()}"
        yield f"CREATE TEMP TRIGGER IF NOT EXISTS {name} AFTER {moment} ON main.{table} BEGIN {body} END"


Totals = dict[str, tuple[int, int, int]]
"""By name: number of rows, sum of their seals, and the other sum."""


@contextmanager
def counting(
    connection: sqlite3.Connection, table: str, condition: str, parameters: Sequence[object] = ()
) -> Iterator[None]:
    """Context manager in which rows that match a condition are written or deleted; updates the
    totals of a large table at the end. A trigger would cost more than the row.
    """
    before = totals_of(connection, table, condition, parameters)
    yield
    shift_totals(connection, before, totals_of(connection, table, condition, parameters))


def shift_totals(connection: sqlite3.Connection, before: Totals, after: Totals) -> None:
    """Update the totals after the rows of `before` have been replaced by those of `after`."""
    none = (0, 0, 0)
    connection.executemany(
        "INSERT INTO total (name, rows, seals, sums) VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET "
        "rows = rows + excluded.rows, seals = (seals + excluded.seals) & 4294967295, sums = sums + excluded.sums",
        [
            (name, *(new - old for new, old in zip(after.get(name, none), before.get(name, none), strict=True)))
            for name in sorted(before.keys() | after.keys())
        ],
    )


def totals_of(
    connection: sqlite3.Connection, table: str, condition: str = "", parameters: Sequence[object] = ()
) -> Totals:
    """Returns the totals of the rows that match a condition: of each part of the table, and of all."""
    parts = _PARTS.get(table, ())
    selected = "".join(f"{part}, " for part in parts)
    grouped = f"GROUP BY {', '.join(parts)}" if parts else ""
    rows = connection.execute(
        f"SELECT {selected}count(*), coalesce(sum(seal), 0), coalesce(sum({_SUMS.get(table, '0')}), 0) "
        f"FROM {table} {condition} {grouped}",
        parameters,
    )
    return _totals(table, ((tuple(part), count, seals, sums) for *part, count, seals, sums in rows))


def totals_of_new(table: str, parts: Iterable[tuple[object, ...]], seals: Iterable[int], sums: Iterable[int]) -> Totals:
    """Returns the same for rows about to be written: each one's part of the table, seal and summed
    value.
    """
    return _totals(table, ((part, 1, seal, one) for part, seal, one in zip(parts, seals, sums, strict=True)))


def _totals(table: str, rows: Iterable[tuple[tuple[object, ...], int, int, int]]) -> Totals:
    by_part: dict[tuple[object, ...], list[int]] = {}
    for part, count, seals, sums in rows:
        there = by_part.setdefault(part, [0, 0, 0])
        there[0] += count
        there[1] += seals
        there[2] += sums
    found: Totals = {}
    for part, (count, seals, sums) in by_part.items():
        for name in {table, " ".join(map(str, (table, *part)))}:
            known = found.get(name, (0, 0, 0))
            found[name] = (known[0] + count, known[1] + seals & MASK, known[2] + sums)
    return found


_PARTS: Final = {"entity": ("depth",), "phrase": ("level", "type"), "nearby": ("kind",)}
"""The columns by which the parts of a table are counted."""


def count_all(connection: sqlite3.Connection, tables: Iterable[SealedTable]) -> Totals:
    """Returns what the totals of these tables should be, from the seals of their rows."""
    found: Totals = {}
    for sealed in tables:
        if sealed.counted is not Counting.NOT:
            found.update(totals_of(connection, sealed.table))
    return {name: counts for name, counts in found.items() if counts[0]}


def reseal(connection: sqlite3.Connection, tables: Collection[SealedTable]) -> None:
    """Compute the seal of every row of these tables and all totals; for a file that has none yet."""
    for sealed in tables:
        keys = ", ".join(sealed.key)
        last: tuple[Any, ...] | None = None
        while rows := _page(connection, sealed, keys, last):
            size = len(sealed.key)
            last = rows[-1][:size]
            seals = sealed.seals([row[size:] for row in rows])
            changed = zip(seals, (row[:size] for row in rows), strict=True)
            connection.executemany(
                f"UPDATE {sealed.table} SET {sealed.seal} = ? WHERE ({keys}) = ({', '.join('?' * size)})",
                ((seal, *key) for seal, key in changed),
            )
    totals = ((name, *counts) for name, counts in count_all(connection, tables).items())
    connection.executemany("INSERT INTO total (name, rows, seals, sums) VALUES (?, ?, ?, ?)", totals)


def _page(
    connection: sqlite3.Connection, sealed: SealedTable, keys: str, last: tuple[Any, ...] | None
) -> list[tuple[Any, ...]]:
    behind = "" if last is None else f"WHERE ({keys}) > ({', '.join('?' * len(last))})"
    return connection.execute(
        f"SELECT {keys}, {sealed.columns} FROM {sealed.table} {behind} ORDER BY {keys} LIMIT {AT_ONCE}", last or ()
    ).fetchall()

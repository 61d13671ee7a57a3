"""Blocks: the phrases of one level and type with their vectors, as packed columns; what a search scans.

A search in words that no list has compares them with every phrase of a level and type, so these are read together:
column by column, without making an object of each. A write appends a block for every level and type that it has new
phrases of; blocks of like size are merged, so that there are never many and each phrase is rewritten a few times only.
Phrases are only ever added, so a block never changes.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any, Final, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from claimtree.model.claims import ConceptId, LevelName, TypeName
from claimtree.model.phrases import Columns, Vectors
from claimtree.model.word_signatures import Signatures, signatures
from claimtree.stores.encoding import disputed_and_words, pattern_of
from claimtree.stores.sqlite import checksums
from claimtree.stores.sqlite.faults import DamagedRow
from claimtree.stores.sqlite.parameters import AMONG

FULL: Final = 32_768
"""Phrases of the largest blocks: 14 MB with vectors of 384 dimensions."""
_ALIKE: Final = 8
"""So many blocks of like size are merged into one, and sizes are alike up to this factor."""
_MOST_UNSORTED: Final = 1 / 8
"""Up to this share of a level and type may lie in blocks of their own after the file was compacted."""
_MOST_AT_ONCE: Final = 1_000_000
"""Up to so many phrases are put in order together."""
_LAYOUT: Final = (
    ("ids", "<i8"), ("scales", "<f8"), ("first", "<u8"), ("second", "<u8"), ("nums", "<u4"), ("seals", "<u4"),
    ("vector_seals", "<u4"), ("ends", "<u4"), ("words", "<u4"), ("concepts", "<u4"), ("kinds", "<u4"), ("flags", "u1"),
)  # fmt: skip
"""The columns of a block in their order; the vectors follow, then a table of names, then the texts."""
_HEAD: Final = np.dtype("<u8")
_NEGATED, _DISPUTED = 1, 2
_HALF_BITS: Final = 32
_HALF: Final = (1 << _HALF_BITS) - 1

Key = tuple[LevelName, TypeName]


class NewPhrase(NamedTuple):
    """A row of a phrase as it is written."""

    num: int
    id: int
    wording: str
    negated: int
    concept: str | None
    kind: str | None
    seal: int


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Some phrases, by column; the rows of all columns belong together."""

    ids: NDArray[np.int64]
    nums: NDArray[np.uint32]
    seals: NDArray[np.uint32]
    """The checksums of their rows."""
    vector_seals: NDArray[np.uint32]
    scales: NDArray[np.float64]
    signatures: Signatures
    words: NDArray[np.uint32]
    flags: NDArray[np.uint8]
    concepts: NDArray[np.object_]
    kinds: NDArray[np.object_]
    codes: NDArray[np.int8]
    wordings: Wordings

    @classmethod
    def of(cls, rows: Sequence[NewPhrase], codes: NDArray[np.int8], scales: NDArray[np.float64]) -> Block:
        """Returns the block of rows that are written with these vectors."""
        texts = [row.wording for row in rows]
        disputed, words = disputed_and_words(texts)
        ids = np.array([row.id for row in rows], np.int64)
        negated = np.array([row.negated for row in rows], np.uint8)
        return cls(
            ids=ids,
            nums=np.array([row.num for row in rows], np.uint32),
            seals=np.array([row.seal for row in rows], np.uint32),
            vector_seals=checksums.of_vectors(ids, codes, scales).astype(np.uint32),
            scales=np.asarray(scales, np.float64),
            signatures=signatures([pattern_of(text) for text in texts]),
            words=words.astype(np.uint32),
            flags=(negated * _NEGATED + disputed * np.uint8(_DISPUTED)).astype(np.uint8),
            concepts=_objects([row.concept for row in rows]),
            kinds=_objects([row.kind for row in rows]),
            codes=codes,
            wordings=Wordings.of(texts),
        )

    @classmethod
    def joined(cls, blocks: Sequence[Block]) -> Block:
        """Returns the rows of all blocks; at least one is needed."""
        if len(blocks) == 1:
            return blocks[0]
        columns: dict[str, Any] = {name: np.concatenate([getattr(block, name) for block in blocks]) for name in _ARRAYS}
        return cls(**columns, wordings=Wordings.joined([block.wordings for block in blocks]))

    def take(self, rows: NDArray[np.intp] | slice) -> Block:
        columns: dict[str, Any] = {name: getattr(self, name)[rows] for name in _ARRAYS}
        return Block(**columns, wordings=self.wordings.take(rows))

    def sorted(self) -> Block:
        """Returns the rows by id."""
        return self if (self.ids[1:] > self.ids[:-1]).all() else self.take(np.argsort(self.ids))

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def vectors(self) -> Vectors:
        return Vectors(codes=self.codes, scales=self.scales.astype(np.float32))

    @property
    def columns(self) -> Columns:
        """The columns that a search reads of every phrase."""
        concepts: list[ConceptId | None] = self.concepts.tolist()
        kinds: list[str | None] = self.kinds.tolist()
        return Columns(
            ids=self.ids,
            negated=(self.flags & _NEGATED) > 0,
            concepts=concepts,
            name_kinds=kinds,
            disputed=(self.flags & _DISPUTED) > 0,
            words=self.words.astype(np.int64),
        )

    def encode(self) -> bytes:
        names: dict[str | None, int] = {None: 0}
        concepts, kinds = ([names.setdefault(name, len(names)) for name in some.tolist()] for some in self._named)
        table = json.dumps(list(names)[1:]).encode()
        text, ends = self.wordings.packed()
        first, second = self.signatures.T
        columns = {
            "ids": self.ids, "scales": self.scales, "first": first, "second": second, "nums": self.nums,
            "seals": self.seals, "vector_seals": self.vector_seals, "ends": ends, "words": self.words,
            "concepts": np.array(concepts, np.uint32), "kinds": np.array(kinds, np.uint32), "flags": self.flags,
        }  # fmt: skip
        parts = [np.ascontiguousarray(columns[name], kind).tobytes() for name, kind in _LAYOUT]
        return b"".join((np.array([len(table)], _HEAD).tobytes(), *parts, self.codes.tobytes(), table, text))

    @property
    def _named(self) -> tuple[NDArray[np.object_], NDArray[np.object_]]:
        return self.concepts, self.kinds

    @classmethod
    def decode(cls, body: bytes, rows: int, dimensions: int) -> Block:
        """Returns the block of so many rows; raises ValueError for what is none."""
        found, codes, at = _columns_of(body, rows, dimensions)
        (size,) = np.frombuffer(body, _HEAD, 1).tolist()
        names = _objects([None, *json.loads(body[at : at + size])])
        ends = found["ends"].astype(np.int64)
        starts = np.append(0, ends[:-1]) if rows else ends
        wordings = Wordings(body, starts + at + size, ends + at + size)
        if (rows and int(ends[-1]) + at + size != len(body)) or max(found["concepts"].max(initial=0), 0) >= len(names):
            raise ValueError("a block of another length was written")
        return cls(
            ids=found["ids"],
            nums=found["nums"],
            seals=found["seals"],
            vector_seals=found["vector_seals"],
            scales=found["scales"],
            signatures=np.array((found["first"], found["second"])).T,
            words=found["words"],
            flags=found["flags"],
            concepts=names[found["concepts"]],
            kinds=names[found["kinds"]],
            codes=codes,
            wordings=wordings,
        )


def _columns_of(body: bytes, rows: int, dimensions: int) -> tuple[dict[str, NDArray[Any]], NDArray[np.int8], int]:
    """Returns the columns of numbers of a block, its vectors, and where the names begin."""
    at, found = _HEAD.itemsize, {}
    for name, kind in _LAYOUT:
        found[name] = np.frombuffer(body, kind, rows, at)
        at += found[name].nbytes
    codes = np.frombuffer(body, np.int8, rows * dimensions, at).reshape(rows, dimensions)
    return found, codes, at + codes.nbytes


def sound_vectors(body: bytes, rows: int, dimensions: int) -> Iterator[tuple[int, bytes, float]]:
    """Yields the vectors of a block that are as they were written, by phrase, with their scales: of a damaged block
    these are most."""
    found, codes, _ = _columns_of(body, rows, dimensions)
    sound = checksums.of_vectors(found["ids"], codes, found["scales"]) == found["vector_seals"]
    for row in np.flatnonzero(sound).tolist():
        yield int(found["ids"][row]), codes[row].tobytes(), float(found["scales"][row])


_ARRAYS: Final = tuple(field.name for field in fields(Block) if field.name != "wordings")


class Wordings(Sequence[str]):
    """Texts in one piece; each is decoded when it is accessed."""

    def __init__(self, text: bytes, starts: NDArray[np.int64], ends: NDArray[np.int64]) -> None:
        self._text, self._starts, self._ends = text, starts, ends

    @classmethod
    def of(cls, texts: Iterable[str]) -> Wordings:
        encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
        ends = np.cumsum([len(text) for text in encoded], dtype=np.int64)
        return cls(b"".join(encoded), np.append(0, ends[:-1]) if len(ends) else ends, ends)

    @classmethod
    def joined(cls, parts: Sequence[Wordings]) -> Wordings:
        before = np.cumsum([0, *(len(part._text) for part in parts[:-1])])
        return cls(
            b"".join(part._text for part in parts),
            np.concatenate([part._starts + shift for part, shift in zip(parts, before, strict=True)]),
            np.concatenate([part._ends + shift for part, shift in zip(parts, before, strict=True)]),
        )

    def take(self, rows: NDArray[np.intp] | slice) -> Wordings:
        return Wordings(self._text, self._starts[rows], self._ends[rows])

    def packed(self) -> tuple[bytes, NDArray[np.int64]]:
        """Returns the texts one after another, and where each ends."""
        text = self._text
        ends = np.cumsum(self._ends - self._starts)
        bounds = zip(self._starts.tolist(), self._ends.tolist(), strict=True)
        return b"".join([text[start:end] for start, end in bounds]), ends

    def __len__(self) -> int:
        return len(self._ends)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[str]: ...
    def __getitem__(self, at: int | slice) -> str | Sequence[str]:
        if isinstance(at, slice):
            return self.take(at)
        return self._text[self._starts[at] : self._ends[at]].decode("utf-8", "surrogatepass")


def read(connection: sqlite3.Connection, key: Key, dimensions: int) -> Block | None:
    """Returns all phrases of a level and type by id; None if there are none. Raises unless they are those that were
    written."""
    found = [block for _, block in _stored(connection, key, dimensions)]
    block = Block.joined(found).sorted() if found else None
    seals = 0 if block is None else int(block.seals.sum(dtype=np.int64)) & checksums.MASK
    if (len(block or ()), seals) != checksums.total(connection, "phrase {} {}".format(*key)):
        raise DamagedRow("phrases of {} {} are missing, or others are there".format(*key))
    if block is not None and not (block.ids[1:] > block.ids[:-1]).all():
        raise DamagedRow("a phrase of {} {} is there twice".format(*key))
    return block


def require_ids(connection: sqlite3.Connection) -> None:
    """Raise unless the rows of phrases have the ids that the blocks have: an id that was changed in its row and in the
    indexes of the rows alike would look like a phrase that is not stored."""
    size = np.dtype(np.int64).itemsize
    first, count, low, high = _HEAD.itemsize + 1, 0, 0, 0
    # The ids come first, so that little of each block is read.
    for rows, body in connection.execute(f"SELECT rows, substr(body, {first}, {size} * rows) FROM block"):
        ids = np.frombuffer(body, "<i8", len(body) // size)
        count += rows
        low, high = low + int((ids & _HALF).sum()), high + int((ids >> _HALF_BITS).sum())
    found = connection.execute(
        f"SELECT count(*), coalesce(sum(id & {_HALF}), 0), coalesce(sum(id >> {_HALF_BITS}), 0) FROM phrase"
    ).fetchone()
    if found != (count, low, high):
        raise DamagedRow("phrases are missing, or others are there")


def _stored(
    connection: sqlite3.Connection, key: Key, dimensions: int, nums: Collection[int] | None = None
) -> Iterator[tuple[int, Block]]:
    """Yields the blocks of a level and type with their numbers, oldest first: all, or some of them."""
    # Of many large blocks only those that are asked for are read.
    chosen, values = ("", ()) if nums is None else (f"AND num {AMONG}", (json.dumps(list(nums)),))
    rows = connection.execute(
        f"SELECT num, rows, low, high, body, seal FROM block WHERE level = ? AND type = ? {chosen} ORDER BY num",
        (*key, *values),
    ).fetchall()
    for num, count, low, high, body, seal in rows:
        checksums.require("block", num, checksums.of_words(num, *key, count, low, high, body=body), seal)
        yield num, Block.decode(body, count, dimensions)


def stored(connection: sqlite3.Connection, dimensions: int) -> Iterator[tuple[int, LevelName, TypeName, Block]]:
    """Yields all blocks with their numbers, levels and types; their checksums are not compared."""
    rows = connection.execute("SELECT num, level, type, rows, body FROM block ORDER BY num")
    for num, level, type, count, body in rows:
        yield num, level, type, Block.decode(body, count, dimensions)


def write(
    connection: sqlite3.Connection,
    parts: Iterable[tuple[Key, NewPhrase]],
    codes: NDArray[np.int8],
    scales: NDArray[np.float64],
) -> None:
    """Write the vectors of new phrases, given in the order of these, and merge blocks where that is due."""
    rows: dict[Key, list[tuple[int, NewPhrase]]] = defaultdict(list)
    for at, (key, phrase) in enumerate(parts):
        rows[key].append((at, phrase))
    for key, own in rows.items():
        chosen = [at for at, _ in own]
        _insert(connection, key, Block.of([phrase for _, phrase in own], codes[chosen], scales[chosen]).sorted())
        _merge_alike(connection, key, codes.shape[1])


def take_over(connection: sqlite3.Connection) -> None:
    """Write blocks of the phrases of a file whose rows have the vectors; raises if one is not as it was written."""
    kinds = connection.execute("SELECT DISTINCT level, type FROM phrase ORDER BY level, type").fetchall()
    for level, type in kinds:
        key = LevelName(level), TypeName(type)
        rows = connection.execute(
            "SELECT num, id, wording, negated, concept, name_kind, name, measure, seal, codes, scale, vector_seal "
            "FROM phrase WHERE level = ? AND type = ? ORDER BY id",
            key,
        )
        while some := rows.fetchmany(FULL):
            nums, seals = _at(some, 0), checksums.of_phrases(*key, (row[:8] for row in some))
            checksums.require_all("phrase", nums, seals, _at(some, 8))
            codes = np.frombuffer(b"".join(_at(some, 9)), np.int8).reshape(len(some), -1)
            new = [NewPhrase._make((*row[:6], row[8])) for row in some]
            block = Block.of(new, codes, np.array(_at(some, 10), np.float64))
            checksums.require_all("the vector of phrase", nums, block.vector_seals.astype(np.int64), _at(some, 11))
            _insert(connection, key, block)


def _at(rows: Sequence[tuple[Any, ...]], column: int) -> list[Any]:
    return [row[column] for row in rows]


def merge(connection: sqlite3.Connection, dimensions: int) -> None:
    """Leave few blocks, which need no sorting unless few rows are new."""
    for key in keys(connection):
        found = connection.execute(
            "SELECT num, rows, low, high FROM block WHERE level = ? AND type = ? ORDER BY num", key
        ).fetchall()
        small = [(num, rows) for num, rows, *_ in found if rows < FULL]
        if len(small) <= 1 and _is_ordered(found):
            continue
        total = sum(rows for _, rows, *_ in found)
        many_new = sum(rows for _, rows in small) > _MOST_UNSORTED * total
        if (many_new or not _is_ordered([one for one in found if one[1] >= FULL])) and total <= _MOST_AT_ONCE:
            small = [(num, rows) for num, rows, *_ in found]
        if len(small) > 1:
            _replace(connection, key, [num for num, _ in small], dimensions)


def _is_ordered(found: Sequence[tuple[int, int, int, int]]) -> bool:
    """True if no block has ids below those of an earlier one."""
    return all(before[3] < after[2] for before, after in pairwise(found))


def keys(connection: sqlite3.Connection) -> list[Key]:
    """Returns the levels and types that have blocks."""
    rows = connection.execute("SELECT DISTINCT level, type FROM block ORDER BY level, type")
    return [(LevelName(level), TypeName(type)) for level, type in rows]


def _merge_alike(connection: sqlite3.Connection, key: Key, dimensions: int) -> None:
    while True:
        by_size: dict[int, list[int]] = defaultdict(list)
        for num, count in connection.execute("SELECT num, rows FROM block WHERE level = ? AND type = ?", key):
            if count < FULL:
                by_size[int(np.log(max(count, 1)) / np.log(_ALIKE))].append(num)
        crowded = next((nums for _, nums in sorted(by_size.items()) if len(nums) >= _ALIKE), None)
        if crowded is None:
            return
        _replace(connection, key, crowded, dimensions)


def _replace(connection: sqlite3.Connection, key: Key, nums: Sequence[int], dimensions: int) -> None:
    """Replace some blocks of a level and type by as few as hold their rows."""
    some = Block.joined([block for _, block in _stored(connection, key, dimensions, nums)])
    connection.executemany("DELETE FROM block WHERE num = ?", ((num,) for num in nums))
    _insert(connection, key, some.sorted())


def _insert(connection: sqlite3.Connection, key: Key, block: Block) -> None:
    """Insert rows, as few blocks as hold them."""
    last = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'block'").fetchone()
    for num, start in enumerate(range(0, len(block), FULL), (last[0] if last else 0) + 1):
        some = block.take(slice(start, start + FULL))
        about = (num, *key, len(some), int(some.ids[0]), int(some.ids[-1]))
        body = some.encode()
        connection.execute(
            "INSERT INTO block (num, level, type, rows, low, high, seal, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (*about, checksums.of_words(*about, body=body), body),
        )


def _objects(values: Sequence[str | None]) -> NDArray[np.object_]:
    found = np.empty(len(values), np.object_)
    found[:] = values
    return found

"""Our own vector index: an exact search that compares all vectors.

Vectors are small integers, kept in memory in one block per level and type, so that a filter skips
whole blocks and the rest is one matrix product. The file behind it (if any) holds the same rows; a
block is rebuilt when the file has changes for it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from claimtree.model.claims import LevelName, TypeName
from claimtree.model.phrases import Vectors
from claimtree.model.vector_items import (
    EVERYTHING,
    Filter,
    ItemId,
    Label,
    Neighbour,
    VectorBatch,
    VectorItem,
    VectorSpace,
)
from claimtree.vectors.checks import check_asked, check_ids, checked_batch
from claimtree.vectors.exact_file import VectorFile
from claimtree.vectors.order import best, merged

WAIT_S = 10.0
"""How long a writer waits for another one."""

_Key = tuple[LevelName, TypeName]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Block:
    """All items of one level and type, in the order of their ids."""

    level: LevelName
    type: TypeName
    ids: list[ItemId]
    labels: list[frozenset[Label]]
    """The distinct sets of labels."""
    marks: NDArray[np.int32]
    """The index of each item's label set in `labels`."""
    vectors: Vectors

    @classmethod
    def of(cls, key: _Key, items: Sequence[VectorItem], vectors: Vectors) -> _Block:
        rows = sorted(range(len(items)), key=lambda row: items[row].id)
        numbers: dict[frozenset[Label], int] = {}
        marks = [numbers.setdefault(items[row].labels, len(numbers)) for row in rows]
        return cls(
            level=key[0],
            type=key[1],
            ids=[items[row].id for row in rows],
            labels=list(numbers),
            marks=np.array(marks, np.int32),
            vectors=vectors.take(rows),
        )

    def find(self, id: ItemId) -> int | None:
        row = bisect_left(self.ids, id)
        return row if row < len(self.ids) and self.ids[row] == id else None

    def items(self, rows: Iterable[int]) -> Iterator[VectorItem]:
        for row in rows:
            yield VectorItem(
                id=self.ids[row], level=self.level, type=self.type, labels=self.labels[int(self.marks[row])]
            )

    def nearest(self, asked: Vectors, limit: int, where: Filter) -> list[tuple[Neighbour, ...]]:
        rows = self._admitted(where)
        if rows is None:
            return best(self.ids, self.vectors, asked, limit)
        ids = [self.ids[row] for row in rows.tolist()]
        return best(ids, self.vectors.take(rows), asked, limit)

    def _admitted(self, where: Filter) -> NDArray[np.intp] | None:
        """The rows that the filter admits, or None for all of them."""
        if where.ids is None and not where.labels and not where.without:
            return None
        fits = np.array([where.admits_labels(labels) for labels in self.labels], bool)
        if where.ids is None:
            return np.flatnonzero(fits[self.marks])
        found = (self.find(id) for id in sorted(where.ids))
        return np.array([row for row in found if row is not None and fits[self.marks[row]]], np.intp)


@dataclass(frozen=True, slots=True, kw_only=True)
class _View:
    """A snapshot of the file."""

    stamp: int
    blocks: dict[_Key, _Block]


class ExactIndex:
    """Vectors in one file, or in memory; exact. See `claimtree.ports.VectorIndex`."""

    exact = True

    def __init__(
        self, path: Path | str | None, space: VectorSpace, *, create: bool = True, wait_s: float = WAIT_S
    ) -> None:
        """Opens the file, or creates it if missing and `create`; in memory without a path."""
        self.space = space
        self._path = Path(path) if path is not None else None
        self._file = VectorFile(self._path, space, create=create, wait_s=wait_s)
        self._view = _View(stamp=0, blocks={})

    @property
    def address(self) -> str:
        return f"exact:///{self._path.absolute()}" if self._path else "exact:"

    def put(self, batch: VectorBatch) -> None:
        batch = checked_batch(batch, self.space)
        if len(batch):
            self._file.write(batch)

    def remove(self, ids: Iterable[ItemId]) -> int:
        known = check_ids(ids)
        return self._file.erase(known) if known else 0

    def nearest(self, asked: Vectors, *, limit: int, where: Filter = EVERYTHING) -> tuple[tuple[Neighbour, ...], ...]:
        check_asked(asked, self.space, limit)
        blocks = [
            block
            for (level, type), block in self._current().items()
            if (where.levels is None or level in where.levels) and (where.types is None or type in where.types)
        ]
        rows = np.flatnonzero(asked.scales > 0)
        answers: list[tuple[Neighbour, ...]] = [()] * len(asked)
        if len(rows) and blocks and not where.admits_nothing:
            parts = [block.nearest(asked.take(rows), limit, where) for block in blocks]
            for row, *found in zip(rows.tolist(), *parts, strict=True):
                answers[row] = merged(found, limit)
        return tuple(answers)

    def get(self, ids: Sequence[ItemId]) -> VectorBatch:
        blocks = self._current().values()
        items: list[VectorItem] = []
        vectors = [Vectors.empty(self.space.dimensions)]
        for id in check_ids(ids):
            for block in blocks:
                row = block.find(id)
                if row is not None:
                    items.extend(block.items([row]))
                    vectors.append(block.vectors.take([row]))
        return VectorBatch(items=tuple(items), vectors=Vectors.concatenate(vectors))

    def ids(self) -> tuple[ItemId, ...]:
        return tuple(sorted(id for block in self._current().values() for id in block.ids))

    def count(self) -> int:
        return sum(len(block.ids) for block in self._current().values())

    def compact(self) -> None:
        """Does nothing: there is nothing to compact."""

    def close(self) -> None:
        self._file.close()

    def _current(self) -> dict[_Key, _Block]:
        """The blocks for the file's current state."""
        with self._file.newer_than(self._view.stamp) as (stamp, news):
            # Under the file's lock, so that the second of two threads finds the work done.
            if stamp != self._view.stamp:
                self._view = _View(stamp=stamp, blocks=_updated(self._view.blocks, news))
            return self._view.blocks


def _updated(blocks: dict[_Key, _Block], news: Iterator[tuple[list[ItemId], VectorBatch]]) -> dict[_Key, _Block]:
    """The blocks after the changes; unaffected blocks stay the same objects."""
    arrived: dict[_Key, list[VectorBatch]] = {}
    dropped: dict[_Key, set[int]] = {}
    for gone, batch in news:
        for id in (*gone, *(item.id for item in batch.items)):
            for key, block in blocks.items():
                row = block.find(id)
                if row is not None:
                    dropped.setdefault(key, set()).add(row)
        rows: dict[_Key, list[int]] = {}
        for row, item in enumerate(batch.items):
            rows.setdefault((item.level, item.type), []).append(row)
        for key, chosen in rows.items():
            arrived.setdefault(key, []).append(batch.take(chosen))
    updated = dict(blocks)
    for key in arrived.keys() | dropped.keys():
        parts = arrived.get(key, [])
        if key in blocks:
            old = blocks[key]
            kept = [row for row in range(len(old.ids)) if row not in dropped.get(key, ())]
            parts = [VectorBatch(items=tuple(old.items(kept)), vectors=old.vectors.take(kept)), *parts]
        items = [item for part in parts for item in part.items]
        if items:
            updated[key] = _Block.of(key, items, Vectors.concatenate([part.vectors for part in parts]))
        else:
            del updated[key]
    return updated

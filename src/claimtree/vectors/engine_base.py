"""The base class of indexes in other engines.

An engine is asked for the nearest items and a few more; their similarity and order are computed
here from the vectors that it returns (`order`). So numbers and ties are the same in every index,
and only the items that an approximate engine misses differ. Engines get the small integers of
`Vectors`: they compare angles, which do not depend on length. Each vector is perturbed a little
first (`apart`).
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from claimtree.errors import StoreDamaged, StoreTooNew
from claimtree.model.claims import LevelName, TypeName
from claimtree.model.phrases import Floats, Vectors
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
from claimtree.vectors.checks import check_asked, check_ids, check_space, checked_batch
from claimtree.vectors.order import ASKED_AT_ONCE, best

SCHEMA = 1
SPARE = 16
"""Asked for beyond the limit: items as near as the last one may rank before it, by their ids."""
CLOSE = 5e-4
"""Similarity difference within which an engine, which has perturbed vectors, may swap two items."""
MOST = 4096
"""The most items fetched to settle such ties; beyond that, the engine's order decides."""
STEP = 0.2
"""The largest perturbation of a number. Rounding removes it, even if the row's largest number was
perturbed too."""

_Some = TypeVar("_Some")


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """An item as returned by an engine."""

    item: VectorItem
    numbers: Sequence[float]
    blank: bool
    """The text was blank: the numbers only keep the item apart from others."""


class ForeignIndex(ABC):
    """A vector index in another engine, which a subclass calls; see
    `claimtree.ports.VectorIndex`."""

    exact = False

    def __init__(self, address: str, space: VectorSpace, *, batch: int) -> None:
        self.address = address
        self.space = space
        self._batch = batch
        """Items of one request."""

    def put(self, batch: VectorBatch) -> None:
        batch = checked_batch(batch, self.space)
        for rows in parts(range(len(batch)), self._batch):
            part = batch.take(rows)
            with self._translated():
                self._write(part.items, fields_of(part), apart(part))

    def remove(self, ids: Iterable[ItemId]) -> int:
        gone = 0
        for part in parts(check_ids(ids), self._batch):
            with self._translated():
                known = self._known(part)
                if known:
                    self._erase(known)
            gone += len(known)
        return gone

    def nearest(self, asked: Vectors, *, limit: int, where: Filter = EVERYTHING) -> tuple[tuple[Neighbour, ...], ...]:
        check_asked(asked, self.space, limit)
        rows = np.flatnonzero(asked.scales > 0).tolist()
        answers: list[tuple[Neighbour, ...]] = [()] * len(asked)
        if rows and not where.admits_nothing:
            for row, answer in zip(rows, self._answers(asked.take(rows), limit, where), strict=True):
                answers[row] = answer
        return tuple(answers)

    def get(self, ids: Sequence[ItemId]) -> VectorBatch:
        known = check_ids(ids)
        found: dict[ItemId, Kept] = {}
        for part in parts(known, self._batch):
            with self._translated():
                found.update({kept.item.id: kept for kept in self._read(part)})
        return self._as_batch([found[id] for id in known if id in found])

    def ids(self) -> tuple[ItemId, ...]:
        with self._translated():
            return tuple(sorted(self._every_id()))

    def count(self) -> int:
        with self._translated():
            return self._count()

    def compact(self) -> None:  # noqa: B027 - nothing to do is what most engines need
        """Does nothing: most engines build their search structures by themselves."""

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def _translated(self) -> AbstractContextManager[None]:
        """Context that turns the engine's errors into ours."""

    @abstractmethod
    def _write(self, items: Sequence[VectorItem], fields: list[dict[str, Any]], numbers: Floats) -> None:
        """Adds or replaces items; the next search sees them."""

    @abstractmethod
    def _known(self, ids: Sequence[ItemId]) -> list[ItemId]: ...

    @abstractmethod
    def _erase(self, ids: Sequence[ItemId]) -> None: ...

    @abstractmethod
    def _read(self, ids: Sequence[ItemId]) -> list[Kept]: ...

    @abstractmethod
    def _search(self, asked: list[list[float]], limit: int, where: Filter) -> list[list[Kept]]:
        """The engine's nearest items for each vector, in any order; the filter has no ids."""

    @abstractmethod
    def _every_id(self) -> Iterator[ItemId]: ...

    @abstractmethod
    def _count(self) -> int: ...

    def _answers(self, asked: Vectors, limit: int, where: Filter) -> list[tuple[Neighbour, ...]]:
        if where.ids is not None:
            # An approximate search is worst at a few ids of many, and comparing those is little
            # work.
            batch = self.get(sorted(where.ids))
            batch = batch.take([row for row, item in enumerate(batch.items) if where.admits(item)])
            return best([item.id for item in batch.items], batch.vectors, asked, limit)
        answers: list[tuple[Neighbour, ...]] = [()] * len(asked)
        waiting, width = list(range(len(asked))), limit + SPARE
        while waiting:
            undecided: list[int] = []
            for rows in parts(waiting, ASKED_AT_ONCE):
                codes: list[list[float]] = asked.codes[rows].astype(float).tolist()
                with self._translated():
                    found = self._search(codes, width, where)
                for row, kept in zip(rows, found, strict=True):
                    answers[row] = self._ordered(kept, asked.take([row]))
                    if len(kept) == width < MOST and _close(answers[row], limit):
                        undecided.append(row)
            waiting, width = undecided, width * 4
        return [answer[:limit] for answer in answers]

    def _ordered(self, found: list[Kept], asked: Vectors) -> tuple[Neighbour, ...]:
        found = sorted(found, key=lambda kept: kept.item.id)
        batch = self._as_batch(found)
        return best([item.id for item in batch.items], batch.vectors, asked, len(found))[0]

    def _as_batch(self, found: Sequence[Kept]) -> VectorBatch:
        """The stored items and vectors, exact to the last bit: engines keep directions, and a
        direction has one form in small integers."""
        numbers = np.array([kept.numbers for kept in found], np.float32).reshape(len(found), self.space.dimensions)
        numbers[[kept.blank for kept in found]] = 0.0
        return VectorBatch(items=tuple(kept.item for kept in found), vectors=Vectors.from_floats(numbers))


def apart(batch: VectorBatch) -> Floats:
    """The vectors for the engine: each perturbed in a direction derived from its id.

    A graph index links neighbours, and many equal vectors have only each other as neighbours: what
    lies behind them is never found. Blank texts have no direction, and get one here.
    """
    moved = batch.vectors.codes.astype(np.float32)
    for row, item in enumerate(batch.items):
        seed = hashlib.blake2b(item.id.encode(), digest_size=8).digest()
        moved[row] += np.random.default_rng(int.from_bytes(seed)).uniform(-STEP, STEP, moved.shape[1])
    return moved


def _close(answer: tuple[Neighbour, ...], limit: int) -> bool:
    """True if an item that was not returned could belong before the limit."""
    return answer[limit - 1].similarity - answer[-1].similarity < CLOSE


def identity_of(space: VectorSpace) -> dict[str, str | int]:
    """The metadata that identifies a collection as ours."""
    return {"claimtree": SCHEMA, "embedder": space.embedder, "dimensions": space.dimensions}


def check_identity(stored: object, space: VectorSpace, address: str) -> None:
    """Raises an error for a collection that is not ours, is too new, or has another embedder."""
    match stored:
        case {"claimtree": int(schema), "embedder": str(embedder), "dimensions": int(dimensions)}:
            if schema > SCHEMA:
                raise StoreTooNew(
                    f"vector index {address} has version {schema}; this Claimtree knows up to {SCHEMA}",
                    hint="Update Claimtree, or build a new index.",
                    values={"address": address, "version": schema},
                )
            check_space(VectorSpace(embedder=embedder, dimensions=dimensions), space, address)
        case _:
            raise StoreDamaged(
                f"vector index {address} was not made by Claimtree",
                hint="Name another collection: this one belongs to another program, and is left as it is.",
                values={"address": address},
            )


def kept_of(id: object, fields: Any, numbers: Sequence[float]) -> Kept:
    """The item and vector, from an engine's id, metadata and numbers."""
    return Kept(item=item_of(id, fields), numbers=numbers, blank=bool(fields.get("blank")))


def item_of(id: object, fields: Any) -> VectorItem:
    """The item alone, from an engine's id and metadata."""
    match fields:
        case {"level": str(level), "type": str(type)}:
            labels = fields.get("labels") or ()
            return VectorItem(
                id=ItemId(str(id)),
                level=LevelName(level),
                type=TypeName(type),
                labels=frozenset(Label(str(label)) for label in labels),
            )
        case _:
            raise StoreDamaged(
                f"item {id!r} has lost its level and type",
                hint="Another program wrote it; build the index again.",
                values={"id": str(id)},
            )


def fields_of(batch: VectorBatch) -> list[dict[str, Any]]:
    """The metadata of each vector, mostly for filters; without empty lists (some engines fail)."""
    return [
        {
            "level": str(item.level),
            "type": str(item.type),
            **({"labels": [str(label) for label in sorted(item.labels)]} if item.labels else {}),
            **({} if scale else {"blank": True}),
        }
        for item, scale in zip(batch.items, batch.vectors.scales.tolist(), strict=True)
    ]


def parts(items: Sequence[_Some], size: int) -> Iterator[Sequence[_Some]]:
    """Splits a sequence into parts of that size."""
    for start in range(0, len(items), size):
        yield items[start : start + size]

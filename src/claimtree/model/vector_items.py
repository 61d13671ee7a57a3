"""Items of a vector index: with a level, a type and labels, and their similarity when found.

An item is anything with a text of its own, such as a listing or a passage of a book. The index has
its vector and its labels for filtering; the text itself stays where it came from, under the same
id.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NewType

import numpy as np
from numpy.typing import ArrayLike

from claimtree.errors import BadInput
from claimtree.model.claims import LevelName, TypeName
from claimtree.model.phrases import Vectors

ItemId = NewType("ItemId", str)
"""Any text that is not empty."""

Label = NewType("Label", str)
"""A label to filter by, mostly a name and a value: "facing=north", "book=cooking at home"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorSpace:
    """The embedder whose vectors an index holds; those of another embedder are not comparable."""

    embedder: str
    dimensions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorItem:
    """What a vector stands for."""

    id: ItemId
    level: LevelName
    type: TypeName
    labels: frozenset[Label] = frozenset()


@dataclass(frozen=True, eq=False, kw_only=True)
class VectorBatch:
    """Items with their vectors."""

    items: tuple[VectorItem, ...]
    vectors: Vectors
    """One row per item."""

    def __post_init__(self) -> None:
        if len(self.items) != len(self.vectors):
            raise BadInput(
                f"{len(self.items)} items were given {len(self.vectors)} vectors",
                hint="Give one vector per item, in the same order.",
                values={"items": len(self.items), "vectors": len(self.vectors)},
            )

    def __len__(self) -> int:
        return len(self.items)

    def take(self, rows: Sequence[int]) -> VectorBatch:
        return VectorBatch(items=tuple(self.items[row] for row in rows), vectors=self.vectors.take(rows))


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Which items may be found. None does not filter; an empty set lets nothing through.

    So a source that found no ids leads to an empty answer, and never to an unfiltered one.
    """

    levels: frozenset[LevelName] | None = None
    types: frozenset[TypeName] | None = None
    ids: frozenset[ItemId] | None = None
    """Only these ids, such as the results of another search. Compared one by one, so it is exact in
    every index.
    """
    labels: tuple[frozenset[Label], ...] = ()
    """The item has at least one label of each set: {facing=north, facing=east} and {floors=2}."""
    without: frozenset[Label] = frozenset()
    """The item has none of these."""

    @property
    def admits_nothing(self) -> bool:
        """True if one of the sets is empty: then nothing needs to be looked up."""
        return any(wanted is not None and not wanted for wanted in (self.levels, self.types, self.ids, *self.labels))

    def admits(self, item: VectorItem) -> bool:
        """True if the item may be found.

        >>> flat = VectorItem(id=ItemId("7"), level=LevelName("home"), type=TypeName("flat"), labels=frozenset())
        >>> Filter().admits(flat), Filter(types=frozenset()).admits(flat)
        (True, False)
        """
        return (
            (self.levels is None or item.level in self.levels)
            and (self.types is None or item.type in self.types)
            and (self.ids is None or item.id in self.ids)
            and self.admits_labels(item.labels)
        )

    def admits_labels(self, labels: frozenset[Label]) -> bool:
        """True if these labels do not exclude an item."""
        return self.without.isdisjoint(labels) and not any(wanted.isdisjoint(labels) for wanted in self.labels)


EVERYTHING = Filter()


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """An item that was found."""

    id: ItemId
    similarity: float
    """Plain cosine, −1…1, whatever the engine calls its score."""


def unit_vectors(rows: ArrayLike) -> Vectors:
    """Returns rows of numbers as unit vectors; a row with a NaN or an infinity is refused.

    >>> north_east, north = unit_vectors([[5.0, 5.0]]), unit_vectors([[0.0, 0.1]])
    >>> round(float(north_east.similarity(north)[0, 0]), 3)
    0.707
    """
    numbers = np.asarray(rows, dtype=np.float32)
    if numbers.ndim != 2:
        raise BadInput(
            f"vectors come as rows of numbers, not as an array of shape {numbers.shape}",
            hint="Give a list of vectors, even for one.",
            values={"shape": numbers.shape},
        )
    wrong = np.flatnonzero(~np.isfinite(numbers).all(axis=1))
    if len(wrong):
        raise BadInput(
            f"vector {int(wrong[0])} holds a number that is not finite",
            hint="Check the embedder that made it.",
            values={"row": int(wrong[0])},
        )
    return Vectors.from_floats(numbers)

"""Nearby facts of many entities by column: an array per kind instead of an object per fact.

Measuring a hundred thousand homes makes millions of facts. As columns they are measured, passed on
and written without creating an object for each; looking up one entity returns its facts as objects.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from claimtree.geo import Point
from claimtree.model.claims import EntityId
from claimtree.model.places import NearbyFact, PlaceId, PlaceKind

Landmark: TypeAlias = tuple[PlaceId, str, Point]
"""A place as in facts: its id, name, and point (or centre)."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Column:
    """The nearest place of one kind, for many entities."""

    kind: PlaceKind
    landmarks: Sequence[Landmark]
    which: NDArray[np.int64]
    """The index of the nearest among the landmarks; -1 where nothing is known."""
    metres: NDArray[np.float64]

    def part(self, start: int, stop: int) -> Column:
        return Column(
            kind=self.kind,
            landmarks=self.landmarks,
            which=self.which[start:stop],
            metres=self.metres[start:stop],
        )


class Nearby(Mapping[EntityId, tuple[NearbyFact, ...]]):
    """The facts of entities, ordered by kind; a plain `Mapping` for callers that do not use its
    columns.
    """

    def __init__(self, ids: Sequence[EntityId], columns: Sequence[Column]) -> None:
        """The ids are unique; the columns are ordered by kind, and their rows are in the order of
        the ids.
        """
        self.ids = ids
        self.columns = columns

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[EntityId]:
        return iter(self.ids)

    def __getitem__(self, id: EntityId) -> tuple[NearbyFact, ...]:
        row = self._rows[id]
        found = []
        for column in self.columns:
            which = int(column.which[row])
            if which >= 0:
                place, name, point = column.landmarks[which]
                metres = float(column.metres[row])
                found.append(NearbyFact(kind=column.kind, place=place, name=name, point=point, metres=metres))
        return tuple(found)

    def part(self, start: int, stop: int) -> Nearby:
        """Returns some of the entities, by position."""
        return Nearby(self.ids[start:stop], [column.part(start, stop) for column in self.columns])

    @cached_property
    def _rows(self) -> dict[EntityId, int]:
        return {id: row for row, id in enumerate(self.ids)}

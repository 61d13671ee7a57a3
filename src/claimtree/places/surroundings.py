"""Facts about surroundings: the nearest place of each kind of a pack, and the regions that contain
a point."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from claimtree.geo import Area, Nearest, Points
from claimtree.model.claims import EntityId
from claimtree.model.nearby import Column, Landmark, Nearby
from claimtree.model.pack import PlacesSpec
from claimtree.model.places import NearbyFact, Place, PlaceKind


class Surroundings:
    """Computes what is near. Built from all places of a store; each kind is indexed on first
    use."""

    def __init__(self, places: Iterable[Place], spec: PlacesSpec) -> None:
        self._spec = spec
        wanted = {*spec.kinds, *(PlaceKind(name) for name in spec.regions)}
        self._by_kind: dict[PlaceKind, list[Place]] = {}
        for place in places:
            if place.kind in wanted:
                self._by_kind.setdefault(place.kind, []).append(place)
        self._indexes: dict[PlaceKind, Nearest] = {}
        self._landmark_cache: dict[PlaceKind, Sequence[Landmark]] = {}

    @property
    def kinds(self) -> tuple[PlaceKind, ...]:
        """The kinds that there can be facts about, sorted."""
        return tuple(sorted(self._by_kind))

    def facts(self, points: Points, *, kinds: Collection[PlaceKind] | None = None) -> list[tuple[NearbyFact, ...]]:
        """Returns, for each point, the nearest place of each kind, or of the given kinds, ordered
        by kind."""
        numbers = [EntityId(str(i)) for i in range(len(points))]
        return list(self.measure(numbers, points, kinds=kinds).values())

    def measure(self, ids: Sequence[EntityId], points: Points, *, kinds: Collection[PlaceKind] | None = None) -> Nearby:
        """Returns the nearest place of each kind, or of the given kinds, for each entity at the
        corresponding point.

        There is a fact about a region only inside it. If no place of a kind is within reach,
        nothing is known about the kind: the stations of one city say nothing about another.
        """
        asked = [kind for kind in self.kinds if kinds is None or kind in kinds]
        return Nearby(ids, [self._column(kind, points) for kind in asked])

    def _column(self, kind: PlaceKind, points: Points) -> Column:
        if kind in self._spec.regions:
            which, metres = _smallest(self._by_kind[kind], points), np.zeros(len(points))
        else:
            which, metres = self._index(kind).find(points, within_m=self._spec.reach_m)
            which = np.where(metres <= self._spec.reach_m, which, -1)
        return Column(kind=kind, landmarks=self._landmarks(kind), which=which, metres=metres)

    def _landmarks(self, kind: PlaceKind) -> Sequence[Landmark]:
        if kind not in self._landmark_cache:
            self._landmark_cache[kind] = [(place.id, place.name, place.centre) for place in self._by_kind[kind]]
        return self._landmark_cache[kind]

    def _index(self, kind: PlaceKind) -> Nearest:
        if kind not in self._indexes:
            self._indexes[kind] = Nearest([place.ground for place in self._by_kind[kind]])
        return self._indexes[kind]


def _smallest(places: Sequence[Place], points: Points) -> NDArray[np.int64]:
    """Returns, for each point, the smallest region of a kind that contains it, -1 for none: a part
    of Park Slope is not all of it."""
    areas = [(i, place.ground) for i, place in enumerate(places) if isinstance(place.ground, Area)]
    found = np.full(len(points), -1)
    left = np.arange(len(points))
    for i, area in sorted(areas, key=lambda one: (one[1].shape.area, one[0])):
        here = points.take(left)
        inside = area.holds(here)
        found[left[inside]] = i
        left = left[~inside]
    return found

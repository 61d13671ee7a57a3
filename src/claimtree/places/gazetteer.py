"""The gazetteer: the loaded places, looked up by name, kind and region, without the network.

Built from all places of a store. Its indices are created on first use: a search that names no place
pays for none of them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, cached_property

from claimtree.geo import Point, Points
from claimtree.model.pack import PlacesSpec
from claimtree.model.places import Candidate, Place, PlaceKind, WhereRelation
from claimtree.places.choices import FAR_M, SHOWN, Choice, Unknown, choose
from claimtree.places.data_extent import Spread
from claimtree.places.forms import Forms
from claimtree.places.kind_index import Spots
from claimtree.places.name_lookup import SURE, Lookup
from claimtree.places.names import Writing
from claimtree.places.regions import Regions

_NEAR_DATA_M = 25_000.0
"""Within this distance of the data all places rank as equally close; beyond, each tenfold distance
is a step."""


class Gazetteer:
    """Looks up the loaded places; implements `claimtree.ports.Places`."""

    name = "gazetteer"

    def __init__(
        self,
        places: Sequence[Place],
        *,
        spec: PlacesSpec | None = None,
        languages: tuple[str, ...] = (),
        around: Points | Point | None = None,
    ) -> None:
        """`spec` is the pack's specification of places, `around` the positions of the data."""
        self._places = tuple(places)
        self._spec = spec
        self._data = Points.of([around]) if isinstance(around, Point) else around
        self._writing = Writing(languages)
        self._forms = Forms(self._writing, spec)

    def __len__(self) -> int:
        return len(self._places)

    @property
    def places(self) -> tuple[Place, ...]:
        return self._places

    def named(self, name: str, *, near: Point | None = None, kind: str = "", limit: int = 10) -> tuple[Candidate, ...]:
        """Returns places of that name, best first: by likeness, kind asked for, nearness to the
        data, importance.

        Typos are considered only if no place has the exact name, and only around the data.
        """
        return self._candidates(name, near=near, kind=kind)[:limit]

    def choose(
        self, name: str, *, relation: WhereRelation | None = None, kind: str = "", near: Point | None = None
    ) -> Choice:
        """Resolves a name: to a place, to several to choose from, or to none.

        For "in X" a region is returned with its extent. A place without one is still found,
        although nothing can be inside it.
        """
        candidates = self._candidates(name, near=near, kind=kind)
        if not candidates:
            return Unknown(similar=self._similar(name))
        if relation is WhereRelation.IN:
            candidates = tuple(self._with_extent(candidate) for candidate in candidates)
        asked = self._kind(kind)
        places = [candidate.place for candidate in candidates]
        away = zip((place.id for place in places), self._away_m(places, near), strict=True)
        return choose(
            candidates,
            relation=relation,
            is_kind=(lambda place: self._kind(place.kind) == asked) if kind else None,
            away_m=dict(away) if near is not None or self._spread is not None else None,
        )

    def of_kind(self, kind: str, *, around: Point, radius_m: float, limit: int = 200) -> tuple[Place, ...] | None:
        """Returns places of a kind within a radius, nearest first; None if the gazetteer has none
        of the kind as far around as the pack would expect one."""
        spots = self._spots(self._kind(kind))
        if spots is None:
            return None
        found = spots.within(around, radius_m)
        if not found and self._spec is not None and not spots.within(around, max(self._spec.reach_m, radius_m)):
            return None
        return tuple(found[:limit])

    def all_of_kind(self, kind: str, *, well_rated: float | None = None) -> tuple[Place, ...]:
        """Returns every place of a kind; with `well_rated` only those with at least that rating,
        and no unrated ones."""
        found = self._by_kind.get(self._kind(kind), ())
        if well_rated is None:
            return tuple(found)
        return tuple(place for place in found if place.rating is not None and place.rating >= well_rated)

    @cached_property
    def kinds(self) -> tuple[PlaceKind, ...]:
        """The kinds that there are places of."""
        return tuple(sorted(self._by_kind))

    def is_partial(self, kind: str) -> bool:
        """Whether some places of a kind come from an incomplete list."""
        return self._kind(kind) in self._partial

    @cached_property
    def _partial(self) -> frozenset[PlaceKind]:
        return frozenset(self._kind(place.kind) for place in self._places if place.partial)

    def longest(self, words: Sequence[str], start: int = 0) -> int:
        """Returns how many of a query's words, as its reader compares them, are a known name from
        `start` on; 0 for none."""
        return self._lookup.longest(words, start)

    def now(self) -> Gazetteer:
        """This gazetteer, which never changes."""
        return self

    def region(self, name: str) -> bool:
        """Whether a region with an extent has that name."""
        return any(
            self._is_region(place) and self.regions.extent(place) is not None
            for place in (self._places[i] for i, likeness in self._lookup.exact(name).items() if likeness >= SURE)
        )

    @cached_property
    def regions(self) -> Regions:
        """The regions among the places: of the pack's region kinds, or all with an extent."""
        return Regions(self._places, key=cache(self._writing.key), kinds=self._spec.regions if self._spec else ())

    @cached_property
    def _lookup(self) -> Lookup:
        return Lookup(self._places, self._writing, self._forms)

    @cached_property
    def _by_kind(self) -> dict[PlaceKind, list[Place]]:
        found: dict[PlaceKind, list[Place]] = {}
        for place in self._places:
            found.setdefault(self._kind(place.kind), []).append(place)
        return found

    @cached_property
    def _spread(self) -> Spread | None:
        return Spread(self._data) if self._data is not None and len(self._data) else None

    @cached_property
    def _kind_names(self) -> dict[str, PlaceKind]:
        """Maps the names that files use for a kind to the pack's name."""
        kinds = self._spec.kinds.values() if self._spec else ()
        found = {_plain(also): kind.name for kind in kinds for also in (kind.title, *kind.also)}
        return found | {_plain(kind.name): kind.name for kind in kinds}

    def _kind(self, kind: str) -> PlaceKind:
        return self._kind_names.get(_plain(kind), PlaceKind(kind))

    def _is_region(self, place: Place) -> bool:
        return place.kind in self._spec.regions if self._spec and self._spec.regions else True

    def _spots(self, kind: PlaceKind) -> Spots | None:
        if kind not in self._by_kind:
            return None
        if kind not in self._indexed:
            self._indexed[kind] = Spots(self._by_kind[kind])
        return self._indexed[kind]

    @cached_property
    def _indexed(self) -> dict[PlaceKind, Spots]:
        return {}

    def _with_extent(self, candidate: Candidate) -> Candidate:
        extent = self.regions.extent(candidate.place) if self._is_region(candidate.place) else None
        return Candidate(place=extent or candidate.place, likeness=candidate.likeness)

    def _candidates(self, name: str, *, near: Point | None, kind: str) -> tuple[Candidate, ...]:
        found = self._lookup.exact(name)
        most_m = math.inf
        if max(found.values(), default=0.0) < SURE:
            # A far place with a similar spelling is more likely another place than the one meant.
            found, most_m = self._lookup.mistyped(name), FAR_M
        places = [self._places[i] for i in found]
        rows = zip(places, found.values(), self._away_m(places, near), strict=True)
        asked = self._kind(kind) if kind else None
        order = sorted(
            (row for row in rows if row[1] >= SURE and row[2] <= most_m),
            key=lambda row: (
                -round(row[1], 6),
                asked is not None and self._kind(row[0].kind) != asked,
                math.ceil(math.log10(max(row[2], _NEAR_DATA_M) / _NEAR_DATA_M)),
                -row[0].rank,
                row[2],
                row[0].id,
            ),
        )
        return tuple(Candidate(place=place, likeness=likeness) for place, likeness, _ in order)

    def _away_m(self, places: Sequence[Place], near: Point | None) -> list[float]:
        """Returns the distances of places from the data; 0 if it is unknown where the data lies."""
        spread = self._spread if near is None else Spread(Points.of([near]))
        if spread is None or not places:
            return [0.0] * len(places)
        away: list[float] = spread.distances_m([place.centre for place in places]).tolist()
        return away

    def _similar(self, name: str) -> tuple[Place, ...]:
        found: dict[str, Place] = {}
        for i in self._lookup.similar(name, limit=SHOWN):
            found.setdefault(self._places[i].name, self._places[i])
        return tuple(found.values())[:SHOWN]


def _plain(kind: str) -> str:
    return kind.strip().lower().replace("_", " ").replace("-", " ")

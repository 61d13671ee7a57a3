"""Checks claims about nearness while indexing: measures what is near each entity, and compares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from claimtree.geo import Point, Points
from claimtree.model.claims import EntityId
from claimtree.model.notices import Distance, Notice, NoticeCode, about_entity, notice
from claimtree.model.pack import Pack, PlacesSpec
from claimtree.model.phrases import IndexedEntity
from claimtree.model.place_tests import away_m
from claimtree.model.places import BORDER_M, Place, PlaceKind
from claimtree.places.surroundings import Surroundings
from claimtree.ports import PlaceStore

STRETCH: Final = 1.5
"""A listing that says two minutes where it is three is optimistic; beyond this factor it is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """Entities with their nearby facts, and the results of checking their claims."""

    items: tuple[IndexedEntity, ...]
    verified: int = 0
    contradicted: tuple[Notice, ...] = ()
    """A sentence each: the entity, its claim, and the measured distance."""
    conflicts: tuple[Notice, ...] = ()
    """Sentences on entities that name one area and lie in another."""
    version: int = 0
    """The version of the places that they were checked against."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Places:
    """One version of a store's places, indexed for lookups."""

    version: int
    surroundings: Surroundings | None = None
    regions: Mapping[str, Sequence[Place]] = field(default_factory=dict)
    """Places with an extent, by each of their names."""
    partial: frozenset[PlaceKind] = frozenset()

    @classmethod
    def of(cls, version: int, places: Sequence[Place], spec: PlacesSpec) -> _Places:
        regions: dict[str, list[Place]] = {}
        for place in places:
            if place.kind in spec.regions and place.has_extent:
                for name in (place.name, *place.aliases):
                    regions.setdefault(name.casefold(), []).append(place)
        return cls(
            version=version,
            surroundings=Surroundings(places, spec) if places else None,
            regions=regions,
            partial=frozenset(place.kind for place in places if place.partial),
        )


class Nearness:
    """Checks the entities that go into one store; reloads its places when they have changed."""

    def __init__(self, pack: Pack, store: PlaceStore) -> None:
        self._pack = pack
        self._store = store
        self._places = _Places(version=-1)
        self._titles: dict[EntityId, str] = {}

    def check(self, items: Sequence[IndexedEntity]) -> Checked:
        spec = self._pack.places
        # Shared by threads: each call uses the places that it began with.
        places = self._current(spec) if spec is not None else _Places(version=self._store.places_version())
        if spec is None or places.surroundings is None:
            return Checked(items=tuple(items), version=places.version)
        self._learn_titles(items)
        placed = [
            (i, item.entity.point)
            for i, item in enumerate(items)
            if item.entity.point is not None and item.entity.level in spec.levels
        ]
        found = list(items)
        claims: list[Notice | None] = []
        conflicts: list[Notice] = []
        for (i, point), facts in zip(placed, places.surroundings.facts(Points.of(at for _, at in placed)), strict=True):
            found[i] = replace(items[i], nearby=facts)
            claims += self._claims(found[i], spec, places)
            conflicts += self._conflicts(found[i], point, spec, places)
        wrong = tuple(doubt for doubt in claims if doubt is not None)
        return Checked(
            items=tuple(found),
            verified=len(claims) - len(wrong),
            contradicted=wrong,
            conflicts=tuple(conflicts),
            version=places.version,
        )

    def _current(self, spec: PlacesSpec) -> _Places:
        # The version first: if places are loaded in between, the store refuses what was measured
        # with the old ones.
        version = self._store.places_version()
        if version != self._places.version:
            self._places = _Places.of(version, self._store.places(), spec)
        return self._places

    def _learn_titles(self, items: Sequence[IndexedEntity]) -> None:
        """Look up the titles of the parents of entities in the batch."""
        above = self._pack.hierarchy.above
        self._titles |= {item.entity.id: item.entity.title for item in items if item.entity.level in above}
        parents = {item.entity.parent for item in items if item.entity.parent is not None}
        unknown = sorted(parent for parent in parents if parent not in self._titles)
        self._titles |= {item.entity.id: item.entity.title for item in self._store.get(unknown)}

    def _claims(self, item: IndexedEntity, spec: PlacesSpec, places: _Places) -> Iterator[Notice | None]:
        """Yields, for each claim that a kind of place is near, None if that is true, else what is
        wrong with it.
        """
        facts = {fact.kind: fact for fact in item.nearby}
        by_concept = {kind.concept: kind for kind in spec.kinds.values()}
        for claim in item.claims:
            kind = by_concept.get(claim.concept) if claim.concept is not None else None
            fact = facts.get(kind.name) if kind is not None else None
            if kind is None or fact is None or claim.negated:
                continue
            near = spec.near_m(kind.name)
            claimed_m = min((amount.high for amount in claim.amounts), default=near)
            if fact.metres <= max(claimed_m * STRETCH, near):
                yield None
            elif kind.name not in places.partial:
                doubt = notice(
                    NoticeCode.NEARNESS_DOUBTED, quote=claim.quote, place=fact.name, distance=Distance(fact.metres)
                )
                yield about_entity(item.entity.id, doubt)

    def _conflicts(self, item: IndexedEntity, point: Point, spec: PlacesSpec, places: _Places) -> Iterator[Notice]:
        """Yields areas that the entity or its listing names and in which it does not lie."""
        named = [claim.name for claim in item.claims if claim.name is not None and not claim.negated]
        names = {name.text for name in named if name.kind in spec.regions}
        if item.entity.parent is not None:
            names.add(self._titles.get(item.entity.parent, ""))
        lies = [fact for kind in spec.regions for fact in item.nearby if fact.kind == kind]
        inside = lies[0].name if lies else None
        # A home in a district of Medan is in Medan, however coarse the outline of the city may be.
        around = {place.parent for fact in lies for place in places.regions.get(fact.name.casefold(), ())}
        for name in sorted(names - around):
            away = [float(away_m(place, Points.of([point]))[0]) for place in places.regions.get(name.casefold(), ())]
            if away and min(away) > BORDER_M:
                where = notice(NoticeCode.IN, places=inside) if inside is not None else notice(NoticeCode.ELSEWHERE)
                doubt = notice(NoticeCode.AREA_DOUBTED, name=name, where=where, distance=Distance(min(away)))
                yield about_entity(item.entity.id, doubt)

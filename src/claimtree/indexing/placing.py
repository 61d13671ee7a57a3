"""Homes that name no area become part of the one that they lie in, by their coordinates and the outlines of regions.

Done when a run of the indexer ends and when places have changed, so that it does not matter what came first: the homes,
the areas or the outlines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from claimtree.geo import Points
from claimtree.model.claims import EntityId
from claimtree.model.pack import Pack, PlacesSpec
from claimtree.model.phrases import Batch, IndexedEntity, Vectors
from claimtree.model.places import PlaceKind
from claimtree.places.grounding import Surroundings
from claimtree.ports import Store

AT_ONCE: Final = 200
"""Homes written in one transaction."""


def place_homes(store: Store, pack: Pack) -> int:
    """Hang what stands at the answers' level, has coordinates and hangs on nothing on the area that it lies in; how
    many found one. An area is an entity of the level above that is called like a region and lies in it."""
    above = pack.hierarchy.parent(pack.hierarchy.answers)
    if pack.places is None or above is None or not pack.places.regions:
        return 0
    orphans = set(store.orphans(pack.hierarchy.answers))
    areas, middles = store.positions(above) if orphans else ((), Points.of([]))
    if not areas:
        return 0
    ids, points = store.positions(pack.hierarchy.answers)
    rows = np.array([row for row, id in enumerate(ids) if id in orphans], np.int64)
    if not len(rows):
        return 0
    surroundings = Surroundings(store.places(), pack.places)
    called = {item.entity.id: item.entity.title.casefold() for item in store.get(areas)}
    by_region: dict[tuple[PlaceKind, str], EntityId] = {}
    for area, regions in zip(areas, _regions(surroundings, middles, pack.places), strict=True):
        for kind, place, name in regions:
            if called.get(area) == name.casefold():
                by_region.setdefault((kind, place), area)
    found: dict[EntityId, EntityId] = {}
    for row, regions in zip(rows, _regions(surroundings, points.take(rows), pack.places), strict=True):
        here = next((by_region[kind, place] for kind, place, _ in regions if (kind, place) in by_region), None)
        if here is not None:
            found[ids[row]] = here
    homes = list(found)
    for start in range(0, len(homes), AT_ONCE):
        some = homes[start : start + AT_ONCE]
        items = [_moved(item, found) for item in _families(store, some)]
        store.put(Batch(entities=tuple(items), vectors=Vectors.empty(store.identity.dimensions)))
    return len(homes)


def _regions(surroundings: Surroundings, points: Points, spec: PlacesSpec) -> list[list[tuple[PlaceKind, str, str]]]:
    """For each point the regions that hold it, in the order of the pack's kinds: kind, place and name."""
    kinds = [PlaceKind(name) for name in spec.regions]
    told = surroundings.facts(points, kinds=kinds)
    return [
        [(fact.kind, fact.place, fact.name) for kind in kinds for fact in facts if fact.kind == kind] for facts in told
    ]


def _families(store: Store, ids: Sequence[EntityId]) -> list[IndexedEntity]:
    """Entities with all their parts, parents before children: a part that is not brought again would go."""
    found: list[IndexedEntity] = []
    waiting = list(ids)
    while waiting:
        found += store.get(waiting)
        waiting = [part for id in waiting for part in store.children(id)]
    return found


def _moved(item: IndexedEntity, areas: dict[EntityId, EntityId]) -> IndexedEntity:
    area = areas.get(item.entity.id)
    return item if area is None else replace(item, entity=replace(item.entity, parent=area))

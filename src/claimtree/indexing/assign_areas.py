"""Assigns homes without a named area to the area that they lie in, by coordinates and outlines of
regions.

Runs at the end of a run of the indexer and after places have changed, so that the order in which
homes, areas and outlines come does not matter.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from claimtree.errors import StoreConflict
from claimtree.geo import Point, Points
from claimtree.indexing.check_nearness import Nearness
from claimtree.model.claims import EntityId
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.pack import Pack, PlacesSpec
from claimtree.model.phrases import Batch, IndexedEntity, Vectors
from claimtree.model.places import PlaceKind
from claimtree.places.surroundings import Surroundings
from claimtree.ports import PlaceStore, Store

AT_ONCE: Final = 200
"""Homes written in one transaction."""


def assign_areas(store: PlaceStore, pack: Pack) -> int:
    """Give each entity of the answer level that has coordinates and no parent the area that it lies
    in as its parent.

    Returns how many got one. An area is an entity of the level above that has the name of a region
    and lies in it.
    """
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
    found: dict[EntityId, _Move] = {}
    for row, regions in zip(rows, _regions(surroundings, points.take(rows), pack.places), strict=True):
        here = next((by_region[kind, place] for kind, place, _ in regions if (kind, place) in by_region), None)
        if here is not None:
            found[ids[row]] = _Move(Point(float(points.lats[row]), float(points.lons[row])), here)
    nearness = Nearness(pack, store)
    homes = list(found)
    moved = 0
    for start in range(0, len(homes), AT_ONCE):
        moved += _write(store, pack.hierarchy, nearness, {id: found[id] for id in homes[start : start + AT_ONCE]})
    return moved


@dataclass(frozen=True, slots=True)
class _Move:
    """A home at this point becomes part of that area."""

    point: Point
    area: EntityId


def _write(store: PlaceStore, hierarchy: Hierarchy, nearness: Nearness, moves: Mapping[EntityId, _Move]) -> int:
    """Write homes with their new parents. Returns how many were written.

    A home that another writer has changed since is skipped: that writer assigns its area.
    """
    families = {
        home: family
        for home, family in _families(store, moves.keys()).items()
        if family[0].entity.parent is None and family[0].entity.point == moves[home].point
    }
    while families:
        items = [_moved(item, moves) for family in families.values() for item in family]
        items.sort(key=lambda item: hierarchy.depth_of(item.entity.level))
        checked = nearness.check(items)
        batch = Batch(
            entities=checked.items,
            vectors=Vectors.empty(store.identity.dimensions),
            expected={item.entity.id: item.digest for item in items},
            measured_with=checked.version,
        )
        try:
            store.put(batch)
        except StoreConflict as conflict:
            families = {
                home: family
                for home, family in families.items()
                if not any(item.entity.id in conflict.ids for item in family)
            }
            continue
        break
    return len(families)


def _regions(surroundings: Surroundings, points: Points, spec: PlacesSpec) -> list[list[tuple[PlaceKind, str, str]]]:
    """Returns, for each point, the regions that contain it, in the order of the pack's kinds: kind,
    place and name.
    """
    kinds = [PlaceKind(name) for name in spec.regions]
    measured = surroundings.facts(points, kinds=kinds)
    return [
        [(fact.kind, fact.place, fact.name) for kind in kinds for fact in facts if fact.kind == kind]
        for facts in measured
    ]


def _families(store: Store, ids: Collection[EntityId]) -> dict[EntityId, list[IndexedEntity]]:
    """Returns each entity followed by all its parts: a part that is not in the batch would be
    removed.
    """
    home_of = {id: id for id in ids}
    found: dict[EntityId, list[IndexedEntity]] = {}
    waiting = list(ids)
    while waiting:
        for item in store.get(waiting):
            found.setdefault(home_of[item.entity.id], []).append(item)
        parts = {part: home_of[id] for id in waiting for part in store.children(id)}
        home_of |= parts
        waiting = list(parts)
    return found


def _moved(item: IndexedEntity, moves: Mapping[EntityId, _Move]) -> IndexedEntity:
    move = moves.get(item.entity.id)
    return item if move is None else replace(item, entity=replace(item.entity, parent=move.area))

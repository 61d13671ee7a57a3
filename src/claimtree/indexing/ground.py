"""Measure again what is near everything that is stored, when places have changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

import numpy as np

from claimtree.geo import Points
from claimtree.model.claims import EntityId, LevelName
from claimtree.model.pack import PlacesSpec
from claimtree.model.places import PlaceKind
from claimtree.places.grounding import Surroundings
from claimtree.ports import Store

AT_ONCE: Final = 20_000
"""Entities written in one transaction."""
MEASURED_AT_ONCE: Final = 5 * AT_ONCE
"""Entities measured together: the more there are, the less it costs to look at each place."""


def ground(
    store: Store,
    spec: PlacesSpec,
    *,
    kinds: Collection[PlaceKind] | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> int:
    """Measure again what is near every entity, for all kinds or for some; how many were measured.

    What was written stays if this is interrupted; until it has run to its end, the store says that it is behind.
    """
    version = store.places_version()
    surroundings = Surroundings(store.places(), spec)
    found = [(level, *store.positions(level)) for level in spec.levels]
    total, done = sum(len(ids) for _, ids, _ in found), 0
    for _, ids, points in found:
        for first in range(0, len(ids), MEASURED_AT_ONCE):
            here = _slice(points, first, first + MEASURED_AT_ONCE)
            measured = surroundings.measure(ids[first : first + MEASURED_AT_ONCE], here, kinds=kinds)
            for start in range(0, len(measured), AT_ONCE):
                part = measured.part(start, start + AT_ONCE)
                store.put_nearby(part, kinds=kinds)
                done += len(part)
                progress(done, total)
    for level, ids, points in found:
        _catch_up(store, surroundings, level, dict(zip(ids, points.rows(), strict=True)), kinds)
    store.set_grounded(version)
    return done


def _catch_up(
    store: Store,
    surroundings: Surroundings,
    level: LevelName,
    measured: Mapping[EntityId, tuple[float, float]],
    kinds: Collection[PlaceKind] | None,
) -> None:
    """Measure those again that were written meanwhile, and now stand elsewhere."""
    ids, points = store.positions(level)
    moved = [row for row, (id, where) in enumerate(zip(ids, points.rows(), strict=True)) if measured.get(id) != where]
    if moved:
        found = surroundings.measure([ids[row] for row in moved], points.take(np.array(moved)), kinds=kinds)
        store.put_nearby(found, kinds=kinds)


def _slice(points: Points, start: int, stop: int) -> Points:
    return Points(points.lats[start:stop], points.lons[start:stop])

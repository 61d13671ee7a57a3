"""Measures nearby facts of all stored entities again, when places have changed."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from claimtree.errors import StoreConflict
from claimtree.geo import Points
from claimtree.model.pack import PlacesSpec
from claimtree.model.places import PlaceKind
from claimtree.places.surroundings import Surroundings
from claimtree.ports import PlaceStore

AT_ONCE: Final = 20_000
"""Entities written in one transaction."""
MEASURED_AT_ONCE: Final = 5 * AT_ONCE
"""Entities measured together: the more there are, the less each place costs."""


def remeasure(
    store: PlaceStore,
    spec: PlacesSpec,
    *,
    kinds: Collection[PlaceKind] | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> int:
    """Measure nearby facts of every entity again, for all kinds or for some. Returns how many were
    measured.

    After an interruption what was written stays; until it has run to its end, the store reports
    that it is behind. If another process loads places meanwhile, everything is measured anew with
    those.
    """
    while True:
        version = store.places_version()
        try:
            done = _measure(store, spec, version, kinds, progress)
        except StoreConflict:
            kinds = None
            continue
        store.set_measured_version(version)
        return done


def _measure(
    store: PlaceStore,
    spec: PlacesSpec,
    version: int,
    kinds: Collection[PlaceKind] | None,
    progress: Callable[[int, int], None],
) -> int:
    """Measure with one version of the places; raises `StoreConflict` when there is another."""
    surroundings = Surroundings(store.places(), spec)
    found = [(level, *store.positions(level)) for level in spec.levels]
    total, done = sum(len(ids) for _, ids, _ in found), 0
    for _, ids, points in found:
        for first in range(0, len(ids), MEASURED_AT_ONCE):
            here = _slice(points, first, first + MEASURED_AT_ONCE)
            measured = surroundings.measure(ids[first : first + MEASURED_AT_ONCE], here, kinds=kinds)
            where = dict(zip(measured.ids, here.rows(), strict=True))
            for start in range(0, len(measured), AT_ONCE):
                part = measured.part(start, start + AT_ONCE)
                store.put_nearby(part, kinds=kinds, measured_at=where, measured_with=version)
                done += len(part)
                progress(done, total)
    # Entities that were added or moved meanwhile were measured by their writers with these places:
    # the store enforces that.
    return done


def _slice(points: Points, start: int, stop: int) -> Points:
    return Points(points.lats[start:stop], points.lons[start:stop])

"""The nearest of many places to each of many points, exactly: what comparing every pair would give."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray

from claimtree.geo.areas import Area
from claimtree.geo.points import Floats, Point, Points

Ints: TypeAlias = NDArray[np.int64]

_FEW = 24
"""So many are compared one by one."""
_METRES_A_DEGREE = 110_500.0
"""Of latitude, and a little less than anywhere."""
_WIDEST = 60.0
"""Degrees of longitude. A search that would have to look farther, as it does near a pole, compares every pair."""
_AT_ONCE = 20_000
"""Points whose candidates are held in memory together."""


class Nearest:
    """An index of places: points, areas, or both."""

    def __init__(self, shapes: Sequence[Point | Area]) -> None:
        """There is at least one. Of equally near ones the first counts."""
        self._shapes = tuple(shapes)
        self._is_point = np.array([isinstance(shape, Point) for shape in shapes], np.bool_)
        centres = [shape if isinstance(shape, Point) else shape.centre for shape in shapes]
        self._centres = Points.of(centres)
        # Degrees of longitude are shorter than those of latitude; on a map drawn to scale fewer places look near.
        self._scale = max(0.05, float(np.cos(np.radians(np.median(self._centres.lats)))))
        if len(self._shapes) > _FEW:
            self._tree, self._owner = self._plant()

    def __len__(self) -> int:
        return len(self._shapes)

    def find(self, points: Points) -> tuple[Ints, Floats]:
        """For each point, which place is nearest and how far it is, in metres."""
        if len(self._shapes) <= _FEW:
            return self._by_all(points)
        which, metres = np.zeros(len(points), np.int64), np.zeros(len(points), np.float64)
        for start in range(0, len(points), _AT_ONCE):
            part = np.arange(start, min(start + _AT_ONCE, len(points)))
            which[part], metres[part] = self._by_tree(points.take(part))
        return which, metres

    def _plant(self) -> tuple[shapely.STRtree, Ints]:
        """A tree over the places in degrees, those on one side of the antimeridian once more beyond the other."""
        shapes: list[shapely.Geometry] = []
        owners: list[int] = []
        for i, shape in enumerate(self._shapes):
            flat = shapely.Point(shape.lon, shape.lat) if isinstance(shape, Point) else shape.shape
            for turn in (0.0, 360.0, -360.0):
                if turn == 0.0 or abs(self._centres.lons[i] + turn) < 180 + 2 * _WIDEST:
                    shapes.append(shapely.transform(flat, partial(self._on_map, turn)))
                    owners.append(i)
        return shapely.STRtree(shapes), np.array(owners, np.int64)

    def _on_map(self, turn: float, degrees: Floats) -> Floats:
        moved: Floats = np.add(degrees, (turn, 0.0)) * (self._scale, 1.0)
        return moved

    def _by_all(self, points: Points) -> tuple[Ints, Floats]:
        rows = np.stack([self._distances(i, points) for i in range(len(self._shapes))])
        which = rows.argmin(axis=0)
        return which, rows[which, np.arange(len(points))]

    def _by_tree(self, points: Points) -> tuple[Ints, Floats]:
        """A first guess bounds the search: whatever is nearer lies in a box around the point."""
        here = shapely.points(points.lons * self._scale, points.lats)
        guess = self._owner[self._tree.nearest(here)]
        bound = self._pairs_m(np.arange(len(points)), guess, points)
        up = bound / _METRES_A_DEGREE * 1.001 + 1e-7
        edge = np.radians(np.minimum(np.abs(points.lats) + up, 90.0))
        across = up / np.maximum(np.cos(edge), 1e-9) * 1.01
        wide = (across > _WIDEST) | (np.abs(points.lats) + up > 89.0)
        which, metres = guess.copy(), bound.copy()
        if wide.any():
            far = np.flatnonzero(wide)
            which[far], metres[far] = self._by_all(points.take(far))
        near = np.flatnonzero(~wide)
        boxes = shapely.box(
            (points.lons[near] - across[near]) * self._scale,
            points.lats[near] - up[near],
            (points.lons[near] + across[near]) * self._scale,
            points.lats[near] + up[near],
        )
        rows, found = self._tree.query(boxes)
        rows, found = near[rows], self._owner[found]
        distances = self._pairs_m(rows, found, points)
        order = np.lexsort((found, distances, rows))
        first = order[np.flatnonzero(np.diff(rows[order], prepend=-1))]
        which[rows[first]], metres[rows[first]] = found[first], distances[first]
        return which, metres

    def _pairs_m(self, rows: Ints, shapes: Ints, points: Points) -> Floats:
        """The distance of each point named to the place named beside it."""
        metres = points.take(rows).distances_m(self._centres.take(shapes))
        areas = np.flatnonzero(~self._is_point[shapes])
        if len(areas):
            order = areas[np.argsort(shapes[areas], kind="stable")]
            for group in np.split(order, np.flatnonzero(np.diff(shapes[order])) + 1):
                metres[group] = self._distances(int(shapes[group[0]]), points.take(rows[group]))
        return metres

    def _distances(self, i: int, points: Points) -> Floats:
        shape = self._shapes[i]
        if isinstance(shape, Area):
            return shape.distances_m(points)
        return points.distances_m(Points.of([shape]))

"""Finds the nearest of many places to each of many points, exactly, as comparing every pair
would."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np

from claimtree.geo.areas import Area
from claimtree.geo.cubes import SLACK_M, Cubes, Ints
from claimtree.geo.points import Floats, Point, Points

_PAIRS_AT_ONCE = 200_000
"""Pairs of points and areas, compared by their centres."""


class Nearest:
    """An index of places: points, areas, or both."""

    def __init__(self, shapes: Sequence[Point | Area]) -> None:
        """Takes at least one shape. Of equally near ones the first counts."""
        self._spots = np.array([i for i, shape in enumerate(shapes) if isinstance(shape, Point)], np.int64)
        self._areas = tuple((i, shape) for i, shape in enumerate(shapes) if isinstance(shape, Area))
        self._shapes = tuple(shapes)

    def __len__(self) -> int:
        return len(self._shapes)

    def find(self, points: Points, *, within_m: float = np.inf) -> tuple[Ints, Floats]:
        """Returns, for each point, which place is nearest, and its distance in metres.

        If none is within `within_m`, the distance may be infinity.
        """
        which, metres = self._spot_index.nearest(points, within_m=within_m)
        which = self._spots[which] if len(self._spots) else which
        if self._areas and len(points):
            # A centre is part of its area, so the area is no farther.
            bound = np.minimum(metres, self._middle_index.nearest(points)[1])
            for number, rows in self._pairs(points, np.minimum(bound, within_m) + SLACK_M):
                i, area = self._areas[number]
                away = area.distances_m(points.take(rows))
                better = (away < metres[rows]) | ((away == metres[rows]) & (i < which[rows]))
                which[rows[better]], metres[rows[better]] = i, away[better]
        return which, metres

    def _pairs(self, points: Points, bound: Floats) -> Iterator[tuple[int, Ints]]:
        """Yields each area that may be within a point's bound, with those points."""
        # Relative to the mean of the areas' centres, the scalar product keeps its precision.
        origin = self._middles.centred.mean(axis=1, keepdims=True)
        there = self._middles.centred - origin
        reach = np.array([area.reach_m for _, area in self._areas])
        rows, areas = list[Ints](), list[Ints]()
        step = max(1, _PAIRS_AT_ONCE // len(self._areas))
        for first in range(0, len(points), step):
            here = points.centred[:, first : first + step] - origin
            squares = (here * here).sum(axis=0)[:, None] + (there * there).sum(axis=0) - 2 * here.T @ there
            limit = bound[first : first + step, None] + reach + SLACK_M
            near, area = np.nonzero(squares <= limit * limit)
            rows.append(near + first)
            areas.append(area)
        row, area = np.concatenate(rows), np.concatenate(areas)
        order = np.argsort(area, kind="stable")
        for group in np.split(order, np.flatnonzero(np.diff(area[order])) + 1):
            if len(group):
                yield int(area[group[0]]), row[group]

    @cached_property
    def _spot_index(self) -> Cubes:
        return Cubes(Points.of([shape for shape in self._shapes if isinstance(shape, Point)]))

    @cached_property
    def _middle_index(self) -> Cubes:
        return Cubes(self._middles)

    @cached_property
    def _middles(self) -> Points:
        return Points.of([area.centre for _, area in self._areas])

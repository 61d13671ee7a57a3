"""An index of the places of one kind: which are within reach of a point, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from claimtree.geo import Area, Point, Points
from claimtree.model.places import Place

_METRES_A_DEGREE: Final = 110_500.0
"""Metres per degree of latitude, slightly less than the smallest value."""


class Spots:
    """The positions of the places of one kind, as arrays."""

    def __init__(self, places: Sequence[Place]) -> None:
        self._places = tuple(places)
        self._centres = Points.of([place.centre for place in places])
        self._areas = [(i, place.shape) for i, place in enumerate(places) if isinstance(place.shape, Area)]
        self._bounds = np.array([area.shape.bounds for _, area in self._areas], np.float64).reshape(-1, 4)

    def within(self, around: Point, radius_m: float) -> list[Place]:
        """Returns the places within the radius, nearest first, then by id; the distance to an area
        is that to its nearest part."""
        here = Points.of([around])
        metres = self._centres.distances_m(here)
        # The bounding box excludes what is too far north or south; east and west would be wrong
        # near the poles.
        reach = radius_m / _METRES_A_DEGREE * 1.001 + 1e-9
        near = (self._bounds[:, 1] - reach <= around.lat) & (around.lat <= self._bounds[:, 3] + reach)
        for position, (i, area) in enumerate(self._areas):
            metres[i] = area.distances_m(here, within_m=radius_m)[0] if near[position] else np.inf
        found = np.flatnonzero(metres <= radius_m).tolist()
        return [self._places[i] for i in sorted(found, key=lambda i: (metres[i], self._places[i].id))]

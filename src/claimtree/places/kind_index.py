"""Places of one kind and what of them is within reach of a point, exactly: as comparing each of them would give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from claimtree.geo import Area, Point, Points
from claimtree.model.places import Place

_METRES_A_DEGREE: Final = 110_500.0
"""Of latitude, and a little less than anywhere."""


class Spots:
    """Where the places of one kind are, as arrays."""

    def __init__(self, places: Sequence[Place]) -> None:
        self._places = tuple(places)
        self._centres = Points.of([place.centre for place in places])
        self._areas = [(i, place.shape) for i, place in enumerate(places) if isinstance(place.shape, Area)]
        self._bounds = np.array([area.shape.bounds for _, area in self._areas], np.float64).reshape(-1, 4)

    def within(self, around: Point, radius_m: float) -> list[Place]:
        """Those within the radius, the nearest first, then by id; to an area it is as far as to its nearest part."""
        here = Points.of([around])
        metres = self._centres.distances_m(here)
        # To the north and south a box tells at once who is too far; east and west would go wrong near the poles.
        reach = radius_m / _METRES_A_DEGREE * 1.001 + 1e-9
        near = (self._bounds[:, 1] - reach <= around.lat) & (around.lat <= self._bounds[:, 3] + reach)
        for position, (i, area) in enumerate(self._areas):
            metres[i] = area.distances_m(here, within_m=radius_m)[0] if near[position] else np.inf
        found = np.flatnonzero(metres <= radius_m).tolist()
        return [self._places[i] for i in sorted(found, key=lambda i: (metres[i], self._places[i].id))]

"""Where the data lies, and how far a place is from it: which namesake is meant, and which is across the country."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from claimtree.geo import Point, Points
from claimtree.geo.points import Floats, bent

_CELL: Final = 0.02
"""Degrees: two kilometres, where what counts begins at 25."""
_MOST: Final = 2_000
"""Cells; data that is spread wider is seen more coarsely."""


class Spread:
    """The data as the cells of a grid that it stands in; each is known by one of its points."""

    def __init__(self, data: Points) -> None:
        """There is at least one point."""
        degrees, size = np.stack((data.lats, data.lons)), _CELL
        while True:
            first = np.unique(np.round(degrees / size), axis=1, return_index=True)[1]
            if len(first) <= _MOST:
                break
            degrees, size = degrees[:, first], 2 * size
        self._cells = Points(degrees[0, first], degrees[1, first])

    def distances_m(self, points: Sequence[Point]) -> Floats:
        """How far each of them is from the nearest data, to a cell."""
        here, there = Points.of(points).centred, self._cells.centred
        squares = (here**2).sum(axis=0)[:, None] + (there**2).sum(axis=0) - 2 * here.T @ there
        return bent(np.sqrt(np.maximum(squares.min(axis=1), 0.0)))

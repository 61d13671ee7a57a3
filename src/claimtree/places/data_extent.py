"""Where the data lies, and how far a place is from it: decides which of several namesakes is
meant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from claimtree.geo import Point, Points
from claimtree.geo.points import Floats, arc_lengths

_CELL: Final = 0.02
"""Cell size in degrees: two kilometres, while distances matter from 25 km on."""
_MOST: Final = 2_000
"""Maximum number of cells; a wider spread of data gets larger cells."""


class Spread:
    """The data as occupied cells of a grid; each cell is represented by one of its points."""

    def __init__(self, data: Points) -> None:
        """Takes at least one point."""
        degrees, size = np.stack((data.lats, data.lons)), _CELL
        while True:
            first = np.unique(np.round(degrees / size), axis=1, return_index=True)[1]
            if len(first) <= _MOST:
                break
            degrees, size = degrees[:, first], 2 * size
        self._cells = Points(degrees[0, first], degrees[1, first])

    def distances_m(self, points: Sequence[Point]) -> Floats:
        """Returns the distance of each point to the nearest data, with the precision of a cell."""
        here, there = Points.of(points).centred, self._cells.centred
        squares = (here**2).sum(axis=0)[:, None] + (there**2).sum(axis=0) - 2 * here.T @ there
        return arc_lengths(np.sqrt(np.maximum(squares.min(axis=1), 0.0)))

"""Translates place tests into keywords that a cluster can look up.

Our distances are on the ellipsoid, exact to the centimetre; a cluster's are on a sphere. So that
every store gives the same answer, the cluster compares no distances. Each entity has keywords for
the grid cells that contain it, from coarse to fine, and for its exact position. A test is run here:
a cell in which it has the same result everywhere is queried as a whole, a cell that a border
crosses is divided, and in the finest cells that are still crossed, the few positions are fetched
and tested one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from claimtree.geo import Area, Point, Points
from claimtree.geo.points import EQUATOR_M, Floats
from claimtree.model.claims import LevelName
from claimtree.model.place_tests import (
    FEW,
    QUARTERS,
    Outcome,
    PlaceResult,
    away_m,
    bands,
    grade_in_band,
    outcome,
    unproven,
)
from claimtree.model.places import Between, Closer, Inside, Near
from claimtree.model.plans import PlaceMatch

COARSEST, FINEST, STEP = 4, 20, 2
"""Depths of the grid: at depth d the earth is divided into 2**d columns and as many rows. The finest are some 38 by 19
metres."""
MOST_CELLS = 1_500
"""The most cells along a border; the grid is not refined beyond this number."""
_SLACK_M = 2.0
_DEGREE_M = 111_700.0

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
GroundTest = Near | Inside | Between | Closer
Bounds = tuple[float, float, float, float]
"""West, south, east, north, in degrees."""


def tokens(level: LevelName, point: Point) -> list[str]:
    """Returns the keywords of the cells that contain a position, and of the position itself."""
    at = Points.of([point])
    found = [spot_token(level, point.lat, point.lon)]
    for depth in range(COARSEST, FINEST + 1, STEP):
        xs, ys = _cells_of(at, depth)
        found.append(_token(level, depth, int(xs[0]), int(ys[0])))
    return found


def spot_token(level: LevelName, lat: float, lon: float) -> str:
    return f"{level}@{float(lat)!r},{float(lon)!r}"


def _token(level: LevelName, depth: int, x: int, y: int) -> str:
    return f"{level}#{depth}.{x:x}.{y:x}"


def _cells_of(points: Points, depth: int) -> tuple[Ints, Ints]:
    count = 1 << depth
    xs = np.floor((points.lons + 180) / 360 * count).astype(np.int64)
    ys = np.floor((points.lats + 90) / 180 * count).astype(np.int64)
    return np.clip(xs, 0, count - 1), np.clip(ys, 0, count - 1)


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Some cells of the same depth."""

    depth: int
    xs: Ints
    ys: Ints

    def __len__(self) -> int:
        return len(self.xs)

    def take(self, which: Bools) -> Cells:
        return Cells(self.depth, self.xs[which], self.ys[which])

    def divided(self) -> Cells:
        times = 1 << STEP
        inner = np.arange(times)
        xs = (self.xs[:, None, None] * times + inner[None, :, None]) + 0 * inner[None, None, :]
        ys = (self.ys[:, None, None] * times + inner[None, None, :]) + 0 * inner[None, :, None]
        return Cells(self.depth + STEP, xs.ravel(), ys.ravel())

    @property
    def edges(self) -> tuple[Floats, Floats, Floats, Floats]:
        """West, south, east, north."""
        wide, high = 360 / (1 << self.depth), 180 / (1 << self.depth)
        west: Floats = self.xs.astype(np.float64) * wide - 180
        south: Floats = self.ys.astype(np.float64) * high - 90
        return west, south, west + wide, south + high

    @property
    def middles(self) -> Points:
        west, south, east, north = self.edges
        return Points((south + north) / 2, (west + east) / 2)

    @property
    def radii_m(self) -> Floats:
        """Returns an upper bound of the distance between a cell's middle and its points: along the
        meridian, then along the widest parallel."""
        west, south, east, north = self.edges
        nearest_equator = np.where((south < 0) & (north > 0), 0.0, np.minimum(np.abs(south), np.abs(north)))
        across = (east - west) / 2 * np.cos(np.radians(nearest_equator))
        radii: Floats = ((north - south) / 2 + across) * _DEGREE_M + _SLACK_M
        return radii


@dataclass(frozen=True, slots=True, eq=False)
class Covering:
    """The result of a test for all entities of a level within some bounds."""

    uniform: tuple[tuple[int, tuple[str, ...]], ...]
    """Signed grades, and the cells in which every entity has that grade."""
    crossed: tuple[str, ...]
    """Cells in which the result depends on the exact position."""


def cover(match: PlaceMatch, test: GroundTest, bounds: Bounds) -> Covering:
    """Returns the test of a match as cells, for entities within the bounds."""
    cells = _start(bounds)
    found: dict[int, list[str]] = {}
    while True:
        same = _uniform(test, cells)
        uniform = cells.take(same)
        if len(uniform):
            for grade, token in zip(grades(match, test, uniform.middles), _tokens(match.level, uniform), strict=True):
                found.setdefault(grade, []).append(token)
        cells = cells.take(~same)
        if not len(cells) or cells.depth >= FINEST or len(cells) * 4 > MOST_CELLS:
            break
        cells = _within(cells.divided(), bounds)
    return Covering(
        tuple((grade, tuple(listed)) for grade, listed in sorted(found.items()) if grade),
        tuple(_tokens(match.level, cells)),
    )


def grades(match: PlaceMatch, test: GroundTest, points: Points) -> list[int]:
    """Returns the signed grade of each point for the wish of a match; 0 if its coordinates prove
    nothing."""
    made: Outcome = outcome(test, points)
    silent = unproven(test) if match.partial else None
    found = []
    for row in range(len(points)):
        result = made.result(row)
        band = 0 if made.bands is None else int(made.bands[row])
        signed = {
            PlaceResult.HOLDS: grade_in_band(match.holds, band),
            PlaceResult.NEARLY: match.nearly,
            PlaceResult.FAILS: match.fails,
            PlaceResult.OPEN: 0,
        }
        found.append(0 if result is silent else signed[result])
    return found


def _start(bounds: Bounds) -> Cells:
    """Returns the coarsest cells that cover the bounds."""
    west, south, east, north = bounds
    corners = Points(np.array([south, north]), np.array([west, east]))
    xs, ys = _cells_of(corners, COARSEST)
    x, y = np.meshgrid(np.arange(xs[0], xs[1] + 1), np.arange(ys[0], ys[1] + 1))
    return Cells(COARSEST, x.ravel(), y.ravel())


def _within(cells: Cells, bounds: Bounds) -> Cells:
    west, south, east, north = cells.edges
    inside = (west <= bounds[2]) & (east >= bounds[0]) & (south <= bounds[3]) & (north >= bounds[1])
    return cells.take(inside)


def _tokens(level: LevelName, cells: Cells) -> Iterable[str]:
    return (_token(level, cells.depth, x, y) for x, y in zip(cells.xs.tolist(), cells.ys.tolist(), strict=True))


def _uniform(test: GroundTest, cells: Cells) -> Bools:
    """Returns the cells in which the test certainly has the same result everywhere."""
    middles, radii = cells.middles, cells.radii_m
    match test:
        case Near():
            away = _nearest_m(test, middles)
            return _clear_of(away, radii, _turns(test))
        case Inside():
            same = np.ones(len(cells), np.bool_)
            for place in (*test.places, *test.neighbours):
                if isinstance(place.ground, Area):
                    same &= ~_crossed(place.ground, cells)
            for place in test.places if test.margin_m > 0 else ():
                if isinstance(place.ground, Area):
                    away = place.ground.distances_m(middles)
                    # The margin is computed on a flat map, whose error is less than a tenth.
                    same &= np.abs(away - test.margin_m) > radii + 0.1 * test.margin_m + _SLACK_M
            return same
        case Between():
            one, other = away_m(test.one, middles), away_m(test.other, middles)
            way = float(away_m(test.other, Points.of([test.one.centre]))[0]) * (1 + test.detour)
            return _sure(np.abs(one + other - way), one, other, radii)
        case Closer():
            to, than = away_m(test.to, middles), away_m(test.than, middles)
            return _sure(np.abs(to - than), to, than, radii)


def _nearest_m(test: Near, points: Points) -> Floats:
    if len(test.places) > FEW:
        return test.index.find(points)[1]
    found: Floats = np.minimum.reduce([away_m(place, points) for place in test.places])
    return found


def _turns(test: Near) -> list[float]:
    """Returns the distances at which the grade changes."""
    asked = test.asked
    turns = [asked.low, asked.high, test.reach_m]
    if bands(asked, np.zeros(1)) is not None:
        turns += [asked.high * quarter / QUARTERS for quarter in range(1, QUARTERS)]
    return [turn for turn in turns if 0 <= turn < np.inf]


def _clear_of(away: Floats, radii: Floats, turns: Sequence[float]) -> Bools:
    """True for cells with no such distance between their nearest and their farthest point.

    Compared as chords through the earth: a chord changes by no more than the point moves, whereas
    an arc over the surface may change by much more towards the far side of the earth.
    """
    same = np.ones(len(away), np.bool_)
    for turn in turns:
        # The nearest edge of an outline is found on a flat map, whose error is less than that
        # share.
        same &= np.abs(_chord(away) - _chord(np.array([turn]))) > radii + 0.002 * away
    return same


def _chord(arcs: Floats) -> Floats:
    straight: Floats = 2 * EQUATOR_M * np.sin(np.minimum(arcs, np.pi * EQUATOR_M) / (2 * EQUATOR_M))
    return straight


def _sure(apart: Floats, one: Floats, other: Floats, radii: Floats) -> Bools:
    """True where two distances differ by more than any move within the cell can change; False
    beyond a quarter of the earth, where a move may change a distance by more than its own
    length."""
    return (apart > 3 * radii) & (np.maximum(one, other) + radii < 1e7)


def _crossed(area: Area, cells: Cells) -> Bools:
    """Returns which cells the border of an area touches; if it reaches the antimeridian, all cells
    along it too."""
    west, south, east, north = cells.edges
    wide, high = (east - west) * 1e-9, (north - south) * 1e-9
    boxes = shapely.box(west - wide, south - high, east + wide, north + high)
    border = shapely.boundary(area.shape)
    shapely.prepare(border)
    found: Bools = shapely.intersects(border, boxes)
    left, _, right, _ = area.shape.bounds
    if left <= -180 or right >= 180:
        found |= (west <= -180) | (east >= 180)
    return found

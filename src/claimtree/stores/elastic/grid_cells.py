"""What a test of place makes of every entity of a level, said in words that a cluster can look up.

Our distances are those of the ellipsoid, to the centimetre; a cluster's are of a sphere. So that every store gives the
same answer, the cluster compares no distances. Each entity carries the cells of a grid that it lies in, from coarse to
fine, and its exact position, all as keywords. A test is run here: a cell in which it comes out the same everywhere is
asked for as a whole, one that a border crosses is divided, and of the finest that are still crossed the few positions
in them are fetched and tested one by one.
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
from claimtree.model.place_tests import FEW, QUARTERS, Outcome, Seen, away_m, bands, faded, outcome, unproven
from claimtree.model.places import Between, Closer, Inside, Near
from claimtree.model.plans import PlaceMatch

COARSEST, FINEST, STEP = 4, 20, 2
"""Depths of the grid: at depth d the earth is divided into 2**d columns and as many rows. The finest are some 38 by 19
metres."""
MOST_CELLS = 1_500
"""Borders are not followed more finely than this many cells."""
_SLACK_M = 2.0
_DEGREE_M = 111_700.0

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
GroundTest = Near | Inside | Between | Closer
Bounds = tuple[float, float, float, float]
"""West, south, east, north, in degrees."""


def tokens(level: LevelName, point: Point) -> list[str]:
    """The cells that a position lies in, and the position itself."""
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
    """Some cells of one depth."""

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
        """No point of the cell is farther from its middle: first along the meridian, then along the widest parallel."""
        west, south, east, north = self.edges
        nearest_equator = np.where((south < 0) & (north > 0), 0.0, np.minimum(np.abs(south), np.abs(north)))
        across = (east - west) / 2 * np.cos(np.radians(nearest_equator))
        radii: Floats = ((north - south) / 2 + across) * _DEGREE_M + _SLACK_M
        return radii


@dataclass(frozen=True, slots=True, eq=False)
class Covering:
    """What a test makes of all entities of a level that lie within some bounds."""

    whole: tuple[tuple[int, tuple[str, ...]], ...]
    """Signed grades, and the cells in which every entity says so."""
    crossed: tuple[str, ...]
    """Cells in which it depends on where exactly an entity is."""


def cover(match: PlaceMatch, test: GroundTest, bounds: Bounds) -> Covering:
    """The test of a match as cells, for entities within the bounds."""
    cells = _start(bounds)
    found: dict[int, list[str]] = {}
    while True:
        same = _uniform(test, cells)
        whole = cells.take(same)
        if len(whole):
            for grade, token in zip(grades(match, test, whole.middles), _tokens(match.level, whole), strict=True):
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
    """What coordinates say about the wish of a match, for each point: a signed grade, 0 for nothing."""
    made: Outcome = outcome(test, points)
    silent = unproven(test) if match.partial else None
    found = []
    for row in range(len(points)):
        seen = made.seen(row)
        band = 0 if made.bands is None else int(made.bands[row])
        said = {Seen.HOLDS: faded(match.holds, band), Seen.NEARLY: match.nearly, Seen.FAILS: match.fails, Seen.OPEN: 0}
        found.append(0 if seen is silent else said[seen])
    return found


def _start(bounds: Bounds) -> Cells:
    """The coarsest cells that cover the bounds."""
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
    """In which cells the test surely comes out the same everywhere."""
    middles, radii = cells.middles, cells.radii_m
    match test:
        case Near():
            away = _nearest_m(test, middles)
            return _clear_of(away, radii, _turns(test))
        case Inside():
            same = np.ones(len(cells), np.bool_)
            for place in (*test.places, *test.beside):
                if isinstance(place.ground, Area):
                    same &= ~_crossed(place.ground, cells)
            for place in test.places if test.margin_m > 0 else ():
                if isinstance(place.ground, Area):
                    away = place.ground.distances_m(middles)
                    # The margin is looked up on a flat map: a tenth is more than that is wrong by.
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
    """The distances at which what is said changes."""
    asked = test.asked
    turns = [asked.low, asked.high, test.reach_m]
    if bands(asked, np.zeros(1)) is not None:
        turns += [asked.high * quarter / QUARTERS for quarter in range(1, QUARTERS)]
    return [turn for turn in turns if 0 <= turn < np.inf]


def _clear_of(away: Floats, radii: Floats, turns: Sequence[float]) -> Bools:
    """Where no turn lies between the nearest and the farthest point of the cell.

    Compared as straight lines through the earth: those differ by no more than the points do, where ways over it may
    differ by much more towards its far side.
    """
    same = np.ones(len(away), np.bool_)
    for turn in turns:
        # The nearest edge of an outline is looked up on a flat map, which is wrong by less than that share.
        same &= np.abs(_chord(away) - _chord(np.array([turn]))) > radii + 0.002 * away
    return same


def _chord(arcs: Floats) -> Floats:
    straight: Floats = 2 * EQUATOR_M * np.sin(np.minimum(arcs, np.pi * EQUATOR_M) / (2 * EQUATOR_M))
    return straight


def _sure(apart: Floats, one: Floats, other: Floats, radii: Floats) -> Bools:
    """Where two ways differ by more than a step within the cell can change them; not beyond a quarter of the earth,
    where a step may change a way by more than its length."""
    return (apart > 3 * radii) & (np.maximum(one, other) + radii < 1e7)


def _crossed(area: Area, cells: Cells) -> Bools:
    """Which cells the border of an area touches; all that lie on the meridian where maps are cut, if it reaches it."""
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

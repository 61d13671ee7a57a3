"""Regions: which contain a point, which touch, and which lie in which."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from claimtree.geo import Area, Point, Points, distance_m
from claimtree.lazy_imports import lazy_module
from claimtree.model.places import Place, PlaceId

if TYPE_CHECKING:
    import shapely
else:
    shapely = lazy_module("shapely")

TOUCHING_M: Final = 50.0
"""Outlines at most this far apart touch: each was simplified separately."""
_METRES_A_DEGREE: Final = 110_500.0
"""Metres per degree of latitude, slightly less than the smallest value."""
_EQUATOR_M: Final = 6_378_137.0
_SQUARED_ECCENTRICITY: Final = 0.006694379990141316
_FULL_TURN: Final = (0.0, 360.0, -360.0)


class Regions:
    """The places with an extent: an outline, or a centre and a radius."""

    def __init__(self, places: Sequence[Place], *, key: Callable[[str], str], kinds: Sequence[str] = ()) -> None:
        """Of all places, those of these kinds are regions, or all with an extent if no kinds are
        given; `key` maps different spellings of a name to one key."""
        self._all = places
        self._key = key
        self._kinds = frozenset(kinds)
        self._unions: dict[PlaceId, Place | None] = {}

    def regions_of(self, points: Points) -> list[tuple[Place, ...]]:
        """Returns, for each point, the regions that contain it, smallest first; a border belongs to
        both its sides."""
        found: list[list[int]] = [[] for _ in range(len(points))]
        for i, rows in enumerate(self._candidates(points)):
            for row in rows[self._holds(i, points.take(rows))].tolist() if len(rows) else ():
                found[row].append(i)
        return [tuple(self._regions[i] for i in inside) for inside in found]

    def extent(self, place: Place) -> Place | None:
        """Returns the place with its extent, or None if it has none.

        A region without an outline whose parts have outlines is their union, even if it has a
        radius.
        """
        if isinstance(place.shape, Area):
            return place
        if place.id not in self._unions:
            self._unions[place.id] = self._union(place)
        return self._unions[place.id] or (place if place.has_extent else None)

    def parents(self, place: Place) -> tuple[Place, ...]:
        """Returns the regions that a place lies in, innermost first: by its own `parent`, otherwise
        by its position."""
        line = [place]
        while (parent := self._parent(line[-1])) is not None and all(parent.id != known.id for known in line):
            line.append(parent)
        return tuple(line[1:])

    def neighbours(self, place: Place) -> tuple[Place, ...]:
        """Returns the other regions of its kind that touch or overlap it, by id; a gap of 50 m
        counts as touching.

        Regions given by centre and radius are neighbours if they overlap.
        """
        if place.id not in self._neighbours_of:
            self._neighbours_of[place.id] = self._neighbours(place)
        return self._neighbours_of[place.id]

    @cached_property
    def _neighbours_of(self) -> dict[PlaceId, tuple[Place, ...]]:
        return {}

    def _neighbours(self, place: Place) -> tuple[Place, ...]:
        place = self.extent(place) or place
        if not place.has_extent:
            return ()
        own = self._key(place.name)
        return tuple(
            other
            for i in self._near_boxes(place)
            if (other := self._regions[i]).kind == place.kind
            and other.id != place.id
            and self._key(other.name) != own
            and _touch(place, other)
        )

    @cached_property
    def _regions(self) -> tuple[Place, ...]:
        """Smallest first, so that the first match in this order is the smallest."""
        made = (self.extent(place) for place in self._all if self._is_region(place))
        return tuple(sorted((place for place in made if place), key=lambda place: (_size(place), place.id)))

    @cached_property
    def _boxes(self) -> shapely.STRtree:
        return shapely.STRtree([box for place in self._regions for box in _boxes(place)])

    @cached_property
    def _owners(self) -> NDArray[np.int64]:
        return np.array([i for i, place in enumerate(self._regions) for _ in _boxes(place)], np.int64)

    @cached_property
    def _by_name(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for i, place in enumerate(self._all):
            for key in {self._key(name) for name in (place.name, *place.aliases)}:
                found.setdefault(key, []).append(i)
        return found

    @cached_property
    def _children(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for i, place in enumerate(self._all):
            if place.parent and self._is_region(place):
                found.setdefault(self._key(place.parent), []).append(i)
        return found

    def _is_region(self, place: Place) -> bool:
        return place.kind in self._kinds if self._kinds else True

    def _candidates(self, points: Points) -> list[NDArray[np.int64]]:
        """Returns, for each region, the points that may lie in it."""
        if not self._regions or not len(points):
            return [np.array([], np.int64)] * len(self._regions)
        rows, boxes = self._boxes.query(shapely.points(points.lons, points.lats))
        on_seam = np.flatnonzero(np.abs(points.lons) == 180)  # the same meridian from both sides
        if len(on_seam):
            more, others = self._boxes.query(shapely.points(-points.lons[on_seam], points.lats[on_seam]))
            rows, boxes = np.concatenate((rows, on_seam[more])), np.concatenate((boxes, others))
        pairs = np.unique(np.stack((self._owners[boxes], rows)), axis=1)
        return np.split(pairs[1], np.searchsorted(pairs[0], np.arange(1, len(self._regions))))

    def _holds(self, i: int, points: Points) -> NDArray[np.bool_]:
        ground = self._regions[i].ground
        return ground.holds(points) if isinstance(ground, Area) else np.zeros(len(points), np.bool_)

    def _near_boxes(self, place: Place) -> list[int]:
        boxes = [shapely.box(*_widened(box.bounds, TOUCHING_M)) for box in _boxes(place)]
        turned = [
            _moved(box, turn)
            for box in boxes
            for turn in _FULL_TURN
            if turn == 0 or box.bounds[0] < -180 or box.bounds[2] > 180
        ]
        return sorted({int(self._owners[j]) for j in self._boxes.query(turned)[1]}, key=lambda i: self._regions[i].id)

    def _parent(self, place: Place) -> Place | None:
        if (home := self._stated_parent(place)) is not None:
            return self.extent(home) or home
        size = _size(place)
        around = self.regions_of(Points.of([place.centre]))[0]
        return next((region for region in around if region.id != place.id and _size(region) > size), None)

    def _stated_parent(self, child: Place) -> Place | None:
        """Returns the region that a place names as its parent.

        Namesakes are common among districts, and a district often has a village of its own name:
        prefers a region of another kind than the child's, then the nearest.
        """
        key = self._key(child.parent) if child.parent else ""
        named = [self._all[i] for i in self._by_name.get(key, ())] if key else []
        named = [place for place in named if place.id != child.id and self._is_region(place)]
        if len(named) < 2:
            return named[0] if named else None
        return min(named, key=lambda place: (place.kind == child.kind, _apart_m(child.centre, place), place.id))

    def _union(self, place: Place, above: frozenset[PlaceId] = frozenset()) -> Place | None:
        """Returns the place with the union of the outlines of its parts, recursively; cycles of
        regions that contain each other are cut."""
        if not self._children:
            return None
        shapes = []
        for key in {self._key(name) for name in (place.name, *place.aliases)}:
            for child in (self._all[i] for i in self._children.get(key, ())):
                home = self._stated_parent(child)
                if home is None or home.id != place.id or child.id in above:
                    continue
                part = child if isinstance(child.shape, Area) else self._union(child, above | {place.id})
                if part is not None and isinstance(part.shape, Area):
                    shapes.append(part.shape.shape)
        if not shapes:
            return None
        return replace(place, shape=Area.of(shapely.union_all(shapes)), radius_m=0.0)


def _apart_m(point: Point, place: Place) -> float:
    if isinstance(place.shape, Area):
        return float(place.shape.distances_m(Points.of([point]))[0])
    return max(0.0, distance_m(point, place.shape) - place.radius_m)


def _size(place: Place) -> float:
    """Returns the area in square metres, precise enough to order regions by."""
    if isinstance(place.shape, Point):
        return math.pi * place.radius_m**2
    degrees = float(place.shape.shape.area)
    return degrees * _METRES_A_DEGREE**2 * math.cos(math.radians(place.centre.lat))


def _boxes(place: Place) -> list[shapely.Polygon]:
    """Returns the bounding boxes in degrees: one, or two if a circle crosses the antimeridian."""
    if isinstance(place.shape, Area):
        return [shapely.box(*place.shape.shape.bounds)]
    spot = (place.shape.lon, place.shape.lat, place.shape.lon, place.shape.lat)
    west, south, east, north = _widened(spot, place.radius_m)
    if east - west >= 360:
        return [shapely.box(-180.0, south, 180.0, north)]
    turns = [0.0] + ([360.0] if west < -180 else []) + ([-360.0] if east > 180 else [])
    return [shapely.box(west + turn, south, east + turn, north) for turn in turns]


def _widened(bounds: tuple[float, float, float, float], metres: float) -> tuple[float, float, float, float]:
    """Enlarges the box by a distance; to all longitudes near a pole."""
    west, south, east, north = bounds
    up = metres / _METRES_A_DEGREE * 1.001 + 1e-9
    edge = max(abs(south - up), abs(north + up))
    if edge >= 89:
        return -180.0, max(south - up, -90.0), 180.0, min(north + up, 90.0)
    across = up / math.cos(math.radians(edge)) * 1.01
    return west - across, south - up, east + across, north + up


def _touch(one: Place, other: Place) -> bool:
    if isinstance(one.shape, Point) and isinstance(other.shape, Point):
        return distance_m(one.shape, other.shape) <= one.radius_m + other.radius_m
    if isinstance(one.shape, Point):
        return _apart_m(one.shape, other) <= one.radius_m + TOUCHING_M
    if isinstance(other.shape, Point):
        return _apart_m(other.shape, one) <= other.radius_m + TOUCHING_M
    return any(_gap_m(one.shape.shape, other.shape.shape, turn) <= TOUCHING_M for turn in _FULL_TURN)


def _gap_m(one: shapely.MultiPolygon, other: shapely.MultiPolygon, turn: float) -> float:
    """Returns the gap between two outlines, on a map drawn to scale where their boxes meet;
    infinity if these do not."""
    west, south, east, north = _widened(one.bounds, TOUCHING_M)
    a, b, c, d = np.add(other.bounds, (turn, 0.0, turn, 0.0))
    low, high = max(south, b), min(north, d)
    if low > high or max(west, a) > min(east, c):
        return math.inf
    lat = math.radians((low + high) / 2)
    curve = 1 - _SQUARED_ECCENTRICITY * math.sin(lat) ** 2
    across = math.radians(_EQUATOR_M / math.sqrt(curve) * math.cos(lat))
    up = math.radians(_EQUATOR_M * (1 - _SQUARED_ECCENTRICITY) / curve**1.5)
    return float(shapely.distance(_moved(one, 0.0, (across, up)), _moved(other, turn, (across, up))))


def _moved(shape: shapely.Geometry, turn: float, scale: tuple[float, float] = (1.0, 1.0)) -> shapely.Geometry:
    return shapely.transform(shape, lambda degrees: np.add(degrees, (turn, 0.0)) * scale)

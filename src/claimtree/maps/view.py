"""The part of the earth that a map shows, with longitudes continuous at the antimeridian."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

import numpy as np
import shapely

from claimtree.geo import Area, Point

_DECIMALS = 5
"""About a metre, which is invisible on a screen."""

Corner = list[float]
"""Latitude and longitude, as Leaflet expects them; the longitude may be beyond ±180."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A bounding box in degrees; its east may be beyond 180."""

    south: float
    west: float
    north: float
    east: float

    @classmethod
    def of(cls, points: Iterable[Point]) -> View | None:
        """The smallest box around the points: it leaves out the widest gap between their longitudes.

        >>> View.of([Point(-17.8, 177.9), Point(-16.5, -179.9)])
        View(south=-17.8, west=177.9, north=-16.5, east=180.1)
        """
        found = list(points)
        if not found:
            return None
        lons = sorted({point.lon for point in found})
        gaps = [(after - lon, i) for i, (lon, after) in enumerate(zip(lons, [*lons[1:], lons[0] + 360], strict=True))]
        last = max(gaps)[1]
        west, east = lons[(last + 1) % len(lons)], lons[last]
        lats = [point.lat for point in found]
        return cls(south=min(lats), west=west, north=max(lats), east=round(east + 360 if east < west else east, 9))

    @property
    def middle(self) -> float:
        """The longitude of its centre."""
        return (self.west + self.east) / 2

    def near(self, area: Area, *, times: float, least: float) -> bool:
        """True if some of the area lies in the box enlarged on each side by `times` its size."""
        up = max((self.north - self.south) * times, least)
        across = max((self.east - self.west) * times, least)
        for west, south, east, north in (part.bounds for part in area.shape.geoms):
            turn = self.longitude_shift((west + east) / 2)
            is_outside = west + turn > self.east + across or east + turn < self.west - across
            if not is_outside and south <= self.north + up and north >= self.south - up:
                return True
        return False

    def longitude_shift(self, lon: float) -> float:
        """The amount that brings a longitude to the box's side of the earth: 0, 360 or -360."""
        off = lon - self.middle
        return 360.0 if off < -180 else -360.0 if off > 180 else 0.0

    def at(self, point: Point) -> Corner:
        return [round(point.lat, _DECIMALS), round(point.lon + self.longitude_shift(point.lon), _DECIMALS)]

    def rings(self, area: Area) -> list[list[list[Corner]]]:
        """Polygons as lists of rings of corners. Parts cut at the antimeridian are joined again."""
        turns = [self.longitude_shift((part.bounds[0] + part.bounds[2]) / 2) for part in area.shape.geoms]
        parts = area.shape.geoms
        if any(turns):
            moved = [
                shapely.transform(part, partial(np.add, (turn, 0.0))) for part, turn in zip(parts, turns, strict=True)
            ]
            parts = shapely.get_parts(shapely.union_all(moved))
        return [
            [
                [[round(y, _DECIMALS), round(x, _DECIMALS)] for x, y in ring.coords]
                for ring in (part.exterior, *part.interiors)
            ]
            for part in parts
        ]

    def box(self) -> list[Corner]:
        return [[self.south, self.west], [self.north, self.east]]

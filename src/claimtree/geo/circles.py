"""Circles on the earth as areas: everything within a distance of a point."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from claimtree.geo.areas import Area
from claimtree.geo.points import EQUATOR_M, Floats, Point, Points, distance_m
from claimtree.lazy_imports import lazy_module

if TYPE_CHECKING:
    import shapely
else:
    shapely = lazy_module("shapely")

_CORNERS = 48
_OUT = 1 + (1 - np.cos(np.pi / _CORNERS)) / 2
"""Corners lie a little outside and the middles of edges a little inside the radius: a tenth of a
percent."""


def circle(centre: Point, radius_m: float) -> Area:
    """Returns a polygon of 48 corners whose border is the radius away from the centre, to a tenth
    of a percent.

    A circle across the antimeridian is cut there; one that contains a pole becomes a cap of
    latitude.
    """
    pole = Point(90.0 if centre.lat >= 0 else -90.0, centre.lon)
    if distance_m(centre, pole) <= radius_m * 1.01:
        edge = max(-90.0, abs(centre.lat) - np.degrees(radius_m / EQUATOR_M))
        low, high = (edge, 90.0) if centre.lat >= 0 else (-90.0, -edge)
        return Area.of(shapely.box(-180.0, low, 180.0, high))
    wanted = radius_m * _OUT
    here = Points.of([centre])
    reach = np.full(_CORNERS, wanted)
    corners = _corners(centre, reach)
    for _ in range(2):
        # First on a sphere; then corrected by the error of the resulting distance.
        around = Points(corners[:, 1], (corners[:, 0] + 180.0) % 360.0 - 180.0)
        reach = reach * wanted / np.maximum(around.distances_m(here), 0.01)
        corners = _corners(centre, reach)
    return Area.of(cut_at_antimeridian(shapely.Polygon(corners)))


def _corners(centre: Point, reach_m: Floats) -> Floats:
    """Returns longitudes and latitudes in all directions, at this distance on a sphere; longitudes
    may exceed ±180."""
    lat, angle = np.radians(centre.lat), reach_m / EQUATOR_M
    bearing = np.linspace(0, 2 * np.pi, len(reach_m), endpoint=False)
    lats = np.arcsin(np.sin(lat) * np.cos(angle) + np.cos(lat) * np.sin(angle) * np.cos(bearing))
    turns = np.arctan2(np.sin(bearing) * np.sin(angle) * np.cos(lat), np.cos(angle) - np.sin(lat) * np.sin(lats))
    return np.column_stack((centre.lon + np.degrees(turns), np.degrees(lats)))


def cut_at_antimeridian(shape: shapely.Polygon | shapely.MultiPolygon) -> shapely.Polygon | shapely.MultiPolygon:
    """Splits a shape whose longitudes exceed ±180 into parts that do not."""
    west, _, east, _ = shape.bounds
    if west >= -180 and east <= 180:
        return shape
    parts = []
    for turn in (-360.0, 0.0, 360.0):
        moved = shapely.transform(shape, lambda degrees, by=turn: degrees + np.array((by, 0.0)))
        inside = shapely.intersection(moved, shapely.box(-180, -90, 180, 90))
        parts += [part for part in shapely.get_parts(inside) if isinstance(part, shapely.Polygon) and not part.is_empty]
    return shapely.MultiPolygon(parts)

"""A circle on the earth as an area: what is at most so far from a point."""

from __future__ import annotations

import numpy as np
import shapely

from claimtree.geo.areas import Area
from claimtree.geo.points import EQUATOR_M, Point

_CORNERS = 48
_NEAR_POLE = 89.0


def circle(centre: Point, radius_m: float) -> Area:
    """A polygon of 48 corners whose border is nowhere more than a quarter of a percent nearer than the radius.

    One that crosses the antimeridian is cut there; one that takes in a pole is a cap of its latitude.
    """
    angle = radius_m / EQUATOR_M
    reach = np.degrees(angle)
    if abs(centre.lat) + reach > _NEAR_POLE:
        edge = max(-90.0, abs(centre.lat) - reach)
        low, high = (edge, 90.0) if centre.lat >= 0 else (-90.0, -edge)
        return Area.of(shapely.box(-180.0, low, 180.0, high))
    bearing = np.linspace(0, 2 * np.pi, _CORNERS, endpoint=False)
    lat = np.radians(centre.lat)
    lats = np.arcsin(np.sin(lat) * np.cos(angle) + np.cos(lat) * np.sin(angle) * np.cos(bearing))
    turns = np.arctan2(
        np.sin(bearing) * np.sin(angle) * np.cos(lat),
        np.cos(angle) - np.sin(lat) * np.sin(lats),
    )
    corners = np.column_stack((centre.lon + np.degrees(turns), np.degrees(lats)))
    return Area.of(cut_at_antimeridian(shapely.Polygon(corners)))


def cut_at_antimeridian(shape: shapely.Polygon | shapely.MultiPolygon) -> shapely.Polygon | shapely.MultiPolygon:
    """A shape whose longitudes run beyond ±180 as parts that do not."""
    west, _, east, _ = shape.bounds
    if west >= -180 and east <= 180:
        return shape
    parts = []
    for turn in (-360.0, 0.0, 360.0):
        moved = shapely.transform(shape, lambda degrees, by=turn: degrees + np.array((by, 0.0)))
        inside = shapely.intersection(moved, shapely.box(-180, -90, 180, 90))
        parts += [part for part in shapely.get_parts(inside) if isinstance(part, shapely.Polygon) and not part.is_empty]
    return shapely.MultiPolygon(parts)

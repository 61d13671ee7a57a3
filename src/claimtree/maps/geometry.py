"""Shapes for maps: buffers around places, simplified areas, and GeoJSON geometries."""

from __future__ import annotations

import math

import numpy as np
import shapely
import shapely.ops
from shapely.geometry.polygon import orient

from claimtree.geo import Area, Point, circle, cut_at_antimeridian
from claimtree.geo.points import EQUATOR_M, FLATTENING, Floats
from claimtree.json_types.place_types import GeometryShape

DECIMALS = 6
"""Decimals of a degree: 11 cm, the most that RFC 7946 considers useful."""
_QUARTER = 12
"""Corners of a quarter circle; four quarters have as many as `geo.circle`."""
_HIGHEST = 85.0
"""Degrees. Nearer to a pole a flat map of degrees is too distorted."""


def buffer(ground: Point | Area, radius_m: float) -> Area:
    """The area within a distance, for drawing; it is never used to measure.

    Around an outline it is computed on a flat map at its centre: right to 1 % for an area of a
    city's size.
    """
    if isinstance(ground, Point) or abs(ground.centre.lat) > _HIGHEST:
        return circle(ground if isinstance(ground, Point) else ground.centre, radius_m)
    scale = _metres(ground.centre.lat)
    flat = shapely.transform(ground.shape, lambda degrees: degrees * scale)
    wide = shapely.transform(shapely.buffer(flat, radius_m, quad_segs=_QUARTER), lambda metres: metres / scale)
    return Area.of(cut_at_antimeridian(wide))


def nearest_part(ground: Point | Area, here: Point) -> Point:
    """The end of a line from here to a place, to draw: at its border, or here if inside."""
    if isinstance(ground, Point):
        return ground
    scale = _metres(min(max(here.lat, -_HIGHEST), _HIGHEST))
    flat = shapely.transform(ground.shape, lambda degrees: degrees * scale)
    # The shortest line may cross the antimeridian.
    starts = [shapely.Point(np.array((here.lon + turn, here.lat)) * scale) for turn in (0.0, 360.0, -360.0)]
    end, _ = shapely.ops.nearest_points(flat, min(starts, key=flat.distance))
    lon, lat = np.array((end.x, end.y)) / scale
    return Point(float(np.clip(lat, -90, 90)), float(np.clip(lon, -180, 180)))


def _metres(lat: float) -> Floats:
    """Metres per degree to the east and to the north at a latitude."""
    squared = FLATTENING * (2 - FLATTENING)
    bulge = 1 - squared * math.sin(math.radians(lat)) ** 2
    east = math.radians(EQUATOR_M / math.sqrt(bulge) * math.cos(math.radians(lat)))
    return np.array((east, math.radians(EQUATOR_M * (1 - squared) / bulge**1.5)))


def simplified(area: Area, degrees: float) -> Area:
    """The area with fewer corners, its border moved by no more than so many degrees."""
    if degrees <= 0:
        return area
    made = shapely.simplify(area.shape, degrees, preserve_topology=True)
    return Area.of(made) if not made.is_empty else area


def corners(area: Area) -> int:
    return sum(len(ring) for rings in area.polygons for ring in rings)


def geometry(shape: Point | Area) -> GeometryShape:
    """As in RFC 7946: longitude first; outlines anticlockwise, holes clockwise."""
    if isinstance(shape, Point):
        return {"type": "Point", "coordinates": [round(shape.lon, DECIMALS), round(shape.lat, DECIMALS)]}
    polygons = [
        [
            [[round(x, DECIMALS), round(y, DECIMALS)] for x, y in ring.coords]
            for ring in (polygon.exterior, *polygon.interiors)
        ]
        for polygon in (orient(part) for part in shape.shape.geoms)
    ]
    if len(polygons) == 1:
        return {"type": "Polygon", "coordinates": polygons[0]}
    return {"type": "MultiPolygon", "coordinates": polygons}

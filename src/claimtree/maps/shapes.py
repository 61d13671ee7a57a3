"""Shapes as maps want them: the ground around a place, the rings of an area in the order that GeoJSON asks for."""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np
import shapely
from shapely.geometry.polygon import orient

from claimtree.geo import Area, Point, circle, cut_at_antimeridian
from claimtree.geo.points import EQUATOR_M, FLATTENING

Geometry: TypeAlias = dict[str, object]

DECIMALS = 6
"""Of a degree: 11 cm, the most that RFC 7946 finds useful."""
_QUARTER = 12
"""Corners of a quarter circle: of a whole one as many as `geo.circle` has."""
_HIGHEST = 85.0
"""Degrees. Nearer to a pole no flat map of degrees is any good."""


def around(ground: Point | Area, radius_m: float) -> Area:
    """What is at most so far away, as an area to draw; nobody measures with it.

    Around an outline it is made on a flat map of its middle: right to a hundredth for anything of a city's size.
    """
    if isinstance(ground, Point) or abs(ground.centre.lat) > _HIGHEST:
        return circle(ground if isinstance(ground, Point) else ground.centre, radius_m)
    lat = math.radians(ground.centre.lat)
    squared = FLATTENING * (2 - FLATTENING)
    bulge = 1 - squared * math.sin(lat) ** 2
    north = math.radians(EQUATOR_M * (1 - squared) / bulge**1.5)
    east = math.radians(EQUATOR_M / math.sqrt(bulge) * math.cos(lat))
    scale = np.array((east, north))
    flat = shapely.transform(ground.shape, lambda degrees: degrees * scale)
    wide = shapely.transform(shapely.buffer(flat, radius_m, quad_segs=_QUARTER), lambda metres: metres / scale)
    return Area.of(cut_at_antimeridian(wide))


def simplified(area: Area, degrees: float) -> Area:
    """The same with fewer corners, none of its border moved farther than so much."""
    if degrees <= 0:
        return area
    made = shapely.simplify(area.shape, degrees, preserve_topology=True)
    return Area.of(made) if not made.is_empty else area


def corners(area: Area) -> int:
    return sum(len(ring) for rings in area.polygons for ring in rings)


def geometry(shape: Point | Area) -> Geometry:
    """As RFC 7946 has it: longitude first; outlines run anticlockwise, holes clockwise."""
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

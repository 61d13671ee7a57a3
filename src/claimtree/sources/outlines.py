"""Turns geometry of files into valid points and areas: on the earth, closed, without
self-intersections.

What can be repaired without guessing is repaired and reported: a ring that is not closed, an
outline that crosses itself, an outline across the antimeridian in either of the two common
notations (longitudes that run on to 190, or that jump from 179 to -179), one around a pole. What
would be a guess is refused.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final, TypeAlias

import shapely
from shapely.affinity import translate

from claimtree.errors import BadPlace
from claimtree.geo import Area, Point, distance_m
from claimtree.row_files import BadRow, shown

MAX_CORNERS: Final = 100_000
"""Maximum of one outline. A country at full detail has more, but no search needs its border that
exactly.
"""
MAX_SPREAD_M: Final = 1_000.0
"""Maximum distance of the points of one feature from their centre for them to be one place."""
PROJECTED: Final = 1_000.0
"""No coordinate in degrees is as large; metres of a projected map are."""

Corner: TypeAlias = tuple[float, float]
"""Longitude and latitude."""


class Mend(StrEnum):
    """A repair made to an outline; the value completes "outlines that …"."""

    CLOSED = "were not closed"
    UNCROSSED = "crossed themselves"
    CUT = "lay across the antimeridian"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """The geometry of a place, and the repairs made to it."""

    where: Point | Area
    mended: frozenset[Mend] = frozenset()


class Projected(BadRow):
    """The coordinates are metres or feet on some map; only its projection says where that is."""


def spot(lat: float, lon: float) -> Point:
    """Returns the point at these degrees; raises if it is not on the earth, or at 0, 0."""
    if max(abs(lat), abs(lon)) > PROJECTED:
        raise Projected(
            f"{lon:.12g}, {lat:.12g} look like metres of a projected map; give degrees of WGS 84 (EPSG:4326)"
        )
    try:
        point = Point(lat, lon)
    except BadPlace as bad:
        raise BadRow(f"{bad.message}; {bad.hint}".rstrip(".; ")) from None
    if abs(lat) < 1e-6 and abs(lon) < 1e-6:
        raise BadRow("latitude 0 and longitude 0 are what programs write for a place that they could not find")
    return point


def read_shape(geometry: Mapping[str, object]) -> Shape:
    """Returns the point or area of a GeoJSON geometry."""
    kind, coordinates = geometry.get("type"), geometry.get("coordinates")
    match kind:
        case "Point":
            return Shape(where=spot(*_corner(coordinates)[::-1]))
        case "MultiPoint":
            return Shape(where=_middle([spot(*_corner(one)[::-1]) for one in _listed(coordinates, "points")]))
        case "Polygon":
            return _area([_rings(coordinates)])
        case "MultiPolygon":
            return _area([_rings(one) for one in _listed(coordinates, "polygons")])
        case "LineString" | "MultiLineString" | "GeometryCollection":
            raise BadRow(f"a {kind} is no place; give a Point, a Polygon or several of one of them")
        case _:
            raise BadRow(f"no geometry is of the type {shown(kind)}")


def read_wkt(text: str) -> Shape:
    """Returns the point or area of a geometry as well-known text ("POINT (-73.95 40.71)")."""
    head, _, rest = text.partition(";")
    if rest and head.upper().startswith("SRID="):
        if head[5:].strip() not in ("4326", "0"):
            raise Projected(f"{head} is not WGS 84; give degrees (SRID=4326)")
        text = rest
    try:
        geometry = shapely.from_wkt(text.strip())
    except shapely.errors.GEOSException as error:
        raise BadRow(f"broken geometry text {shown(text.strip())}: {error}") from None
    return read_shape(shapely.geometry.mapping(geometry))


def _listed(value: object, of: str) -> Sequence[object]:
    if not isinstance(value, list | tuple):
        raise BadRow(f"coordinates are a list of {of}, not {shown(value)}")
    if not value:
        raise BadRow("an empty geometry")
    return value


def _corner(value: object) -> Corner:
    position = _listed(value, "numbers")
    numbers = [float(one) for one in position[:2] if isinstance(one, int | float) and not isinstance(one, bool)]
    if len(numbers) < 2:
        raise BadRow(f"a position is a longitude and a latitude, not {shown(list(position))}")
    # No map is more precise than a tenth of a millimetre, and shapely fails on numbers very close
    # to zero.
    return round(numbers[0], 9), round(numbers[1], 9)


def _middle(points: Sequence[Point]) -> Point:
    """Returns the centre of points that are one place, such as the entrances of a station."""
    first = points[0]
    # Relative to the first point, so that the centre of 179° and -179° is not at 0°.
    east = sum(math.remainder(point.lon - first.lon, 360) for point in points) / len(points)
    lat = sum(point.lat for point in points) / len(points)
    middle = Point(lat, math.remainder(first.lon + east, 360))
    spread = max(distance_m(middle, point) for point in points)
    if spread > MAX_SPREAD_M:
        raise BadRow(f"its points lie up to {spread / 1000:.1f} km from their middle; give each a feature of its own")
    return middle


def _rings(value: object) -> list[list[Corner]]:
    return [[_corner(one) for one in _listed(ring, "positions")] for ring in _listed(value, "rings")]


def _area(polygons: list[list[list[Corner]]]) -> Shape:
    corners = sum(len(ring) for rings in polygons for ring in rings)
    if corners > MAX_CORNERS:
        raise BadRow(f"an outline of {corners:,} corners; at most {MAX_CORNERS:,} are read: simplify it")
    mended: set[Mend] = set()
    parts: list[shapely.Geometry] = []
    for rings in polygons:
        shell, *holes = [_checked(ring, mended) for ring in rings]
        shell = _around_pole(_unrolled(shell))
        middle = (min(lon for lon, _ in shell) + max(lon for lon, _ in shell)) / 2
        cut_out = [_shifted_hole(_unrolled(hole), middle) for hole in holes]
        made: shapely.Geometry = shapely.Polygon(shell, cut_out)
        if not made.is_valid:
            # Ring by ring: a hole removes area and never adds any, wherever it lies.
            made = shapely.difference(_uncrossed(shell), shapely.union_all([_uncrossed(hole) for hole in cut_out]))
            mended.add(Mend.UNCROSSED)
        parts.extend(_cut(made, mended))
    flat = [one for part in parts for one in _polygons(part)]
    merged = shapely.MultiPolygon(flat)
    if not merged.is_valid:
        # Parts of one place may overlap, or touch along an edge as those of a cut around a pole do.
        merged = shapely.MultiPolygon(list(_polygons(shapely.union_all(flat))))
    if merged.is_empty or merged.area == 0:
        raise BadRow("an outline that encloses nothing")
    return Shape(where=Area.of(merged), mended=frozenset(mended))


def _checked(ring: list[Corner], mended: set[Mend]) -> list[Corner]:
    """Returns the ring closed; raises if a corner is not on the earth."""
    for lon, lat in ring:
        if not (math.isfinite(lon) and math.isfinite(lat)):
            raise BadRow(f"a corner at longitude {lon} and latitude {lat}, which are not both numbers")
        if max(abs(lat), abs(lon)) > PROJECTED:
            raise Projected(
                f"a corner at {lon:.12g}, {lat:.12g} looks like metres of a projected map; give degrees of WGS 84 "
                "(EPSG:4326)"
            )
        if abs(lat) > 90 or abs(lon) > 360:
            swapped = "; they look swapped" if abs(lat) <= 180 and abs(lon) <= 90 else ""
            raise BadRow(f"a corner at latitude {lat:g} and longitude {lon:g}, which is nowhere{swapped}")
    if ring[0] != ring[-1]:
        ring = [*ring, ring[0]]
        mended.add(Mend.CLOSED)
    if len(set(ring)) < 3:
        raise BadRow(f"a ring of {len(set(ring))} different corners; it takes three to enclose something")
    return ring


def _unrolled(ring: list[Corner]) -> list[Corner]:
    """Returns the ring without jumps in longitude: from 179 on to 181, not to -179.

    An edge of exactly 360° is not a jump: the lower edge of a map is drawn that way.
    """
    run, turn = [ring[0]], 0.0
    for (before, _), (lon, lat) in pairwise(ring):
        step = lon - before
        if 180 < abs(step) < 360:
            turn -= math.copysign(360, step)
        run.append((lon + turn, lat))
    return run


def _around_pole(ring: list[Corner]) -> list[Corner]:
    """Returns the ring extended to the nearer pole if it ends a full turn away from its start: it
    then encloses that pole.
    """
    if abs(ring[-1][0] - ring[0][0]) < 180:
        return ring
    pole = math.copysign(90, sum(lat for _, lat in ring))
    return [*ring, (ring[-1][0], pole), (ring[0][0], pole), ring[0]]


def _uncrossed(ring: list[Corner]) -> shapely.Geometry:
    """Returns the area that a ring encloses in either direction, without lines that enclose
    nothing.
    """
    return shapely.make_valid(shapely.Polygon(ring), method="structure", keep_collapsed=False)


def _shifted_hole(ring: list[Corner], middle: float) -> list[Corner]:
    """Returns a hole shifted to the same turn of the earth as the polygon that it is cut from."""
    here = (min(lon for lon, _ in ring) + max(lon for lon, _ in ring)) / 2
    turn = 360 * round((middle - here) / 360)
    return [(lon + turn, lat) for lon, lat in ring]


def _cut(shape: shapely.Geometry, mended: set[Mend]) -> Iterator[shapely.Geometry]:
    """Yields the parts of a shape on each turn of the earth, all shifted into -180…180."""
    if shape.is_empty:
        return
    west, _, east, _ = shape.bounds
    if west >= -180 and east <= 180:
        yield shape
        return
    turns = range(math.floor((west + 180) / 360), math.ceil((east + 180) / 360))
    for turn in turns:
        left = -180 + 360 * turn
        yield translate(shapely.intersection(shape, shapely.box(left, -90, left + 360, 90)), xoff=-360 * turn)
    if len(turns) > 1:
        mended.add(Mend.CUT)


def _polygons(shape: shapely.Geometry) -> Iterator[shapely.Polygon]:
    """Yields the polygons of a shape, without lines and points that a repair leaves behind."""
    if isinstance(shape, shapely.Polygon):
        if not shape.is_empty:
            yield shape
    elif isinstance(shape, shapely.MultiPolygon | shapely.GeometryCollection):
        for part in shape.geoms:
            yield from _polygons(part)

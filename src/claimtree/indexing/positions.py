"""Reads the coordinates of an entity from its columns, and reports faulty ones."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from claimtree.errors import BadPlace
from claimtree.geo import Point
from claimtree.model.hierarchy import Field, Source
from claimtree.model.notices import Notice, NoticeCode, notice

LATITUDES = ("lat", "latitude")
LONGITUDES = ("lon", "lng", "long", "longitude")


def position(sources: Sequence[Source]) -> tuple[Point | None, Notice | None]:
    """Returns the coordinates of the newest source that gives any, or None and why not."""
    for source in reversed(sources):
        lat, lon = _column(source.fields, LATITUDES), _column(source.fields, LONGITUDES)
        if lat is None and lon is None:
            continue
        if lat is None or lon is None:
            missing = NoticeCode.LONGITUDE_MISSING if lon is None else NoticeCode.LATITUDE_MISSING
            return None, notice(missing, source=source.name)
        try:
            point = Point(_number(lat), _number(lon))
        except BadPlace as bad:
            problem = f"{bad.message}. {bad.hint}".rstrip()
            coordinates = f"{lat!r}, {lon!r}"
            bad_notice = notice(
                NoticeCode.COORDINATES_BAD, source=source.name, coordinates=coordinates, problem=problem
            )
            return None, bad_notice
        if point == Point(0.0, 0.0):
            return None, notice(NoticeCode.COORDINATES_ZERO, source=source.name)
        return point, None
    return None, None


def _column(fields: Mapping[str, Field], names: Sequence[str]) -> Field | None:
    known = {key.casefold(): value for key, value in fields.items()}
    return next((known[name] for name in names if known.get(name) not in (None, "")), None)


def _number(value: Field) -> float:
    """Returns the number, or NaN if there is none."""
    if isinstance(value, bool | tuple):
        return math.nan
    try:
        return float(value)
    except ValueError:
        return math.nan

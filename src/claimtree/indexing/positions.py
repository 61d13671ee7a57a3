"""Reads the coordinates of an entity from its columns, and reports faulty ones."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from claimtree.errors import BadPlace
from claimtree.geo import Point
from claimtree.model.hierarchy import Field, Source

LATITUDES = ("lat", "latitude")
LONGITUDES = ("lon", "lng", "long", "longitude")


def position(sources: Sequence[Source]) -> tuple[Point | None, str]:
    """Returns the coordinates of the newest source that gives any, or None and why not."""
    for source in reversed(sources):
        lat, lon = _column(source.fields, LATITUDES), _column(source.fields, LONGITUDES)
        if lat is None and lon is None:
            continue
        if lat is None or lon is None:
            missing = "longitude" if lon is None else "latitude"
            return None, f"{source.name}: coordinates without a {missing} are left out"
        try:
            point = Point(_number(lat), _number(lon))
        except BadPlace as bad:
            said = f"{lat!r}, {lon!r}"
            return None, f"{source.name}: coordinates {said} are left out: {bad.message}. {bad.hint}".rstrip()
        if point == Point(0.0, 0.0):
            return None, f"{source.name}: coordinates 0, 0 are left out: they lie in the sea and mean that nobody knows"
        return point, ""
    return None, ""


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

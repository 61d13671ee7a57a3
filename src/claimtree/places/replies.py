"""Parses the fields of a provider's reply; a missing or invalid field drops one result only."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, TypeVar

from claimtree.errors import BadPlace
from claimtree.geo import Point, distance_m
from claimtree.model.notices import NoticeCode, notice
from claimtree.model.places import Candidate
from claimtree.places.http_client import Web
from claimtree.places.provider_notices import Notes

Read = TypeVar("Read")
Item: TypeAlias = Mapping[str, Any]

LONGEST_NAME = 200
"""Maximum length of a name in characters; no place has a longer one."""
METRES_A_DEGREE = 110_500.0
"""Metres per degree of latitude, slightly less than the smallest value."""
UNLIKE = 0.5
"""Below this likeness a place has another name than was asked for, whatever the provider says."""


def each(items: object, read: Callable[[Item], Read | None], *, web: Web, notes: Notes) -> list[Read]:
    """Returns the usable results. Raises an error if none of them is usable, and adds a notice if
    some are not."""
    if not isinstance(items, list):
        raise web.changed("no list of results")
    found = [made for item in items if isinstance(item, Mapping) and (made := read(item)) is not None]
    if items and not found:
        raise web.changed(f"none of {len(items)} results has a name and a place on the earth that can be read")
    if len(found) < len(items):
        unread = len(items) - len(found)
        notes.add(notice(NoticeCode.PROVIDER_UNREADABLE, provider=web.site.provider, unread=unread, count=len(items)))
    return found


def number(value: object) -> float | None:
    """Parses a finite number, which some services send as text; None for anything else.

    >>> number(3), number("3.5"), number("NaN"), number(True), number(None)
    (3.0, 3.5, None, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        read = float(value)
    except (ValueError, OverflowError):
        return None
    return read if math.isfinite(read) else None


def words(value: object) -> str:
    """Returns a name on one line, without control characters; "" for what is no name.

    >>> words(" Bedford\\n Av"), words(7)
    ('Bedford Av', '')
    """
    if not isinstance(value, str):
        return ""
    line = " ".join(value.split())
    return "".join(character for character in line if character.isprintable())[:LONGEST_NAME].strip()


def listed(value: object) -> tuple[str, ...]:
    """Returns the names in a list, without invalid ones."""
    return tuple(filter(None, map(words, value))) if isinstance(value, list) else ()


def several(value: object) -> tuple[str, ...]:
    """Splits several names in one text, as OpenStreetMap writes them ("Q;Queue")."""
    return tuple(filter(None, map(words, value.split(";")))) if isinstance(value, str) else ()


def inner(item: Item, *path: str) -> Item:
    """Returns the nested mapping at a path; empty if a part of the path is missing."""
    for name in path:
        found = item.get(name)
        item = found if isinstance(found, Mapping) else {}
    return item


def spot(lat: object, lon: object) -> Point | None:
    """Returns the point; None if it is invalid, and for 0, 0, which services use for an unknown
    position."""
    north, east = number(lat), number(lon)
    if north is None or east is None or (north == 0 and east == 0):
        return None
    try:
        return Point(north, east)
    except BadPlace:
        return None


def reach_m(low: Point | None, high: Point | None) -> float:
    """Returns a radius for a region with this bounding box: of a circle with about four fifths of
    its area; 0 without a box."""
    if low is None or high is None:
        return 0.0
    across = distance_m(low, Point(low.lat, high.lon))
    along = distance_m(low, Point(high.lat, low.lon))
    return round(math.sqrt(across * along) / 2, 1)


def box(around: Point, radius_m: float) -> tuple[Point, Point]:
    """Returns the south-western and the north-eastern corner of a box around a circle.

    If it crosses the antimeridian, the western corner has the greater longitude.
    """
    up = radius_m / METRES_A_DEGREE
    south, north = max(-90.0, around.lat - up), min(90.0, around.lat + up)
    narrow = math.cos(math.radians(max(abs(south), abs(north))))
    across = up / narrow if narrow > 1e-6 else 180.0
    if across >= 180:
        return Point(south, -180.0), Point(north, 180.0)
    return Point(south, _wrap_longitude(around.lon - across)), Point(north, _wrap_longitude(around.lon + across))


def _wrap_longitude(lon: float) -> float:
    return lon + 360 if lon < -180 else lon - 360 if lon > 180 else lon


def best_first(candidates: Iterable[Candidate], *, kind: str, limit: int) -> tuple[Candidate, ...]:
    """Sorts by likeness, then by the kind asked for, then in the provider's order; without
    duplicates."""
    ordered = sorted(
        (found for found in candidates if found.likeness >= UNLIKE),
        key=lambda found: (-found.likeness, bool(kind) and found.place.kind != kind),
    )
    once = {found.place.id: found for found in reversed(ordered)}
    return tuple(found for found in ordered if once[found.place.id] is found)[: max(limit, 0)]

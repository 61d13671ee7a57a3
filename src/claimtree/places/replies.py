"""What a provider's reply says, field by field: a field that is missing or not what it should be costs one result."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, TypeVar

from claimtree.errors import BadPlace
from claimtree.geo import Point, distance_m
from claimtree.model.places import Candidate
from claimtree.places.http_client import Web
from claimtree.places.provider_notices import Notes

Read = TypeVar("Read")
Item: TypeAlias = Mapping[str, Any]

LONGEST_NAME = 200
"""Characters. Nothing is called more than that."""
METRES_A_DEGREE = 110_500.0
"""Of latitude, and a little less than anywhere."""
UNLIKE = 0.5
"""Below this a place has another name than was asked for, whatever a provider thinks."""


def each(items: object, read: Callable[[Item], Read | None], *, web: Web, notes: Notes) -> list[Read]:
    """The results that can be used. None of several is a failure; a few are told."""
    if not isinstance(items, list):
        raise web.changed("no list of results")
    found = [made for item in items if isinstance(item, Mapping) and (made := read(item)) is not None]
    if items and not found:
        raise web.changed(f"none of {len(items)} results has a name and a place on the earth that can be read")
    if len(found) < len(items):
        notes.add(f"{web.site.provider}: {len(items) - len(found)} of {len(items)} results could not be read.")
    return found


def number(value: object) -> float | None:
    """A finite number, which some services send as text; None for anything else.

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
    """A name on one line, without control characters; "" for what is no name.

    >>> words(" Bedford\\n Av"), words(7)
    ('Bedford Av', '')
    """
    if not isinstance(value, str):
        return ""
    line = " ".join(value.split())
    return "".join(character for character in line if character.isprintable())[:LONGEST_NAME].strip()


def listed(value: object) -> tuple[str, ...]:
    """The names in a list; those that are none are left out."""
    return tuple(filter(None, map(words, value))) if isinstance(value, list) else ()


def several(value: object) -> tuple[str, ...]:
    """Names in one text, as OpenStreetMap writes them: "Q;Queue"."""
    return tuple(filter(None, map(words, value.split(";")))) if isinstance(value, str) else ()


def inner(item: Item, *path: str) -> Item:
    """What stands within what; empty where something on the way is missing."""
    for name in path:
        found = item.get(name)
        item = found if isinstance(found, Mapping) else {}
    return item


def spot(lat: object, lon: object) -> Point | None:
    """Where it is; None for what is nowhere, and for 0, 0: that is where services put what they cannot place."""
    north, east = number(lat), number(lon)
    if north is None or east is None or (north == 0 and east == 0):
        return None
    try:
        return Point(north, east)
    except BadPlace:
        return None


def reach_m(low: Point | None, high: Point | None) -> float:
    """How far a region reaches that fills a box: the radius of a circle some four fifths as large; 0 without a box."""
    if low is None or high is None:
        return 0.0
    across = distance_m(low, Point(low.lat, high.lon))
    along = distance_m(low, Point(high.lat, low.lon))
    return round(math.sqrt(across * along) / 2, 1)


def box(around: Point, radius_m: float) -> tuple[Point, Point]:
    """The south-western and the north-eastern corner of a box around a circle.

    Where it crosses the antimeridian the western corner has the greater longitude.
    """
    up = radius_m / METRES_A_DEGREE
    south, north = max(-90.0, around.lat - up), min(90.0, around.lat + up)
    narrow = math.cos(math.radians(max(abs(south), abs(north))))
    across = up / narrow if narrow > 1e-6 else 180.0
    if across >= 180:
        return Point(south, -180.0), Point(north, 180.0)
    return Point(south, _turned(around.lon - across)), Point(north, _turned(around.lon + across))


def _turned(lon: float) -> float:
    return lon + 360 if lon < -180 else lon - 360 if lon > 180 else lon


def best_first(candidates: Iterable[Candidate], *, kind: str, limit: int) -> tuple[Candidate, ...]:
    """By likeness, then those of the kind asked for, then as the provider had them; each place once."""
    ordered = sorted(
        (found for found in candidates if found.likeness >= UNLIKE),
        key=lambda found: (-found.likeness, bool(kind) and found.place.kind != kind),
    )
    once = {found.place.id: found for found in reversed(ordered)}
    return tuple(found for found in ordered if once[found.place.id] is found)[: max(limit, 0)]

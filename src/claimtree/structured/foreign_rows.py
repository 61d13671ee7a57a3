"""Mends what foreign rows often have otherwise before they are read: coordinates in the wrong order, or of another
city; objects where a name is meant; times as numbers; half an emoji where a text was cut.

What a row says besides is read as it is: indexing knows "10x20" as an area and "4+1" as four, and reports "Nego".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from claimtree.errors import BadPlace
from claimtree.geo import Point, Points
from claimtree.model.columns import TEXT_COLUMNS, Export, column_key
from claimtree.model.name_folding import name_key
from claimtree.model.pack import Pack
from claimtree.model.places import Place
from claimtree.model.source_query import Row

FAR_M: Final = 50_000.0
"""A row that says that it is in a region, and lies farther away, has the coordinates of something else."""
_LAT: Final = ("lat", "latitude")
_LON: Final = ("lon", "lng", "long", "longitude")
_NAMES: Final = ("name", "title", "label", "value", "nama")
"""The keys of an object that say what it is."""
_TEXTS: Final = ("title", *TEXT_COLUMNS)
_FIRST_S, _LAST_S = 1e8, 1e11
"""Numbers between these are times in seconds since 1970; a thousand times that in milliseconds."""

RegionsOf = Callable[[str], Sequence[Sequence[Place]]]
"""The regions of a name, each followed by those that it lies in, the smallest first; towns far apart have districts of
one name. Empty if it is not known."""


@dataclass(frozen=True, slots=True)
class _Named:
    """A region that a row names, and those that have the name."""

    name: str
    found: Sequence[Sequence[Place]]


class RowMender:
    """Mends the rows of one source."""

    def __init__(self, pack: Pack, layout: Export | None = None, regions_of: RegionsOf | None = None) -> None:
        """`layout` is what columns are read as, None if it is recognised by them; `regions_of` knows where regions
        are."""
        self._regions_of = regions_of or no_regions
        self._regions = region_columns(pack)
        layouts = pack.exports.values() if layout is None else (layout,)
        self._read_as = {name: rule.to for one in layouts for name, rule in one.rules.items() if rule.to}

    def mended(self, row: Row) -> tuple[Row, str]:
        """Returns the row as it can be read, and what was wrong with its coordinates, or ""."""
        return mended({name: self._plain(name, row[name]) for name in row}, self._regions_of, regions=self._regions)

    def _plain(self, name: str, value: object) -> object:
        key = column_key(name)
        read_as = self._read_as.get(key, key)
        plain = _plain(value)
        if isinstance(plain, bool) or not isinstance(plain, int | float):
            return plain
        if read_as == "updated":
            return _time(plain) or plain
        return str(plain) if read_as in _TEXTS else plain


def no_regions(name: str) -> Sequence[Sequence[Place]]:
    """Knows no region."""
    return ()


def mended(row: Row, regions_of: RegionsOf, *, regions: tuple[str, ...]) -> tuple[Row, str]:
    """Returns the row with usable coordinates or none, and what was wrong with them, or "".

    `regions` are the columns that name where it is, the smallest first.
    """
    names = {column_key(str(name)): str(name) for name in row}
    lat_name = next((names[name] for name in _LAT if name in names), "")
    lon_name = next((names[name] for name in _LON if name in names), "")
    lat, lon = _degrees(row.get(lat_name)), _degrees(row.get(lon_name))
    if lat is None or lon is None:
        return row, ""
    texts = [str(row[names[name]]) for name in map(column_key, regions) if name in names and row[names[name]]]
    named = [_Named(text, regions_of(text)) for text in texts]
    here, turned = _point(lat, lon), _point(lon, lat)
    if here is not None and _fits(here, named):
        return row, ""
    decisive = _decisive(named)
    if turned is not None and (_fits(turned, named) or (here is None and decisive is None)):
        swapped: Mapping[str, object] = {**row, lat_name: row[lon_name], lon_name: row[lat_name]}
        return swapped, f"latitude {lat:g} and longitude {lon:g} were the wrong way round"
    if decisive is not None:
        where = f"are far from {decisive.found[0][0].name!r}, where it says that it is"
    elif here is not None:
        return row, ""  # they may well be right
    else:
        where = "are nowhere on earth"
    kept = {name: value for name, value in row.items() if name not in (lat_name, lon_name)}
    return kept, f"the coordinates {lat:g}, {lon:g} {where}; they are left out"


def region_columns(pack: Pack) -> tuple[str, ...]:
    """Returns the columns that name where a row is, the smallest region first."""
    return pack.places.regions if pack.places is not None else ()


def _plain(value: object) -> object:
    """Returns a value without objects, where they only wrap what is meant: {"id": 3, "name": "CCTV"} is "CCTV", and
    {"cctv": true, "gym": false} is ["cctv"]. What is nested otherwise stays as it is."""
    if isinstance(value, str):
        return _whole(value)
    if isinstance(value, list):
        plain = [_plain(item) for item in value]
        return [str(item) if _is_number(item) else item for item in plain]
    if not isinstance(value, Mapping):
        return value
    if value and all(isinstance(one, bool) for one in value.values()):
        return [_whole(str(name)) for name, holds in value.items() if holds]
    by_key = {column_key(str(name)): one for name, one in value.items()}
    names = (by_key.get(key) for key in _NAMES)
    return next((_plain(one) for one in names if isinstance(one, str) or _is_number(one)), value)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _whole(text: str) -> str:
    """Returns a text without halves of characters, as are left where an emoji was cut in two."""
    return text if text.isascii() else text.encode("utf-8", "ignore").decode()


def _time(value: float) -> str:
    """Returns the moment that a number stands for; empty if it is none."""
    seconds = value if value < _LAST_S else value / 1000
    return datetime.fromtimestamp(seconds, UTC).isoformat() if _FIRST_S <= seconds < _LAST_S else ""


def _fits(point: Point, named: Sequence[_Named]) -> bool:
    """True if a point is in or near a region that the row names, or if none of them is known.

    A namesake in another city than the row says is no such region.
    """
    if point == Point(0.0, 0.0) or not any(one.found for one in named):
        return True
    return any(
        _is_near(point, line[0]) and not _is_elsewhere(point, line, named[i + 1 :])
        for i, one in enumerate(named)
        for line in one.found
    )


def _is_elsewhere(point: Point, line: Sequence[Place], larger: Sequence[_Named]) -> bool:
    """True if a region is not in the larger ones that the row names, as far as either is known."""
    outer = _outer_names(line)
    if not outer and not any(one.found for one in larger):
        return False
    return bool(larger) and not any(
        any(_is_same(one.name, name) for name in outer) or any(_is_near(point, other[0]) for other in one.found)
        for one in larger
    )


def _decisive(named: Sequence[_Named]) -> _Named | None:
    """The largest region that the row names and that is surely the one it means; None if none is.

    A district whose city is not known may be the one of another city.
    """
    for i in range(len(named) - 1, -1, -1):
        if named[i].found:
            larger = named[i + 1 :]
            lines = [_outer_names(line) for line in named[i].found]
            sure = any(all(any(_is_same(one.name, name) for name in line) for one in larger) for line in lines)
            return named[i] if sure else None
    return None


def _outer_names(line: Sequence[Place]) -> list[str]:
    own, *outer = line
    return [name for name in (own.parent, *(place.name for place in outer)) if name]


def _is_same(one: str, other: str) -> bool:
    """True for names of which one has all the words of the other: "Kota Medan" and "Medan"."""
    words, others = set(name_key(one).split()), set(name_key(other).split())
    return bool(words and others) and (words <= others or others <= words)


def _is_near(point: Point, region: Place) -> bool:
    here, ground = Points.of([point]), region.ground
    metres = here.distances_m(Points.of([ground])) if isinstance(ground, Point) else ground.distances_m(here)
    return bool(metres[0] <= FAR_M)


def _point(lat: float, lon: float) -> Point | None:
    try:
        return Point(lat, lon)
    except BadPlace:
        return None


def _degrees(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        return float(value)
    except (ValueError, OverflowError):
        return None

"""Reads the columns of a row that describe a place, and checks their values."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from claimtree.row_files import BadRow, shown
from claimtree.sources.place_rows import PlaceRow

MAX_NAME: Final = 300
MAX_ALIASES: Final = 100

COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "id": ("id", "place_id", "osm_id", "gid", "code"),
    "name": (
        *("name", "title", "nama", "label", "station_name", "stationname", "stop_name", "nta_name", "ntaname"),
        *("neighborhood", "neighbourhood", "borough", "boro_name", "boroname", "district", "kelurahan", "kecamatan"),
    ),
    "kind": (
        *("kind", "type", "category", "fclass", "class", "jenis", "amenity", "shop", "leisure", "tourism", "railway"),
        *("aeroway", "place", "highway", "natural", "landuse"),
    ),
    "lat": ("lat", "latitude", "y", "stop_lat", "station_latitude", "gtfs_latitude", "lintang"),
    "lon": ("lon", "lng", "long", "longitude", "x", "stop_lon", "station_longitude", "gtfs_longitude", "bujur"),
    "geometry": ("geometry", "wkt", "the_geom", "geom", "geojson"),
    "radius_m": ("radius_m", "radius"),
    "aliases": (
        *("aliases", "alias", "alt_name", "other_names", "also", "short_name", "old_name", "official_name"),
        *("name_en", "name_id", "nickname", "singkatan"),
    ),
    "parent": (
        *("parent", "within", "neighborhood", "neighbourhood", "borough", "boro_name", "boroname", "district"),
        *("kecamatan", "city", "kota", "kabkota", "addr_city", "region"),
    ),
    "rank": ("rank", "population", "pop", "importance", "passengers", "ridership"),
    "rating": ("rating", "stars"),
    "source": ("source",),
    "partial": ("partial", "incomplete"),
}
"""Maps each value that is read to the names its column or property may have; the first non-empty
one counts.
"""

_YES_NO: Final = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False, "": False}
NUMBER: Final = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?")
THOUSANDS: Final = re.compile(r"\d{1,3}(?:,\d{3})+")
TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Bidirectional control characters; they make a name look like another one."""


def name_of(row: PlaceRow) -> tuple[str, str]:
    """Returns the name, and the column that has it."""
    for column in COLUMNS["name"]:
        if column in row.says and (name := _clean(row.says[column], column)):
            return name, column
    raise BadRow("no name")


def id_of(row: PlaceRow) -> str:
    """Returns the id given in the file, or ""."""
    value = next((row.says[column] for column in COLUMNS["id"] if column in row.says), row.id)
    return "" if value is None else _clean(value, "id")


def texts(says: Mapping[str, object], what: str) -> list[str]:
    """Returns the text of every non-empty column for a value, in order of preference; other types,
    as in `"type": {}`, are skipped.
    """
    return [_clean(says[column], column) for column in COLUMNS[what] if isinstance(says.get(column), str)]


def first_text(says: Mapping[str, object], what: str, *, but: str = "") -> str:
    """Returns the first non-empty column for a value, except the column `but`, which was used for
    another.
    """
    return next((_clean(says[column], column) for column in COLUMNS[what] if column in says and column != but), "")


def aliases_of(says: Mapping[str, object], name: str) -> tuple[str, ...]:
    """Returns the other names, without duplicates; several in one column are separated by "|" or
    ";".
    """
    found: dict[str, None] = {}
    for column in COLUMNS["aliases"]:
        value = says.get(column)
        parts = value if isinstance(value, list) else re.split(r"[|;]", value) if isinstance(value, str) else ()
        for part in parts:
            alias = _clean(part, column)
            if alias and alias != name:
                found[alias] = None
    if len(found) > MAX_ALIASES:
        raise BadRow(f"{len(found)} other names; at most {MAX_ALIASES} are kept")
    return tuple(found)


def yes(says: Mapping[str, object], what: str) -> bool:
    """True if a column says yes; an empty one means no."""
    column = next((column for column in COLUMNS[what] if column in says), "")
    value = says.get(column)
    if value is None or isinstance(value, bool):
        return bool(value)
    known = _YES_NO.get(str(value).strip().casefold())
    if known is None:
        raise BadRow(f"{column!r} is {shown(value)}, neither yes nor no")
    return known


def _clean(value: object, what: str) -> str:
    """Returns text on one line; raises if it cannot be displayed or is far too long for a name."""
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        value = f"{value:.15g}"
    if not isinstance(value, str):
        raise BadRow(f"{what!r} is text, not {shown(value)}")
    text = " ".join(value.split())
    if len(text) > MAX_NAME:
        raise BadRow(f"{what!r} has {len(text):,} characters; at most {MAX_NAME} are kept")
    # Plain printable text, the usual case, is decided by one call.
    if not text.isprintable():
        for mark in text:
            if mark in TURNING or unicodedata.category(mark) in ("Cc", "Cs"):
                raise BadRow(f"{what!r} holds a character that cannot be shown: {shown(text)}")
    return text


def number(says: Mapping[str, object], what: str, low: float = -math.inf, high: float = math.inf) -> float | None:
    """Returns the number in a column, or None if the column is absent. Raises for "nan" and for
    other text.
    """
    column = next((column for column in COLUMNS[what] if column in says), "")
    value = says.get(column)
    if value is None:
        return None
    number = math.nan
    if isinstance(value, int | float) and not isinstance(value, bool):
        number = float(value)
    elif isinstance(value, str):
        text = value.strip()
        if THOUSANDS.fullmatch(text) and what == "rank":
            text = text.replace(",", "")
        if NUMBER.fullmatch(text):
            number = float(text)
        elif NUMBER.fullmatch(text.replace(",", ".", 1)):
            raise BadRow(f"{column!r} is {shown(value)}; write the decimals after a point")
    if not math.isfinite(number):
        raise BadRow(f"{column!r} is {shown(value)}, not a number")
    if not low <= number <= high:
        between = f"{low:g} or more" if high == math.inf else f"{low:g} to {high:,.0f}"
        raise BadRow(f"{column!r} is {shown(value)}; it is {between}")
    return number

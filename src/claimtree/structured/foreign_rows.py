"""Mends what foreign rows often have wrong before they are read: coordinates in the wrong order, or of another city.

What a row says otherwise is read as it is: indexing knows "10x20" as an area and "4+1" as four, and reports "Nego".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from claimtree.errors import BadPlace
from claimtree.geo import Point, Points
from claimtree.model.columns import column_key
from claimtree.model.pack import Pack
from claimtree.model.places import Place
from claimtree.model.source_query import Row

FAR_M: Final = 50_000.0
"""A row that says that it is in a region, and lies farther away, has the coordinates of something else."""
_LAT: Final = ("lat", "latitude")
_LON: Final = ("lon", "lng", "long", "longitude")

RegionOf = Callable[[str], Place | None]
"""The region of a name; None if it is not known."""


def mended(row: Row, region_of: RegionOf, *, regions: tuple[str, ...]) -> tuple[Row, str]:
    """Returns the row with usable coordinates or none, and what was wrong with them, or "".

    `regions` are the columns that name where it is, the smallest first.
    """
    names = {column_key(str(name)): str(name) for name in row}
    lat_name = next((names[name] for name in _LAT if name in names), "")
    lon_name = next((names[name] for name in _LON if name in names), "")
    lat, lon = _degrees(row.get(lat_name)), _degrees(row.get(lon_name))
    if lat is None or lon is None:
        return row, ""
    columns = map(column_key, regions)
    named = [str(row[names[name]]) for name in columns if name in names and row[names[name]]]
    region = next((found for name in named if (found := region_of(name)) is not None), None)
    if _fits(lat, lon, region):
        return row, ""
    if _fits(lon, lat, region):
        swapped: Mapping[str, object] = {**row, lat_name: row[lon_name], lon_name: row[lat_name]}
        return swapped, f"latitude {lat:g} and longitude {lon:g} were the wrong way round"
    kept = {name: value for name, value in row.items() if name not in (lat_name, lon_name)}
    where = f"are far from {region.name!r}, where it says that it is" if region is not None else "are nowhere on earth"
    return kept, f"the coordinates {lat:g}, {lon:g} {where}; they are left out"


def region_columns(pack: Pack) -> tuple[str, ...]:
    """Returns the columns that name where a row is, the smallest region first."""
    return pack.places.regions if pack.places is not None else ()


def _fits(lat: float, lon: float, region: Place | None) -> bool:
    """True if there is such a point, in or near the region that the row names."""
    try:
        point = Point(lat, lon)
    except BadPlace:
        return False
    if region is None or point == Point(0.0, 0.0):
        return True
    ground = region.ground
    here = Points.of([point])
    metres = here.distances_m(Points.of([ground])) if isinstance(ground, Point) else ground.distances_m(here)
    return bool(metres[0] <= FAR_M)


def _degrees(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        return float(value)
    except (ValueError, OverflowError):
        return None

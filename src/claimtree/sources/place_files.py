"""Reads files of places.

`place_rows` cuts a file into rows, `place_columns` reads their columns, `outlines` makes points and
areas of their geometry; this module makes a Place of each row. A faulty row does not affect the
others: it becomes a BadRecord that names its place in the file, and reading continues.
docs/place-files.md describes the columns.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Final

import numpy as np

from claimtree.errors import BadInput, BadRecord
from claimtree.geo import Area, Point
from claimtree.model.pack import PlacesSpec
from claimtree.model.places import Place, PlaceId, PlaceKind
from claimtree.row_files import BadRow, parse_json, plain_name, shown
from claimtree.sources.outlines import Mend, Projected, Shape, read_shape, read_wkt, spot
from claimtree.sources.place_columns import (
    COLUMNS,
    MAX_NAME,
    aliases_of,
    first_text,
    id_of,
    name_of,
    number,
    texts,
    yes,
)
from claimtree.sources.place_rows import FORMATS, PlaceRow, about_how_many, folded, is_known, place_rows

MAX_RADIUS_M: Final = 1_000_000.0

REGIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "neighborhood": ("neighbourhood", "suburb", "quarter", "nta"),
    "borough": ("boro",),
    "district": ("kecamatan", "subdistrict"),
    "area": ("kelurahan", "desa", "village", "locality", "neighbourhood", "neighborhood", "suburb"),
    "city": ("town", "kota", "kabupaten", "municipality"),
}
"""Names that files use for regions, for packs that use other names."""

FIRST: Final = 2_000
"""Rows of a file that are read to learn where its places are, before the first is yielded."""
ENOUGH: Final = 8
"""Fewer places do not tell where the others should be."""
HOPELESS: Final = 20
"""A file that begins with this many projected coordinates is assumed to have no others."""


def read_places(
    paths: Iterable[Path | str],
    spec: PlacesSpec | None = None,
    *,
    kind: str = "",
    source: str = "",
    partial: bool = False,
) -> PlaceReading:
    """Returns an iterator over the places of files and folders, in order; a faulty record is
    yielded as a BadRecord.

    `kind` is for rows that name none; `source` is the name of the source, by default what the row
    names, or the file; `partial` says that the files do not have all places of their kinds. A path
    that does not exist or whose format is unknown raises before anything is read.
    """
    files = [file for path in paths for file in _files(Path(path))]
    return PlaceReading(files, Kinds(spec), kind=kind, source=source, partial=partial)


def places_in(paths: Iterable[Path | str]) -> int:
    """Returns roughly how many places the files have, for a progress bar."""
    return sum(about_how_many(file) for path in paths for file, _ in _files(Path(path)))


def _files(path: Path) -> list[tuple[Path, str]]:
    """Returns the files of a path, with their names in messages."""
    known = f"Known: {', '.join(FORMATS)}, each also with .gz."
    if path.is_dir():
        inside = sorted(file for file in path.rglob("*") if file.is_file() and is_known(file))
        if not inside:
            raise BadInput(f"no file in {path} has a known format", hint=known, values={"path": str(path)})
        return [(file, file.relative_to(path).as_posix()) for file in inside]
    if not path.exists():
        raise BadInput(f"{path} does not exist", hint="Check the path.", values={"path": str(path)})
    if not is_known(path):
        raise BadInput(f"{path} has no known format", hint=known, values={"path": str(path)})
    return [(path, path.name)]


class Kinds:
    """Maps the names that files give to kinds of places to the pack's names."""

    def __init__(self, spec: PlacesSpec | None) -> None:
        self._known: dict[str, PlaceKind] = {}
        for region in spec.regions if spec else ():
            for name in (region, *REGIONS.get(region, ())):
                self._known.setdefault(folded(name), PlaceKind(region))
        for kind in spec.kinds.values() if spec else ():
            self._known[folded(kind.name)] = kind.name
        for kind in spec.kinds.values() if spec else ():
            for name in (kind.title, *kind.also):
                self._known.setdefault(folded(name), kind.name)

    def of(self, given: Iterable[str]) -> PlaceKind:
        """Returns the first kind that the pack knows, else the first name as it is: a file may
        bring its own kinds.
        """
        names = [name for one in given if (name := folded(one))]
        return next((self._known[name] for name in names if name in self._known), PlaceKind(next(iter(names), "")))


class PlaceReading(Iterator[Place | BadRecord]):
    """An iterator over places; after the last one, `notices` says what was repaired."""

    def __init__(
        self, files: list[tuple[Path, str]], kinds: Kinds, *, kind: str, source: str, partial: bool = False
    ) -> None:
        self._kinds, self._kind, self._source, self._partial = kinds, kind, source, partial
        self._first_of: dict[str, str] = {}
        self._mended: dict[str, Counter[str]] = {}
        self._all = chain.from_iterable(self._of_file(file, name) for file, name in files)

    def __iter__(self) -> PlaceReading:
        return self

    def __next__(self) -> Place | BadRecord:
        return next(self._all)

    @property
    def notices(self) -> tuple[str, ...]:
        """Sentences that say, per file, what was repaired and how often."""
        return tuple(
            f"{file}: {what}: {count:,}" for file, mended in self._mended.items() for what, count in mended.items()
        )

    def _of_file(self, file: Path, name: str) -> Iterator[Place | BadRecord]:
        """Yields the places of a file. A place is bad if swapping its latitude and longitude puts
        it among the others.
        """
        found = self._rows(file, name)
        first = list(islice(found, FIRST))
        home = _Home.of([place for _, place in first if isinstance(place, Place)])
        for where, place in chain(first, found):
            if isinstance(place, Place) and home is not None and home.is_swapped(place.centre):
                centre = place.centre
                yield _bad(
                    where,
                    f"latitude {centre.lat:g} and longitude {centre.lon:g} look swapped: the other way round it lies "
                    "amid the rest of the file",
                    place.name,
                )
            else:
                yield place

    def _rows(self, file: Path, name: str) -> Iterator[tuple[str, Place | BadRecord]]:
        source = self._source or plain_name(plain_name(file).with_suffix("")).name[:MAX_NAME]
        mended = self._mended.setdefault(name, Counter())
        projected, sound = 0, False
        for spot_in_file, row in place_rows(file):
            where = f"{name}, {spot_in_file}" if spot_in_file else name
            called = ""
            try:
                if isinstance(row, BadRow):
                    raise row
                called, column = name_of(row)
                place, shape = self._place(row, called, column, source)
                if self._is_new(place, row, where):
                    sound = True
                    mended.update(_mend_notice(mend) for mend in shape.mended)
                    yield where, place
                else:
                    mended["rows that repeat a place of the same kind, name and spot, left out"] += 1
            except BadRow as bad:
                projected += isinstance(bad, Projected)
                yield where, _bad(where, str(bad), called)
                if projected == HOPELESS and not sound:
                    what = f"its first {HOPELESS} coordinates are all projected; the file is not read further"
                    yield name, _bad(name, what, "")
                    return

    def _place(self, row: PlaceRow, name: str, name_column: str, source: str) -> tuple[Place, Shape]:
        says = row.says
        kind = self._kinds.of(texts(says, "kind")) or self._kinds.of([self._kind])
        if not kind:
            raise BadRow("no kind; give a column 'kind', or one kind for the whole file")
        if len(kind) > MAX_NAME:
            raise BadRow(f"a kind of {len(kind):,} characters; at most {MAX_NAME} are kept")
        shape = _shape(row)
        centre = shape.where if isinstance(shape.where, Point) else shape.where.centre
        radius = number(says, "radius_m", 0, MAX_RADIUS_M) or 0.0
        if radius and isinstance(shape.where, Area):
            raise BadRow("an outline and a radius; give one of them")
        given = id_of(row)
        stated_source = self._source or first_text(says, "source") or source
        # Ids of one file may occur in another as well; an id made of kind, name and point is the
        # same place in both.
        made = f"{stated_source}:{given}" if given else f"{kind}:{folded(name)}@{centre.lat:.4f},{centre.lon:.4f}"
        place = Place(
            id=PlaceId(made),
            name=name,
            kind=kind,
            shape=shape.where,
            radius_m=radius,
            aliases=aliases_of(says, name),
            parent=first_text(says, "parent", but=name_column),
            source=stated_source,
            rank=number(says, "rank", 0, math.inf) or 0.0,
            rating=number(says, "rating", 0, 5),
            partial=self._partial or yes(says, "partial"),
        )
        return place, shape

    def _is_new(self, place: Place, row: PlaceRow, where: str) -> bool:
        key = f"{place.source}\x1f{place.id}"
        before = self._first_of.setdefault(key, where)
        if before is where:
            return True
        if id_of(row):
            raise BadRow(f"id {id_of(row)!r} from source {place.source!r} stands already in {before}")
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Home:
    """The bounding box of a file's places, without outliers."""

    low: tuple[float, float]
    high: tuple[float, float]

    @classmethod
    def of(cls, places: list[Place]) -> _Home | None:
        if len(places) < ENOUGH:
            return None
        centres = np.array([(place.centre.lat, place.centre.lon) for place in places], np.float64)
        quarter, three = np.quantile(centres, (0.25, 0.75), axis=0)
        # At least half a degree plus three times the interquartile range: as far as one city, or
        # one country, extends.
        reach = 3 * (three - quarter) + 0.5
        low, high = quarter - reach, three + reach
        return cls(low=(float(low[0]), float(low[1])), high=(float(high[0]), float(high[1])))

    def holds(self, lat: float, lon: float) -> bool:
        return self.low[0] <= lat <= self.high[0] and self.low[1] <= lon <= self.high[1]

    def is_swapped(self, point: Point) -> bool:
        return not self.holds(point.lat, point.lon) and self.holds(point.lon, point.lat)


def _mend_notice(mend: Mend) -> str:
    return f"outlines that {mend.value}, {'cut there' if mend is Mend.CUT else 'repaired'}"


def _bad(where: str, reason: str, name: str) -> BadRecord:
    return BadRecord(
        f"{where}: {reason}",
        hint="Mend the record and load the file again.",
        values={"place": where, "reason": reason} | ({"name": name} if name else {}),
    )


def _shape(row: PlaceRow) -> Shape:
    """Returns the shape from the geometry, or from the columns for latitude and longitude."""
    says = row.says
    geometry = row.geometry
    if geometry is None:
        geometry = next((says[column] for column in COLUMNS["geometry"] if column in says), None)
    if isinstance(geometry, str):
        text = geometry.strip()
        if not text.startswith("{"):
            return read_wkt(text)
        geometry = parse_json(text)
    if isinstance(geometry, dict):
        return read_shape(geometry)
    if geometry is not None:
        raise BadRow(f"a geometry is an object in braces, not {shown(geometry)}")
    lat, lon = number(says, "lat"), number(says, "lon")
    if lat is None or lon is None:
        missing = "latitude" if lat is None else "longitude"
        raise BadRow(f"no {missing}; give columns 'lat' and 'lon', or a geometry")
    return Shape(where=spot(lat, lon))

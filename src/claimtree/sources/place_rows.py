"""Cuts files of places into rows: GeoJSON in its three forms, tables, and JSON records, each also
gzipped.

A feature becomes its properties and its geometry. Features are parsed one by one, so that a broken
one does not affect the others and a large file is not held in memory as objects.
"""

from __future__ import annotations

import codecs
import gzip
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from io import BufferedIOBase
from pathlib import Path
from typing import Final, TypeAlias

from claimtree.row_files import MAX_JSON, BadRow, lines_of, parse_json, plain_name, separated_rows, shown

DECODER: Final = json.JSONDecoder()
SPACE: Final = re.compile(r"[ \t\r\n\x1e]*")
"""Includes the record separator of GeoJSON text sequences, which is treated as space."""
FEATURE: Final = re.compile(rb'"type"\s*:\s*"Feature"')
CRS: Final = re.compile(r'"crs"\s*:\s*(?=\{)')
WGS_84: Final = re.compile(r"(?i)(?:.*\b|)(?:CRS:?84|(?:EPSG)?:*(?:[\d.]*:)?4326|WGS[ _]?84)")


class Unreadable(BadRow):
    """Raised where the rest of the file cannot be used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceRow:
    """One record: the columns of a place, and its geometry if the file has one."""

    says: Mapping[str, object]
    """By folded name: "Station Name" is station_name."""
    geometry: object = None
    id: object = None
    """The id of the feature itself."""


Found: TypeAlias = tuple[str, PlaceRow | BadRow]
"""The place in the file ("" for the file as a whole), and the row or what is wrong with it."""


def is_known(file: Path) -> bool:
    return plain_name(file).suffix.lower() in FORMATS


def about_how_many(file: Path) -> int:
    """Returns roughly how many rows a file has, counted quickly: exact for files that programs
    write.
    """
    count = 0
    by_line = plain_name(file).suffix.lower() not in (".geojson", ".json")
    try:
        with gzip.open(file) if file.suffix.lower() == ".gz" else file.open("rb") as stream:
            while piece := stream.read(1 << 22):
                count += piece.count(b"\n") if by_line else len(FEATURE.findall(piece))
    except (OSError, EOFError, zlib.error):
        return count  # reading will report what is wrong
    return count


def place_rows(file: Path) -> Iterator[Found]:
    """Yields the records of one file, each with its place in it."""
    cut = FORMATS[plain_name(file).suffix.lower()]
    try:
        with gzip.open(file) if file.suffix.lower() == ".gz" else file.open("rb") as stream:
            if stream.read(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
                yield "", Unreadable("the file is UTF-16; save it as UTF-8")
                return
            stream.seek(0)
            yield from cut(stream)
    except (OSError, EOFError, zlib.error) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        yield "", Unreadable(f"the file cannot be read to its end: {reason}")


def folded(name: str) -> str:
    """Returns the name of a column or kind in one spelling.

    >>> folded(" Station Name"), folded("name:en"), folded("Café")
    ('station_name', 'name_en', 'café')
    """
    return "_".join(re.findall(r"\w+", name.casefold().replace("_", " ")))


def _row(value: object) -> PlaceRow:
    """Returns the row of a feature or of a flat record."""
    if not isinstance(value, dict):
        raise BadRow(f"a record is an object in braces, not {shown(value)}")
    kind = value.get("type")
    if kind == "Feature":
        says = value.get("properties")
        if says is not None and not isinstance(says, dict):
            raise BadRow(f"'properties' of a feature are an object in braces, not {shown(says)}")
        return PlaceRow(says=_named(says or {}), geometry=value.get("geometry"), id=value.get("id"))
    if kind == "Topology":
        raise Unreadable("this is TopoJSON; convert it to GeoJSON")
    if kind == "FeatureCollection":
        raise BadRow("'features' of a collection are a list in brackets")
    if "coordinates" in value and "name" not in value:
        raise BadRow(f"a {kind} without a feature around it has no name; give it one under 'properties'")
    return PlaceRow(says=_named(value), geometry=value.get("geometry"))


def _named(says: Mapping[str, object]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in says.items():
        if value is not None and value != "":
            found.setdefault(folded(name), value)
    return found


def _json(stream: BufferedIOBase) -> Iterator[Found]:
    raw = stream.read(MAX_JSON + 1)
    if len(raw) > MAX_JSON:
        yield "", Unreadable(f"the file is larger than {MAX_JSON:,} bytes; give one feature per line (.geojsonl)")
        return
    try:
        text = raw.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        yield f"line {line}", Unreadable("not UTF-8 from here on; save the file as UTF-8")
        return
    del raw
    yield from _Json(text).rows()


class _Json:
    """A cursor over one JSON text, which moves from record to record."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.number = 0
        self._line, self._counted = 1, 0

    def rows(self) -> Iterator[Found]:
        foreign = self._foreign_crs()
        if foreign:
            yield "", Unreadable(f"its coordinates are in {foreign}; convert the file to WGS 84 (EPSG:4326)")
            return
        self.skip()
        try:
            # A sequence of features is several values one after another.
            while self.at < len(self.text):
                if self.text[self.at] == "[":
                    yield from self.listed()
                elif self.text[self.at] == "{":
                    yield from self.braced()
                else:
                    self.value()
                    raise BadRow("a record is an object in braces")
                self.skip()
        except BadRow as bad:
            yield f"line {self.line()}", Unreadable(f"{bad}; the rest is not read")

    def braced(self) -> Iterator[Found]:
        """Yields the features of a collection, or the object itself if it is not one."""
        found: dict[str, object] = {}
        where, features = self.line(), False
        self.expect("{")
        while not self.take("}"):
            if found or features:
                self.expect(",")
            key = self.value()
            self.expect(":")
            if key == "features" and self.peek("["):
                features = True
                yield from self.listed()
            else:
                found[str(key)] = self.value()
        if not features:
            yield self.row(found, where)

    def listed(self) -> Iterator[Found]:
        self.expect("[")
        first = True
        while not self.take("]"):
            if not first:
                self.expect(",")
            first = False
            self.skip()
            where = self.line()
            yield self.row(self.value(), where)

    def row(self, value: object, line: int) -> Found:
        self.number += 1
        where = f"record {self.number}, line {line}"
        try:
            return where, _row(value)
        except BadRow as bad:
            return where, bad

    def value(self) -> object:
        self.skip()
        try:
            value: object
            value, self.at = DECODER.raw_decode(self.text, self.at)
        except json.JSONDecodeError as error:
            self.at = error.pos
            raise BadRow(f"broken JSON: {error.msg} at column {error.colno}") from None
        except (ValueError, RecursionError) as error:
            raise BadRow(f"broken JSON: {error}") from None
        return value

    def skip(self) -> None:
        found = SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def peek(self, mark: str) -> bool:
        self.skip()
        return self.text.startswith(mark, self.at)

    def take(self, mark: str) -> bool:
        if not self.peek(mark):
            return False
        self.at += 1
        return True

    def expect(self, mark: str) -> None:
        if not self.take(mark):
            raise BadRow(f"broken JSON: expected {mark!r}")

    def line(self) -> int:
        self._line += self.text.count("\n", self._counted, self.at)
        self._counted = self.at
        return self._line

    def _foreign_crs(self) -> str:
        """Returns the coordinate system that the file names, if it is not WGS 84. It may follow the
        features.
        """
        for found in CRS.finditer(self.text):
            try:
                crs, _ = DECODER.raw_decode(self.text, found.end())
            except (ValueError, RecursionError):
                return ""  # the parser will report it
            name = crs.get("properties", {}).get("name") if isinstance(crs.get("properties"), dict) else None
            if isinstance(name, str) and not WGS_84.fullmatch(name):
                return shown(name)
        return ""


def _lined(stream: BufferedIOBase) -> Iterator[Found]:
    for number, line in lines_of(stream):
        if isinstance(line, BadRow):
            yield f"line {number}", line
        elif line := line.strip().strip("\x1e"):
            try:
                yield f"line {number}", _row(parse_json(line))
            except BadRow as bad:
                yield f"line {number}", bad


def _table(delimiter: str) -> Callable[[BufferedIOBase], Iterator[Found]]:
    def cut(stream: BufferedIOBase) -> Iterator[Found]:
        columns: list[str] | None = None
        for number, values in separated_rows(stream, delimiter):
            where = f"line {number}"
            if isinstance(values, BadRow):
                yield where, values
            elif columns is None:
                columns = [folded(name) for name in values]
                twice = sorted({name for name in columns if name and columns.count(name) > 1})
                if twice or len(columns) < 2:
                    what = f"two columns {twice[0]!r}" if twice else f"no {shown(delimiter)} between columns"
                    yield where, Unreadable(f"{what} in the header ({', '.join(values)[:200]}); the file is not read")
                    return
            elif len(values) != len(columns):
                yield where, BadRow(f"{len(values)} values for {len(columns)} columns")
            else:
                says: dict[str, object] = {
                    name: text for name, cell in zip(columns, values, strict=True) if name and (text := cell.strip())
                }
                yield where, PlaceRow(says=says)

    return cut


FORMATS: Final[Mapping[str, Callable[[BufferedIOBase], Iterator[Found]]]] = {
    ".geojson": _json,
    ".json": _json,
    ".geojsonl": _lined,
    ".geojsons": _lined,
    ".ndjson": _lined,
    ".jsonl": _lined,
    ".csv": _table(","),
    ".tsv": _table("\t"),
}

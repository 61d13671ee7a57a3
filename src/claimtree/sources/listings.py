"""The source `listings`: turns records of JSON Lines, JSON, CSV and TSV files into documents.

`row_files` cuts a file into rows; this module checks each row and makes a Document of it. A faulty
row does not affect the others: it becomes a BadRecord that names its place, and reading continues.
docs/data-format.md describes the columns.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from claimtree.errors import BadRecord
from claimtree.model.claims import EntityId, Facet, LevelName
from claimtree.model.columns import (
    OWN_COLUMNS,
    RELATIONS,
    TEXT_COLUMNS,
    ColumnsReport,
    Export,
    GivenRules,
    UnreadValues,
)
from claimtree.model.documents import MAX_ID, Document, Part, Position, SourceFile
from claimtree.model.hierarchy import Field, Source
from claimtree.model.pack import ChildSpec, Pack
from claimtree.model.relations import Relation, RelationName
from claimtree.row_files import (
    FORMATS,
    MAX_TEXT,
    BadRow,
    Cells,
    Row,
    is_known,
    parse_json,
    plain_name,
    rows,
    shown,
)
from claimtree.sources.column_layout import Columns, made_id
from claimtree.sources.lists import list_items
from claimtree.sources.record_stream import Records

MAX_URL: Final = 2_000
MAX_FIELDS: Final = 200
MAX_RELATIONS: Final = 10_000
"""Maximum of one record; another source of the same entity may state as many more."""
MAX_QUOTE: Final = 2_000
"""Maximum characters quoted or cited for one relation."""
MAX_COLUMNS: Final = 2_000
"""Maximum of one record, read or not: rows with more are not a table, and each column costs time."""
MAX_FIELD_NAME: Final = 100
MAX_LEFT_OUT: Final = 100
"""Columns and reasons for which values are left out, in the report."""

_Read = TypeVar("_Read")

_COUNTED: Final = (".jsonl", ".ndjson", ".csv", ".tsv")
"""Formats in which the number of lines tells the number of records."""
NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,18})?")


class Listings:
    """Reads files whose records have columns (`ports.ColumnSource`)."""

    formats = f"{', '.join(FORMATS)}, each also with .gz"

    def __init__(
        self,
        pack: Pack,
        columns: GivenRules | None = None,
        *,
        layout: Export | None = None,
        is_lenient: bool = False,
    ) -> None:
        """`columns` maps columns to fields. `layout` is used for all records, whatever columns they have; without one
        it is recognised by them. `is_lenient`: a value that cannot be used is left out and reported, and does not cost
        its record."""
        self._pack = pack
        laid_out = Columns(pack=pack, given=columns or GivenRules(), layout=layout)
        self._run = _Run(pack=pack, columns=laid_out, is_lenient=is_lenient)

    def recognises(self, file: Path) -> bool:
        return is_known(file)

    def count(self, files: Sequence[SourceFile]) -> int | None:
        """Returns roughly how many records there are, by counting lines; None if a format does not
        allow that.
        """
        if any(file.path.suffix.lower() not in _COUNTED for file in files):
            return None
        lines = 0
        for file in files:
            with file.path.open("rb") as stream:
                while chunk := stream.read(1 << 20):
                    lines += chunk.count(b"\n")
        return lines or None

    def mapped(self, rules: GivenRules) -> Listings:
        return Listings(self._pack, rules)

    @property
    def unlike_layout(self) -> bool:
        """True if some records do not have the columns by which the given layout is known."""
        return self._run.columns.unlike_layout

    @property
    def columns(self) -> ColumnsReport:
        return replace(self._run.columns.report(), values=tuple(self._run.left_out.values()))

    def read(self, files: Sequence[SourceFile], *, after: Position | None = None) -> Iterator[Document | BadRecord]:
        """Yields the documents of files, in order.

        The same id may come from several sources; a second record with the same id and source is
        bad, and its message names the first. Rows up to `after` are parsed and counted, so that
        this holds for them too, but no documents are made of them.
        """
        return self._run.documents(files, after)

    def records(self, records: Iterable[object], *, source: str, place: str) -> Iterator[Document | BadRecord]:
        """Yields the documents of records that are not in a file."""
        return self._run.records(records, source=source, place=place)


def read_records(
    records: Iterable[object],
    pack: Pack,
    *,
    source: str,
    place: str = "record",
    columns: GivenRules | None = None,
    layout: Export | None = None,
    is_lenient: bool = False,
) -> Records:
    """Returns the documents of records that are not in a file: the same columns, checked in the
    same way, or those of `layout`; `is_lenient`: see `Listings`.

    `source` is the source's name for records that do not give one; messages call a record "`place`
    3".
    """
    listings = Listings(pack, columns, layout=layout, is_lenient=is_lenient)
    return Records(listings.records(records, source=source, place=place), listings)


class _At(NamedTuple):
    """The position of a row."""

    file: int
    """Index of the file."""
    record: int
    """The record's number in the file. A line may hold many records, so only this distinguishes
    them.
    """
    line: int
    """The line, for messages; 0 is the file as a whole."""


@dataclass(slots=True, kw_only=True)
class _Run:
    """One reading of files. It remembers what it has seen, so that a message on a duplicate can
    name the first record.
    """

    pack: Pack
    columns: Columns
    is_lenient: bool = False
    files: Sequence[SourceFile] = ()
    first_places: dict[str, _At] = field(default_factory=dict)
    """Maps source and id to the position."""
    left_out: dict[tuple[str, str], UnreadValues] = field(default_factory=dict)
    """Unusable values of records that were kept, by column and reason."""

    def documents(self, files: Sequence[SourceFile], after: Position | None) -> Iterator[Document | BadRecord]:
        self.files = files
        paths = [str(file.path) for file in files]
        last = paths.index(after.file) if after is not None and after.file in paths else -1
        for index, file in enumerate(files):
            name = file.name
            source = plain_name(plain_name(file.path).with_suffix("")).name.replace("#", "-")[:MAX_ID]
            for number, (line, row) in enumerate(rows(file.path, self.columns.is_table), start=1):
                at = _At(index, number, line)
                if after is not None and (index < last or (index == last and number <= after.record)):
                    self.pass_over(row, source, at)
                else:
                    place = f"{name}, line {line}" if line else name
                    yield self.read(row, source=source, place=place, at=at)

    def records(self, records: Iterable[object], *, source: str, place: str) -> Iterator[Document | BadRecord]:
        for number, record in enumerate(records, start=1):
            wrong = f"a record is an object in braces, not {shown(record)}"
            row: Row | BadRow = record if isinstance(record, dict) else BadRow(wrong)
            yield self.read(row, source=source, place=f"{place} {number}")

    def read(self, row: Row | BadRow, *, source: str, place: str, at: _At | None = None) -> Document | BadRecord:
        """Returns the document of a row, or why there is none. `at` is its position, if in a file."""
        id = ""
        try:
            named = self.named(row)
            id = self.id(named, source)
            document = self.document(named, id=id, source=source, place=place, at=at)
            if at is not None:
                self.note(document.id, document.source.name, at)
        except BadRow as bad:
            return BadRecord(
                f"{place}: {bad}",
                hint="Mend the record and index the file again; what is stored already is skipped.",
                values={"place": place, "reason": str(bad)} | ({"id": id} if id else {}),
            )
        return document

    def pass_over(self, row: Row | BadRow, source: str, at: _At) -> None:
        """Note a row that an earlier run has read."""
        with suppress(BadRow):
            named = self.named(row)
            self.note(self.id(named, source), _source_name(named) or source, at)

    def named(self, row: Row | BadRow) -> Row:
        """Returns the row under the names that the pack knows."""
        if isinstance(row, BadRow):
            raise row
        if len(row) > MAX_COLUMNS:
            raise BadRow(f"{len(row):,} columns; at most {MAX_COLUMNS:,} are looked at")
        return self.columns.named(row)

    def id(self, row: Row, source: str) -> str:
        if isinstance(row, Cells) and "id" not in row:
            self.columns.made_ids += 1
            return made_id(row, source)
        return _id(row)

    def note(self, id: str, source: str, at: _At) -> None:
        """Remember the position of a record; raise if the same record was seen elsewhere."""
        first = self.first_places.setdefault(f"{source}\x1f{id}", at)
        if first != at:
            where = f"{self.files[first.file].name}, line {first.line}"
            raise BadRow(f"id {id!r} from source {source!r} stands already in {where}")

    def document(self, row: Row, *, id: str, source: str, place: str, at: _At | None) -> Document:
        pack = self.pack
        level = self.usable("level", row.get("level"), lambda: self.level(row), pack.hierarchy.answers)
        above = pack.hierarchy.parent(level)
        parent = self.usable("parent", row.get("parent"), lambda: _text(row, "parent"), "")
        parent_column = above if above is not None and not parent and above in row else None
        if parent_column is not None:
            parent = _text(row, parent_column)
        used = OWN_COLUMNS if parent_column is None else OWN_COLUMNS | {parent_column}
        parts = tuple(part for key in row if key in pack.children for part in self.parts(row, key, level))
        source_name = self.usable("source", row.get("source"), lambda: _source_name(row), "") or source
        relations = self.relations(row, id=id, source=source_name) if pack.relations else ()
        linked = {RELATIONS} if pack.relations else set[str]()
        fields = self.fields(row, level, used | pack.children.keys() | linked)
        if (
            parent_column is not None
            and parent
            and any((spec.level, spec.name) == (level, parent_column) for spec in pack.fields.values())
        ):
            fields[parent_column] = parent
        document = Document(
            id=EntityId(id),
            level=level,
            parent=EntityId(parent) if parent else None,
            title=self.usable("title", row.get("title"), lambda: _text(row, "title"), ""),
            source=Source(
                name=source_name,
                text=self.prose(row),
                url=self.usable("url", row.get("url"), lambda: _url(row), ""),
                updated=self.usable("updated", row.get("updated"), lambda: _updated(row), ""),
                fields=fields,
            ),
            parts=parts,
            relations=relations,
            place=place,
            position=Position(file=str(self.files[at.file].path), record=at.record) if at is not None else None,
        )
        _check_size(document.source.text, fields, *(one.quote for one in relations))
        return document

    def usable(self, key: str, value: object, read: Callable[[], _Read], instead: _Read) -> _Read:
        """Returns what a column is read as; of a lenient reading, `instead` of a value that cannot be used."""
        try:
            return read()
        except BadRow as bad:
            if not self.is_lenient:
                raise
            # Without the value, of which each record may have another.
            why = f"is left out: {str(bad).partition(', not ')[0]}"
            known = self.left_out.get((key, why))
            if known is not None:
                self.left_out[key, why] = replace(known, count=known.count + 1)
            elif len(self.left_out) < MAX_LEFT_OUT:
                self.left_out[key, why] = UnreadValues(column=key, why=why, count=1, example=shown(value))
            return instead

    def level(self, row: Row) -> LevelName:
        pack = self.pack
        level = LevelName(_text(row, "level") or pack.hierarchy.answers)
        if level not in pack.hierarchy.levels:
            raise BadRow(f"no level {level!r} (have: {', '.join(pack.hierarchy.levels)})")
        return level

    def prose(self, row: Row) -> str:
        """Returns the texts of all text columns, joined by blank lines."""
        texts = (self.usable(key, row.get(key), partial(_text, row, key), "") for key in TEXT_COLUMNS)
        return "\n\n".join(text for text in texts if text)

    def relations(self, row: Row, *, id: str, source: str) -> tuple[Relation, ...]:
        """Returns the relations to other entities that the record states, without duplicates."""
        items = row.get(RELATIONS)
        if isinstance(row, Cells) and isinstance(items, str):
            items = parse_json(items) if items.strip() else None
        if items is None:
            return ()
        if not isinstance(items, list):
            raise BadRow(f"{RELATIONS!r} is a list of objects, not {shown(items)}")
        if len(items) > MAX_RELATIONS:
            raise BadRow(f"{len(items):,} relations; at most {MAX_RELATIONS:,} are read of one record")
        found: dict[Relation, None] = {}
        for number, item in enumerate(items, start=1):
            try:
                found.setdefault(self.relation(item, id=id, source=source))
            except BadRow as bad:
                raise BadRow(f"{RELATIONS!r}, item {number}: {bad}") from None
        return tuple(found)

    def relation(self, item: object, *, id: str, source: str) -> Relation:
        if not isinstance(item, dict):
            raise BadRow(f"a relation is an object in braces, not {shown(item)}")
        unknown = sorted(item.keys() - {"kind", "to", "quote"})
        if unknown:
            raise BadRow(f"no key {shown(unknown[0])} (have: kind, to, quote)")
        kind = _text(item, "kind")
        if kind not in self.pack.relations:
            what = f"no relation {shown(kind)}" if kind else "no 'kind'"
            raise BadRow(f"{what} (have: {', '.join(self.pack.relations)})")
        to = _id(item, "to")
        if to == id:
            raise BadRow(f"{kind!r} leads from {id!r} to itself")
        quote = _text(item, "quote")
        if len(quote) > MAX_QUOTE:
            raise BadRow(f"'quote' has {len(quote):,} characters; at most {MAX_QUOTE:,} are kept")
        return Relation(kind=RelationName(kind), to=EntityId(to), quote=quote, source=source)

    def parts(self, row: Row, key: str, level: LevelName) -> Iterator[Part]:
        spec = self.pack.children[key]
        items = row[key]
        if isinstance(row, Cells) and isinstance(items, str):
            items = parse_json(items) if items.strip() else None
        if items is None or items == []:
            return
        if self.pack.hierarchy.parent(spec.level) != level:
            raise BadRow(f"{key!r} are parts of a {self.pack.hierarchy.parent(spec.level)}, and this is a {level}")
        if not isinstance(items, list):
            raise BadRow(f"{key!r} is a list of objects, not {shown(items)}")
        for number, item in enumerate(items, start=1):
            if not isinstance(item, dict):
                raise BadRow(f"{key!r}, item {number} is an object in braces, not {shown(item)}")
            try:
                part = self.part(item, spec)
                _check_size(part.text, part.fields)
                yield part
            except BadRow as bad:
                raise BadRow(f"{key!r}, item {number}: {bad}") from None

    def part(self, item: Row, spec: ChildSpec) -> Part:
        if self.pack.relations and item.get(RELATIONS):
            raise BadRow(f"a part has no {RELATIONS!r}: state them in its record, or give the part a record of its own")
        text = _text(item, spec.facet_key)
        facet = self.facet(text, spec.level)
        return Part(
            key=spec.key,
            level=spec.level,
            facet=facet,
            text=self.prose(item),
            # A part of a kind unknown to the pack is kept, with that kind as its title.
            title=_text(item, "title") or (text if facet is None else ""),
            fields=self.fields(item, spec.level, {spec.facet_key, "title", *TEXT_COLUMNS}),
        )

    def facet(self, text: str, level: LevelName) -> Facet | None:
        wanted = _folded(text)
        for facet in self.pack.facets.values():
            if facet.level == level and wanted in map(_folded, (facet.name, facet.title, *facet.says)):
                return facet.name
        return None

    def fields(self, row: Row, level: LevelName, used: Iterable[str]) -> dict[str, Field]:
        found: dict[str, Field] = {}
        left_out = set(used)
        for key, raw in row.items():
            if key in left_out:
                continue
            value = self.value(key, raw, level, is_cell=isinstance(row, Cells)) if isinstance(raw, str) else raw
            checked = self.usable(key, raw, partial(_field, key, value), None)
            if checked is not None:
                if not key.strip() or len(key) > MAX_FIELD_NAME:
                    raise BadRow(f"a field's name has 1 to {MAX_FIELD_NAME} characters, not {len(key)}")
                found[_clean(key, "a field's name")] = checked
        if len(found) > MAX_FIELDS:
            raise BadRow(f"{len(found)} fields; at most {MAX_FIELDS} are read")
        return found

    def value(self, key: str, text: str, level: LevelName, *, is_cell: bool) -> object:
        """Returns the value that a text stands for: a list if the pack reads one; in a cell also a
        number or boolean.
        """
        spec = next((one for one in self.pack.fields.values() if (one.level, one.name) == (level, key)), None)
        text = text.strip()
        if spec is not None and spec.items:
            return list_items(text)
        if not is_cell:
            return text
        if NUMBER.fullmatch(text):
            return float(text) if "." in text else int(text)
        if text.casefold() in ("true", "false"):
            return text.casefold() == "true"
        listed = list_items(text, commas=False) if spec is not None and (spec.values or spec.name_kind) else []
        return listed if len(listed) > 1 else text


def _id(row: Row, key: str = "id") -> str:
    value = row.get(key)
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if value is None or value == "":
        raise BadRow("no id" if key == "id" else f"no {key!r}")
    if not isinstance(value, str):
        raise BadRow(f"{key!r} is text, not {shown(value)}")
    id = _clean(value, repr(key)).strip()
    if not 0 < len(id) <= MAX_ID:
        raise BadRow(f"{key!r} has 1 to {MAX_ID} characters, not {len(id)}")
    if not id.isprintable():
        raise BadRow(f"{key!r} holds a character that cannot be shown: {id!r}")
    return id


def _text(row: Row, key: str) -> str:
    """Returns a text column, stripped; empty if absent."""
    value = row.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BadRow(f"{key!r} is text, not {shown(value)}")
    return _clean(value, repr(key)).strip()


def _source_name(row: Row) -> str:
    name = _text(row, "source")
    if "#" in name or len(name) > MAX_ID or not name.isprintable():
        raise BadRow(f"'source' is a short name without '#', not {shown(name)}")
    return name


def _url(row: Row) -> str:
    url = _text(row, "url")
    # Shown as a link, so only an http(s) address is accepted, no "javascript:".
    if url and (not url.lower().startswith(("http://", "https://")) or len(url) > MAX_URL or not url.isprintable()):
        raise BadRow(f"'url' starts with http:// or https:// and has at most {MAX_URL:,} characters, not {shown(url)}")
    return url


def _updated(row: Row) -> str:
    """Returns the date in one spelling, so that later dates compare greater; times are in UTC."""
    text = _text(row, "updated")
    if not text:
        return ""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        pass
    try:
        at = datetime.fromisoformat(text)
        at = at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    except (ValueError, OverflowError):
        raise BadRow(f"'updated' is an ISO date like 2026-10-28, not {shown(text)}") from None
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def _field(key: str, value: object) -> Field | None:
    """Returns a checked value; None if it is absent, null or empty."""
    match value:
        case None:
            return None
        case bool():
            return value
        case str():
            return _clean(value, repr(key)).strip() or None
        case int():
            if abs(value) > 2**63 - 1:
                raise BadRow(f"{key!r} is a number too large to keep")
            return value
        case float():
            if not math.isfinite(value):
                raise BadRow(f"{key!r} is {value}, not a finite number")
            return value
        case list():
            for item in value:
                if item is not None and not isinstance(item, str):
                    raise BadRow(f"{key!r} is a list of {shown(item)}; lists hold text only")
            return tuple(text for item in value if item and (text := _clean(item, repr(key)).strip())) or None
        case dict():
            raise BadRow(f"{key!r} is a nested object; give its values as columns of their own")
        case _:
            raise BadRow(f"{key!r} is {shown(value)}")


def _clean(text: str, what: str) -> str:
    """Returns the text; raises if it holds a lone surrogate ("\\ud83d" is half a character)."""
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise BadRow(f"{what} holds half a character (a lone surrogate)") from None
    return text


def _folded(word: str) -> str:
    return " ".join(word.casefold().replace("_", " ").replace("-", " ").split())


def _check_size(text: str, fields: Mapping[str, Field], *more: str) -> None:
    size = len(text) + sum(map(len, more))
    for value in fields.values():
        size += len(value) if isinstance(value, str) else sum(map(len, value)) if isinstance(value, tuple) else 0
    if size > MAX_TEXT:
        raise BadRow(f"{size:,} characters of text; at most {MAX_TEXT:,} are read")

"""Files to rows: JSON Lines, JSON, CSV and TSV, each also gzipped.

Rows are cut one by one, so that a broken one costs no other: it comes as a `BadRow` in its place.
"""

from __future__ import annotations

import codecs
import csv
import gzip
import json
import re
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import BufferedIOBase
from pathlib import Path
from typing import Final, TypeAlias

MAX_TEXT: Final = 1_000_000
"""Characters of one record, all its texts together."""
MAX_LINE: Final = 8 * MAX_TEXT
"""Bytes: a character may be written as six (\\u00e9) and more."""
MOST_HEADER: Final = 300
"""Letters of a header that are shown."""
MAX_JSON: Final = 1 << 30
"""Bytes of a .json file, which has to be read whole."""

Row: TypeAlias = Mapping[str, object]


class BadRow(Exception):
    """Why a row cannot be used. Raised and caught while files are read; a BadRecord once its place is known."""


class Cells(dict[str, object]):
    """A row whose values are all text, since its format knows nothing else."""


Numbered: TypeAlias = Iterator[tuple[int, Row | BadRow]]
IsTable: TypeAlias = Callable[[Sequence[str]], bool]
"""Whether the names of columns are those of a table of records."""
Cutter: TypeAlias = Callable[[BufferedIOBase, IsTable], Numbered]


def is_known(file: Path) -> bool:
    return plain_name(file).suffix.lower() in FORMATS


def plain_name(file: Path) -> Path:
    """Without .gz."""
    return file.with_suffix("") if file.suffix.lower() == ".gz" else file


def rows(file: Path, is_table: IsTable = lambda names: "id" in names) -> Numbered:
    """The rows of one file with their lines; line 0 is the file as a whole."""
    cut = FORMATS[plain_name(file).suffix.lower()]
    try:
        with gzip.open(file) if file.suffix.lower() == ".gz" else file.open("rb") as stream:
            if stream.read(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
                yield 0, BadRow("the file is UTF-16; save it as UTF-8")
                return
            stream.seek(0)
            yield from cut(stream, is_table)
    except (OSError, EOFError, zlib.error) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        yield 0, BadRow(f"the file cannot be read to its end: {reason}")


def lines_of(stream: BufferedIOBase) -> Iterator[tuple[int, str | BadRow]]:
    """Lines with their numbers; one that is too long or not UTF-8 comes as what is wrong with it."""
    number = 0
    while line := stream.readline(MAX_LINE + 1):
        number += 1
        if len(line) > MAX_LINE:
            while line and not line.endswith(b"\n"):
                line = stream.readline(MAX_LINE)
            yield number, BadRow(f"the line is longer than {MAX_LINE:,} bytes")
            continue
        try:
            yield number, line.removeprefix(codecs.BOM_UTF8 if number == 1 else b"").decode()
        except UnicodeDecodeError as error:
            what = f"byte 0x{line[error.start]:02x} at {error.start + 1} is not UTF-8"
            yield number, BadRow(f"{what}; save the file as UTF-8")


def _json_lines(stream: BufferedIOBase, is_table: IsTable) -> Numbered:
    for number, line in lines_of(stream):
        if isinstance(line, BadRow):
            yield number, line
        elif line.strip():
            try:
                yield number, _record(parse_json(line.rstrip()))
            except BadRow as bad:
                yield number, bad


def parse_json(text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise BadRow(f"broken JSON: {error.msg} at column {error.colno}") from None
    except (ValueError, RecursionError) as error:
        raise BadRow(f"broken JSON: {error}") from None


def _record(value: object) -> Row:
    if not isinstance(value, dict):
        raise BadRow(f"a record is an object in braces, not {shown(value)}")
    return value


def _json(stream: BufferedIOBase, is_table: IsTable) -> Numbered:
    """The objects of a list, one by one, so that those before a break are kept."""
    raw = stream.read(MAX_JSON + 1)
    if len(raw) > MAX_JSON:
        yield 1, BadRow(f"the file is larger than {MAX_JSON:,} bytes; use JSON Lines")
        return
    try:
        text = raw.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        yield raw.count(b"\n", 0, error.start) + 1, BadRow("not UTF-8 from here on; save the file as UTF-8")
        return
    yield from _json_items(text)


def _json_items(text: str) -> Numbered:
    decoder = json.JSONDecoder()
    space = re.compile(r"[ \t\r\n]*")

    def skip(at: int) -> int:
        found = space.match(text, at)
        return found.end() if found else at

    at = skip(0)
    line, counted = 1, 0
    listed = text.startswith("[", at)
    at = skip(at + 1) if listed else at
    if listed and text.startswith("]", at):
        return
    while True:
        line, counted = line + text.count("\n", counted, at), at
        try:
            value, at = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            # Where the next record starts is not known, so the rest of the file is lost.
            yield (
                error.lineno,
                BadRow(f"broken JSON: {error.msg} at column {error.colno}; the rest is not read"),
            )
            return
        except (ValueError, RecursionError) as error:
            yield line, BadRow(f"broken JSON: {error}; the rest is not read")
            return
        try:
            yield line, _record(value)
        except BadRow as bad:
            yield line, bad
        at = skip(at)
        if listed and text.startswith(",", at):
            at = skip(at + 1)
            continue
        end = skip(at + 1) if listed and text.startswith("]", at) else at
        if end != len(text) or (listed and end == at):
            line += text.count("\n", counted, at)
            yield line, BadRow("broken JSON: expected ',' or ']'; the rest is not read")
        return


class _Lookahead:
    """Lines that can be given back: a quote that never closes must not swallow the next records."""

    def __init__(self, lines: Iterator[tuple[int, str | BadRow]]) -> None:
        self._lines = lines
        self._waiting: deque[tuple[int, str | BadRow]] = deque()
        self._size = 0
        self.taken: list[tuple[int, str | BadRow]] = []

    def start(self) -> None:
        self.taken = []
        self._size = 0

    def give_back(self) -> None:
        """All that was taken but the first line."""
        self._waiting.extendleft(reversed(self.taken[1:]))
        self.taken = self.taken[:1]

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        if self._size > 2 * MAX_TEXT:
            raise StopIteration
        item = self._waiting.popleft() if self._waiting else next(self._lines)
        self.taken.append(item)
        if isinstance(item[1], BadRow):
            raise StopIteration
        self._size += len(item[1])
        return item[1]


def _header(columns: Sequence[str]) -> str:
    header = ", ".join(columns)
    return header if len(header) <= MOST_HEADER else f"{header[:MOST_HEADER]}…"


def _separated(delimiter: str) -> Cutter:
    def cut(stream: BufferedIOBase, is_table: IsTable) -> Numbered:
        columns: list[str] | None = None
        for number, values in separated_rows(stream, delimiter):
            if isinstance(values, BadRow):
                yield number, values
            elif columns is None:
                columns = ["_".join(name.casefold().split()) for name in values]
                twice = sorted({name for name in columns if name and columns.count(name) > 1})
                if twice or not is_table(columns):
                    what = f"two columns {twice[0]!r}" if twice else "no column 'id'"
                    help = "" if twice else "; `--map COLUMN=id` takes another column for it"
                    yield number, BadRow(f"{what} in the header ({_header(columns)}); the file is not read{help}")
                    return
            elif len(values) != len(columns):
                yield number, BadRow(f"{len(values)} values for {len(columns)} columns")
            else:
                yield (
                    number,
                    Cells({name: value for name, value in zip(columns, values, strict=True) if name}),
                )

    return cut


def separated_rows(stream: BufferedIOBase, delimiter: str) -> Iterator[tuple[int, list[str] | BadRow]]:
    # The module's limit is one for the whole process, and by default an eighth of a text that we accept.
    csv.field_size_limit(max(csv.field_size_limit(), MAX_LINE))
    lines = _Lookahead(lines_of(stream))
    while True:
        lines.start()
        try:
            values = next(csv.reader(lines, delimiter=delimiter, strict=True), None)
        except csv.Error as error:
            number, first = lines.taken[0]
            yield number, first if isinstance(first, BadRow) else BadRow(f"broken row: {error}")
            lines.give_back()
            continue
        if values is None and not lines.taken:
            return
        number, first = lines.taken[0]
        if isinstance(first, BadRow):
            yield number, first
        elif values:
            yield number, values


FORMATS: Final[Mapping[str, Cutter]] = {
    ".jsonl": _json_lines,
    ".ndjson": _json_lines,
    ".json": _json,
    ".csv": _separated(","),
    ".tsv": _separated("\t"),
}


def shown(value: object) -> str:
    """A value for a message: short, and in a reader's words."""
    names = {bool: "true or false", dict: "an object", list: "a list", type(None): "null"}
    name = names.get(type(value))
    text = name or repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"

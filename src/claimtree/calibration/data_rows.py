"""Reads rows of a data set from JSON, JSON lines or CSV, gzipped or not, in one file or a folder.

A file's format is detected from its content, never from its name, so that a copy or half of a set
works as well. Broken rows are skipped and reported.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from claimtree.errors import BadInput

Row = Mapping[str, Any]

MOST_BYTES = 200_000_000
"""A larger file is no set of sentences; counted unpacked, so that no archive fills the memory."""
_GZIP = b"\x1f\x8b"


@dataclass(slots=True)
class Rows:
    """Rows with their positions, and those that were left out."""

    found: list[tuple[str, Row]] = field(default_factory=list)
    bad: list[str] = field(default_factory=list)
    """Rows that could not be read, with file and line."""
    other: int = 0
    """Valid rows of another kind."""


def read_rows(path: Path, is_ours: Callable[[Row], bool], *, what: str) -> Rows:
    """All rows under a path for which `is_ours` holds; raises an error if there are none."""
    if not path.exists():
        raise BadInput(
            f"{path} does not exist", hint="Give a file, or the folder that holds it.", values={"path": str(path)}
        )
    files = [path] if path.is_file() else sorted(file for file in path.rglob("*") if file.is_file())
    rows = Rows()
    for file in files:
        for where, row in _file_rows(file, rows, is_ours, alone=path.is_file()):
            if isinstance(row, dict) and is_ours(row):
                rows.found.append((where, row))
            else:
                rows.other += 1
    if not rows.found:
        looked = f"{rows.other:,} rows of another form, {len(rows.bad):,} that are broken"
        raise BadInput(
            f"no {what} under {path}: {looked}",
            hint="The form is told by the fields of a row; docs/calibrate.md and docs/evals.md name them.",
            values={"path": str(path), "other": rows.other, "broken": len(rows.bad)},
        )
    return rows


def _file_rows(file: Path, rows: Rows, is_ours: Callable[[Row], bool], *, alone: bool) -> Iterator[tuple[str, object]]:
    try:
        text = _text(file)
    except (OSError, EOFError, zlib.error, UnicodeDecodeError, ValueError) as error:
        # In a folder, a picture or an archive next to the data is no error.
        if alone:
            raise BadInput(f"{file} cannot be read: {error}", hint="Give JSON, JSON lines or CSV as UTF-8.") from error
        return
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith("["):
        yield from _array(file, start, rows)
    elif start.startswith("{"):
        yield from _lines(file, text, rows, is_ours)
    elif "," in start.partition("\n")[0]:
        yield from _table(file, text, rows)


def _text(file: Path) -> str:
    raw = file.read_bytes() if file.stat().st_size <= MOST_BYTES else b""
    if raw.startswith(_GZIP):
        with gzip.GzipFile(fileobj=io.BytesIO(raw)) as packed:
            raw = packed.read(MOST_BYTES + 1)
    if (not raw and file.stat().st_size) or len(raw) > MOST_BYTES:
        raise ValueError(f"it is larger than {MOST_BYTES:,} bytes")
    return raw.decode("utf-8")


def _array(file: Path, text: str, rows: Rows) -> Iterator[tuple[str, object]]:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        rows.bad.append(f"{file.name}: {error}")
        return
    for number, value in enumerate(values, 1):
        yield f"{file.name}#{number}", value


def _lines(file: Path, text: str, rows: Rows, is_ours: Callable[[Row], bool]) -> Iterator[tuple[str, object]]:
    """Rows of JSON lines; or of one object, which is a row or has its rows in its only array."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        document = None
    if isinstance(document, dict):
        inner = [
            value for value in document.values() if isinstance(value, list) and value and isinstance(value[0], dict)
        ]
        unpack = len(inner) == 1 and not is_ours(document)
        for number, value in enumerate(inner[0] if unpack else [document], 1):
            yield f"{file.name}#{number}", value
        return
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            yield f"{file.name}:{number}", json.loads(line)
        except (ValueError, RecursionError) as error:
            rows.bad.append(f"{file.name}:{number}: {error}")


def _table(file: Path, text: str, rows: Rows) -> Iterator[tuple[str, object]]:
    reader = csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    try:
        for row in reader:
            if None in row or None in row.values():
                rows.bad.append(f"{file.name}:{reader.line_num}: other columns than the heading")
            else:
                yield f"{file.name}:{reader.line_num}", row
    except csv.Error as error:
        rows.bad.append(f"{file.name}:{reader.line_num}: {error}")

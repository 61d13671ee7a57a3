"""Reads labelled rows: JSON Lines, each row with its file and line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from claimtree.errors import BadInput


def numbered_lines(file: Path) -> Iterator[tuple[int, str]]:
    """Yields the lines of a file that are not empty, with their numbers."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{file} cannot be read: {error}", hint="Give JSON Lines as UTF-8.") from error
    # Not splitlines: a listing may contain other line separators.
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if line.strip():
            yield number, line


def row_of(line: str) -> dict[str, Any] | str:
    """Returns the object of a line, or what is wrong with the line."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        return f"no JSON: {error}"
    return row if isinstance(row, dict) else "no JSON object"


def rows(file: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields the objects of a file, each with its place; raises BadInput for a line that is none."""
    for number, line in numbered_lines(file):
        where, row = f"{file.name}:{number}", row_of(line)
        if isinstance(row, str):
            raise BadInput(f"{where}: {row}", hint="One JSON object a line.")
        yield where, row

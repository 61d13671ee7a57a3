"""Writes output: results to stdout, everything else to stderr, with untrusted text made harmless.

Texts from listings, queries and file names are untrusted. Before they reach a terminal, escape
sequences, control characters and direction overrides are removed, and they are never interpreted as
markup.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

Json = Mapping[str, object]

WIDEST = 120
"""The most columns; longer lines are hard to read however wide the window is."""

_SEQUENCES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # colours, cursor
    r"|\x1b[\]PX^_][^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)"  # titles, links, device strings with their end
    r"|\x9b[0-?]*[ -/]*[@-~]"
    r"|\x1b[ -/]*[0-~]"
)
_HARMFUL = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+")
_BROKEN = re.compile("[\ud800-\udfff]")
_PADDING = re.compile(r" +$", re.MULTILINE)
_ESCAPED = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")


class OutputClosed(Exception):
    """The reader of the output has closed the pipe (`claimtree search … | head`)."""


def plain(text: str) -> str:
    """Returns untrusted text on one line, without anything that a terminal would interpret.

    >>> plain("quiet\\x1b[31m home\\x07\\nwith [red]bricks[/red]")
    'quiet home with [red]bricks[/red]'
    """
    text = _HARMFUL.sub(" ", _SEQUENCES.sub("", text))
    return " ".join(_BROKEN.sub("\ufffd", text).split())


def _indent(line: str) -> str:
    return " " * (len(line) - len(line.lstrip(" ")))


def to_json(value: Json, *, encoding: str = "utf-8") -> str:
    """Returns one line of JSON that is safe on a terminal: control characters are escaped."""
    text = _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False, allow_nan=False))
    try:
        text.encode(encoding)
    except UnicodeEncodeError:  # half a surrogate pair, or a terminal without Unicode
        return json.dumps(value, ensure_ascii=True, allow_nan=False)
    return text


class Screen:
    """The two output streams of one command, and whether the result is for a person or a
    program."""

    def __init__(self, *, as_json: bool) -> None:
        self.as_json = as_json

    def result(self, value: Json) -> None:
        """Writes the one JSON object of a command, or of one line of its --file."""
        write(sys.stdout, to_json(value, encoding=sys.stdout.encoding or "utf-8") + "\n")

    def show(self, *parts: RenderableType) -> None:
        """Writes formatted output for a person."""
        with self.out.capture() as captured:
            for part in parts:
                self.out.print(part)
        write(sys.stdout, _PADDING.sub("", captured.get()))

    def show_uncut(self, lines: Iterable[str]) -> None:
        """Writes lines that are never cut, because a command that is cut cannot be pasted."""
        write(sys.stdout, "".join(f"{_indent(line)}{plain(line)}\n" for line in lines))

    def say(self, message: str) -> None:
        """Writes a line to stderr, beside the result."""
        write(sys.stderr, plain(message) + "\n")

    @cached_property
    def out(self) -> Console:
        return console(sys.stdout)

    @cached_property
    def err(self) -> Console:
        return console(sys.stderr)

    @property
    def unicode(self) -> bool:
        """True if the terminal can show ✓ and …"""
        return (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")


def write(stream: TextIO, text: str) -> None:
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        raise OutputClosed from None
    except UnicodeEncodeError:
        encoding = stream.encoding or "ascii"
        write(stream, text.encode(encoding, "replace").decode(encoding))


def console(stream: TextIO) -> Console:
    from rich.console import Console

    made = Console(file=stream, highlight=False, markup=False, emoji=False)
    made.width = min(made.width, WIDEST)
    return made


def program() -> str:
    """Returns the command as it was typed, so that suggested commands can be pasted."""
    typed = Path(sys.argv[0] if sys.argv else "")
    if typed.name == "__main__.py":
        return "python -m claimtree"
    if typed.name != "claimtree":
        return "claimtree"
    found = shutil.which("claimtree")
    # A command that the shell found through PATH has a full path in argv; its name alone is enough.
    by_name = found is not None and Path(found).resolve() == typed.resolve()
    return "claimtree" if by_name else str(typed)

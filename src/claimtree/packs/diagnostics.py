"""Collects what is wrong with a pack, so that its author sees everything at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from claimtree.errors import PackError

SHOWN = 12
"""Number of names or further problems that a message lists before it says how many are left."""

SECTIONS = ("concepts", "facets", "names", "nouns", "spellings", "gloss", "exports")
"""Sections that a pack may spread over several files, key by key."""


@dataclass(slots=True)
class Problems:
    """A growing list of `file: key.path: what is wrong`."""

    found: list[str] = field(default_factory=list)

    def add(self, file: str, path: Iterable[str | int], what: str) -> None:
        where = key_path(path)
        self.found.append(f"{file}: {where}: {what}" if where else f"{file}: {what}")

    def unknown(self, file: str, path: Iterable[str | int], noun: str, name: str, known: Iterable[str]) -> None:
        """Add that something was named that the pack does not have."""
        self.add(file, path, f"no {noun} {name!r} {alternatives_to(name, known)}")

    def __bool__(self) -> bool:
        return bool(self.found)

    def error(self) -> PackError:
        """Returns all problems as one error, the first one in front."""
        first, *others = self.found
        lines = [first]
        if others:
            lines.append(f"and {len(others)} more:")
            lines += [f"  {other}" for other in others[:SHOWN]]
            if len(others) > SHOWN:
                lines.append(f"  … {len(others) - SHOWN} not shown")
        return PackError(
            "\n".join(lines),
            hint="Correct the file; docs/write-a-pack.md lists every key.",
            values={"problems": tuple(self.found)},
        )


def alternatives_to(name: str, known: Iterable[str]) -> str:
    """Returns what exists instead: all names if they are few, else those spelled similarly.

    >>> alternatives_to("setting", ["price"])
    '(have: price)'
    """
    names = list(known)
    if not names:
        return "(have none)"
    if len(names) <= SHOWN:
        return f"(have: {', '.join(names)})"
    alike = get_close_matches(name, names, n=3)
    return f"(nearest of {len(names)}: {', '.join(alike)})" if alike else f"(have {len(names)}, none alike)"


def key_path(path: Iterable[str | int]) -> str:
    """Returns the path as written in the file: plain keys bare, others quoted, list positions
    counted from one.

    >>> key_path(["concepts", "pets allowed", "says", 0])
    "concepts.'pets allowed'.says[1]"
    """
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step + 1}]"
            continue
        text += "." if text else ""
        text += step if re.fullmatch(r"[A-Za-z0-9_-]+", step) else repr(step)
    return text


@dataclass(slots=True)
class Origin:
    """Knows which file a key is in, where a pack is spread over several."""

    main: str
    files: dict[tuple[str, str], str] = field(default_factory=dict)

    def note(self, section: str, keys: Iterable[str], file: str, problems: Problems) -> None:
        """Remember which file the keys of a section are in; note a problem if one is already
        defined.
        """
        for key in keys:
            first = self.files.setdefault((section, key), file)
            if first != file:
                problems.add(file, [section, key], f"is defined in {first} already")

    def file(self, path: Sequence[str | int]) -> str:
        """Returns the file of the key path, for messages."""
        return self.files.get((str(path[0]), str(path[1])), self.main) if len(path) > 1 else self.main

"""Cuts numbered lines into records: all lines from one level 0 to the next.

A record is kept as its lines, since whatever is said of it later quotes them. `node_of` makes a tree
of one. A line that is broken is left out, with its number and the reason; lines below it go with it.

Why no GEDCOM library: those that are kept well read whole files into memory, refuse damaged lines or
forget their numbers, and the numbers are what an answer cites. The grammar of a line is one regular
expression; what its tags mean is in `structures`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from claimtree.sources.gedcom.lines import Problems

MOST_LINES: Final = 200_000
"""Lines of one record; what follows is left out."""
MOST_TEXT: Final = 20_000_000
"""Characters of one record, likewise."""
DEEPEST: Final = 99
_LINE: Final = re.compile(r"\s*(\d{1,2})[ \t]+(?:@([^@\s][^@]*)@[ \t]+)?([A-Za-z0-9_]+)(?:[ \t](.*))?", re.DOTALL)
_TEXT_TAGS: Final = frozenset({"NOTE", "TEXT", "CONT", "CONC", "SNOTE", "ADDR", "TITL", "PUBL", "AUTH", "DATA"})
"""Tags whose text may have been broken into lines without a level."""
_STARTS_NOTHING: Final = "\ufeff\0"


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a file as its lines."""

    tag: str
    id: str
    """Its cross-reference without signs: "I1"; empty for the header and the like."""
    line: int
    """The number of its first line."""
    text: str
    """Its lines. A line that was left out is empty, so that the numbers of the others hold."""


@dataclass(slots=True)
class Node:
    """A line with those below it; text that goes on in CONC and CONT is put together."""

    line: int
    tag: str
    value: str
    raw: str
    """The line as written."""
    children: list[Node] = field(default_factory=list)

    def all(self, *tags: str) -> list[Node]:
        return [one for one in self.children if one.tag in tags]

    def first(self, *tags: str) -> Node | None:
        return next((one for one in self.children if one.tag in tags), None)

    def value_of(self, *tags: str) -> str:
        """Returns the value of the first line below with one of these tags, or ""."""
        # Most lines have few below them and are asked for many tags.
        for one in self.children:
            if one.tag in tags:
                return one.value.strip()
        return ""

    @property
    def pointer(self) -> str:
        """The id that the value points to, or ""."""
        value = self.value.strip()
        inner = value[1:-1]
        is_pointer = len(value) > 2 and value[0] == value[-1] == "@" and "@" not in inner and inner != "VOID"
        return inner if is_pointer else ""


def records(lines: Iterable[tuple[int, str]], problems: Problems) -> Iterator[Record]:
    """Yields the records of a file, one by one."""
    kept: list[str] = []
    tag = id = ""
    first = depth = size = 0
    before = ""
    """The tag of the line before."""
    dropped = DEEPEST + 1
    """Lines deeper than this go with a line that was left out."""
    for number, text in lines:
        found = _LINE.fullmatch(text)
        if found is not None and found[1] == "0":
            if kept:
                yield Record(tag, id, first, "\n".join(kept))
            tag, id, first = found[3].upper(), (found[2] or "").strip(), number
            kept, depth, size, before, dropped = [text], 0, len(text), tag, DEEPEST + 1
            continue
        if found is None and not text.strip(_STARTS_NOTHING).strip():
            if kept:
                kept.append("")
            continue
        if not kept:
            problems.add(number, "stands before the first record", text)
            continue
        if len(kept) >= MOST_LINES or size > MOST_TEXT:
            if len(kept) == MOST_LINES or size <= MOST_TEXT + len(text):
                problems.add(number, "belongs to a record that is too long; its end is left out", text)
            size += MOST_TEXT
            continue
        size += len(text)
        if found is None:
            kept.append(_continued(number, text, before, depth, problems))
            continue
        level = int(found[1])
        if level > dropped:
            problems.add(number, "stands below a line that was left out", text)
            kept.append("")
        elif level > depth + 1:
            problems.add(number, f"has level {level} after level {depth}", text)
            kept.append("")
            dropped = level
        else:
            kept.append(text)
            depth, before, dropped = level, found[3].upper(), DEEPEST + 1
    if kept:
        yield Record(tag, id, first, "\n".join(kept))


def _continued(number: int, text: str, before: str, depth: int, problems: Problems) -> str:
    """Returns a line without a level as more of the text before it; "" if there is none."""
    if before in _TEXT_TAGS:
        problems.add(number, "has no level; read as more of the text before it", text, skipped=False)
        level = depth if before in ("CONT", "CONC") else depth + 1
        return f"{level} CONT {text}"
    problems.add(number, "has no level and tag", text)
    return ""


def node_of(record: Record) -> Node:
    """Returns the lines of a record as a tree."""
    return _node_of(record.text, record.line)


def _node_of(text: str, first: int) -> Node:
    root = Node(first, "", "", "")
    stack = [root]
    match = _LINE.fullmatch
    for number, line in enumerate(text.split("\n"), first):
        if not line:
            continue
        found = match(line)
        if found is None:
            continue
        level, _, tag, value = found.groups()
        depth, value = int(level), value or ""
        if "@@" in value:
            value = value.replace("@@", "@")
        if tag == "CONT" or tag == "CONC":
            holder = stack[min(depth, len(stack)) - 1]
            holder.value += f"\n{value}" if tag == "CONT" else value
            continue
        node = Node(number, tag.upper(), value, line)
        if depth == 0:
            stack = [node]
            root = node
            continue
        del stack[depth:]
        stack[-1].children.append(node)
        stack.append(node)
    return root

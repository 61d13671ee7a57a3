"""What differs between two imports of a tree, by the ids of its records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final, Protocol

MOST_EXAMPLES: Final = 100
MOST_LINES: Final = 12
"""Lines that are shown of one record."""
_TAGS: Final = ("INDI", "FAM")


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """A record that is new, changed or gone."""

    tag: str
    id: str
    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Differences:
    """How many people and families differ, and the first of them."""

    first: bool = False
    """True if there was nothing to compare with."""
    new: int = 0
    changed: int = 0
    gone: int = 0
    unchanged: int = 0
    gone_people: tuple[str, ...] = ()
    """Ids of all people whom the file has no more."""
    examples: tuple[Changed, ...] = ()


class ComparedTree(Protocol):
    """A tree whose records can be compared."""

    def digests(self, tag: str) -> Mapping[str, bytes]: ...
    def lines_of(self, tag: str, id: str) -> tuple[str, ...]: ...


def differences(before: ComparedTree | None, now: ComparedTree) -> Differences:
    """Returns what is new, changed and gone; the order of lines and records does not count."""
    new = changed = gone = unchanged = 0
    gone_people: tuple[str, ...] = ()
    found: list[Changed] = []
    for tag in _TAGS:
        old = before.digests(tag) if before is not None else {}
        there = now.digests(tag)
        fresh = [id for id in there if id not in old]
        left = [id for id in old if id not in there]
        other = [id for id, digest in there.items() if old.get(id, digest) != digest]
        new, gone = new + len(fresh), gone + len(left)
        changed, unchanged = changed + len(other), unchanged + len(there) - len(fresh) - len(other)
        if tag == "INDI":
            gone_people = tuple(left)
        if before is not None:
            found += islice(_examples(tag, fresh, left, other, before, now), MOST_EXAMPLES)
    return Differences(
        first=before is None,
        new=new,
        changed=changed,
        gone=gone,
        unchanged=unchanged,
        gone_people=gone_people,
        examples=tuple(found[:MOST_EXAMPLES]),
    )


def _examples(
    tag: str, fresh: list[str], left: list[str], other: list[str], before: ComparedTree, now: ComparedTree
) -> Iterator[Changed]:
    for id in other:
        then, there = Counter(before.lines_of(tag, id)), Counter(now.lines_of(tag, id))
        yield Changed(
            tag=tag,
            id=id,
            new=tuple((there - then).elements())[:MOST_LINES],
            gone=tuple((then - there).elements())[:MOST_LINES],
        )
    for id in fresh:
        yield Changed(tag=tag, id=id, new=now.lines_of(tag, id)[:MOST_LINES])
    for id in left:
        yield Changed(tag=tag, id=id, gone=before.lines_of(tag, id)[:MOST_LINES])

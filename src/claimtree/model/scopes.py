"""The scope of words in a text: wanted, denied or neither, how firmly, of what, and which are
alternatives.

A *span* is a stretch of a text, from its first character to the one after its last. A scope reader
finds the spans that name something, and the scope of any span.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Span(NamedTuple):
    """A stretch of a text."""

    start: int
    end: int

    def overlaps(self, other: Span) -> bool:
        return self.start < other.end and other.start < self.end

    def shared(self, other: Span) -> int:
        """Returns how many characters two spans have in common."""
        return max(0, min(self.end, other.end) - max(self.start, other.start))


class Status(StrEnum):
    """The status of words in a sentence. In a listing: true (wanted), false (denied), or unknown
    (nothing).
    """

    WANTED = "wanted"
    DENIED = "denied"
    NOTHING = "nothing"


class Want(StrEnum):
    """How firmly a wish is stated."""

    UNSAID = "unsaid"
    MUST = "must"
    NICE = "nice"


class PlaceRelation(StrEnum):
    """How words relate to a place."""

    NONE = ""
    IN = "in"
    NEAR = "near"
    WITHIN = "within"
    BETWEEN = "between"
    FAR = "far"


class Host(StrEnum):
    """What words are said of."""

    THING = "thing"
    AREA = "area"
    BUILDING = "building"
    PART = "part"


class Bound(StrEnum):
    """How an amount is meant."""

    EXACT = "exact"
    AT_MOST = "at most"
    AT_LEAST = "at least"
    RANGE = "range"
    ABOUT = "about"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """The scope of one span in its sentence."""

    status: Status
    sureness: float
    """The probability of the status, 0 to 1."""
    want: Want = Want.UNSAID
    relation: PlaceRelation = PlaceRelation.NONE
    host: Host = Host.THING
    part: Span | None = None
    """The words that name the part it is said of; None unless the host is one."""
    bound: Bound = Bound.EXACT
    """Meaningful only if the span has an amount."""
    bound_sureness: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedWords:
    """Words of a text that a word list knows."""

    span: Span
    entry: str
    """What the list takes them for, in words."""
    negated: bool
    """They are taken to deny it."""
    is_place: bool = False
    """They are the name of a place, and the entry is what is said of it, such as "near"."""


class DisjointSets:
    """Disjoint sets (union-find): things joined in pairs, in nearly constant time each."""

    def __init__(self, size: int) -> None:
        self._above = list(range(size))

    def join(self, one: int, other: int) -> None:
        self._above[self._top(one)] = self._top(other)

    def numbered(self) -> tuple[int | None, ...]:
        """Returns the group number of each thing; None for one alone."""
        tops = [self._top(k) for k in range(len(self._above))]
        sizes = Counter(tops)
        return tuple(top if sizes[top] > 1 else None for top in tops)

    def _top(self, one: int) -> int:
        while self._above[one] != one:
            self._above[one] = self._above[self._above[one]]
            one = self._above[one]
        return one

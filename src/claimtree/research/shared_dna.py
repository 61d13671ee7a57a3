"""Which relationships an amount of shared DNA fits: a published table of ranges, and nothing derived from it.

The same amount fits many relationships; a range is no probability. So all that fit are told, those
first whose average is nearest for the width of their range.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from claimtree.errors import BadInput

MOST_CM: Final = 8_000
"""Twins, or a test taken twice, share some 7,400 cM where both copies are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedRange:
    """What relatives of one kind share, in centimorgans."""

    words: tuple[str, ...]
    """What one is to the other: "grandparent", "grandchild"."""
    least: float
    average: float
    most: float

    @property
    def text(self) -> str:
        """As a person says it: "second cousin (41–592 cM, on average 229)"."""
        return f"{' / '.join(self.words)} ({self.least:g}–{self.most:g} cM, on average {self.average:g})"

    def includes(self, cm: float) -> bool:
        return self.least <= cm <= self.most

    def distance(self, cm: float) -> float:
        """Returns how far an amount is from the average, as a share of the way to that end of the range."""
        width = self.most - self.average if cm > self.average else self.average - self.least
        return abs(cm - self.average) / width if width else 0.0


@cache
def table() -> tuple[SharedRange, ...]:
    """Returns all ranges, from near relatives to far ones."""
    return tuple(
        SharedRange(words=tuple(one["words"]), least=one["cm"][0], average=one["cm"][1], most=one["cm"][2])
        for one in _file()["relations"]
    )


def table_source() -> str:
    """Returns who published the ranges."""
    return str(_file()["source"])


def likely_relations(cm: float, most: int = 5) -> tuple[SharedRange, ...]:
    """Returns relationships of which an amount is usual, the ones whose average is nearest first; nobody shares 0.

    >>> [one.words[0] for one in likely_relations(3485)], likely_relations(0)
    (['parent', 'sibling'], ())
    """
    check_cm(cm)
    fitting = [one for one in table() if one.includes(cm)] if cm > 0 else []
    return tuple(sorted(fitting, key=lambda one: one.distance(cm))[:most])


def range_of(word: str) -> SharedRange | None:
    """Returns what relatives share who are called by a word of kinship; None for one the table does not have.

    >>> found = range_of("great-aunt")
    >>> found and (found.least, found.most)
    (330, 1467)
    """
    word = " ".join(word.casefold().replace(" or ", " ").split())
    return next((one for one in table() if word in _spoken(one)), None)


def check_cm(cm: float) -> None:
    """Raises BadInput for an amount that nobody shares."""
    if not 0 <= cm <= MOST_CM:
        raise BadInput(f"{cm:g} cM cannot be shared", hint=f"Give centimorgans from 0 to {MOST_CM:,}.")


def _spoken(one: SharedRange) -> frozenset[str]:
    parts = {part for words in one.words for part in words.split(" or ")}
    return frozenset(parts | {other for part in parts for other in _SEXED.get(part, ())})


_SEXED: Final = {
    "parent": ("mother", "father"),
    "child": ("son", "daughter"),
    "sibling": ("brother", "sister"),
    "half-sibling": ("half-brother", "half-sister"),
    "grandparent": ("grandmother", "grandfather"),
    "grandchild": ("grandson", "granddaughter"),
    "great-grandparent": ("great-grandmother", "great-grandfather"),
    "great-grandchild": ("great-grandson", "great-granddaughter"),
}


@cache
def _file() -> dict[str, Any]:
    text = resources.files("claimtree.research").joinpath("shared_cm.toml").read_text("utf-8")
    return tomllib.loads(text)

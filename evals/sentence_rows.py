"""Annotated sentences: a text, its relevant words, and the meaning that a careful reader gives
them.

A row without faults (`sentence_validation`) becomes a `Sentence` here: on one line, with its words
as offsets in the text, so that later steps do not search for them again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from claimtree.calibration.data_rows import Row


class Kind(StrEnum):
    """The kind of text."""

    QUERY = "query"
    """Written by a person who looks for something."""
    LISTING = "listing"
    """Written by a person who offers something."""

    @property
    def key(self) -> str:
        """The key of its list of annotations."""
        return "wishes" if self is Kind.QUERY else "facts"

    @property
    def plural(self) -> str:
        return "queries" if self is Kind.QUERY else "listings"


class Is(StrEnum):
    """What a listing says about a thing."""

    YES = "yes"
    NO = "no"
    UNSURE = "unsure"


FAR = "far"
WHERE = ("in", "near", "within", "between", FAR)
WANT = ("must", "nice")
PARTS = ("building", "complex", "area", "home")
"""Values of `of` that need not be words of the text."""

_ROOM = re.compile(
    "bed|kitchen|bath|living|dining|balcon|office|master|terrace|basement|loft|study|kamar|dapur|ruang|balkon|room|ensuite"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """An annotated amount, already converted; None for an open end."""

    unit: str
    low: float | None
    high: float | None
    about: bool = False

    def __str__(self) -> str:
        if self.about or self.low == self.high:
            text = f"{'about ' if self.about else ''}{_number(self.low if self.low is not None else self.high)}"
        elif self.high is None:
            text = f"at least {_number(self.low)}"
        elif self.low is None:
            text = f"at most {_number(self.high)}"
        else:
            text = f"{_number(self.low)} to {_number(self.high)}"
        return f"{text} {self.unit}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotation:
    """Words of the text with their meaning: a wish of a query, or a fact of a listing."""

    words: str
    start: int
    end: int
    denied: bool = False
    """For a wish: wanted absent."""
    says: Is | None = None
    """For a fact: whether it holds."""
    want: str = ""
    alternative: str = ""
    """Wishes with the same letter are alternatives."""
    of: str = ""
    """The part that it is about, in lower case; empty for the thing itself."""
    where: str = ""
    amount: Bounds | None = None

    @property
    def of_room(self) -> bool:
        return names_room(self.of)


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing:
    """Words that must not become a wish."""

    words: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One text with its annotation."""

    place: str
    """File and line."""
    id: str
    kind: Kind
    field: str
    """Subject and language: "homes-en"."""
    text: str
    """On one line, as passed to the reader."""
    written: str
    """The original text, with its line breaks."""
    annotations: tuple[Annotation, ...] = ()
    nothing: tuple[Nothing, ...] = ()

    @property
    def annotated(self) -> tuple[Annotation | Nothing, ...]:
        """All annotated words."""
        return (*self.annotations, *self.nothing)


def sentence_of(place: str, row: Row) -> Sentence:
    """Returns a valid row as a sentence."""
    kind, text = Kind(row["kind"]), one_line(row["text"])
    return Sentence(
        place=place,
        id=row["id"],
        kind=kind,
        field=row["field"],
        text=text,
        written=row["text"],
        annotations=tuple(_annotation(one, text) for one in row[kind.key]),
        nothing=tuple(_nothing(words, text) for words in row.get("nothing", ())),
    )


def one_line(text: str) -> str:
    """Returns the text on one line; character offsets do not change.

    >>> one_line("Musts:\\n- cats")
    'Musts: - cats'
    """
    return text.replace("\n", " ")


def folded(text: str) -> str:
    """Casefolds a text without changing offsets: letters that fold into two are left as they are.

    >>> folded("STRAẞE 1"), len(folded("STRAẞE 1"))
    ('straẞe 1', 8)
    """
    low = text.casefold()
    if len(low) == len(text):
        return low  # every letter folds into one or more, so none became two
    return "".join(one if len(one := letter.casefold()) == 1 else letter for letter in text)


def occurrences(text: str, words: str) -> list[tuple[int, int]]:
    """Returns the spans of the words in a text, ignoring case.

    >>> occurrences("Dryer hookup but no dryer", "dryer")
    [(0, 5), (20, 25)]
    """
    within, wanted = folded(one_line(text)), folded(one_line(words))
    found: list[tuple[int, int]] = []
    start = within.find(wanted) if wanted else -1
    while start >= 0:
        found.append((start, start + len(wanted)))
        start = within.find(wanted, start + 1)
    return found


def names_room(of: str) -> bool:
    """True if `of` names a room; anything else that is no part is a quantity ("LT", "deposit").

    >>> names_room("second bedroom"), names_room("dapur"), names_room("deposit")
    (True, True, False)
    """
    return _ROOM.search(of) is not None


def _annotation(one: Mapping[str, Any], text: str) -> Annotation:
    start, end = occurrences(text, one["words"])[one.get("nth", 1) - 1]
    amount = one.get("amount")
    return Annotation(
        words=text[start:end],
        start=start,
        end=end,
        denied=one.get("not", False),
        says=Is(one["is"]) if "is" in one else None,
        want=one.get("want", ""),
        alternative=one.get("or", ""),
        of=one.get("of", "").casefold(),
        where=one.get("where", ""),
        amount=_bounds(amount) if amount is not None else None,
    )


def _bounds(amount: Mapping[str, Any]) -> Bounds:
    return Bounds(unit=amount["unit"], low=amount["min"], high=amount["max"], about=amount.get("about", False))


def _nothing(words: str, text: str) -> Nothing:
    start, end = occurrences(text, words)[0]
    return Nothing(words=text[start:end], start=start, end=end)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.10g}"

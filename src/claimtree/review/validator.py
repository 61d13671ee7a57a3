"""Says whether a fact can be, by itself and with what is known of the people: the rules of `tree check`, asked
before anything is in a tree."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from claimtree.family_trees.checks import (
    LONGEST_LIFE,
    OLDEST_FATHER,
    OLDEST_MOTHER,
    YOUNGEST_PARENT,
    YOUNGEST_SPOUSE,
)
from claimtree.family_trees.tree import read_date
from claimtree.review.items import TreeQuote
from claimtree.review.wording import event_word, say

LONGEST_TEXT: Final = 200
_AFTER_DEATH: Final = frozenset({"burial", "cremation", "probate", "will", "funeral"})
_NAME_SIGNS: Final = frozenset(" .'’ʼ-\"()/")
_PLACE_SIGNS: Final = frozenset(" .,'’ʼ-()/&#")
_DAYS_A_YEAR: Final = 365.25


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A time that is known of somebody, by the tree or by the message."""

    low: float
    high: float
    quote: TreeQuote | None = None
    """None if the message itself says it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Life:
    """What is known of when somebody lived."""

    name: str
    birth: Known | None = None
    death: Known | None = None
    weddings: tuple[Known, ...] = ()
    is_woman: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Impossible:
    """Why something cannot be, and the lines of the tree that say so."""

    text: str
    quotes: tuple[TreeQuote, ...] = ()


def times_of(gedcom: str, quote: TreeQuote | None = None) -> Known | None:
    """Returns the days that a date means; None for an empty one and for what is none."""
    when = read_date(gedcom)
    return None if when is None else Known(low=when.low, high=when.high, quote=quote)


def refused_date(gedcom: str, today: date) -> str:
    """Returns why a date is refused; "" for one that may be."""
    when = read_date(gedcom)
    if gedcom and when is None:
        return say("refused", "date", fault=f"{gedcom!r} is no date")
    if when is not None and when.low > today.toordinal():
        return say("refused", "future", date=gedcom)
    return ""


def refused_name(value: str) -> str:
    """Returns why words are refused as a name; "" for a name."""
    if len(value) > LONGEST_TEXT:
        return say("refused", "long", count=len(value))
    letters = sum(letter.isalpha() for letter in value)
    fits = all(letter.isalpha() or letter in _NAME_SIGNS or _is_mark(letter) for letter in value)
    if letters < 2 and not any(ord(letter) > 0x2E80 for letter in value):
        fits = False
    return "" if fits else say("refused", "name", value=value[:60])


def refused_place(value: str) -> str:
    if len(value) > LONGEST_TEXT:
        return say("refused", "long", count=len(value))
    fits = all(letter.isalnum() or letter in _PLACE_SIGNS or _is_mark(letter) for letter in value)
    return "" if fits and any(letter.isalpha() for letter in value) else say("refused", "place", value=value[:60])


def _is_mark(letter: str) -> bool:
    return "\u0300" <= letter <= "\u036f"


def of_event(kind: str, when: Known, life: Life) -> Iterator[Impossible]:
    """Yields why an event of somebody cannot be then."""
    if kind == "birth":
        yield from _of_birth(when, life)
        return
    if life.birth is not None and _years(life.birth.low, when.high) < 0 and when.high < life.birth.low:
        yield Impossible(
            text=say("conflicts", "died_before_born", name=life.name)
            if kind == "death"
            else say("conflicts", "before_birth", name=life.name, event=event_word(kind)),
            quotes=_quotes(life.birth),
        )
    elif kind in ("death", "burial") and life.birth is not None and _years(life.birth.high, when.low) > LONGEST_LIFE:
        text = say("conflicts", "long_life", name=life.name, years=LONGEST_LIFE)
        yield Impossible(text=text, quotes=_quotes(life.birth))
    elif kind == "marriage" and life.birth is not None and _years(life.birth.low, when.high) < YOUNGEST_SPOUSE:
        text = say("conflicts", "married_young", name=life.name, years=YOUNGEST_SPOUSE)
        yield Impossible(text=text, quotes=_quotes(life.birth))
    if kind not in _AFTER_DEATH and kind != "death" and life.death is not None and when.low > life.death.high:
        text = say("conflicts", "after_death", name=life.name, event=event_word(kind))
        yield Impossible(text=text, quotes=_quotes(life.death))
    if kind == "death":
        for wedding in life.weddings:
            if wedding.low > when.high:
                text = say("conflicts", "after_death", name=life.name, event=event_word("marriage"))
                yield Impossible(text=text, quotes=_quotes(wedding))


def _of_birth(when: Known, life: Life) -> Iterator[Impossible]:
    if life.death is not None:
        if life.death.high < when.low:
            yield Impossible(text=say("conflicts", "died_before_born", name=life.name), quotes=_quotes(life.death))
        elif _years(when.high, life.death.low) > LONGEST_LIFE:
            text = say("conflicts", "long_life", name=life.name, years=LONGEST_LIFE)
            yield Impossible(text=text, quotes=_quotes(life.death))
    for wedding in life.weddings:
        if _years(when.low, wedding.high) < YOUNGEST_SPOUSE:
            text = say("conflicts", "married_young", name=life.name, years=YOUNGEST_SPOUSE)
            yield Impossible(text=text, quotes=_quotes(wedding))


def of_parent(parent: Life, child: Life) -> Iterator[Impossible]:
    """Yields why somebody cannot be the parent by birth of somebody."""
    if parent.birth is not None and child.birth is not None:
        quotes = (*_quotes(parent.birth), *_quotes(child.birth))
        if _years(parent.birth.low, child.birth.high) < YOUNGEST_PARENT:
            text = say("conflicts", "parent_younger", parent=parent.name, child=child.name, years=YOUNGEST_PARENT)
            yield Impossible(text=text, quotes=quotes)
        oldest = OLDEST_MOTHER if parent.is_woman else OLDEST_FATHER
        if _years(parent.birth.high, child.birth.low) > oldest:
            text = say("conflicts", "parent_old", parent=parent.name, child=child.name, years=oldest)
            yield Impossible(text=text, quotes=quotes)
    if parent.death is not None and child.birth is not None:
        late = 0.0 if parent.is_woman else _DAYS_A_YEAR
        if child.birth.low > parent.death.high + late:
            text = say("conflicts", "parent_dead", parent=parent.name, child=child.name)
            yield Impossible(text=text, quotes=(*_quotes(parent.death), *_quotes(child.birth)))


def _quotes(*known: Known) -> tuple[TreeQuote, ...]:
    return tuple(one.quote for one in known if one.quote is not None)


def _years(start: float, end: float) -> float:
    """Returns the years between two days; what is not known contradicts nothing."""
    if math.isinf(start) or math.isinf(end):
        return math.nan
    return (end - start) / _DAYS_A_YEAR

"""The years of a person of a tree, no more exact than the file has them: "about 1801 – after 1867"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from typing import Final

from claimtree.family_trees.tree import Event, Person, years_of
from claimtree.kinship.life_years import life_years
from claimtree.model.amounts import Amount, Op

_BIRTHS: Final = (("birth", ""), ("christening", "bap. "), ("baptism", "bap. "))
_DEATHS: Final = (("death", ""), ("burial", "bur. "), ("cremation", "bur. "))


def shown_life(person: Person) -> str:
    """Returns the years of a person: "1819–1901", "bap. 1590 – after 1640", "b. about 1801"; empty where none is known.

    A baptism stands for a birth and a burial for a death where there is no better date, and is called so.
    """
    return life_years(_told(person.events, _BIRTHS), _told(person.events, _DEATHS))


def _told(events: Sequence[Event], kinds: Sequence[tuple[str, str]]) -> str:
    for kind, before in kinds:
        for event in events:
            if event.kind == kind and (when := event.when) is not None and (year := shown_year_of(when)):
                return before + year
    return ""


@lru_cache(maxsize=1 << 14)
def shown_year_of(when: Amount) -> str:
    """Returns a date by its year, with the word that makes it less than certain: "after 1917"."""
    first, last = years_of(when)
    if first is not None and last is not None:
        if when.op is Op.APPROX:
            return f"about {(first + last) // 2}"
        return str(first) if first == last else f"{first}/{last}"
    if first is not None:
        # The day before: "after 1917" begins with the first day of 1918.
        return f"after {_year(when.low - 1)}" if when.op is Op.GT else f"from {first}"
    if last is not None:
        return f"before {_year(when.high + 1)}" if when.op is Op.LT else f"by {last}"
    return ""


def _year(day: float) -> int:
    return date.fromordinal(max(1, int(day))).year

"""Decides who in a tree may be living, from what is known of when people were born.

Somebody is taken for living unless a death is on record, or a birth more than 110 years ago is
certain. Where no birth is on record, the latest year in which it may have been follows from the
person's other events and from relatives: nobody is born after an event of theirs, a child is born at
least 12 years after a parent and not later than 90 years after, and partners are not more than 80
years apart. Of whom even this says nothing is taken for living: names and dates of living people are
not shown by mistake.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from claimtree.family_trees.tree import Event, Person, year_bounds

OLDEST: Final = 110
"""Years after birth from which somebody is taken to have died."""
YOUNGEST_PARENT: Final = 12
OLDEST_PARENT: Final = 90
APART: Final = 80
"""Years of birth by which partners differ at most."""
_MOST_HOPS: Final = 40
"""Relatives of relatives that are followed; also the end where somebody is their own ancestor."""
DEATHS: Final = ("death", "burial", "cremation", "funeral", "probate")
BIRTHS: Final = ("birth", "christening", "baptism")
_AFTER_DEATH: Final = frozenset({*DEATHS, "will", "event", "fact", "baptism (LDS)"})
"""Kinds of events that need not be in somebody's lifetime."""
MASKED: Final = "Living person"
"""The name that is shown of somebody who may be living."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeSigns:
    """What one record says about whether its person may be living."""

    dead: bool
    born_by: int | None
    """The latest year of birth, if the record says anything about it."""


def life_signs(person: Person) -> LifeSigns:
    """Returns what a person's own record says."""
    dead = any(event.kind in DEATHS for event in person.events)
    years = [year for event in person.events if (year := _born_by(event)) is not None]
    return LifeSigns(dead=dead, born_by=min(years, default=None))


def _born_by(event: Event) -> int | None:
    """Returns the year before which an event's person was born; None if it does not say."""
    if event.kind in _AFTER_DEATH and event.kind not in DEATHS:
        return None
    return year_bounds(event)[1]


def latest_births(
    own: Sequence[int | None], parents: Iterable[tuple[int, int]], couples: Iterable[tuple[int, int]]
) -> list[int | None]:
    """Returns the latest year of birth of each person, by number, from their own records and those of
    their relatives. `parents` are pairs of a child and a parent."""
    near: dict[int, list[tuple[int, int]]] = {}
    for child, parent in parents:
        near.setdefault(child, []).append((parent, -YOUNGEST_PARENT))
        near.setdefault(parent, []).append((child, OLDEST_PARENT))
    for one, other in couples:
        near.setdefault(one, []).append((other, APART))
        near.setdefault(other, []).append((one, APART))
    found = list(own)
    waiting = deque((at, 0) for at, year in enumerate(own) if year is not None and at in near)
    while waiting:
        at, hops = waiting.popleft()
        year = found[at]
        if year is None or hops >= _MOST_HOPS:
            continue
        for other, years in near.get(at, ()):
            # A date of one's own is better than any that follows from others.
            known = found[other]
            if own[other] is None and (known is None or year + years < known):
                found[other] = year + years
                waiting.append((other, hops + 1))
    return found


def may_be_living(*, dead: bool, born_by: int | None, year: int) -> bool:
    """True unless a death is on record or a birth long ago is certain. `year` is the present one."""
    return not dead and (born_by is None or born_by > year - OLDEST)


def shown_name(name: str, *, living: bool, show_living: bool) -> str:
    """Returns a name as it may be shown."""
    return MASKED if living and not show_living else name


def masked(person: Person) -> Person:
    """Returns a person of whom only the links to others are left, and their sex."""
    return Person(
        id=person.id,
        line=person.line,
        sex=person.sex,
        child_of=person.child_of,
        partner_in=person.partner_in,
        evidence=person.evidence,
    )

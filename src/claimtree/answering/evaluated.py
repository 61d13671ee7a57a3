"""The nouns of an evaluation: who is meant, whether something holds, when something was, and the lines that say so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from claimtree.answering.family_index import KnownEvent
from claimtree.answering.intervals import Interval, not_negative, years_between
from claimtree.family_trees.tree import Evidence

ONCE: Final = frozenset({"birth", "death", "burial", "christening", "baptism"})
"""What happens once: several records of it are of one event."""
_LINES: Final = 12
"""Lines that one result carries at most."""


class Unresolved(Exception):
    """A name that does not say who is meant."""

    def __init__(self, name: str, candidates: tuple[str, ...]) -> None:
        super().__init__(name)
        self.name = name
        self.candidates = candidates


class Several(Exception):
    """Somebody is asked for, and several people are meant."""

    def __init__(self, people: tuple[str, ...]) -> None:
        super().__init__("several")
        self.people = people


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who is meant, for certain or perhaps, and the lines that say so."""

    id: str
    sure: bool = True
    because: tuple[Evidence, ...] = ()


class Verdict(NamedTuple):
    """Whether something holds, and the lines that it rests on; None without lines: nothing is on record."""

    said: bool | None
    because: tuple[Evidence, ...] = ()


class Dated(NamedTuple):
    """A time as days, with the lines that give it."""

    days: Interval
    because: tuple[Evidence, ...]


def evidence_of(known: KnownEvent) -> tuple[Evidence, ...]:
    """Returns the lines of an event."""
    event = known.event
    lines = (event.evidence, event.date_evidence, event.place_evidence)
    return tuple(line for line in lines if line is not None)


def rival_dates(known: Sequence[KnownEvent]) -> list[KnownEvent]:
    """Returns the first of some events with a date, and those whose dates exclude it: two births on record."""
    dated = [one for one in known if one.event.when is not None]
    return [one for at, one in enumerate(dated) if not at or not _overlap(dated[0], one)]


def _overlap(one: KnownEvent, other: KnownEvent) -> bool:
    first, second = one.event.when, other.event.when
    return first is None or second is None or first.overlaps(second)


def cut(lines: Iterable[Evidence]) -> tuple[Evidence, ...]:
    return tuple(dict.fromkeys(lines))[:_LINES]


def all_lines(found: list[Verdict]) -> tuple[Evidence, ...]:
    # What is silent in one part is silent as a whole.
    if any(one.said is None and not one.because for one in found):
        return ()
    return cut(line for one in found for line in one.because)


def merged(members: Iterable[Member]) -> list[Member]:
    """Returns each member once; sure if any way to it is."""
    found: dict[str, Member] = {}
    for one in members:
        known = found.get(one.id)
        if known is None:
            found[one.id] = one
        elif one.sure and not known.sure:
            found[one.id] = replace(known, sure=True)
    return list(found.values())


def span_of(starts: list[Dated], ends: list[Dated]) -> tuple[Interval, tuple[Evidence, ...]] | None:
    """Returns the whole years between two times, and the lines; None where one is not on record."""
    if not starts or not ends:
        return None
    years = years_between(starts[0].days, ends[0].days)
    return not_negative(years) if years.high >= 0 else years, cut(starts[0].because + ends[0].because)

"""Research tasks: what a tree lacks of a person, which record may have it, and why it is worth a look.

Everything follows from what is on record by rules and templates (`languages/*/research.toml`); nobody
who may be living gets a task unless they are to be shown.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from itertools import islice
from typing import Any, Final

from claimtree.answering.family_index import FamilyIndex
from claimtree.family_trees.living import BIRTHS
from claimtree.family_trees.tree import Event, Evidence, place_parts, year_bounds
from claimtree.languages import data_of
from claimtree.model.amounts import describe
from claimtree.research.known_life import LONGEST_LIFE, KnownLife
from claimtree.research.limits import excerpt

MOST_TASKS: Final = 8
MOST_CENSUSES: Final = 3
WIDEST: Final = 25
"""Years that one record is looked for in; a wider range says nothing."""
_PAPERS_FROM: Final = 1850
"""From here on there are obituaries of ordinary people."""
_OLDEST_CHILDLESS: Final = 12
_MARRY_FROM: Final = 15
_PLACE: Final = 120
"""Characters of a place that are told."""


class TaskKind(StrEnum):
    """What is looked for; in the order in which tasks are told."""

    CONFLICT = "conflict"
    BIRTH = "birth"
    DEATH = "death"
    OBITUARY = "obituary"
    MARRIAGE = "marriage"
    CENSUS = "census"
    BURIAL = "burial"
    SOURCE = "source"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchTask:
    """Something to look for."""

    kind: TaskKind
    person: str
    """The id of the person in the tree."""
    what: str
    """"1880 census, Knox County, Ohio"."""
    why: str
    years: tuple[int, int] | None = None
    place: str = ""
    evidence: tuple[Evidence, ...] = ()
    """The lines from which it follows."""


def research_tasks(
    index: FamilyIndex, id: str, *, most: int = MOST_TASKS, this_year: int = 2100, code: str = "en"
) -> tuple[ResearchTask, ...]:
    """Returns what to look for about a person, the most useful first."""
    if id in index.hidden or id not in index.people:
        return ()
    life = _Life(index, id, this_year, code)
    found = [*life.conflicts(), *life.birth(), *life.death(), *life.marriages(), *life.censuses()]
    found += [*life.burial(), *life.sources()]
    order = list(TaskKind)
    found.sort(key=lambda task: order.index(task.kind))
    return tuple(found[:most])


class _Life:
    """Finds what is missing in one life."""

    def __init__(self, index: FamilyIndex, id: str, this_year: int, code: str) -> None:
        self._index = index
        self._id = id
        self._life = KnownLife(index, id)
        self._this_year = this_year
        self._code = code
        self._name = index.shown(id)

    def conflicts(self) -> Iterator[ResearchTask]:
        """Yields events that happen once and have dates that cannot both be true."""
        for kind in ("birth", "death"):
            dated = [event for event in self._index.people[self._id].all(kind) if event.when is not None]
            if any(not _overlap(one, other) for one in dated for other in dated):
                dates = ", ".join(dict.fromkeys(map(_words, dated)))
                what = self._say("what", "conflict", event=kind)
                yield self._task(TaskKind.CONFLICT, what, self._say("why", "conflict", dates=dates), dated)

    def birth(self) -> Iterator[ResearchTask]:
        born, event = self._life.born, self._life.birth
        parents = self._index.parents[self._id]
        low, high = born
        years = _range(low, high)
        if years is None:
            children = [year for year in map(self._born, self._children()) if year is not None]
            latest = min([*(year - _OLDEST_CHILDLESS for year in children), *_some(self._life.last_year)], default=None)
            if latest is None:
                return
            years = (latest - WIDEST, latest)
        if event is None:
            why = self._say("why", "birth_unknown")
        elif high is not None and low is not None and high > low and not _is_year(event):
            why = self._say("why", "birth_vague", date=_words(event))
        elif len(parents) < _BOTH:
            known = self._say("known", "one" if parents else "none")
            why = self._say("why", "birth_parents", known=known)
        else:
            return
        place = _place(event.place if event is not None and event.place else self._life.place_in(years[1]))
        events = [event] if event is not None else []
        yield self._ranged(TaskKind.BIRTH, "birth", years, place, why, events)

    def death(self) -> Iterator[ResearchTask]:
        event, (low, high) = self._life.death, self._life.died
        last = self._life.last_year
        if event is None or (low is None and high is None):
            if last is None or self._life.first_year is None:
                return
            # The years after the last sign of life, as far as one search goes.
            end = min(last + WIDEST, self._life.first_year + LONGEST_LIFE, self._this_year)
            if end > last:
                place = _place(self._life.place_in(last))
                why = self._say("why", "death_unknown", last=last)
                yield self._ranged(TaskKind.DEATH, "death", (last, end), place, why, self._last_events(last))
            return
        years = _range(low, high)
        if years is None:
            first = low if low is not None else max(_some(last), default=None)
            if first is None and high is not None:
                first = high - WIDEST
            assert first is not None
            years = (first, high if high is not None else first + WIDEST)
        place = _place(event.place or self._life.place_in(years[0]))
        if years[1] - years[0] > 0 and not _is_year(event):
            why = self._say("why", "death_vague", date=_words(event))
            yield self._ranged(TaskKind.DEATH, "death", years, place, why, [event])
        if years[0] >= _PAPERS_FROM and years[1] - years[0] <= WIDEST:
            if not event.place.strip():
                why = self._say("why", "obituary_place", date=_words(event))
            elif not event.sources:
                why = self._say("why", "obituary", date=_words(event))
            else:
                return
            yield self._ranged(TaskKind.OBITUARY, "obituary", years, place, why, [event])

    def marriages(self) -> Iterator[ResearchTask]:
        for link in self._index.partners[self._id]:
            family = self._index.families.get(link.family)
            if family is None or "marriage" in family.denied or link.to in self._index.hidden:
                continue
            if any(event.date for event in family.all("marriage")):
                continue
            children = [self._born(child.person) for child in family.children if child.person in self._index.people]
            first = min((year for year in children if year is not None), default=None)
            grown = [year + _MARRY_FROM for year in (self._life.born[1], self._born(link.to)) if year is not None]
            low = max(grown, default=None)
            if first is None and low is None:
                continue
            end = first + 1 if first is not None else (low or 0) + WIDEST
            begin = max(low if low is not None else end - WIDEST, end - WIDEST)
            if begin > end:
                continue
            why = self._say("why", "marriage", partner=self._index.shown(link.to))
            place = _place(self._life.place_in(end))
            yield self._task(
                TaskKind.MARRIAGE,
                self._what("marriage", (begin, end), place),
                why,
                (),
                (begin, end),
                place,
                link.evidence,
            )

    def censuses(self) -> Iterator[ResearchTask]:
        """Yields the censuses that say most: childhood with unknown parents first, then those near a known place."""
        found = sorted(self._censuses(), key=lambda one: (one[0], one[1].years or (0, 0)))
        yield from (task for _, task in found[:MOST_CENSUSES])

    def _censuses(self) -> Iterator[tuple[int, ResearchTask]]:
        born, died = self._life.born[1], self._life.died[1]
        if born is None:
            return
        known = [year_bounds(event) for event in self._life.own if event.kind in ("census", "residence")]
        end = died if died is not None else max(_some(self._life.last_year), default=born)
        for year in sorted({year for years in _census_years().values() for year in years}):
            place = self._life.place_in(year) if born <= year <= end else ""
            if not place or year not in _years_at(place) or any(low == year or high == year for low, high in known):
                continue
            age = year - born
            with_parents = age <= _MARRY_FROM + 2 and len(self._index.parents[self._id]) < _BOTH
            why = self._say("why", "census_parents" if with_parents else "census_age", age=self._age_in(year))
            near = min(abs(stay.year - year) for stay in self._life.stays)
            here = _place(_county(place))
            what = self._say("what", "census", year=year, place=here)
            lines = [stay.event for stay in self._life.stays if abs(stay.year - year) == near][:1]
            task = self._task(TaskKind.CENSUS, what, why, lines, (year, year), here)
            yield (0 if with_parents else 1 + near), task

    def _age_in(self, year: int) -> str:
        """Returns how old somebody was in a year, as far as the date of birth tells."""
        first, last = self._life.born
        assert last is not None
        if first is None:
            return self._say("age", "least", age=year - last)
        return self._say("age", "exact" if first == last else "about", age=year - (first + last) // 2)

    def burial(self) -> Iterator[ResearchTask]:
        person = self._index.people[self._id]
        death = person.first("death")
        if death is not None and death.place.strip() and person.first("burial", "cremation") is None:
            what = self._say("what", "burial", place=_place(death.place))
            yield self._task(TaskKind.BURIAL, what, self._say("why", "burial"), [death], None, _place(death.place))

    def sources(self) -> Iterator[ResearchTask]:
        person = self._index.people[self._id]
        for kind in ("birth", "death"):
            event = person.first(kind)
            if event is not None and event.date and not event.sources and not person.sources:
                what = self._say("what", "source", event=kind)
                yield self._task(TaskKind.SOURCE, what, self._say("why", "source", date=_words(event)), [event])

    def _children(self) -> Iterator[str]:
        return (link.to for link in self._index.children[self._id] if link.to not in self._index.hidden)

    def _born(self, id: str) -> int | None:
        return None if id in self._index.hidden else year_bounds(self._index.people[id].first(*BIRTHS))[1]

    def _last_events(self, year: int) -> Sequence[Event]:
        return [stay.event for stay in self._life.stays if stay.year == year][:1]

    def _what(self, kind: str, years: tuple[int, int], place: str) -> str:
        first, last = years
        told = str(first) if first == last else f"{first}–{last}"
        return self._say("what", kind, years=told, place=f", {place}" if place else "")

    def _ranged(
        self, kind: TaskKind, what: str, years: tuple[int, int], place: str, why: str, events: Iterable[Event]
    ) -> ResearchTask:
        return self._task(kind, self._what(what, years, place), why, events, years, place)

    def _task(
        self,
        kind: TaskKind,
        what: str,
        why: str,
        events: Iterable[Event],
        years: tuple[int, int] | None = None,
        place: str = "",
        lines: Sequence[Evidence] = (),
    ) -> ResearchTask:
        evidence = [line for event in events for line in (event.evidence, event.date_evidence) if line is not None]
        return ResearchTask(
            kind=kind,
            person=self._id,
            what=what,
            why=why,
            years=years,
            place=place,
            evidence=tuple(islice(dict.fromkeys((*evidence, *lines)), _MOST_LINES)),
        )

    def _say(self, table: str, template: str, **values: object) -> str:
        return _templates(self._code)[table][template].format(**{"name": self._name, **values})


_BOTH: Final = 2
_MOST_LINES: Final = 6


@cache
def _templates(code: str) -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(data_of(code, "research.toml").read_text("utf-8"))


@cache
def _censuses_file() -> list[Mapping[str, Any]]:
    text = resources.files("claimtree.research").joinpath("censuses.toml").read_text("utf-8")
    return list(tomllib.loads(text)["countries"])


@cache
def _census_years() -> Mapping[str, tuple[int, ...]]:
    """Returns the years of censuses by the last part of a place, folded."""
    return {
        name.casefold(): tuple(country["years"])
        for country in _censuses_file()
        for name in (*country["places"], *country["states"])
    }


def _years_at(place: str) -> tuple[int, ...]:
    """Returns the years in which people were counted in a place; none where the country is not known."""
    parts = place_parts(place)
    return _census_years().get(parts[-1].casefold(), ()) if parts else ()


def _county(place: str) -> str:
    """Returns a place without its smallest part, and without the country after a state: censuses are kept by county.

    >>> _county("Gambier, Knox County, Ohio, USA"), _county("Denbigh, Wales"), _county("Ohio")
    ('Knox County, Ohio', 'Denbigh, Wales', 'Ohio')
    """
    parts = list(place_parts(place))
    states = {name.casefold() for country in _censuses_file() for name in country["states"]}
    if len(parts) > 1 and parts[-2].casefold() in states:
        parts.pop()
    return ", ".join(parts[-2:] if len(parts) > 1 else parts)


def _place(place: str) -> str:
    return excerpt(", ".join(place_parts(place)), _PLACE)


def _range(low: int | None, high: int | None) -> tuple[int, int] | None:
    """Returns the years to look in; None where an end is open or they are too far apart."""
    return (low, high) if low is not None and high is not None and high - low <= 2 * WIDEST else None


def _is_year(event: Event) -> bool:
    """True if a date names one year at least."""
    low, high = year_bounds(event)
    return low is not None and low == high


def _words(event: Event) -> str:
    """Returns the date of an event in words."""
    return describe(event.when) if event.when is not None else excerpt(event.date, _PLACE)


def _overlap(one: Event, other: Event) -> bool:
    a, b = one.when, other.when
    return a is None or b is None or a.overlaps(b)


def _some(year: int | None) -> tuple[int, ...]:
    return () if year is None else (year,)

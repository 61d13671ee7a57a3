"""Reads when and where something happened: "in 1850", "before her father died", "at the wedding of X and Y"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from claimtree.answering.grammar_base import Cursor
from claimtree.answering.grammar_people import PeopleReader
from claimtree.answering.plan import (
    Aspect,
    At,
    EventOf,
    Happened,
    Moment,
    Order,
    People,
    Time,
    Together,
)

_ORDERS = (
    ("small.before", Order.BEFORE),
    ("small.after", Order.AFTER),
    ("small.when", Order.DURING),
    ("small.at", Order.DURING),
)
MARRIAGE = "marriage"
MOVES = frozenset({"emigration", "immigration"})
"""What leads from a place to another, which may stand behind "to", "from", "for" or the verb itself."""
_OTHER_END = {"emigration": ("to",), "immigration": ("from",)}
PAIRED = frozenset({MARRIAGE, "divorce"})
"""Events of two people."""


class Told(NamedTuple):
    """What is said of an event beside what it is."""

    partner: People | None = None
    times: tuple[Time, ...] = ()
    place: str = ""


class TimesReader:
    def __init__(self, cursor: Cursor, people: PeopleReader) -> None:
        self._cursor = cursor
        self._people = people

    def event(
        self, event: str, start: int, subject: People | None, *, needs_partner: bool = False
    ) -> Iterator[tuple[Happened, int]]:
        """Yields an event whose word has been read, with what follows, the longest reading first."""
        for told, end in self._tellings(event, Told(), start, subject):
            if told.partner is not None or not needs_partner:
                yield Happened(event, told.partner, told.times, told.place), end

    def _tellings(self, event: str, told: Told, start: int, subject: People | None) -> Iterator[tuple[Told, int]]:
        for more, end in self._one(event, told, start, subject):
            yield from self._tellings(event, more, end, subject)
        yield told, start

    def _one(self, event: str, told: Told, start: int, subject: People | None) -> Iterator[tuple[Told, int]]:
        cursor = self._cursor
        at = start + 1 if cursor.is_sign(start, ",") else start
        if event in PAIRED and told == Told():
            for first in (*cursor.ends("small.of", at), *cursor.ends("small.with", at), at):
                yield from ((Told(other), end) for other, end in self._people.people(first, subject))
        for joint in (*(cursor.ends("small.and", at) if told.times else ()), at):
            for time, end in self.times(joint, subject, event):
                yield told._replace(times=(*told.times, time)), end
        if not told.place:
            leads = list(cursor.ends("small.place_in", at))
            if event in MOVES:
                leads += [*cursor.ends("small.of", at), at]
            if cursor.texts[start : start + 1] == _OTHER_END.get(event):
                # A record of leaving has the place that was left, one of arriving that of arrival.
                leads = []
            for first in (place for end in leads for place in cursor.maybe("small.determiners", end)):
                yield from ((told._replace(place=place), end) for place, end in cursor.places(first))
        for end in cursor.ends("small.filler", start):
            yield told, end

    def times(self, start: int, subject: People | None, event: str = "") -> Iterator[tuple[Time, int]]:
        """Yields times; "before Y" alone compares with the same event of Y."""
        yield from self.said(start)
        for table, order in _ORDERS:
            for at in self._cursor.ends(table, start):
                yield from ((Time(order, moment), end) for moment, end in self.moments(at, subject))
                if order is not Order.DURING and event:
                    for other, end in self._people.people(at, subject):
                        yield Time(order, EventOf(other, event)), end

    def said(self, start: int) -> Iterator[tuple[Time, int]]:
        """Yields a date."""
        cursor = self._cursor
        for first in (start, *cursor.ends("small.time_in", start), *cursor.ends("small.determiners", start)):
            for amount, end in cursor.sentence.times.get(first, ()):
                yield Time(Order.DURING, At(amount)), end

    def moments(self, start: int, subject: People | None) -> Iterator[tuple[Moment, int]]:
        """Yields events as times: "her death", "the birth of X", "his father died", "she married Y"."""
        yield from self.event_phrases(start, subject)
        cursor = self._cursor
        for first in cursor.maybe("small.when", start):
            for who, at in self._people.people(first, subject):
                yield from self._clause(who, at)
        if subject is not None:
            for event, at in cursor.words.events.verbs.at(cursor.texts, start):
                yield from self._as_moment(subject, event, at, subject)

    def _clause(self, who: People, at: int) -> Iterator[tuple[Moment, int]]:
        cursor = self._cursor
        for event, end in cursor.words.events.verbs.at(cursor.texts, at):
            yield from self._as_moment(who, event, end, who)
        for be in (*cursor.ends("verbs.be", at), *cursor.ends("verbs.have", at)):
            for event, end in cursor.words.events.participles.at(cursor.texts, be):
                yield from self._as_moment(who, event, end, who)

    def _as_moment(self, who: People, event: str, at: int, subject: People) -> Iterator[tuple[Moment, int]]:
        for happened, end in self.event(event, at, subject):
            if not happened.times and not happened.place:
                yield event_of(who, event, happened.partner), end

    def event_phrases(self, start: int, subject: People | None) -> Iterator[tuple[EventOf, int]]:
        """Yields events that are named by a noun, and whose they are."""
        yield from ((event, end) for event, aspect, end in self.aspects(start, subject) if aspect is Aspect.WHOLE)

    def aspects(self, start: int, subject: People | None) -> Iterator[tuple[EventOf, Aspect, int]]:
        """Yields what is asked of an event: "the birthday of X", "X's grave", "her wedding to Y"."""
        cursor = self._cursor
        for table, of_event in (("small.date_of", Aspect.DATE), ("small.place_of", Aspect.PLACE)):
            for first in cursor.maybe("small.determiners", start):
                for at in cursor.ends(table, first):
                    yield from ((one, of_event, end) for one, end in self.event_phrases(at, subject))
        for first in cursor.maybe("small.determiners", start):
            for event, aspect, at in self._nouns(first):
                for of in (*cursor.ends("small.of", at), *cursor.ends("small.between", at)):
                    yield from ((event_of(who, event), aspect, end) for who, end in self._people.people(of, subject))
                if subject is not None:
                    yield event_of(subject, event), aspect, at
            for who, at in self._owners(first, subject):
                for event, aspect, end in self._nouns(at):
                    yield event_of(who, event), aspect, end
                    if event in PAIRED:
                        for to in (*cursor.ends("small.of", end), *cursor.ends("small.with", end)):
                            for partner, last in self._people.people(to, subject):
                                yield event_of(who, event, partner), aspect, last

    def _owners(self, start: int, subject: People | None) -> Iterator[tuple[People, int]]:
        cursor = self._cursor
        if subject is not None:
            yield from ((subject, at) for at in cursor.ends("pronouns.possessive", start))
        for who, at in self._people.people(start, subject):
            if cursor.is_owned(at):
                yield who, at + 1

    def _nouns(self, start: int) -> Iterator[tuple[str, Aspect, int]]:
        events, texts = self._cursor.words.events, self._cursor.texts
        for table, aspect in ((events.dates, Aspect.DATE), (events.places, Aspect.PLACE), (events.nouns, Aspect.WHOLE)):
            yield from ((event, aspect, end) for event, end in table.at(texts, start))
        yield from ((event, Aspect.VALUE, end) for event, end in self._cursor.at("attributes", start))


def event_of(who: People, event: str, partner: People | None = None) -> EventOf:
    """Returns an event of somebody; of two people who married, the wedding of the one with the other."""
    if partner is None and event in PAIRED and isinstance(who, Together) and len(who.parts) == 2:
        return EventOf(who.parts[0], event, who.parts[1])
    return EventOf(who, event, partner)

"""Reads what records say of people: "was a carpenter", "is in the 1880 census", "was adopted by Y", "died young"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from claimtree.answering.grammar_base import Cursor
from claimtree.answering.grammar_people import PeopleReader
from claimtree.answering.grammar_times import TimesReader
from claimtree.answering.plan import (
    At,
    Base,
    Compared,
    Condition,
    Happened,
    HasKin,
    HasValue,
    IsAmong,
    IsCalled,
    Measure,
    MeasureKind,
    Order,
    People,
    Related,
    Relation,
    Step,
    Time,
)
from claimtree.kinship.graph import ParentKind
from claimtree.model.amounts import Amount, AmountKind

_MADE: Final = frozenset({ParentKind.ADOPTED, ParentKind.FOSTER, ParentKind.STEP})
"""What makes somebody a child of others than their parents by birth."""


class RecordsReader:
    """Reads predicates about records from a place on."""

    def __init__(self, cursor: Cursor, people: PeopleReader, times: TimesReader) -> None:
        self._cursor = cursor
        self._people = people
        self._times = times

    def being(self, start: int, subject: People | None) -> Iterator[tuple[Condition, int]]:
        """Yields what follows "was": a trade, a census, an adoption."""
        cursor = self._cursor
        for first in cursor.maybe("small.determiners", start):
            yield from self._trade(first)
        for first in cursor.maybe("records.counted", start):
            yield from self._counted(first)
        for at in cursor.ends("records.adopt", start):
            yield HasKin(_parent(ParentKind.ADOPTED)), at
            for by in cursor.ends("small.with", at):
                for other, end in self._people.people(by, subject):
                    yield IsAmong(Step(other, Relation(base=Base.CHILD, kind=ParentKind.ADOPTED))), end
        for first in cursor.maybe("small.determiners", start):
            for relation, at in cursor.kin.relation(first):
                if relation.base is Base.CHILD and relation.kind in _MADE:
                    yield HasKin(_parent(relation.kind)), at
        for at in cursor.ends("records.by_blood", start):
            yield from ((Related(other, by_blood=True), end) for other, end in self._people.people(at, subject))

    def doing(self, start: int, subject: People | None) -> Iterator[tuple[Condition, int]]:
        """Yields what follows "did", or a verb alone."""
        cursor = self._cursor
        for at in cursor.ends("records.work_as", start):
            for first in cursor.maybe("small.determiners", at):
                yield from self._trade(first)
        for at in cursor.ends("records.appear", start):
            yield from self._counted(at)
        for at in cursor.ends("records.adopt", start):
            for child, end in self._people.people(at, subject):
                yield IsAmong(Step(child, _parent(ParentKind.ADOPTED))), end

    def told(self, start: int) -> Iterator[tuple[Condition, int]]:
        """Yields what tells people apart behind a name: "the brakeman", "née Tuttle"."""
        cursor = self._cursor
        for first in cursor.maybe("small.determiners", start):
            yield from self._trade(first)
        for at in cursor.ends("records.nee", start):
            yield from ((IsCalled(name.name, surname=True), end) for name, end in cursor.names(at))

    def by_age(self, event: str, start: int) -> Iterator[tuple[Condition, int]]:
        """ "died at the age of 30", "died before turning ten", "married at 20", "died as infants"."""
        cursor = self._cursor
        for limit in ("under", "over", "at"):
            for at in cursor.ends(f"age_limits.{limit}", start):
                for number, end in cursor.sentence.numbers.get(at, ()):
                    for last in cursor.maybe("small.years", end):
                        yield Compared(_age(event), more=True, number=_limited(number, limit)), last
        for years, end in cursor.at("ages", start):
            if event == "death":
                under = Amount(kind=AmountKind.COUNT, high=float(years), high_open=True)
                yield Compared(_age(event), more=True, number=under), end

    def _trade(self, start: int) -> Iterator[tuple[Condition, int]]:
        for title, end in self._cursor.titles(start):
            yield HasValue("title", title), end
        for trade, end in self._cursor.trades(start):
            if self._cursor.sentence.words[start].is_name:
                continue
            yield HasValue("occupation", trade), end
            yield from ((HasValue("occupation", trade), last) for last in self._cursor.ends("records.by_trade", end))

    def _counted(self, start: int) -> Iterator[tuple[Condition, int]]:
        """ "in the 1880 census", "in Ohio in the census of 1880"."""
        cursor = self._cursor
        places = [("", start)]
        for at in cursor.ends("small.place_in", start):
            places += [
                (place, end) for first in cursor.maybe("small.determiners", at) for place, end in cursor.places(first)
            ]
        for place, at in places:
            for time, end in self._census(at):
                yield Happened("census", times=time, place=place), end
                if not place:
                    for behind in (*cursor.ends("small.place_in", end), *cursor.ends("small.of", end)):
                        yield from (
                            (Happened("census", times=time, place=one), last) for one, last in cursor.places(behind)
                        )

    def _census(self, start: int) -> Iterator[tuple[tuple[Time, ...], int]]:
        cursor = self._cursor
        # A date may begin with "in the".
        yield from self._census_of(start)
        for lead in (*cursor.ends("small.place_in", start), *cursor.ends("small.at", start)):
            for first in cursor.maybe("small.determiners", lead):
                yield from self._census_of(first)
                for at in cursor.ends("records.census", first):
                    for of in (*cursor.ends("small.of", at), *cursor.ends("small.time_in", at)):
                        yield from (((_during(amount),), end) for amount, end in cursor.sentence.times.get(of, ()))
                    yield (), at

    def _census_of(self, start: int) -> Iterator[tuple[tuple[Time, ...], int]]:
        for amount, at in self._cursor.sentence.times.get(start, ()):
            yield from (((_during(amount),), end) for end in self._cursor.ends("records.census", at))


def _during(when: Amount) -> Time:
    return Time(Order.DURING, At(when))


def _parent(kind: ParentKind) -> Relation:
    return Relation(base=Base.PARENT, kind=kind)


def _age(event: str) -> Measure:
    return Measure(MeasureKind.AGE, event)


def _limited(number: Amount, limit: str) -> Amount:
    if limit == "under":
        return Amount(kind=AmountKind.COUNT, high=number.low, high_open=True)
    return Amount(kind=AmountKind.COUNT, low=number.high + 1) if limit == "over" else number

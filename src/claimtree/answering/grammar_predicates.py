"""Reads what is said of people: "was born in Ohio", "had more than five children", "lived longest"."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from claimtree.answering.grammar_base import Cursor, Predicate, Superlative
from claimtree.answering.grammar_people import PeopleReader
from claimtree.answering.grammar_records import RecordsReader
from claimtree.answering.grammar_times import TimesReader
from claimtree.answering.plan import (
    Alive,
    All,
    AnyOf,
    Base,
    Compared,
    Condition,
    Everyone,
    Happened,
    HasKin,
    IsAmong,
    IsCalled,
    IsSex,
    Measure,
    MeasureKind,
    Named,
    Not,
    People,
    Related,
    Relation,
    Step,
    Time,
    is_open,
)
from claimtree.kinship.graph import Sex
from claimtree.model.amounts import Amount, AmountKind

BIRTH: Final = Measure(MeasureKind.DATE, "birth")
LIFESPAN: Final = Measure(MeasureKind.LIFESPAN)
SPOUSE: Final = Relation(base=Base.SPOUSE)
PARTNER: Final = Relation(base=Base.PARTNER)
CHILD: Final = Relation(base=Base.CHILD)


Reader: TypeAlias = Callable[[int, People | None], Iterator[tuple[Predicate, int]]]


class Predicates:
    """Reads predicates from a place on; `subject` is whom a pronoun in them means."""

    def __init__(self, cursor: Cursor, people: PeopleReader, times: TimesReader) -> None:
        self._cursor = cursor
        self._people = people
        self._times = times
        self._records = RecordsReader(cursor, people, times)

    def predicates(self, start: int, subject: People | None) -> Iterator[tuple[Predicate, int]]:
        """Yields predicates with a verb that is bent: "died in 1850", "was born there and died young"."""
        for one, at in self._single(start, subject):
            yield one, at
            if not isinstance(one, Superlative):
                yield from self._joined(one, at, self._single, subject)

    def _joined(self, one: Condition, at: int, read: Reader, subject: People | None) -> Iterator[tuple[Predicate, int]]:
        """Yields a predicate with another behind "and" or "or"."""
        for table, both in (("small.and", True), ("small.but", True), ("small.or", False)):
            for second in self._cursor.ends(table, at):
                for other, end in read(second, subject):
                    if not isinstance(other, Superlative):
                        yield (All((one, other)) if both else AnyOf((one, other))), end

    def _single(self, start: int, subject: People | None) -> Iterator[tuple[Predicate, int]]:
        cursor = self._cursor
        for first in cursor.maybe("small.filler", start):
            for at in cursor.ends("verbs.be", first):
                yield from self.being(at, subject)
            for at in cursor.ends("verbs.do", first):
                yield from self.doing(at, subject)
            yield from self.doing(first, subject)

    def being(self, start: int, subject: People | None) -> Iterator[tuple[Predicate, int]]:
        """Yields what follows "was"."""
        yield from self._perhaps_not(start, subject, self._being)

    def doing(self, start: int, subject: People | None) -> Iterator[tuple[Predicate, int]]:
        """Yields what follows "did", or a verb alone."""
        yield from self._perhaps_not(start, subject, self._doing)

    def _perhaps_not(self, start: int, subject: People | None, read: Reader) -> Iterator[tuple[Predicate, int]]:
        cursor = self._cursor
        for at in cursor.maybe("small.filler", start):
            yield from read(at, subject)
            for end in cursor.ends("small.never", at):
                for one, last in read(end, subject):
                    if one == Happened("marriage"):
                        yield Not(HasKin(SPOUSE)), last
                    elif not isinstance(one, Superlative):
                        yield Not(one), last

    def participles(self, start: int, subject: People | None) -> Iterator[tuple[Condition, int]]:
        """Yields a predicate without a verb, behind people: "born in Ohio", "alive in 1900", "older than X"."""
        cursor = self._cursor
        yield from self._records.told(start)
        for first in cursor.ends("records.counted", start):
            yield from ((one, end) for one, end in self._records.being(first, subject) if isinstance(one, Happened))
        for event, at in cursor.words.events.participles.at(cursor.texts, start):
            for one, end in self._times.event(event, at, subject):
                yield one, end
                joined = self._joined(one, end, self._participle_or_verb, subject)
                yield from ((both, last) for both, last in joined if not isinstance(both, Superlative))
        yield from self._alive(start, subject)
        yield from self._compared(start, subject)
        for end in cursor.ends("verbs.live", start):
            yield from ((one, last) for one, last in self._living(end, subject) if not isinstance(one, Superlative))

    def _participle_or_verb(self, start: int, subject: People | None) -> Iterator[tuple[Predicate, int]]:
        cursor = self._cursor
        for event, at in cursor.words.events.participles.at(cursor.texts, start):
            yield from self._times.event(event, at, subject)
        yield from self._single(start, subject)

    def _being(self, start: int, subject: People | None) -> Iterator[tuple[Predicate, int]]:
        cursor = self._cursor
        for event, at in cursor.words.events.participles.at(cursor.texts, start):
            yield from self._ranked(event, at)
            if event == "marriage":
                yield from self._repeated(at)
            yield from self._times.event(event, at, subject)
        yield from self._alive(start, subject)
        yield from self._compared(start, subject)
        if cursor.texts[start : start + 1] == ("living",):
            # "was living in Delphi in 1900"; without a place it is to be alive.
            found = self._times.event("residence", start + 1, subject)
            yield from ((one, end) for one, end in found if one.place)
        yield from self._superlatives(start)
        for end in cursor.ends("small.unmarried", start):
            yield Not(HasKin(CHILD if cursor.texts[start] == "childless" else SPOUSE)), end
        for end in cursor.ends("small.related_to", start):
            for other, last in self._people.people(end, subject):
                yield Related(other), last
        yield from self._records.being(start, subject)
        yield from self._kinds(start, subject)

    def _kinds(self, start: int, subject: People | None) -> Iterator[tuple[Predicate, int]]:
        """ "was the son of Y", "was a woman", "is called Mary"."""
        cursor = self._cursor
        for first in cursor.maybe("small.determiners", start):
            for sex, end in (*cursor.at("people", first), *_sexes(cursor, first)):
                if sex:
                    yield IsSex(Sex(sex)), end
        for at in cursor.ends("small.called", start):
            yield from ((IsCalled(name.name), end) for name, end in cursor.names(at))
        for other, end in self._people.people(start, subject):
            # "Is Evan Hughes" does not ask whether Evan is a Hughes.
            if not isinstance(other, (Everyone, Named)):
                yield IsAmong(other), end

    def _superlatives(self, start: int) -> Iterator[tuple[Superlative, int]]:
        cursor = self._cursor
        for first in cursor.maybe("small.determiners", start):
            for meaning, end in cursor.at("superlatives", first):
                kind, *rest = meaning.split()
                yield Superlative(Measure(MeasureKind(kind), rest[0] if len(rest) > 1 else ""), rest[-1] == "most"), end

    def _alive(self, start: int, subject: People | None) -> Iterator[tuple[Condition, int]]:
        for at in self._cursor.ends("small.alive", start):
            for times, end in self._times_list(at, subject):
                yield Alive(times), end

    def _times_list(self, start: int, subject: People | None) -> Iterator[tuple[tuple[Time, ...], int]]:
        for time, at in self._times.times(start, subject):
            for more, end in self._times_list(at, subject):
                yield (time, *more), end
        yield (), start

    def _compared(self, start: int, subject: People | None) -> Iterator[tuple[Condition, int]]:
        """ "older than Y"."""
        cursor = self._cursor
        for meaning, at in cursor.at("comparatives", start):
            kind, *rest = meaning.split()
            for than in cursor.ends("small.than", at):
                for other, end in self._people.people(than, subject):
                    by = Measure(MeasureKind(kind), rest[0] if len(rest) > 1 else "")
                    yield Compared(by, more=rest[-1] == "most", than=other), end

    def _repeated(self, start: int) -> Iterator[tuple[Condition, int]]:
        """ "married twice", "married more than once", "married three times"."""
        cursor = self._cursor
        for times, end in cursor.at("repeats", start):
            yield HasKin(SPOUSE, _count(float(times))), end
        for than in (end for more in cursor.ends("small.more", start) for end in cursor.ends("small.than", more)):
            for times, end in cursor.at("repeats", than):
                yield HasKin(SPOUSE, Amount(kind=AmountKind.COUNT, low=float(times), low_open=True)), end
        for count, at in cursor.sentence.numbers.get(start, ()):
            for end in cursor.ends("small.times", at):
                yield HasKin(SPOUSE, count), end

    def _ranked(self, event: str, start: int) -> Iterator[tuple[Superlative, int]]:
        """ "died first", "was born last", "married youngest"."""
        for meaning, end in self._cursor.at("rank_adverbs", start):
            if meaning in ("least", "most"):
                yield Superlative(Measure(MeasureKind.DATE, event), meaning == "most"), end
            elif event != "birth":
                yield Superlative(Measure(MeasureKind.AGE, event), meaning == "oldest"), end

    def _doing(self, start: int, subject: People | None) -> Iterator[tuple[Predicate, int]]:
        cursor = self._cursor
        for event, at in cursor.words.events.verbs.at(cursor.texts, start):
            yield from self._ranked(event, at)
            if event == "marriage":
                yield from self._repeated(at)
            yield from self._records.by_age(event, at)
            if event != "residence":
                yield from self._times.event(event, at, subject)
        for at in cursor.ends("verbs.live", start):
            yield from self._living(at, subject)
        for at in cursor.ends("verbs.have", start):
            yield from self.having(at, subject)
            for event, end in cursor.words.events.participles.at(cursor.texts, at):
                yield from self._times.event(event, end, subject)
            for end in cursor.ends("verbs.be", at):
                yield from self._being(end, subject)
        yield from self._records.doing(start, subject)
        yield from self._outliving(start, subject)
        for table in ("verbs.beget", "verbs.bear"):
            for at in cursor.ends(table, start):
                for child, end in self._people.people(at, subject):
                    yield IsAmong(_parents(child, female=table == "verbs.bear")), end
            for first in (first for at in cursor.ends(table, start) for first in cursor.maybe("small.determiners", at)):
                yield from ((HasKin(relation), end) for relation, end in cursor.kin.relation(first))
        for at in cursor.ends("small.surnamed", start):
            yield from ((IsCalled(name.name, surname=True), end) for name, end in cursor.names(at))
        for at in cursor.ends("verbs.descend", start):
            for other, end in self._people.people(at, subject):
                yield IsAmong(_step(other, Base.DESCENDANT)), end

    def _outliving(self, start: int, subject: People | None) -> Iterator[tuple[Predicate, int]]:
        for at in self._cursor.ends("verbs.outlive", start):
            by = LIFESPAN if "longer" in self._cursor.texts[start:at] else Measure(MeasureKind.DATE, "death")
            for other, end in self._people.people(at, subject):
                yield Compared(by, more=True, than=other), end

    def _living(self, at: int, subject: People | None) -> Iterator[tuple[Predicate, int]]:
        """ "lived longest", "lived longer than Y", "lived to be 90", "lived in Ohio"."""
        cursor = self._cursor
        for end in cursor.ends("small.longest", at):
            yield Superlative(LIFESPAN, True), end
        for end in cursor.ends("small.shortest", at):
            yield Superlative(LIFESPAN, False), end
        for table, more in (("small.longer", True), ("small.shorter", False)):
            for longer in cursor.ends(table, at):
                for than in cursor.ends("small.than", longer):
                    for other, end in self._people.people(than, subject):
                        yield Compared(LIFESPAN, more, than=other), end
        for first in (at, *(at + len(lead) for lead in _LIVED_TO if cursor.texts[at : at + len(lead)] == lead)):
            for number, end in cursor.sentence.numbers.get(first, ()):
                least = Amount(
                    kind=AmountKind.COUNT,
                    low=number.low,
                    low_open=number.low_open,
                    high=number.high if number.high != number.low else float("inf"),
                )
                for last in cursor.maybe("small.years", end):
                    yield Compared(LIFESPAN, True, number=least), last
        yield from self._times.event("residence", at, subject)

    def having(self, start: int, subject: People | None) -> Iterator[tuple[Predicate, int]]:
        """Yields what follows "had"."""
        cursor = self._cursor
        for first in cursor.maybe("small.filler", start):
            for table, most in (("small.most", True), ("small.fewest", False)):
                for at in cursor.ends(table, first):
                    for relation, end in cursor.kin.relation(at):
                        yield Superlative(Measure(MeasureKind.COUNT, relation=relation), most), end
            for table, most in (("small.longest", True), ("small.shortest", False)):
                for at in cursor.ends(table, first):
                    if cursor.texts[at : at + 1] == ("life",):
                        yield Superlative(LIFESPAN, most), at + 1
            for table, more in (("small.more", True), ("small.fewer", False)):
                for at in cursor.ends(table, first):
                    for relation, end in cursor.kin.relation(at):
                        for than in cursor.ends("small.than", end):
                            for other, last in self._people.people(than, subject):
                                # In "more girls than boys" the boys are kin as well, and not all those of the tree.
                                if not is_open(other):
                                    by = Measure(MeasureKind.COUNT, relation=relation)
                                    yield Compared(by, more, than=other), last
            yield from self._people.having(first, subject)
            for at in cursor.ends("small.surnamed", start):
                yield from ((IsCalled(name.name, surname=True), end) for name, end in cursor.names(at))


_LIVED_TO = (("to", "be"), ("to",), ("to", "the", "age", "of"), ("for",), ("to", "be", "over"), ("until",))


def _sexes(cursor: Cursor, at: int) -> Iterator[tuple[str, int]]:
    """ "girls" and "boys", which are kin elsewhere."""
    for meaning, end in cursor.at("kin", at):
        base, _, sex = meaning.partition(" ")
        if base == Base.CHILD and sex and cursor.texts[at][:3] in ("gir", "boy"):
            yield sex, end


def _count(number: float) -> Amount:
    return Amount(kind=AmountKind.COUNT, low=number, high=number)


def _parents(child: People, *, female: bool) -> People:
    return Step(child, Relation(base=Base.PARENT, sex=Sex.FEMALE if female else Sex.MALE))


def _step(of: People, base: Base) -> People:
    return Step(of, Relation(base=base))

"""Reads phrases that name people: "the grandchildren of Henry's second wife", "anyone born in Ohio"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from claimtree.answering.grammar_base import Cursor, PeopleAt, Predicate, Superlative, joined
from claimtree.answering.grammar_kin import KinWords, Selection
from claimtree.answering.plan import (
    All,
    At,
    Base,
    Compared,
    Condition,
    Everyone,
    Happened,
    HasKin,
    HasValue,
    IsAmong,
    IsCalled,
    IsSex,
    Measure,
    MeasureKind,
    Named,
    Not,
    OneOfCouple,
    Order,
    People,
    Ranked,
    Relation,
    SaidToBe,
    Shared,
    Step,
    Time,
    Together,
    Where,
    is_name,
    without_number,
)
from claimtree.family_trees.tree import read_date, years_of
from claimtree.kinship.graph import Sex
from claimtree.model.amounts import Amount

_MOST_READINGS = 24
"""Readings of one phrase that are tried further."""
_BELOW = frozenset({Base.CHILD, Base.GRANDCHILD, Base.DESCENDANT})
_MOST_DEPTH = 12
_OF_MANY = frozenset({"they", "them", "themselves"})
_FAMILY_KIN = {Base.CHILD: Base.PARENT, Base.SIBLING: Base.SIBLING}
"""What "the Miller children" and "the Miller brothers" have."""


class PredicateReader(Protocol):
    def predicates(self, start: int, subject: People | None) -> Iterator[tuple[Predicate, int]]: ...
    def participles(self, start: int, subject: People | None) -> Iterator[tuple[Condition, int]]: ...


class PeopleReader:
    """Reads people from a place on. `subject` is whom a pronoun means."""

    def __init__(self, cursor: Cursor) -> None:
        self._cursor = cursor
        self.predicates: PredicateReader | None = None
        self.owners: dict[People, People] = {}
        """Of several kin who are asked about, whose they are: "him" of "his children who outlived him"."""
        self._known: dict[tuple[int, People | None], list[PeopleAt]] = {}
        self._depth = 0

    def people(self, start: int, subject: People | None) -> list[PeopleAt]:
        """Returns readings of the phrase at a place, the longest first."""
        key = start, subject
        if key not in self._known:
            if self._depth >= _MOST_DEPTH:
                return []
            self._depth += 1
            try:
                found = dict.fromkeys(self._coordinated(start, subject))
            finally:
                self._depth -= 1
            self._known[key] = sorted(found, key=lambda one: -one[1])[:_MOST_READINGS]
        return self._known[key]

    def _coordinated(self, start: int, subject: People | None) -> Iterator[PeopleAt]:
        for one, at in self.single(start, subject):
            for second in self._joins(at):
                yield from self._couples(start, at, second, subject)
                if subject is None and isinstance(one, Named) and self._cursor.is_at("pronouns.possessive", second):
                    # "Thomas Hughes and his brother Robert"
                    yield from ((Together((one, other)), end) for other, end in self.single(second, one))
                listed = self._cursor.texts[second - 1] == ","
                for other, end in self.people(second, subject):
                    if listed and not isinstance(other, Together):
                        # "X, the miller" is one person.
                        continue
                    parts = other.parts if isinstance(other, Together) else (other,)
                    both = Together((one, *parts))
                    kin = isinstance(without_number(other), Step | Shared)
                    if not (isinstance(one, Named) and kin and self._names_at(second)):
                        yield both, end
                    if isinstance(one, Named) and all(isinstance(part, Named) for part in parts):
                        # "X and Y's children" are those of both.
                        yield from self._owned(both, end, subject)
            yield one, at

    def _names_at(self, at: int) -> bool:
        return next(self._cursor.names(at), None) is not None

    def _couples(self, start: int, at: int, second: int, subject: People | None) -> Iterator[PeopleAt]:
        """ "Thomas and Catherine Hughes", of whom the family name is said once."""
        words = self._cursor.sentence.words
        if at <= start or not all(word.is_name and not word.is_sign for word in words[start:at]):
            return
        given = " ".join(word.raw for word in words[start:at])
        for name, end in self._cursor.names(second):
            *first, surname = name.name.split()
            if (
                first
                and self._cursor.vocabulary.is_surname(surname)
                and not self._cursor.vocabulary.is_surname(words[at - 1].text)
            ):
                names = given, " ".join(first)
                one, other = OneOfCouple(*names, surname), OneOfCouple(*names[::-1], surname)
                both = Together((one, other))
                yield both, end
                yield from self._owned(both, end, subject)

    def _owned(self, owner: People, at: int, subject: People | None) -> Iterator[PeopleAt]:
        if self._cursor.is_owned(at):
            for kin, end in self._cursor.kin.kin(at + 1):
                yield from self._owned_and_told(self.kin_of(kin, owner), end, subject)

    def _joins(self, at: int) -> Iterator[int]:
        start = at + 1 if self._cursor.is_sign(at, ",") else at
        yield from self._cursor.ends("small.and", start)
        if start > at:
            yield start

    def single(self, start: int, subject: People | None) -> Iterator[PeopleAt]:
        """Yields readings of one phrase, without a second one behind "and"."""
        for first in dict.fromkeys(self._cursor.many("small.determiners", start)):
            article = first > start and self._cursor.texts[first - 1] in ("a", "an")
            for one, at in self._heads(first, subject):
                # "A German" is nobody who is called so.
                if not (article and isinstance(one, Named) and " " not in one.name):
                    yield from self._owned_and_told(one, at, subject)

    def _owned_and_told(self, one: People, at: int, subject: People | None) -> Iterator[PeopleAt]:
        """Yields what follows a phrase: "'s brothers", "born in 1850", and the phrase alone."""
        if self._cursor.is_owned(at):
            for kin, end in self._cursor.kin.kin(at + 1):
                found = self.kin_of(kin, one)
                yield from self._owned_and_told(found, end, subject)
                # "Henry's daughter Mary"
                for name, last in self._cursor.names(end):
                    yield from self._owned_and_told(Where(found, IsCalled(name.name)), last, subject)
        yield from self.told(one, at, subject)

    def told(self, one: People, at: int, subject: People | None) -> Iterator[PeopleAt]:
        for condition, end in self.conditions(one, at, subject):
            yield from self.told(Where(one, condition), end, subject)
        yield one, at

    def _heads(self, start: int, subject: People | None) -> Iterator[PeopleAt]:
        cursor = self._cursor
        for _, at in cursor.at("small.name_of", start):
            yield from self.people(at, subject)
        yield from self._pronouns(start, subject)
        yield from self._common(start, subject)
        yield from self._last_to(start, subject)
        for meaning, at in cursor.at("superlatives", start):
            for of in cursor.ends("small.of", at):
                for people, end in self.people(of, subject):
                    kind, *rest = meaning.split()
                    by = Measure(MeasureKind(kind), rest[0] if len(rest) > 1 else "")
                    yield Ranked(people, by, rest[-1] == "most"), end
        for kin, at in cursor.kin.kin(start):
            for end in cursor.ends("small.of", at):
                for owner, last in self.people(end, subject):
                    if cursor.texts[end] == "both" and isinstance(owner, Together):
                        # "The grandmother of both X and Y" is that of the one and of the other.
                        if len(owner.parts) == 2 and kin.selection is None:
                            yield from ((Shared(*owner.parts, one), last) for one in kin.relations[:1])
                        continue
                    yield self.kin_of(kin, owner), last
                    yield from self._by_side_or_partner(kin, owner, last, subject)
                    if last < len(cursor.texts) and isinstance(owner, Together):
                        yield from self._shared_words(kin, owner, last)
        yield from self._groups(start)
        for title, end in cursor.titles(start):
            yield Where(Everyone(), HasValue("title", title)), end
        for trade, at in cursor.trades(start):
            # "the pianist Tatiana Sokolova"
            for name, end in cursor.names(at):
                yield Where(name, HasValue("occupation", trade)), end
        yield from self._wives(start, subject)
        yield from self._own(start)
        if not cursor.is_at("wh.which", start):
            yield from cursor.names(start)

    def _own(self, start: int) -> Iterator[PeopleAt]:
        """ "my ancestor Heinrich Miller", "our great-grandmother, Ann Hughes"."""
        cursor = self._cursor
        for own in cursor.ends("records.own", start):
            ends = [*cursor.ends("records.ancestor", own), *(end for _, end in cursor.kin.relation(own))]
            for end in ends:
                yield from cursor.names(end + 1 if cursor.is_sign(end, ",") else end)

    def _wives(self, start: int, subject: People | None) -> Iterator[PeopleAt]:
        """ "Mrs. Josiah Smith", who may be called so by the name of her husband."""
        for at in self._cursor.ends("records.wife_of", start):
            for name, end in self._cursor.names(at + 1 if self._cursor.is_sign(at, ".") else at):
                yield Step(name, Relation(base=Base.SPOUSE, sex=Sex.FEMALE)), end

    def _by_side_or_partner(self, kin: KinWords, owner: People, at: int, subject: People | None) -> Iterator[PeopleAt]:
        """ "the grandmother of X on her father's side", "the children of X by Y"."""
        for side, end in self._cursor.at("sides", at):
            yield (
                self.kin_of(
                    replace(kin, relations=tuple(replace(one, side=Sex(side)) for one in kin.relations)), owner
                ),
                end,
            )
        if all(one.base in _BELOW for one in kin.relations) and kin.selection is None:
            for end in self._cursor.ends("small.with", at):
                for partner, last in self.people(end, subject if subject is not None else owner):
                    yield Together(tuple(Shared(owner, partner, one) for one in kin.relations)), last

    def _last_to(self, start: int, subject: People | None) -> Iterator[PeopleAt]:
        """ "the last of X's children to die", "the first person to marry"."""
        cursor = self._cursor
        for place, at in cursor.at("ordinals", start):
            for of in (*cursor.ends("small.of", at), at):
                for people, end in self.people(of, subject):
                    for to in cursor.maybe("small.filler", end):
                        if cursor.texts[to : to + 1] == ("to",):
                            yield from self._to_do(people, int(place), to + 1, subject)

    def _to_do(self, people: People, place: int, start: int, subject: People | None) -> Iterator[PeopleAt]:
        """Yields the first or the last of some people to whom something happened, perhaps in a place."""
        cursor, reader = self._cursor, self.predicates
        assert reader is not None
        for verb in cursor.maybe("verbs.be", start):
            for condition, end in (*reader.participles(verb, subject), *_conditions(reader.predicates(verb, subject))):
                if isinstance(condition, Happened):
                    by = Measure(MeasureKind.DATE, condition.event)
                    told = people if condition == Happened(condition.event) else Where(people, condition)
                    yield Ranked(told, by, place < 0, abs(place)), end

    def _groups(self, start: int) -> Iterator[PeopleAt]:
        """ "women", "people", "oldest person"."""
        for meaning, at in [*self._cursor.at("superlatives", start), ("", start)]:
            for sex, end in self._cursor.at("people", at):
                everyone: People = Where(Everyone(), IsSex(Sex(sex))) if sex else Everyone()
                if meaning:
                    kind, *rest = meaning.split()
                    by = Measure(MeasureKind(kind), rest[0] if len(rest) > 1 else "")
                    everyone = Ranked(everyone, by, rest[-1] == "most")
                yield everyone, end
        for meaning, at in self._cursor.at("superlatives", start):
            # "the oldest Smith"
            kind, *rest = meaning.split()
            by = Measure(MeasureKind(kind), rest[0] if len(rest) > 1 else "")
            for name, end in self._cursor.surnames(at):
                yield Ranked(Where(Everyone(), IsCalled(name, surname=True)), by, rest[-1] == "most"), end
            # "the youngest soldier"
            for trade, end in self._cursor.trades(at):
                yield Ranked(Where(Everyone(), HasValue("occupation", trade)), by, rest[-1] == "most"), end
        yield from self._families(start)
        for trade, end in self._cursor.trades(start):
            if not self._cursor.sentence.words[start].is_name:
                yield Where(Everyone(), HasValue("occupation", trade)), end

    def _families(self, start: int) -> Iterator[PeopleAt]:
        """ "Millers", "Miller children", "a Miller": all of a family name."""
        cursor = self._cursor
        texts = cursor.texts
        if texts[start - 1 : start] in (("a",), ("an",)):
            for name, end in cursor.surnames(start):
                yield Where(Everyone(), IsCalled(name, surname=True)), end
        if start and texts[start - 1] not in ("the", "of", "all", "any", "many", "your", "our"):
            return
        for name, end in cursor.families(start):
            yield Where(Everyone(), IsCalled(name, surname=True)), end
        for name, at in cursor.surnames(start):
            yield from (
                (Where(Everyone(), IsCalled(name, surname=True)), end) for end in cursor.ends("records.family", at)
            )
            for sex, end in cursor.at("people", at):
                told: list[Condition] = [IsCalled(name, surname=True), *([IsSex(Sex(sex))] if sex else [])]
                yield Where(Everyone(), told[0] if len(told) == 1 else All(tuple(told))), end
            for relation, end in cursor.kin.relation(at):
                needed = _FAMILY_KIN.get(relation.base)
                if needed is not None and relation == Relation(base=relation.base, sex=relation.sex):
                    found: list[Condition] = [IsCalled(name, surname=True), HasKin(Relation(base=needed))]
                    if relation.sex is not None:
                        found.append(IsSex(relation.sex))
                    yield Where(Everyone(), All(tuple(found))), end

    def _pronouns(self, start: int, subject: People | None) -> Iterator[PeopleAt]:
        if subject is None:
            return
        for at in self._cursor.ends("pronouns.possessive", start):
            for kin, end in self._cursor.kin.kin(at):
                found = self.kin_of(kin, subject)
                yield found, end
                yield from ((Where(found, IsCalled(name.name)), last) for name, last in self._cursor.names(end))
        for at in self._cursor.ends("pronouns.personal", start):
            one = self._cursor.texts[start] not in _OF_MANY
            yield self.owners.get(subject, subject) if one else subject, at

    def _common(self, start: int, subject: People | None) -> Iterator[PeopleAt]:
        """ "the nearest common ancestor of X and Y", "X's and Y's common ancestors" is read by owners."""
        cursor = self._cursor
        for at, nearest in [*((end, True) for end in cursor.ends("small.nearest", start)), (start, False)]:
            for common in cursor.ends("small.common", at):
                for relation, end in cursor.kin.relation(common):
                    for of in (*cursor.ends("small.of", end), *cursor.ends("small.between", end)):
                        for owner, last in self.people(of, subject):
                            if isinstance(owner, Together) and len(owner.parts) == 2:
                                yield Shared(owner.parts[0], owner.parts[1], relation, nearest), last

    def _shared_words(self, kin: KinWords, owner: Together, at: int) -> Iterator[PeopleAt]:
        for end in self._cursor.ends("small.common", at):
            if len(owner.parts) == 2:
                yield Shared(owner.parts[0], owner.parts[1], kin.relations[0]), end

    def kin_of(self, kin: KinWords, owner: People) -> People:
        """Returns the kin of somebody, or the one of them that is meant."""
        steps = tuple(_step(relation, owner) for relation in kin.relations)
        found: People = steps[0] if len(steps) == 1 else Together(steps)
        if kin.number is not None:
            return SaidToBe(found, kin.number)
        if kin.comparative is not None:
            found = Where(found, Compared(kin.comparative, more=not kin.elder, than=owner))
        return found if kin.selection is None else ranked(found, kin.selection, kin.relations[0], owner)

    def conditions(self, one: People, start: int, subject: People | None) -> Iterator[tuple[Condition, int]]:
        """Yields what is told of people behind them: "who died young", "born in Ohio", "with no children"."""
        cursor = self._cursor
        if cursor.is_sign(start, "(") and not is_name(one) and start and cursor.sentence.words[start - 1].is_name:
            # What stands in brackets behind a name is said of that one: "the cousins of X (born 1935)".
            return
        at = start + 1 if cursor.is_sign(start, ",(") else start
        at = next(cursor.ends("small.filler", at), at)
        for condition, end in self._bare_conditions(one, at, subject):
            yield condition, end + 1 if cursor.is_sign(end, "),") and at > start else end

    def _bare_conditions(self, one: People, at: int, subject: People | None) -> Iterator[tuple[Condition, int]]:
        cursor, reader = self._cursor, self.predicates
        assert reader is not None
        inner = one if not isinstance(one, Everyone) and subject is None else subject
        # Behind a name "who" tells which one is meant: "Mary Ellen Smith who married John H. Miller".
        if not isinstance(one, Named) or cursor.is_sign(at - 1, ",(") or cursor.texts[at : at + 1] == ("who",):
            for end in cursor.ends("small.that", at):
                yield from _conditions(reader.predicates(end, inner))
        yield from reader.participles(at, inner)
        if cursor.is_sign(at - 1, "("):
            yield from _life_in_brackets(cursor, at)
        if not isinstance(one, Named):
            for lead in (*cursor.ends("small.of", at), *cursor.ends("small.place_in", at)):
                for first in cursor.maybe("small.determiners", lead):
                    for name, behind in cursor.surnames(first):
                        for end in cursor.ends("records.family", behind):
                            yield IsCalled(name, surname=True), end
            yield from self._with(at, subject)
            for end in cursor.ends("small.called", at):
                yield from ((IsCalled(name.name), last) for name, last in cursor.names(end))
            for end in cursor.ends("small.surnamed", at):
                yield from ((IsCalled(name.name, surname=True), last) for name, last in cursor.names(end))
        elif cursor.is_sign(at - 1, ",("):
            yield from self._apposition(at)

    def _apposition(self, at: int) -> Iterator[tuple[Condition, int]]:
        """ "John, the son of Mary"."""
        for first in self._cursor.maybe("small.determiners", at):
            for kin, after in self._cursor.kin.kin(first):
                for of in self._cursor.ends("small.of", after):
                    for owner, end in self.people(of, None):
                        yield IsAmong(self.kin_of(kin, owner)), end

    def _with(self, at: int, subject: People | None) -> Iterator[tuple[Condition, int]]:
        """ "with more than five children", "without children"."""
        for end in self._cursor.ends("small.with", at):
            yield from self.having(end, subject)
        for end in self._cursor.ends("small.none_of", at):
            for relation, last in self._cursor.kin.relation(end):
                yield Not(HasKin(relation)), last

    def having(self, start: int, subject: People | None) -> Iterator[tuple[Condition, int]]:
        """Yields what follows "had": "more than five children", "no brothers", "a son born in Ohio"."""
        cursor = self._cursor
        for end in cursor.ends("small.no", start):
            yield from ((Not(HasKin(relation)), last) for relation, last in cursor.kin.relation(end))
        for count, first in self._counts(start):
            for kin, at in cursor.kin.kin(first):
                if kin.selection is not None or kin.comparative is not None or len(kin.relations) > 1:
                    continue
                for told, last in self.told(Everyone(), at, subject):
                    partner, end = None, last
                    yield HasKin(kin.relations[0], count, _told_conditions(told), partner), end
                    for with_whom in cursor.ends("small.with", last):
                        for partner, end in self.people(with_whom, subject):
                            yield HasKin(kin.relations[0], count, _told_conditions(told), partner), end

    def _counts(self, start: int) -> Iterator[tuple[Amount | None, int]]:
        yield from self._cursor.sentence.numbers.get(start, ())
        for at in self._cursor.maybe("small.determiners", start):
            yield None, at


def _life_in_brackets(cursor: Cursor, at: int) -> Iterator[tuple[Condition, int]]:
    """ "(1898–1975)": the years of a life."""
    for when, end in cursor.sentence.times.get(at, ()):
        years = [read_date(str(year)) for year in years_of(when) if year is not None]
        times = [(Time(Order.DURING, At(year)),) for year in years if year is not None]
        if len(times) == 2 and times[0] != times[1]:
            yield All((Happened("birth", times=times[0]), Happened("death", times=times[1]))), end


def _step(relation: Relation, owner: People) -> People:
    if isinstance(owner, Together) and len(owner.parts) == 2 and relation.base in _BELOW:
        # The children of two people are those whom they have together.
        return Shared(owner.parts[0], owner.parts[1], relation)
    return Step(owner, relation)


def ranked(people: People, selection: Selection, relation: Relation, owner: People) -> People:
    """Returns the one that a selection means: wives are put in the order of weddings, others of births."""
    if selection.by is not None:
        return Ranked(people, selection.by, selection.most, selection.place)
    if relation.base is Base.SPOUSE:
        by = Measure(MeasureKind.DATE, "marriage", with_whom=owner)
    else:
        by = Measure(MeasureKind.DATE, "birth")
    return Ranked(people, by, selection.most, selection.place)


def _conditions(found: Iterator[tuple[Predicate, int]]) -> Iterator[tuple[Condition, int]]:
    return ((one, end) for one, end in found if not isinstance(one, Superlative))


def _told_conditions(told: People) -> Condition | None:
    found: list[Condition] = []
    while isinstance(told, Where):
        found.append(told.condition)
        told = told.people
    return joined(*reversed(found))

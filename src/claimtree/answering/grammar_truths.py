"""Reads questions for yes or no: "was X born in Ohio?", "are X and Y cousins?"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from claimtree.answering.grammar_base import Superlative
from claimtree.answering.grammar_clauses import ClauseReader, QuestionAt
from claimtree.answering.grammar_times import PAIRED, event_of
from claimtree.answering.plan import (
    Alive,
    Aspect,
    Base,
    Condition,
    EventOf,
    Exists,
    Facts,
    Happened,
    HasKin,
    HasValue,
    HowRelated,
    IsAmong,
    IsTrue,
    ListPeople,
    People,
    Related,
    Relation,
    Shared,
    Step,
    Together,
    Where,
    is_open,
)

_TWO: Final = 2
_ALL: Final = frozenset({"all", "every", "everyone", "everybody", "each"})
_EACH: Final = frozenset({"both", "each"})
_DASHES: Final = (("-",), ("–",), ("—",), (":",), (",",))


class TruthQuestions(ClauseReader):
    """Questions for yes or no."""

    def truths(self, start: int) -> Iterator[QuestionAt]:
        """ "Was X born in Ohio?", "did X have brothers?", "are X and Y cousins?", "is there anybody who …?"."""
        cursor = self._cursor
        for verb, read in (
            ("verbs.do", self._predicates.doing),
            ("verbs.be", self._predicates.being),
            ("verbs.have", self._has),
        ):
            for at in (end for be in cursor.ends(verb, start) for end in cursor.ends("small.any_of", be)):
                for who, end in self._people.people(at, None):
                    for predicate, last in read(end, who):
                        if not isinstance(predicate, Superlative):
                            yield Exists(Where(who, predicate)), last
            for clause in self._clauses(start, verb):
                anybody = is_open(clause.people) and not _ALL & set(cursor.texts[start : clause.at])
                for predicate, end in read(clause.at, clause.people):
                    if anybody and not isinstance(predicate, Superlative):
                        # "Did anybody die in Delphi?" Who is alive now is masked.
                        if predicate == Alive():
                            continue
                        yield Exists(Where(clause.people, predicate)), end
                    elif not isinstance(predicate, Superlative):
                        yield from self._truth(clause.people, predicate, end)
                        yield from self._and_more(clause.people, predicate, end)
                        if isinstance(predicate, HasKin) and predicate.count is None and predicate.condition is None:
                            tail = end + 1 if cursor.is_sign(end, ",;?") else end
                            kin = Step(clause.people, predicate.relation)
                            yield from ((ListPeople(kin), last) for last in cursor.ends("small.and_who", tail))
                if isinstance(clause.people, Together) and len(clause.people.parts) == _TWO:
                    yield from self._truth_of_two(clause.people.parts[0], clause.people.parts[1], clause.at)
        for be in cursor.ends("verbs.be", start):
            for there in (be + 1,) if cursor.texts[be : be + 1] == ("there",) else ():
                yield from ((Exists(people), end) for people, end in self._people.people(there, None))
                yield from self._blood_tie(there)
        for clause in self._clauses(start, "verbs.be"):
            # "Is X's mother known?"
            if isinstance(clause.people, Step):
                yield from ((Exists(clause.people), end) for end in cursor.ends("records.known", clause.at))
        yield from self._full_or_half(start)
        # "X never married, right?"
        for who, at in self._people.people(start, None):
            for predicate, end in self._predicates.predicates(at, who):
                tail = end + 1 if cursor.is_sign(end, ",") else end
                if not isinstance(predicate, Superlative) and cursor.is_at("records.tags", tail):
                    for last in cursor.ends("records.tags", tail):
                        yield from self._truth(who, predicate, last)
        # "Is X's grandmother Martha Stump?"
        for clause in self._clauses(start, "verbs.be"):
            if isinstance(clause.people, Step):
                for name, end in cursor.names(clause.at):
                    yield IsTrue(name, IsAmong(clause.people)), end
        # An embedded question: "if X was born in Ohio".
        if start and cursor.texts[start - 1] in ("if", "whether", "that"):
            for who, at in self._people.people(start, None):
                for predicate, end in self._predicates.predicates(at, who):
                    if not isinstance(predicate, Superlative):
                        yield from self._truth(who, predicate, end)

    def _and_more(self, who: People, predicate: Condition, end: int) -> Iterator[QuestionAt]:
        """ "was X naturalised, and where?", "did X marry, and if so whom?"."""
        cursor = self._cursor
        if isinstance(predicate, HasValue):
            # "Was X a nurse or a teacher?" asks what X was.
            for second in cursor.ends("small.or", end):
                for first in cursor.maybe("small.determiners", second):
                    for _, last in cursor.trades(first):
                        yield Facts(EventOf(who, predicate.event), Aspect.VALUE), last
        if not isinstance(predicate, Happened):
            return
        tail = end + 1 if cursor.is_sign(end, ",;?") else end
        event = event_of(who, predicate.event, predicate.partner)
        told = predicate if predicate.times or predicate.place else None
        yield from ((Facts(event, Aspect.WHOLE, told), last) for last in cursor.ends("records.and_also", tail))
        if predicate.event == "marriage" and predicate.partner is None and told is None:
            spouses = Step(who, Relation(base=Base.SPOUSE))
            yield from ((ListPeople(spouses), last) for last in cursor.ends("records.and_whom", tail))

    def _blood_tie(self, start: int) -> Iterator[QuestionAt]:
        """ "is there any blood tie between X and Y"."""
        cursor = self._cursor
        for first in cursor.maybe("small.determiners", start):
            for tie in cursor.ends("records.blood_tie", first):
                for between in cursor.ends("small.between", tie):
                    for who, end in self._people.people(between, None):
                        if isinstance(who, Together) and len(who.parts) == _TWO:
                            yield IsTrue(who.parts[0], Related(who.parts[1], by_blood=True)), end

    def _full_or_half(self, start: int) -> Iterator[QuestionAt]:
        """ "were X and Y full brothers or half brothers?", "X and Y: full sisters or half?"."""
        cursor = self._cursor
        pairs = [(clause.people, clause.at) for clause in self._clauses(start, "verbs.be")]
        pairs += [(who, at + 1) for who, at in self._people.people(start, None) if cursor.texts[at : at + 1] in _DASHES]
        for who, at in pairs:
            if not isinstance(who, Together) or len(who.parts) != _TWO:
                continue
            for first in (at, *(end for table in ("full", "half") for end in cursor.ends(f"kin_prefixes.{table}", at))):
                kin = [end for _, end in cursor.kin.kin(first)] or ([first] if first > at else [])
                for end in kin:
                    for other in cursor.ends("small.or", end):
                        ends = [last for _, last in cursor.kin.kin(other)]
                        ends += [
                            last for table in ("full", "half") for last in cursor.ends(f"kin_prefixes.{table}", other)
                        ]
                        yield from ((HowRelated(*who.parts), last) for last in ends)

    def _truth(self, who: People, predicate: Condition, end: int) -> Iterator[QuestionAt]:
        is_pair = isinstance(predicate, Happened) and predicate.event in PAIRED and predicate.partner is None
        if isinstance(who, Together) and len(who.parts) == _TWO and is_pair:
            assert isinstance(predicate, Happened)
            told = Happened(predicate.event, who.parts[1], predicate.times, predicate.place)
            yield IsTrue(who.parts[0], told), end
            return
        if isinstance(predicate, IsAmong) and predicate.people == who:
            return
        is_couple = isinstance(who, Together) and len(who.parts) == _TWO and not _EACH & set(self._cursor.texts)
        if is_couple and isinstance(predicate, HasKin) and predicate.count is not None and predicate.partner is None:
            # "Did X and Y have five children?" asks for those of both.
            assert isinstance(who, Together)
            if predicate.relation.base is Base.CHILD:
                yield IsTrue(who.parts[0], replace(predicate, partner=who.parts[1])), end
                return
        yield IsTrue(who, predicate), end

    def _truth_of_two(self, one: People, other: People, at: int) -> Iterator[QuestionAt]:
        """ "Are X and Y siblings", "related", "husband and wife"; "did X and Y have children"."""
        cursor = self._cursor
        for end in cursor.ends("small.related_to", at):
            yield IsTrue(one, Related(other)), end
        for first in cursor.maybe("small.determiners", at):
            for kin, end in cursor.kin.kin(first):
                steps = tuple(Step(other, relation) for relation in kin.relations)
                yield IsTrue(one, IsAmong(steps[0] if len(steps) == 1 else Together(steps))), end
        for have in cursor.ends("verbs.have", at):
            for first in cursor.maybe("small.determiners", have):
                for common in cursor.maybe("small.common", first):
                    for relation, end in cursor.kin.relation(common):
                        yield Exists(Shared(one, other, relation)), end
                        yield from (
                            (Exists(Shared(one, other, relation)), last) for last in cursor.ends("small.common", end)
                        )
        for share in cursor.ends("verbs.share", at):
            for first in cursor.maybe("small.determiners", share):
                for common in cursor.maybe("small.common", first):
                    for relation, end in cursor.kin.relation(common):
                        yield Exists(Shared(one, other, relation)), end

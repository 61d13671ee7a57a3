"""Reads questions for people: who, which, how many, and commands to list them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from claimtree.answering.grammar_base import Predicate, Superlative
from claimtree.answering.grammar_clauses import ClauseReader, QuestionAt, Subject
from claimtree.answering.grammar_kin import KinWords
from claimtree.answering.grammar_predicates import CHILD, LIFESPAN, PARTNER, SPOUSE
from claimtree.answering.grammar_times import PAIRED, event_of
from claimtree.answering.plan import (
    Aspect,
    Base,
    CountEvents,
    CountPeople,
    Couples,
    Everyone,
    Facts,
    Happened,
    IsCalled,
    IsSex,
    ListPeople,
    Measure,
    MeasureKind,
    Named,
    People,
    Profile,
    Ranked,
    Relation,
    Shared,
    Step,
    Together,
    Where,
    is_name,
)
from claimtree.kinship.graph import Sex

_TWO: Final = 2


class SetQuestions(ClauseReader):
    """Questions for people, and how many there are."""

    def counts(self, start: int) -> Iterator[QuestionAt]:
        """ "How many children did X have?", "how many of X's sons died young?", "how many people are there?"."""
        cursor = self._cursor
        leads = [*cursor.ends("wh.count", start), *cursor.ends("commands.count", start)]
        often = [*cursor.ends("wh.times", start), *(end for at in leads for end in cursor.ends("small.times", at))]
        for times in often:
            for happened, who, end in self._events(times):
                if not happened.times and not happened.place and happened.partner is None:
                    yield CountEvents(who, happened.event), end
        for at in leads:
            for people, end in self._sets(at):
                yield CountPeople(people), end
            for kin, after in cursor.kin.kin(at):
                if kin.relations[0].base is Base.SPOUSE:
                    for clause in self._clauses(after, "verbs.do"):
                        for event, end in cursor.words.events.verbs.at(cursor.texts, clause.at):
                            if event == "marriage":
                                yield CountPeople(self._people.kin_of(kin, clause.people)), end
            for of in cursor.ends("small.of", at):
                yield from ((CountPeople(people), end) for people, end in self._sets(of))

    def _sets(self, start: int) -> Iterator[tuple[People, int]]:
        """Yields the people of "children did X have", "people were born in Ohio", "of X's sons died"."""
        cursor = self._cursor
        for first in cursor.maybe("small.determiners", start):
            for kin, at in cursor.kin.kin(first):
                yield from self._had(kin, at)
                if kin.comparative is None:
                    yield from self._shared(kin, at)
        for people, at in self._people.people(start, None):
            if isinstance(people, Named):
                continue
            for be in (at, *cursor.ends("verbs.be", at)):
                if cursor.is_over(be):
                    yield people, be
            yield from self._selected(people, at)
            if not isinstance(people, Everyone):
                for be in cursor.ends("verbs.be", at):
                    yield people, be

    def _had(self, kin: KinWords, at: int) -> Iterator[tuple[People, int]]:
        """ "children did X have", "wives X had", "children born before 1850 did X have"."""
        cursor = self._cursor
        for told, after in self._people.told(Everyone(), at, None):
            clauses = [*self._clauses(after, "verbs.do"), *self._clauses(after, "verbs.have")]
            clauses += [Subject(who, end) for who, end in self._people.people(after, None)]
            for clause in clauses:
                found = _onto(self._people.kin_of(kin, clause.people), told)
                if cursor.is_at("verbs.have", after) and clause.at > after + 1 and cursor.is_over(clause.at):
                    yield found, clause.at
                for have in (
                    *cursor.ends("verbs.have", clause.at),
                    *cursor.ends("verbs.leave", clause.at),
                    *(cursor.ends("verbs.bear", clause.at) if kin.relations[0].base is Base.CHILD else ()),
                ):
                    yield found, have
                    for with_whom in cursor.ends("small.with", have):
                        for partner, end in self._people.people(with_whom, clause.people):
                            yield Shared(clause.people, partner, kin.relations[0]), end
                    for condition, end in self._predicates.participles(have, clause.people):
                        yield Where(found, condition), end
                    for time, end in self._times.times(have, clause.people):
                        yield Where(found, Happened(_EVENT_OF.get(kin.relations[0].base, "birth"), times=(time,))), end
        for be in cursor.ends("verbs.be", at):
            # "children were born to X"
            for event, after in cursor.words.events.participles.at(cursor.texts, be):
                if event == "birth":
                    for to in cursor.ends("small.of", after):
                        yield from ((self._people.kin_of(kin, who), end) for who, end in self._people.people(to, None))

    def _shared(self, kin: KinWords, at: int) -> Iterator[tuple[People, int]]:
        """ "ancestors do X and Y share", "ancestors do X and Y have in common"."""
        cursor = self._cursor
        for clause in (*self._clauses(at, "verbs.do"), *self._clauses(at, "verbs.have")):
            if not isinstance(clause.people, Together) or len(clause.people.parts) != _TWO:
                continue
            one, other = clause.people.parts
            for end in cursor.ends("verbs.share", clause.at):
                yield Shared(one, other, kin.relations[0]), end
            for have in cursor.ends("verbs.have", clause.at):
                for end in cursor.ends("small.common", have):
                    yield Shared(one, other, kin.relations[0]), end

    def _selected(self, people: People, at: int) -> Iterator[tuple[People, int]]:
        """Yields those of some people of whom a predicate holds, or the one that it picks."""
        subject = None if isinstance(people, Everyone) else people
        if isinstance(people, Step):
            self._people.owners[people] = people.of
        for predicate, end in self._predicates.predicates(at, subject):
            yield from self._by(people, predicate, end)

    def _by(self, people: People, predicate: Predicate, end: int) -> Iterator[tuple[People, int]]:
        if not isinstance(predicate, Superlative):
            yield Where(people, predicate), end
            return
        yield Ranked(people, predicate.by, predicate.most), end

    def which(self, start: int) -> Iterator[QuestionAt]:
        """ "Which of X's children died first?", "which women were born in Ohio?", "what children did X have?"."""
        cursor = self._cursor
        for which in cursor.ends("wh.which", start):
            for at in (which, *cursor.ends("small.of", which)):
                yield from ((ListPeople(people), end) for people, end in self._sets(at))
                yield from self._of_two(at)
            # "Which Smith was a druggist?"
            for name, at in cursor.surnames(which):
                family = Where(Everyone(), IsCalled(name, surname=True))
                yield from ((ListPeople(people), end) for people, end in self._selected(family, at))
            # "Which woman was X married to?"
            for sex, at in cursor.at("people", which):
                for question, end in self._spouses(at):
                    if isinstance(question, ListPeople):
                        people = Where(question.people, IsSex(Sex(sex))) if sex else question.people
                        yield ListPeople(people), end
            for be in cursor.ends("verbs.be", which):
                yield from self._named_people(be)
            # "Which Mary Ellen Smith died as a child?"
            for plural, at in cursor.plurals(which):
                called = Where(Everyone(), IsCalled(plural))
                yield from ((ListPeople(people), end) for people, end in self._selected(called, at))
            for named, at in cursor.names(which):
                if not cursor.vocabulary.is_name(named.name):
                    continue
                called = Where(Everyone(), IsCalled(named.name))
                yield from ((ListPeople(people), end) for people, end in self._selected(called, at))

    def _of_two(self, start: int) -> Iterator[QuestionAt]:
        """ "which of X and Y died first", "which of the two, X or Y"."""
        for who, at in self._people.people(start, None):
            if isinstance(who, Together) and all(isinstance(one, Named | Step) for one in who.parts):
                for predicate, end in (*self._predicates.predicates(at, None), *self._halves(at)):
                    if isinstance(predicate, Superlative):
                        yield ListPeople(Ranked(who, predicate.by, predicate.most)), end

    def _halves(self, start: int) -> Iterator[tuple[Superlative, int]]:
        """Comparatives that pick one of two: "lived longer", "was older", "had more children", "died earlier"."""
        cursor = self._cursor
        for be in cursor.ends("verbs.be", start):
            for first in cursor.maybe("small.determiners", be):
                for meaning, end in cursor.at("comparatives", first):
                    kind, *rest = meaning.split()
                    by = Measure(MeasureKind(kind), rest[0] if len(rest) > 1 else "")
                    yield Superlative(by, rest[-1] == "most"), end
                    # "Who was older when they died": of ages, whoever is older has more.
                    for when in cursor.ends("small.when", end):
                        for who in cursor.ends("pronouns.personal", when):
                            for event, last in cursor.words.events.verbs.at(cursor.texts, who):
                                yield Superlative(Measure(MeasureKind.AGE, event), rest[-1] == "least"), last
        for live in cursor.ends("verbs.live", start):
            yield from ((Superlative(LIFESPAN, True), end) for end in cursor.ends("small.longer", live))
            yield from ((Superlative(LIFESPAN, False), end) for end in cursor.ends("small.shorter", live))
        for have in cursor.ends("verbs.have", start):
            for table, most in (("small.more", True), ("small.fewer", False)):
                for more in cursor.ends(table, have):
                    for relation, end in cursor.kin.relation(more):
                        yield Superlative(Measure(MeasureKind.COUNT, relation=relation), most), end
            yield from ((Superlative(LIFESPAN, True), end) for end in cursor.ends("small.longer", have))
        for predicate, end in self._predicates.predicates(start, None):
            if isinstance(predicate, Superlative):
                yield predicate, end
            elif isinstance(predicate, Happened) and not predicate.times and not predicate.place:
                for order, most in (("earlier", False), ("sooner", False), ("later", True)):
                    if cursor.texts[end : end + 1] == (order,):
                        yield Superlative(Measure(MeasureKind.DATE, predicate.event), most), end + 1

    def couples(self, start: int) -> Iterator[QuestionAt]:
        """ "Which couple had the most children?", "the couple with the fewest children"."""
        cursor = self._cursor
        leads = [*cursor.ends("wh.which", start), *cursor.ends("commands.list", start), start]
        leads += [be for who in [*leads[:-1], *cursor.ends("wh.who", start)] for be in cursor.ends("verbs.be", who)]
        for lead in leads:
            for first in cursor.many("small.determiners", lead):
                for at in cursor.ends("small.couple", first):
                    for filler in cursor.many("small.filler", at):
                        for have in (*cursor.ends("verbs.have", filler), *cursor.ends("small.with", filler)):
                            for table, most in (("small.most", True), ("small.fewest", False)):
                                for many in cursor.ends(table, have):
                                    for relation, end in cursor.kin.relation(many):
                                        if relation == CHILD:
                                            yield Couples(most), end

    def who(self, start: int) -> Iterator[QuestionAt]:
        """ "Who was X's father?", "who did X marry?", "who died in 1850?", "who lived longer, X or Y?"."""
        cursor = self._cursor
        yield from self._whose_kin(start)
        yield from self._leading(start)
        yield from self._in_place(start)
        for who in self._whom(start):
            for be in cursor.ends("verbs.be", who):
                yield from self._named_people(be)
                for at in self._known_as(be):
                    yield from self._named_people(at)
            for people, end in self._embedded(who):
                yield ListPeople(people), end
            yield from self._spouses(who)
            yield from ((ListPeople(people), end) for people, end in self._selected(Everyone(), who))
            yield from self._of_named(who)
            for kin, end in self._whose(who):
                yield ListPeople(kin), end
            for clause in self._clauses(who, "verbs.be"):
                for end in cursor.ends("verbs.descended", clause.at):
                    yield ListPeople(Step(clause.people, Relation(base=Base.ANCESTOR))), end
            for clause in self._clauses(who, "verbs.do"):
                for end in cursor.ends("verbs.descend", clause.at):
                    yield ListPeople(Step(clause.people, Relation(base=Base.ANCESTOR))), end

    def _whom(self, start: int) -> Iterator[int]:
        cursor = self._cursor
        for who in cursor.ends("wh.who", start):
            yield from cursor.maybe("small.filler", who)

    def _whose_kin(self, start: int) -> Iterator[QuestionAt]:
        """ "whose son was X"."""
        cursor = self._cursor
        if cursor.texts[start : start + 1] != ("whose",):
            return
        for kin, at in cursor.kin.kin(start + 1):
            opposite = _OPPOSITE.get(kin.relations[0].base)
            if opposite is not None and kin.selection is None:
                for clause in self._clauses(at, "verbs.be"):
                    yield ListPeople(Step(clause.people, Relation(base=opposite))), clause.at

    def _in_place(self, start: int) -> Iterator[QuestionAt]:
        """Questions in the order of statements: "X's mother was who?", "X had how many brothers?"."""
        cursor = self._cursor
        for people, at in self._people.people(start, None):
            for be in cursor.ends("verbs.be", at):
                for end in cursor.ends("wh.who", be):
                    yield (Profile(people) if is_name(people) else ListPeople(people)), end
            for have in cursor.ends("verbs.have", at):
                for many in cursor.ends("wh.count", have):
                    for kin, end in cursor.kin.kin(many):
                        yield CountPeople(self._people.kin_of(kin, people)), end
                for which in cursor.ends("wh.which", have):
                    for kin, end in cursor.kin.kin(which):
                        yield ListPeople(self._people.kin_of(kin, people)), end
            for verb in cursor.words.events.verbs.at(cursor.texts, at):
                for end in cursor.ends("wh.who", verb[1]):
                    if verb[0] == "marriage":
                        yield ListPeople(Step(people, SPOUSE)), end
            for happened, end in self._predicates.predicates(at, people):
                if isinstance(happened, Happened) and not happened.times and not happened.place:
                    of = event_of(people, happened.event, happened.partner)
                    for aspect in (Aspect.DATE, Aspect.PLACE):
                        yield from ((Facts(of, aspect), last) for last in cursor.ends(f"wh.{aspect}", end))

    def _known_as(self, at: int) -> Iterator[int]:
        yield from self._cursor.ends("small.filler", at)

    def _embedded(self, start: int) -> Iterator[tuple[People, int]]:
        """ "who X's father was"."""
        for people, at in self._people.people(start, None):
            if not isinstance(people, Named | Everyone):
                yield from ((people, end) for end in self._cursor.ends("verbs.be", at))

    def _whose(self, start: int) -> Iterator[tuple[People, int]]:
        """ "who did X have children with", "who had children with X"."""
        cursor = self._cursor
        for clause in self._clauses(start, "verbs.do"):
            for have in cursor.ends("verbs.have", clause.at):
                for first in cursor.maybe("small.determiners", have):
                    for kin, at in cursor.kin.kin(first):
                        if kin.relations == (CHILD,):
                            yield from ((Step(clause.people, PARTNER), end) for end in cursor.ends("small.with", at))
                        if cursor.texts[at : at + 1] == ("as",):
                            yield self._people.kin_of(kin, clause.people), at + 1
                for as_kin in (have + 1,) if cursor.texts[have : have + 1] == ("as",) else ():
                    for kin, end in cursor.kin.kin(as_kin):
                        yield self._people.kin_of(kin, clause.people), end

    def _named_people(self, start: int) -> Iterator[QuestionAt]:
        for people, end in self._people.people(start, None):
            yield (Profile(people) if is_name(people) else ListPeople(people)), end

    def _spouses(self, start: int) -> Iterator[QuestionAt]:
        """ "who did X marry in 1850?", "who was X married to?", "who has X been married to"."""
        for verb, read in (
            ("verbs.do", self._predicates.doing),
            ("verbs.be", self._predicates.being),
            ("verbs.have", self._has),
        ):
            for clause in self._clauses(start, verb):
                for predicate, end in read(clause.at, clause.people):
                    if not isinstance(predicate, Happened) or predicate.event not in PAIRED or predicate.partner:
                        if isinstance(predicate, Superlative) and predicate.by == Measure(MeasureKind.DATE, "marriage"):
                            by = Measure(MeasureKind.DATE, "marriage", with_whom=clause.people)
                            yield ListPeople(Ranked(Step(clause.people, SPOUSE), by, predicate.most)), end
                        continue
                    spouse: People = Step(clause.people, SPOUSE)
                    if predicate.times or predicate.place or predicate.event != "marriage":
                        told = Happened(predicate.event, clause.people, predicate.times, predicate.place)
                        spouse = Where(spouse, told)
                    yield ListPeople(spouse), end
                    for to in (*self._cursor.ends("small.of", end), *self._cursor.ends("small.with", end)):
                        yield ListPeople(spouse), to

    def _leading(self, start: int) -> Iterator[QuestionAt]:
        """ "Of X and Y, who was born earlier?", "who of X and Y died last?"."""
        cursor = self._cursor
        openings = [(of, False) for of in cursor.ends("small.of", start)]
        openings += [(of, True) for who in cursor.ends("wh.who", start) for of in cursor.ends("small.of", who)]
        for at, asked in openings:
            for who, end in self._people.people(at, None):
                if not isinstance(who, Together):
                    continue
                comma = end + 1 if cursor.is_sign(end, ",") else end
                for first in (comma,) if asked else (*cursor.ends("wh.who", comma), *cursor.ends("wh.which", comma)):
                    for predicate, last in self._halves(first):
                        yield ListPeople(Ranked(who, predicate.by, predicate.most)), last

    def _of_named(self, start: int) -> Iterator[QuestionAt]:
        """ "who lived longer, X or Y?", "who died first: X or Y?"."""
        cursor = self._cursor
        for predicate, at in self._halves(start):
            first = at + 1 if cursor.is_sign(at, ",:;") or cursor.texts[at : at + 1] == (":",) else at
            for lead in (first, *cursor.ends("small.of", first), *cursor.ends("small.between", first)):
                for one, end in self._people.single(lead, None):
                    for second in (*cursor.ends("small.or", end), *cursor.ends("small.and", end)):
                        for other, last in self._people.single(second, one):
                            yield ListPeople(Ranked(Together((one, other)), predicate.by, predicate.most)), last

    def lists(self, start: int) -> Iterator[QuestionAt]:
        """ "List the children of X", "the children of X", "tell me about X", "X's brothers who died young"."""
        cursor = self._cursor
        for about in cursor.ends("commands.about", start):
            yield from ((Profile(people), end) for people, end in self._people.people(about, None))
        for at in (*cursor.ends("commands.list", start), start):
            for people, end in self._people.people(at, None):
                if is_name(people):
                    yield Profile(people), end
                elif at > start or not isinstance(people, Everyone):
                    yield ListPeople(people), end
            if at > start:
                for first in cursor.maybe("small.determiners", at):
                    for kin, after in cursor.kin.kin(first):
                        yield from ((ListPeople(people), end) for people, end in self._had(kin, after))


_OPPOSITE: Final = {
    Base.CHILD: Base.PARENT,
    Base.PARENT: Base.CHILD,
    Base.SPOUSE: Base.SPOUSE,
    Base.PARTNER: Base.PARTNER,
    Base.SIBLING: Base.SIBLING,
    Base.GRANDCHILD: Base.GRANDPARENT,
    Base.GRANDPARENT: Base.GRANDCHILD,
    Base.UNCLE: Base.NEPHEW,
    Base.NEPHEW: Base.UNCLE,
    Base.COUSIN: Base.COUSIN,
    Base.ANCESTOR: Base.DESCENDANT,
    Base.DESCENDANT: Base.ANCESTOR,
}
_EVENT_OF: Final = {Base.SPOUSE: "marriage"}


def _onto(people: People, told: People) -> People:
    """Returns people with the conditions that were told of "everyone"."""
    if isinstance(told, Where):
        return Where(_onto(people, told.people), told.condition)
    return people

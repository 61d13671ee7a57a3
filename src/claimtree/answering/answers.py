"""Answers a question about a tree: plan, evaluate, and say it, with the lines that it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from claimtree.answering.answer_text import AnswerText
from claimtree.answering.disambiguation import SplittingQuestion, splitting_questions
from claimtree.answering.evaluation import (
    Evaluation,
    Member,
    Several,
    Unresolved,
    evidence_of,
    known_events,
    rival_dates,
    span_of,
)
from claimtree.answering.family_index import FamilyIndex, KnownEvent
from claimtree.answering.grammar_questions import plans
from claimtree.answering.intervals import Interval
from claimtree.answering.people_names import words_of
from claimtree.answering.plan import (
    Age,
    Aspect,
    Base,
    CountEvents,
    CountPeople,
    EventOf,
    Exists,
    Facts,
    HasKin,
    HowRelated,
    IsTrue,
    ListPeople,
    MarriedFor,
    Moment,
    Not,
    People,
    Profile,
    Question,
    Relation,
    Span,
    Step,
)
from claimtree.family_trees.tree import Evidence
from claimtree.kinship.graph import ParentKind, PersonId
from claimtree.kinship.relationship import relate
from claimtree.kinship.steps import headline

MOST_EVIDENCE: Final = 40
"""Lines that an answer quotes."""
_SHORT_LIST: Final = 10
_PROFILE: Final = ("birth", "christening", "marriage", "death", "burial", "occupation", "title")


class AnswerKind(StrEnum):
    PEOPLE = "people"
    COUNT = "count"
    FACTS = "facts"
    SPAN = "span"
    TRUTH = "truth"
    RELATION = "relation"
    PROFILE = "profile"
    QUESTION = "question"
    """A question back: it could not be planned, or it is not clear who is meant."""


class TruthWord(StrEnum):
    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"
    NONE = "none"
    """Nothing of the kind is on record, which need not mean that it was not so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """An event that an answer tells."""

    person: str
    kind: str
    date: str = ""
    """As it is written in the file."""
    place: str = ""
    value: str = ""
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyAnswer:
    """An answer, and what it rests on."""

    kind: AnswerKind
    text: str
    plan: Question | None = None
    people: tuple[str, ...] = ()
    """Ids of those who are meant for certain; of a question back, those who may be."""
    maybe: tuple[str, ...] = ()
    """Ids of those of whom what is on record leaves it open."""
    number: Interval | None = None
    """Of people, or of years; an interval where the dates leave it open."""
    facts: tuple[Fact, ...] = ()
    truth: TruthWord | None = None
    words: tuple[str, ...] = ()
    """What somebody is to somebody, the closest first."""
    questions: tuple[str, ...] = ()
    splits: tuple[SplittingQuestion, ...] = ()
    """What tells the candidates apart, the best first."""
    evidence: tuple[Evidence, ...] = field(default=())
    meant: tuple[tuple[str, str], ...] = ()
    """The names of the question, with the ids of those for whom they were taken."""


def answer(question: str, index: FamilyIndex, code: str = "en") -> FamilyAnswer:
    """Returns the answer to a question in plain English, in the language of `code`."""
    found = plans(question, index.vocabulary)
    return answer_plan(found[0] if found else None, index, code)


def answer_plan(
    plan: Question | None, index: FamilyIndex, code: str = "en", *, chosen: Mapping[str, str] | None = None
) -> FamilyAnswer:
    """Returns the answer to a question that was read; without one, that it could not be.

    `chosen` has ids of people by the names that mean them in a conversation.
    """
    answering = _Answering(index, code, chosen)
    return answering.of_plan(plan) if plan is not None else answering.ask("ask_unknown")


class _Answering:
    def __init__(self, index: FamilyIndex, code: str, chosen: Mapping[str, str] | None) -> None:
        self._index = index
        self._text = AnswerText(index, code)
        self._code = code
        self._evaluation = Evaluation(index, chosen)

    def ask(self, template: str, people: tuple[str, ...] = (), **values: object) -> FamilyAnswer:
        text = self._text.say(template, **values)
        return FamilyAnswer(kind=AnswerKind.QUESTION, text=text, people=people, questions=(text,))

    def of_plan(self, plan: Question) -> FamilyAnswer:
        try:
            return replace(self._answer(plan), meant=tuple(self._evaluation.meant.items()))
        except Unresolved as fault:
            return self._who_is_meant(fault)
        except Several as fault:
            if not fault.people:
                return self.ask("ask_nobody")
            names = self._text.names(fault.people[:_SHORT_LIST])
            return self.ask("ask_several", fault.people, names=names)

    def _who_is_meant(self, fault: Unresolved) -> FamilyAnswer:
        if not fault.candidates:
            return self.ask("ask_name", name=fault.name)
        splits = splitting_questions(self._index, fault.candidates)
        questions = tuple(self._text.say(f"question_{one.about}") for one in splits)
        text = self._text.say(
            "ask_which",
            count=len(fault.candidates),
            name=fault.name,
            names=self._text.names(fault.candidates[:_SHORT_LIST]),
            question=questions[0] if questions else "",
        ).strip()
        return FamilyAnswer(
            kind=AnswerKind.QUESTION, text=text, people=fault.candidates, questions=questions or (text,), splits=splits
        )

    def _answer(self, plan: Question) -> FamilyAnswer:
        match plan:
            case ListPeople(people):
                return self._list(plan, people)
            case CountPeople(people):
                return self._count(plan, people)
            case CountEvents(people, event):
                return self._count_events(plan, people, event)
            case Facts(of, aspect):
                return self._facts(plan, of, aspect)
            case Age(people, at):
                who = self._evaluation.one(people)
                return self._span(plan, EventOf(people, "birth"), at, who)
            case Span(start, end):
                return self._span(plan, start, end, None)
            case MarriedFor(people, partner):
                return self._married_for(plan, people, partner)
            case IsTrue():
                return self._truth(plan)
            case Exists(people):
                return self._exists(plan, people)
            case HowRelated(one, other):
                return self._related(plan, one, other)
            case Profile(people):
                return self._profile(plan, people)

    def _list(self, plan: Question, people: People) -> FamilyAnswer:
        found = self._evaluation.people(people)
        sure, maybe = _split(found)
        if not found:
            text = self._text.say("count_none")
        elif not sure:
            text = self._text.say("people_maybe", names=self._text.names(maybe))
        elif len(sure) == 1:
            text = self._text.say("people_one", names=self._text.names(sure))
        else:
            text = self._text.say("people_many", count=len(sure), names=self._text.names(sure))
        notes = [text]
        if sure and maybe:
            notes.append(self._text.say("people_also_maybe", names=self._text.names(maybe)))
        notes += [*self._apart(people, found), *self._left_out()]
        return FamilyAnswer(
            kind=AnswerKind.PEOPLE, text=" ".join(notes), plan=plan, people=sure, maybe=maybe, evidence=_lines(found)
        )

    def _apart(self, people: People, found: list[Member]) -> list[str]:
        """Returns what is told apart: parents and children by adoption, and partners who are not married."""
        if not isinstance(people, Step) or people.relation.kind is not None:
            return []
        known = {one.id for one in found}
        if people.relation.base in (Base.PARENT, Base.CHILD):
            kin = replace(people.relation, kind=ParentKind.ADOPTED)
            template = "also_adopted"
        elif people.relation.base is Base.SPOUSE:
            kin = replace(people.relation, base=Base.PARTNER)
            template = "also_unmarried"
        else:
            return []
        others = tuple(one.id for one in self._evaluation.people(Step(people.of, kin)))
        if others and known == set(others):
            return [self._text.say("only_adopted")] if template == "also_adopted" else []
        apart = tuple(id for id in others if id not in known)
        return [self._text.say(template, names=self._text.names(apart))] if apart else []

    def _left_out(self) -> list[str]:
        undated = self._evaluation.undated
        return [self._text.say("undated", count=undated)] if undated else []

    def _count(self, plan: Question, people: People) -> FamilyAnswer:
        found = self._evaluation.people(people)
        sure, maybe = _split(found)
        low, high = len(sure), len(found)
        if not high:
            text = self._text.say("count_none")
        elif low != high:
            text = self._text.say("count_range", low=low, high=high)
        elif high <= _SHORT_LIST:
            text = self._text.say("count_names", count=low, names=self._text.names(sure))
        else:
            text = self._text.say("count_one", count=low)
        text = " ".join((text, *self._apart(people, found)))
        return FamilyAnswer(
            kind=AnswerKind.COUNT,
            text=text,
            plan=plan,
            people=sure,
            maybe=maybe,
            number=Interval(low, high),
            evidence=_lines(found),
        )

    def _count_events(self, plan: Question, people: People, event: str) -> FamilyAnswer:
        if event == "marriage":
            return self._count(plan, Step(people, Relation(base=Base.SPOUSE)))
        found = [
            known
            for _, events in known_events(self._index, EventOf(people, event), self._evaluation)
            for known in events
        ]
        count = len(found)
        lines = tuple(line for one in found for line in evidence_of(one))[:MOST_EVIDENCE]
        text = self._text.say("count_one", count=count) if count else self._text.say("count_none")
        return FamilyAnswer(kind=AnswerKind.COUNT, text=text, plan=plan, number=Interval(count, count), evidence=lines)

    def _facts(self, plan: Question, of: EventOf, aspect: Aspect) -> FamilyAnswer:
        facts: list[Fact] = []
        said: list[str] = []
        lines: list[Evidence] = []
        members = list(known_events(self._index, of, self._evaluation))
        if not members:
            return self.ask("ask_nobody")
        for one, events in members:
            told = [known for known in events if _has(known, aspect)]
            if of.event not in ("marriage", "divorce") and aspect is not Aspect.VALUE:
                # The first of several births is the one that the file prefers; others are told where they differ.
                told = [known for at, known in enumerate(told) if not at or _differ(told[0], known, aspect)]
            if one.id in self._index.hidden:
                said.append(self._text.say("facts_withheld", name=self._text.name(one.id)))
            elif told:
                said.append(self._text.fact(one.id, told[0]))
                again = of.event not in ("marriage", "divorce") and aspect is not Aspect.VALUE
                for known in told[1:]:
                    other = self._text.happened(known)
                    said.append(self._text.say("fact_also", fact=other) if again else self._text.fact(one.id, known))
            else:
                said.append(self._missing(one, events, of.event, aspect))
            facts += [_fact(one.id, known) for known in told]
            lines += [*one.because, *(line for known in told or events for line in evidence_of(known))]
        return FamilyAnswer(
            kind=AnswerKind.FACTS,
            text=" ".join(dict.fromkeys(said)),
            plan=plan,
            people=tuple(one.id for one, _ in members),
            facts=tuple(facts),
            evidence=tuple(dict.fromkeys(lines))[:MOST_EVIDENCE],
        )

    def _missing(self, one: Member, events: list[KnownEvent], kind: str, aspect: Aspect) -> str:
        name, event = self._text.name(one.id), self._text.event(kind)
        if events and aspect in (Aspect.DATE, Aspect.PLACE):
            return self._text.say(f"fact_no_{aspect}", name=name, event=event)
        return self._text.say("fact_unknown", name=name, event=event)

    def _span(self, plan: Question, start: Moment, end: Moment, who: Member | None) -> FamilyAnswer:
        found = span_of(self._evaluation.moments(start), self._evaluation.moments(end))
        if found is None:
            return FamilyAnswer(kind=AnswerKind.SPAN, text=self._text.say("age_unknown"), plan=plan)
        years, lines = found
        people = (who.id,) if who is not None else ()
        return FamilyAnswer(
            kind=AnswerKind.SPAN, text=self._text.years(years), plan=plan, people=people, number=years, evidence=lines
        )

    def _married_for(self, plan: Question, people: People, partner: People | None) -> FamilyAnswer:
        """Answers from the wedding to the divorce, or to the first death of the two."""
        who = self._evaluation.one(people)
        other = partner if partner is not None else Step(people, Relation(base=Base.SPOUSE))
        whom = self._evaluation.one(other)
        start = self._evaluation.moments(EventOf(people, "marriage", other))
        end = self._evaluation.moments(EventOf(people, "divorce", other))
        if not end:
            deaths = [self._evaluation.moments(EventOf(one, "death")) for one in (people, other)]
            if all(deaths):
                first = min((one[0] for one in deaths), key=lambda one: one.days.high)
                low = min(one[0].days.low for one in deaths)
                end = [first._replace(days=Interval(low, first.days.high))]
        found = span_of(start, end)
        ids = (who.id, whom.id)
        if found is None:
            return FamilyAnswer(kind=AnswerKind.SPAN, text=self._text.say("age_unknown"), plan=plan, people=ids)
        return FamilyAnswer(
            kind=AnswerKind.SPAN,
            text=self._text.years(found[0]),
            plan=plan,
            people=ids,
            number=found[0],
            evidence=found[1],
        )

    def _truth(self, plan: IsTrue) -> FamilyAnswer:
        members = self._evaluation.people(plan.people)
        if not members:
            return self.ask("ask_nobody")
        verdicts = [self._evaluation.holds(plan.condition, one.id) for one in members]
        said = {verdict.said for verdict in verdicts}
        word = TruthWord.YES if said == {True} else TruthWord.NO if said == {False} else TruthWord.UNKNOWN
        if word is TruthWord.NO and isinstance(plan.condition, HasKin) and plan.condition.count is None:
            word = TruthWord.NONE
        if word is TruthWord.YES and isinstance(plan.condition, Not):
            word = TruthWord.NONE if isinstance(plan.condition.condition, HasKin) else word
        lines = tuple(dict.fromkeys(line for verdict in verdicts for line in verdict.because))[:MOST_EVIDENCE]
        text = self._text.say(f"truth_{word}")
        if lines:
            text = self._text.say("truth_because", said=text, facts="; ".join(line.raw.strip() for line in lines[:4]))
        return FamilyAnswer(
            kind=AnswerKind.TRUTH,
            text=text,
            plan=plan,
            people=tuple(one.id for one in members),
            truth=word,
            evidence=lines,
        )

    def _exists(self, plan: Question, people: People) -> FamilyAnswer:
        found = self._evaluation.people(people)
        sure, maybe = _split(found)
        if sure:
            word, text = TruthWord.YES, self._text.say("exists_yes", names=self._text.names(sure))
        elif maybe:
            word, text = TruthWord.UNKNOWN, self._text.say("exists_maybe", names=self._text.names(maybe))
        else:
            word, text = TruthWord.NONE, self._text.say("truth_none")
        return FamilyAnswer(
            kind=AnswerKind.TRUTH, text=text, plan=plan, people=sure, maybe=maybe, truth=word, evidence=_lines(found)
        )

    def _related(self, plan: Question, one: People, other: People) -> FamilyAnswer:
        """Answers what the first is to the second, and by which path."""
        first, second = self._evaluation.one(one), self._evaluation.one(other)
        graph = self._index.graph
        found = relate(graph, PersonId(self._index.node(second.id)), PersonId(self._index.node(first.id)))
        words = (found.label(self._code), *found.also(self._code)) if found.related else ()
        steps = [step for way in found.ways[:1] for step in way.paths[0]]
        lines = [
            Evidence(citation.record.strip("@"), citation.line, citation.quote)
            for step in steps
            for citation in step.citations
        ]
        return FamilyAnswer(
            kind=AnswerKind.RELATION,
            text=headline(graph, found),
            plan=plan,
            people=(first.id, second.id),
            words=words,
            evidence=tuple(dict.fromkeys(lines))[:MOST_EVIDENCE],
        )

    def _profile(self, plan: Question, people: People) -> FamilyAnswer:
        one = self._evaluation.one(people)
        known = [event for kind in _PROFILE for event in self._index.events(one.id, kind)]
        facts = tuple(_fact(one.id, event) for event in known)
        said = " ".join(self._text.fact(one.id, event) for event in known)
        text = said or self._text.name(one.id)
        lines = tuple(dict.fromkeys(line for event in known for line in evidence_of(event)))[:MOST_EVIDENCE]
        return FamilyAnswer(
            kind=AnswerKind.PROFILE, text=text, plan=plan, people=(one.id,), facts=facts, evidence=lines
        )


def _split(found: list[Member]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return tuple(one.id for one in found if one.sure), tuple(one.id for one in found if not one.sure)


def _lines(found: list[Member]) -> tuple[Evidence, ...]:
    return tuple(dict.fromkeys(line for one in found for line in one.because))[:MOST_EVIDENCE]


def _has(known: KnownEvent, aspect: Aspect) -> bool:
    event = known.event
    match aspect:
        case Aspect.DATE:
            return bool(event.date.strip())
        case Aspect.PLACE:
            return bool(event.place.strip())
        case Aspect.VALUE:
            return bool(event.value.strip())
        case Aspect.WHOLE:
            return True


def _differ(one: KnownEvent, other: KnownEvent, aspect: Aspect) -> bool:
    """Returns whether what is asked for differs in two records of one event, not only in how much is said."""
    if aspect is not Aspect.PLACE and len(rival_dates((one, other))) > 1:
        return True
    first, second = (set(words_of(known.event.place)) for known in (one, other))
    return aspect is not Aspect.DATE and bool(first and second) and not (first <= second or second <= first)


def _fact(id: str, known: KnownEvent) -> Fact:
    event = known.event
    return Fact(
        person=id,
        kind=event.kind,
        date=event.date.strip(),
        place=event.place.strip(),
        value=event.value.strip(),
        evidence=evidence_of(known),
    )

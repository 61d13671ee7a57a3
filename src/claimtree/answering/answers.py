"""Answers a question about a tree: plan, evaluate, and say it, with the lines that it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from claimtree.answering.answer_text import AnswerText
from claimtree.answering.disambiguation import splitting_questions
from claimtree.answering.evaluation import (
    ONCE,
    Evaluation,
    Member,
    Several,
    Unresolved,
    evidence_of,
    known_events,
    rival_dates,
    span_of,
)
from claimtree.answering.evidence_words import EvidenceWords
from claimtree.answering.family_answer import AnswerKind, Fact, FamilyAnswer, TruthWord
from claimtree.answering.family_index import FamilyIndex, KnownEvent
from claimtree.answering.grammar_questions import plans
from claimtree.answering.intervals import Interval
from claimtree.answering.other_names import other_names
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
    Happened,
    HasKin,
    HasValue,
    HowRelated,
    IsTrue,
    ListPeople,
    MarriedFor,
    Moment,
    Named,
    NameKind,
    NamesOf,
    Not,
    People,
    Profile,
    Question,
    Related,
    Relation,
    Span,
    Step,
    parts_of,
)
from claimtree.family_trees.tree import Evidence
from claimtree.kinship.graph import ParentKind, PersonId
from claimtree.kinship.relationship import relate
from claimtree.kinship.steps import headline

MOST_EVIDENCE: Final = 40
"""Lines that an answer quotes."""
_SHORT_LIST: Final = 10
_PROFILE: Final = ("birth", "christening", "marriage", "death", "burial", "occupation", "title")


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
        self._words = EvidenceWords(index, self._text)

    def ask(self, template: str, people: tuple[str, ...] = (), **values: object) -> FamilyAnswer:
        text = self._text.say(template, **values)
        return FamilyAnswer(kind=AnswerKind.QUESTION, text=text, people=people, questions=(text,))

    def of_plan(self, plan: Question) -> FamilyAnswer:
        try:
            self._evaluation.take_couples_for_granted(plan)
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
            return replace(self.ask("ask_name", name=fault.name), unresolved=fault.name)
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
            kind=AnswerKind.QUESTION,
            text=text,
            people=fault.candidates,
            questions=questions or (text,),
            splits=splits,
            unresolved=fault.name,
        )

    def _answer(self, plan: Question) -> FamilyAnswer:
        match plan:
            case ListPeople(people):
                return self._list(plan, people)
            case CountPeople(people):
                return self._count(plan, people)
            case CountEvents(people, event):
                return self._count_events(plan, people, event)
            case Facts():
                return self._facts(plan)
            case NamesOf(people, kind):
                return self._names(plan, people, kind)
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
            text = self._nobody(plan)
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

    def _nobody(self, plan: Question, template: str = "count_none") -> str:
        """Says that there is nobody; of a place that no place of the tree is called, that it is not known here."""
        places = (part.place for part in parts_of(plan) if isinstance(part, Happened) and part.place)
        if any(not self._index.has_place_name(one) for one in places):
            return self._text.say("no_such_place")
        if isinstance(plan, Exists | ListPeople | CountPeople) and isinstance(plan.people, Step):
            # Whose, is to be seen: another may be meant.
            owner = self._names_of(self._evaluation.people(plan.people.of))
            return self._text.say("truth_no_kin", kin=self._text.kin(plan.people.relation), name=owner)
        return self._text.say(template)

    def _apart(self, people: People, found: list[Member]) -> list[str]:
        """Returns what is told apart: parents and children by adoption, and partners who are not married."""
        if not isinstance(people, Step) or people.relation.kind is not None or people.relation.in_law:
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
            text = self._nobody(plan)
        elif low != high:
            text = self._text.say("count_range", low=low, high=high)
        elif high <= _SHORT_LIST:
            text = self._text.say("count_names", count=low, names=self._text.names(sure))
        else:
            text = self._text.say("count_people", count=low)
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

    def _facts(self, plan: Facts) -> FamilyAnswer:
        of, aspect = plan.of, plan.aspect
        facts: list[Fact] = []
        said: list[str] = []
        missing: dict[str, list[str]] = {}
        lines: list[Evidence] = []
        members = list(known_events(self._index, of, self._evaluation, plan.told))
        if not members:
            return self.ask("ask_nobody")
        for one, events in members:
            told = [known for known in events if _has(known, aspect)]
            once = of.event in ONCE
            if once:
                # The first of several births is the one that the file prefers; others are told where they differ.
                told = [known for at, known in enumerate(told) if not at or _differ(told[0], known, aspect)]
            if one.id in self._index.hidden:
                said.append(self._text.say("facts_withheld", name=self._text.name(one.id)))
            elif told:
                said.append(self._text.fact(one.id, told[0]))
                for known in told[1:]:
                    other = self._text.happened(known)
                    said.append(self._text.say("fact_also", fact=other) if once else self._text.fact(one.id, known))
            else:
                missing.setdefault(self._missing(events, plan), []).append(one.id)
            facts += [_fact(one.id, known) for known in told]
            lines += [*one.because, *(line for known in told or events for line in evidence_of(known))]
        for template, ids in missing.items():
            event = self._text.event(of.event)
            said.append(self._text.say(template, name=self._text.names(ids), event=event))
        return FamilyAnswer(
            kind=AnswerKind.FACTS,
            text=" ".join(dict.fromkeys(said)),
            plan=plan,
            people=tuple(one.id for one, _ in members),
            facts=tuple(facts),
            evidence=tuple(dict.fromkeys(lines))[:MOST_EVIDENCE],
        )

    def _missing(self, events: list[KnownEvent], plan: Facts) -> str:
        """Returns the template that says what the tree does not have."""
        if events and plan.aspect in (Aspect.DATE, Aspect.PLACE):
            return f"fact_no_{plan.aspect}"
        return "fact_unknown" if plan.told is None else "fact_not_so"

    def _names(self, plan: Question, people: People, kind: NameKind) -> FamilyAnswer:
        """Answers what somebody is called beside the first name: by birth, by marriage, by friends."""
        who = self._evaluation.people(people)
        if not who:
            return self.ask("ask_nobody")
        facts: list[Fact] = []
        said: list[str] = []
        for one in who:
            known = other_names(self._index, one.id, kind) if one.id not in self._index.hidden else []
            if one.id in self._index.hidden:
                said.append(self._text.say("facts_withheld", name=self._text.name(one.id)))
            else:
                names = ", ".join(dict.fromkeys(name for name, _ in known))
                template = f"names_{kind}" if known else "names_none"
                said.append(self._text.say(template, name=self._text.name(one.id), names=names))
            facts += [Fact(person=one.id, kind="name", value=name, evidence=lines) for name, lines in known]
        return FamilyAnswer(
            kind=AnswerKind.FACTS,
            text=" ".join(said),
            plan=plan,
            people=tuple(one.id for one in who),
            facts=tuple(facts),
            evidence=tuple(dict.fromkeys(line for one in facts for line in one.evidence))[:MOST_EVIDENCE],
        )

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
        members, namesakes = self._those_asked_about(plan)
        if not members:
            return self.ask("ask_nobody")
        verdicts = [self._evaluation.holds(plan.condition, one.id) for one in members]
        said = {verdict.said for verdict in verdicts}
        word = TruthWord.YES if said == {True} else TruthWord.NO if said == {False} else TruthWord.UNKNOWN
        kin = plan.condition.condition if isinstance(plan.condition, Not) else plan.condition
        lines = tuple(dict.fromkeys(line for verdict in verdicts for line in verdict.because))[:MOST_EVIDENCE]
        because = self._words.said(lines)
        plain = isinstance(kin, HasKin) and kin.count is None and kin.condition is None and kin.partner is None
        if isinstance(kin, HasKin) and plain and said == {kin is not plan.condition}:
            word, because = TruthWord.NONE, ()
            text = self._text.say("truth_no_kin", kin=self._text.kin(kin.relation), name=self._names_of(members))
        else:
            text = self._text.say(f"truth_{word}")
        if isinstance(plan.condition, HasKin) and not plain and said == {False} and not because:
            # What is not on record is no proof that it was not so.
            word, text = TruthWord.NONE, self._text.say("truth_none")
        if isinstance(plan.condition, Related) and plan.condition.by_blood and word is TruthWord.UNKNOWN:
            word = TruthWord.NONE
            both = [*members, *self._evaluation.people(plan.condition.to)]
            text = self._text.say("truth_no_blood", names=self._names_of(both))
        if isinstance(plan.condition, HasValue) and word is TruthWord.UNKNOWN:
            # What else is on record does not refute it: one may have had two trades.
            known = (event for one in members for event in self._index.events(one.id, plan.condition.event))
            lines = tuple(line for event in known for line in evidence_of(event))
            because = self._words.said(lines)
        if because:
            text = self._text.say("truth_because", said=text, facts=" ".join(because))
        if namesakes:
            text = self._text.say("truth_namesakes", said=text, count=namesakes, name=self._names_of(members))
        return FamilyAnswer(
            kind=AnswerKind.TRUTH,
            text=text,
            plan=plan,
            people=tuple(one.id for one in members),
            truth=word,
            evidence=lines,
        )

    def _names_of(self, members: list[Member]) -> str:
        return self._text.names([one.id for one in members])

    def _those_asked_about(self, plan: IsTrue) -> tuple[list[Member], int]:
        """Returns whom a question for yes or no is about. Of several namesakes it is the only one of whom the
        answer is yes; with how many there are."""
        try:
            return self._evaluation.people(plan.people), 0
        except Unresolved as fault:
            if not isinstance(plan.people, Named) or fault.name != plan.people.name:
                raise
            fitting = [id for id in fault.candidates if self._evaluation.holds(plan.condition, id).said is True]
            if len(fitting) != 1:
                raise
            self._evaluation.meant[fault.name] = fitting[0]
            return [Member(fitting[0])], len(fault.candidates)

    def _exists(self, plan: Question, people: People) -> FamilyAnswer:
        found = self._evaluation.people(people)
        sure, maybe = _split(found)
        if sure:
            word, text = TruthWord.YES, self._text.say("exists_yes", names=self._text.names(sure))
        elif maybe:
            word, text = TruthWord.UNKNOWN, self._text.say("exists_maybe", names=self._text.names(maybe))
        else:
            word, text = TruthWord.NONE, self._nobody(plan, "truth_none")
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

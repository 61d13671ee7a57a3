"""Answers with people: lists, how many there are, and whether there is anybody."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from claimtree.answering.answer_context import MOST_EVIDENCE, AnswerContext, lines_of, sure_and_maybe
from claimtree.answering.evaluated import Member, evidence_of
from claimtree.answering.evaluation import known_events
from claimtree.answering.family_answer import AnswerKind, FamilyAnswer, TruthWord
from claimtree.answering.intervals import Interval
from claimtree.answering.plan import (
    Base,
    CountPeople,
    EventOf,
    Exists,
    Happened,
    ListPeople,
    People,
    Question,
    Relation,
    Step,
    parts_of,
)
from claimtree.kinship.graph import ParentKind

_SHORT_LIST: Final = 10
"""People of a count who are named."""


def listed(at: AnswerContext, plan: Question, people: People) -> FamilyAnswer:
    found = at.evaluation.people(people)
    sure, maybe = sure_and_maybe(found)
    if not found:
        text = _nobody(at, plan)
    elif not sure:
        text = at.text.say("people_maybe", names=at.text.names(maybe))
    elif len(sure) == 1:
        text = at.text.say("people_one", names=at.text.names(sure))
    else:
        text = at.text.say("people_many", count=len(sure), names=at.text.names(sure))
    notes = [text]
    if sure and maybe:
        notes.append(at.text.say("people_also_maybe", names=at.text.names(maybe)))
    notes += [*_apart(at, people, found), *_left_out(at)]
    return FamilyAnswer(
        kind=AnswerKind.PEOPLE, text=" ".join(notes), plan=plan, people=sure, maybe=maybe, evidence=lines_of(found)
    )


def counted(at: AnswerContext, plan: Question, people: People) -> FamilyAnswer:
    found = at.evaluation.people(people)
    sure, maybe = sure_and_maybe(found)
    low, high = len(sure), len(found)
    if not high:
        text = _nobody(at, plan)
    elif low != high:
        text = at.text.say("count_range", low=low, high=high)
    elif high <= _SHORT_LIST:
        text = at.text.say("count_names", count=low, names=at.text.names(sure))
    else:
        text = at.text.say("count_people", count=low)
    text = " ".join((text, *_apart(at, people, found)))
    return FamilyAnswer(
        kind=AnswerKind.COUNT,
        text=text,
        plan=plan,
        people=sure,
        maybe=maybe,
        number=Interval(low, high),
        evidence=lines_of(found),
    )


def events_counted(at: AnswerContext, plan: Question, people: People, event: str) -> FamilyAnswer:
    if event == "marriage":
        return counted(at, plan, Step(people, Relation(base=Base.SPOUSE)))
    found = [known for _, events in known_events(at.index, EventOf(people, event), at.evaluation) for known in events]
    count = len(found)
    lines = tuple(line for one in found for line in evidence_of(one))[:MOST_EVIDENCE]
    text = at.text.say("count_one", count=count) if count else at.text.say("count_none")
    return FamilyAnswer(kind=AnswerKind.COUNT, text=text, plan=plan, number=Interval(count, count), evidence=lines)


def existing(at: AnswerContext, plan: Question, people: People) -> FamilyAnswer:
    found = at.evaluation.people(people)
    sure, maybe = sure_and_maybe(found)
    if sure:
        word, text = TruthWord.YES, at.text.say("exists_yes", names=at.text.names(sure))
    elif maybe:
        word, text = TruthWord.UNKNOWN, at.text.say("exists_maybe", names=at.text.names(maybe))
    else:
        word, text = TruthWord.NONE, _nobody(at, plan, "truth_none")
    return FamilyAnswer(
        kind=AnswerKind.TRUTH, text=text, plan=plan, people=sure, maybe=maybe, truth=word, evidence=lines_of(found)
    )


def _nobody(at: AnswerContext, plan: Question, template: str = "count_none") -> str:
    """Says that there is nobody; of a place that no place of the tree is called, that it is not known here."""
    places = (part.place for part in parts_of(plan) if isinstance(part, Happened) and part.place)
    if any(not at.index.has_place_name(one) for one in places):
        return at.text.say("no_such_place")
    if isinstance(plan, Exists | ListPeople | CountPeople) and isinstance(plan.people, Step):
        # Whose, is to be seen: another may be meant.
        owner = at.names_of(at.evaluation.people(plan.people.of))
        return at.text.say("truth_no_kin", kin=at.text.kin(plan.people.relation), name=owner)
    return at.text.say(template)


def _apart(at: AnswerContext, people: People, found: list[Member]) -> list[str]:
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
    others = tuple(one.id for one in at.evaluation.people(Step(people.of, kin)))
    if others and known == set(others):
        return [at.text.say("only_adopted")] if template == "also_adopted" else []
    apart = tuple(id for id in others if id not in known)
    return [at.text.say(template, names=at.text.names(apart))] if apart else []


def _left_out(at: AnswerContext) -> list[str]:
    undated = at.evaluation.undated
    return [at.text.say("undated", count=undated)] if undated else []

"""Answers a question about a tree: plan, evaluate, and say it, with the lines that it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from claimtree.answering.answer_context import AnswerContext
from claimtree.answering.answer_facts import other_names_of, profile, told_facts
from claimtree.answering.answer_people import counted, couples, events_counted, existing, listed
from claimtree.answering.answer_spans import apart, average, married_for, span
from claimtree.answering.answer_truths import related, truth
from claimtree.answering.disambiguation import splitting_questions
from claimtree.answering.evaluated import Several, Unresolved
from claimtree.answering.family_answer import AnswerKind, FamilyAnswer
from claimtree.answering.family_index import FamilyIndex
from claimtree.answering.grammar_questions import plans, plans_by_form
from claimtree.answering.plan import (
    Age,
    Average,
    CountEvents,
    CountPeople,
    Couples,
    EventOf,
    Exists,
    Facts,
    HowRelated,
    IsTrue,
    ListPeople,
    MarriedFor,
    NamesOf,
    Profile,
    Question,
    Span,
)

_SHORT_LIST: Final = 10


def answer(question: str, index: FamilyIndex, code: str = "en") -> FamilyAnswer:
    """Returns the answer to a question in plain English, in the language of `code`."""
    found = plans(question, index.vocabulary)
    if found:
        return answer_plan(found[0], index, code)
    by_form = plans_by_form(question, index.vocabulary)
    if by_form is None:
        return answer_plan(None, index, code)
    return answer_plan(by_form.plans[0], index, code, read_as=by_form.question)


def answer_plan(
    plan: Question | None,
    index: FamilyIndex,
    code: str = "en",
    *,
    chosen: Mapping[str, str] | None = None,
    read_as: str = "",
) -> FamilyAnswer:
    """Returns the answer to a question that was read; without one, that it could not be.

    `chosen` has ids of people by the names that mean them in a conversation; `read_as` the question as it was read, if
    it was put in other words, which the answer says.
    """
    at = AnswerContext(index, code, chosen)
    if plan is None:
        return at.ask("ask_unknown")
    found = _of_plan(at, plan)
    return replace(found, text=at.text.say("read_as", question=read_as, said=found.text)) if read_as else found


def _of_plan(at: AnswerContext, plan: Question) -> FamilyAnswer:
    try:
        at.evaluation.take_couples_for_granted(plan)
        found = _answer(at, plan)
        if at.evaluation.miscounted is not None:
            said, count = at.evaluation.miscounted
            found = replace(found, text=f"{at.text.say('miscounted', said=said, count=count)} {found.text}")
        return replace(found, meant=tuple(at.evaluation.meant.items()))
    except Unresolved as fault:
        return _who_is_meant(at, fault)
    except Several as fault:
        if not fault.people:
            return at.ask("ask_nobody")
        names = at.text.names(fault.people[:_SHORT_LIST])
        return at.ask("ask_several", fault.people, names=names)


def _who_is_meant(at: AnswerContext, fault: Unresolved) -> FamilyAnswer:
    if not fault.candidates:
        return replace(at.ask("ask_name", name=fault.name), unresolved=fault.name)
    splits = splitting_questions(at.index, fault.candidates)
    questions = tuple(at.text.say(f"question_{one.about}") for one in splits)
    text = at.text.say(
        "ask_which",
        count=len(fault.candidates),
        name=fault.name,
        names=at.text.names(fault.candidates[:_SHORT_LIST]),
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


def _answer(at: AnswerContext, plan: Question) -> FamilyAnswer:
    match plan:
        case ListPeople(people):
            return listed(at, plan, people)
        case CountPeople(people):
            return counted(at, plan, people)
        case CountEvents(people, event):
            return events_counted(at, plan, people, event)
        case Facts():
            return told_facts(at, plan)
        case NamesOf(people, kind):
            return other_names_of(at, plan, people, kind)
        case Age(people, when):
            who = at.evaluation.one(people)
            return span(at, plan, EventOf(people, "birth"), when, who)
        case Average():
            return average(at, plan)
        case Couples():
            return couples(at, plan)
        case Span(either=True):
            return apart(at, plan)
        case Span(start, end):
            return span(at, plan, start, end, None)
        case MarriedFor(people, partner):
            return married_for(at, plan, people, partner)
        case IsTrue():
            return truth(at, plan)
        case Exists(people):
            return existing(at, plan, people)
        case HowRelated(one, other):
            return related(at, plan, one, other)
        case Profile(people):
            return profile(at, plan, people)

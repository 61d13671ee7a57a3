"""Answers with years: ages, the time between two events, how long a marriage lasted."""

from __future__ import annotations

from claimtree.answering.answer_context import AnswerContext
from claimtree.answering.evaluated import Member, span_of
from claimtree.answering.family_answer import AnswerKind, FamilyAnswer
from claimtree.answering.intervals import Interval
from claimtree.answering.plan import Base, EventOf, Moment, People, Question, Relation, Step


def span(at: AnswerContext, plan: Question, start: Moment, end: Moment, who: Member | None) -> FamilyAnswer:
    found = span_of(at.evaluation.moments(start), at.evaluation.moments(end))
    if found is None:
        return FamilyAnswer(kind=AnswerKind.SPAN, text=at.text.say("age_unknown"), plan=plan)
    years, lines = found
    people = (who.id,) if who is not None else ()
    return FamilyAnswer(
        kind=AnswerKind.SPAN, text=at.text.years(years), plan=plan, people=people, number=years, evidence=lines
    )


def married_for(at: AnswerContext, plan: Question, people: People, partner: People | None) -> FamilyAnswer:
    """Answers from the wedding to the divorce, or to the first death of the two."""
    who = at.evaluation.one(people)
    other = partner if partner is not None else Step(people, Relation(base=Base.SPOUSE))
    whom = at.evaluation.one(other)
    start = at.evaluation.moments(EventOf(people, "marriage", other))
    end = at.evaluation.moments(EventOf(people, "divorce", other))
    if not end:
        deaths = [at.evaluation.moments(EventOf(one, "death")) for one in (people, other)]
        if all(deaths):
            first = min((one[0] for one in deaths), key=lambda one: one.days.high)
            low = min(one[0].days.low for one in deaths)
            end = [first._replace(days=Interval(low, first.days.high))]
    found = span_of(start, end)
    ids = (who.id, whom.id)
    if found is None:
        return FamilyAnswer(kind=AnswerKind.SPAN, text=at.text.say("age_unknown"), plan=plan, people=ids)
    return FamilyAnswer(
        kind=AnswerKind.SPAN,
        text=at.text.years(found[0]),
        plan=plan,
        people=ids,
        number=found[0],
        evidence=found[1],
    )

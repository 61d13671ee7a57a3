"""Answers with years: ages, the time between two events, how long a marriage lasted."""

from __future__ import annotations

import math

from claimtree.answering.answer_context import MOST_EVIDENCE, AnswerContext
from claimtree.answering.evaluated import Member, span_of
from claimtree.answering.family_answer import AnswerKind, FamilyAnswer
from claimtree.answering.intervals import DAYS_A_YEAR, Interval, not_negative
from claimtree.answering.plan import Average, Base, EventOf, Moment, People, Question, Relation, Span, Step


def span(at: AnswerContext, plan: Question, start: Moment, end: Moment, who: Member | None) -> FamilyAnswer:
    found = span_of(at.evaluation.moments(start), at.evaluation.moments(end))
    if found is None:
        return FamilyAnswer(kind=AnswerKind.SPAN, text=at.text.say("age_unknown"), plan=plan)
    years, lines = found
    people = (who.id,) if who is not None else ()
    return FamilyAnswer(
        kind=AnswerKind.SPAN, text=at.text.years(years), plan=plan, people=people, number=years, evidence=lines
    )


def apart(at: AnswerContext, plan: Span) -> FamilyAnswer:
    """Answers how many years lie between two events, whichever was first."""
    start, end = at.evaluation.moments(plan.start), at.evaluation.moments(plan.end)
    if start and end and end[0].days.low + end[0].days.high < start[0].days.low + start[0].days.high:
        start, end = end, start
    found = span_of(start, end)
    if found is None:
        return FamilyAnswer(kind=AnswerKind.SPAN, text=at.text.say("age_unknown"), plan=plan)
    years, lines = not_negative(found[0]), found[1]
    ids = tuple(at.evaluation.one(one.of).id for one in (plan.start, plan.end) if isinstance(one, EventOf))
    text = at.text.years(years) if years.high else at.text.say("apart_less")
    return FamilyAnswer(kind=AnswerKind.SPAN, text=text, plan=plan, people=ids, number=years, evidence=lines)


def average(at: AnswerContext, plan: Average) -> FamilyAnswer:
    """Answers what some people have on average; those of whom it is not on record are left out."""
    who = [one for one in at.evaluation.people(plan.people) if one.id not in at.index.hidden]
    found = [(one.id, value) for one in who if (value := at.evaluation.measure(one.id, plan.by)) is not None]
    known = [(id, value) for id, value in found if math.isfinite(value.days.high - value.days.low)]
    if not known:
        return FamilyAnswer(kind=AnswerKind.SPAN, text=at.text.say("average_unknown"), plan=plan)
    years = Interval(
        *(
            round(sum(one) / len(known) / DAYS_A_YEAR, 1)
            for one in zip(*(value.days for _, value in known), strict=True)
        )
    )
    template = "average_exact" if years.low == years.high else "average_years"
    return FamilyAnswer(
        kind=AnswerKind.SPAN,
        text=at.text.say(template, low=years.low, high=years.high, count=len(known)),
        plan=plan,
        people=tuple(id for id, _ in known),
        number=years,
        evidence=tuple(dict.fromkeys(line for _, value in known for line in value.because))[:MOST_EVIDENCE],
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

"""Answers with what is on record of somebody: dates, places, names, and all that is known."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from claimtree.answering.answer_context import MOST_EVIDENCE, AnswerContext
from claimtree.answering.evaluated import ONCE, Unresolved, evidence_of, rival_dates
from claimtree.answering.evaluation import known_events
from claimtree.answering.family_answer import AnswerKind, Fact, FamilyAnswer
from claimtree.answering.family_index import KnownEvent
from claimtree.answering.other_names import other_names
from claimtree.answering.people_names import words_of
from claimtree.answering.plan import Aspect, Facts, Named, NameKind, People, Question
from claimtree.family_trees.tree import Evidence, SourceUse

_MARRIED: Final = "marriage"
_PROFILE: Final = ("birth", "christening", "marriage", "death", "burial", "occupation", "title")


def told_facts(at: AnswerContext, plan: Facts) -> FamilyAnswer:
    """Answers when, where and how something happened; if not with the one who is named, with whom it did."""
    of = plan.of
    if of.partner is None:
        return _told(at, plan)
    with_partner: FamilyAnswer | Unresolved
    try:
        with_partner = _told(at, plan)
    except Unresolved as fault:
        if fault.candidates or not isinstance(of.partner, Named) or fault.name != of.partner.name:
            raise
        with_partner = fault
    if isinstance(with_partner, FamilyAnswer) and with_partner.facts:
        return with_partner
    others = _told(at, replace(plan, of=replace(of, partner=None)))
    if not others.facts:
        if isinstance(with_partner, Unresolved):
            raise with_partner
        return with_partner
    partner = of.partner.name if isinstance(of.partner, Named) else at.names_of(at.evaluation.people(of.partner))
    text = at.text.say("fact_not_with", event=at.text.event(of.event), partner=partner, facts=others.text)
    return replace(others, text=text, plan=plan)


def _told(at: AnswerContext, plan: Facts) -> FamilyAnswer:
    of, aspect = plan.of, plan.aspect
    facts: list[Fact] = []
    said: list[str] = []
    missing: dict[str, list[str]] = {}
    lines: list[Evidence] = []
    members = list(known_events(at.index, of, at.evaluation, plan.told))
    if not members:
        return at.ask("ask_nobody")
    for one, events in members:
        told = [known for known in events if _has(known, aspect)]
        once = of.event in ONCE
        if once:
            # The first of several births is the one that the file prefers; others are told where they differ.
            told = [known for at, known in enumerate(told) if not at or _differ(told[0], known, aspect)]
        elif aspect is Aspect.DATE:
            told.sort(key=lambda known: known.event.when.low if known.event.when is not None else math.inf)
        if one.id in at.index.hidden:
            said.append(at.text.say("facts_withheld", name=at.text.name(one.id)))
        elif told and aspect is Aspect.CAUSE:
            said += [at.text.say("fact_cause", name=at.text.name(one.id), cause=known.event.cause) for known in told]
        elif told and aspect is Aspect.SOURCES:
            sources = "; ".join(dict.fromkeys(_cited(at, use) for known in told for use in known.event.sources))
            event = at.text.event(of.event)
            said.append(at.text.say("fact_sources", name=at.text.name(one.id), event=event, sources=sources))
            lines += [use.evidence for known in told for use in known.event.sources]
        elif told:
            said.append(at.text.fact(one.id, told[0]))
            for known in told[1:]:
                other = at.text.happened(known)
                said.append(at.text.say("fact_also", fact=other) if once else at.text.fact(one.id, known))
        else:
            missing.setdefault(_missing(at, events, plan), []).append(one.id)
        facts += [_fact(one.id, known) for known in told]
        lines += [*one.because, *(line for known in told or events for line in evidence_of(known))]
    if of.event == _MARRIED and of.partner is None and plan.told is None and aspect is Aspect.DATE:
        said += [note for one, _ in members if (note := _weddings_undated(at, one.id))]
    for template, ids in missing.items():
        event = at.text.event(of.event)
        said.append(at.text.say(template, name=at.text.names(ids), event=event))
    return FamilyAnswer(
        kind=AnswerKind.FACTS,
        text=" ".join(dict.fromkeys(said)),
        plan=plan,
        people=tuple(one.id for one, _ in members),
        facts=tuple(facts),
        evidence=tuple(dict.fromkeys(lines))[:MOST_EVIDENCE],
    )


def _weddings_undated(at: AnswerContext, id: str) -> str:
    """Says with whom somebody is a couple without a date of the wedding on record; empty if there is nobody."""
    if id in at.index.hidden:
        return ""
    dated = {known.partner for known in at.index.events(id, _MARRIED) if known.event.date.strip()}
    others = [link.to for link in at.index.partners[id] if link.married is not False and link.to not in dated]
    return at.text.say("wedding_undated", names=at.text.names(list(dict.fromkeys(others)))) if others else ""


def _missing(at: AnswerContext, events: list[KnownEvent], plan: Facts) -> str:
    """Returns the template that says what the tree does not have."""
    if events and plan.aspect in (Aspect.DATE, Aspect.PLACE, Aspect.CAUSE, Aspect.SOURCES):
        return f"fact_no_{plan.aspect}"
    return "fact_unknown" if plan.told is None else "fact_not_so"


def other_names_of(at: AnswerContext, plan: Question, people: People, kind: NameKind) -> FamilyAnswer:
    """Answers what somebody is called beside the first name: by birth, by marriage, by friends."""
    who = at.evaluation.people(people)
    if not who:
        return at.ask("ask_nobody")
    facts: list[Fact] = []
    said: list[str] = []
    for one in who:
        known = other_names(at.index, one.id, kind) if one.id not in at.index.hidden else []
        if one.id in at.index.hidden:
            said.append(at.text.say("facts_withheld", name=at.text.name(one.id)))
        else:
            names = ", ".join(dict.fromkeys(name for name, _ in known))
            template = f"names_{kind}" if known else "names_none"
            said.append(at.text.say(template, name=at.text.name(one.id), names=names))
        facts += [Fact(person=one.id, kind="name", value=name, evidence=lines) for name, lines in known]
    return FamilyAnswer(
        kind=AnswerKind.FACTS,
        text=" ".join(said),
        plan=plan,
        people=tuple(one.id for one in who),
        facts=tuple(facts),
        evidence=tuple(dict.fromkeys(line for one in facts for line in one.evidence))[:MOST_EVIDENCE],
    )


def profile(at: AnswerContext, plan: Question, people: People) -> FamilyAnswer:
    one = at.evaluation.one(people)
    known = [event for kind in _PROFILE for event in at.index.events(one.id, kind)]
    facts = tuple(_fact(one.id, event) for event in known)
    said = " ".join(at.text.fact(one.id, event) for event in known)
    text = said or at.text.name(one.id)
    lines = tuple(dict.fromkeys(line for event in known for line in evidence_of(event)))[:MOST_EVIDENCE]
    return FamilyAnswer(kind=AnswerKind.PROFILE, text=text, plan=plan, people=(one.id,), facts=facts, evidence=lines)


def _has(known: KnownEvent, aspect: Aspect) -> bool:
    event = known.event
    match aspect:
        case Aspect.DATE:
            return bool(event.date.strip())
        case Aspect.PLACE:
            return bool(event.place.strip())
        case Aspect.VALUE:
            return bool(event.value.strip())
        case Aspect.CAUSE:
            return bool(event.cause.strip())
        case Aspect.SOURCES:
            return bool(event.sources)
        case Aspect.WHOLE:
            return True


def _cited(at: AnswerContext, use: SourceUse) -> str:
    """Returns a citation in words: the title of the source, or what the file has of it, and the page."""
    source = at.index.source_titles.get(use.source) or use.text or use.source
    return ", ".join(part for part in (" ".join(source.split()), " ".join(use.page.split())) if part)


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

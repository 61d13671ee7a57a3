"""Answers with people: lists, how many there are, and whether there is anybody."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from claimtree.answering.answer_context import MOST_EVIDENCE, AnswerContext, lines_of, sure_and_maybe
from claimtree.answering.evaluated import Member, evidence_of
from claimtree.answering.evaluation import known_events
from claimtree.answering.family_answer import AnswerKind, FamilyAnswer, TruthWord
from claimtree.answering.family_index import KinLink
from claimtree.answering.intervals import Interval
from claimtree.answering.plan import (
    Base,
    CountPeople,
    Couples,
    EventOf,
    Exists,
    Happened,
    ListPeople,
    People,
    Question,
    Ranked,
    Relation,
    Step,
    Together,
    parts_of,
    without_number,
)
from claimtree.kinship.graph import ParentKind

_MOST_PERHAPS: Final = 12
"""People who are named as "perhaps"; of more only the number says something."""
_SHORT_LIST: Final = 10
"""People of a count who are named."""


def listed(at: AnswerContext, plan: Question, people: People) -> FamilyAnswer:
    found = at.evaluation.people(people)
    sure, maybe = sure_and_maybe(found)
    if not found:
        text = _nobody(at, plan)
    elif not sure:
        many = len(maybe) > _MOST_PERHAPS
        text = at.text.say("people_none_sure" if many else "people_maybe", count=len(maybe), names=at.text.names(maybe))
    elif len(sure) == 1:
        text = at.text.say("people_one", names=at.text.names(sure))
    else:
        text = _by_kin(at, people) or at.text.say("people_many", count=len(sure), names=at.text.names(sure))
    notes = [text]
    if sure and maybe:
        many = len(maybe) > _MOST_PERHAPS
        told = at.text.say(
            "people_unsaid" if many else "people_also_maybe", count=len(maybe), names=at.text.names(maybe)
        )
        notes.append(told)
    notes += [*_apart(at, people, found), *_left_out(at)]
    return FamilyAnswer(
        kind=AnswerKind.PEOPLE, text=" ".join(notes), plan=plan, people=sure, maybe=maybe, evidence=lines_of(found)
    )


def _by_kin(at: AnswerContext, people: People) -> str:
    """Returns in-laws by what they are, which their name does not say; empty for others."""
    match without_number(people):
        case Together(parts) if parts and all(isinstance(one, Step) and one.relation.in_law for one in parts):
            groups = [(one.relation, at.evaluation.people(one)) for one in parts if isinstance(one, Step)]
            said = (
                at.text.say("kin_group", kin=at.text.kin(kin), names=at.names_of(found))
                for kin, found in groups
                if found
            )
            return " ".join(one[:1].upper() + one[1:] for one in said)
        case _:
            return ""


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
    if isinstance(plan, Exists | ListPeople | CountPeople) and isinstance(step := without_number(plan.people), Step):
        # Whose, is to be seen: another may be meant.
        owner = at.names_of(at.evaluation.people(step.of))
        return at.text.say("truth_no_kin", kin=at.text.kin(step.relation), name=owner)
    return at.text.say(template)


def _apart(at: AnswerContext, people: People, found: list[Member]) -> list[str]:
    """Returns what is told apart: parents and children by adoption, and partners who are not married."""
    if isinstance(people, Ranked):
        # "The eldest son" is one by birth; who is older by adoption is to be seen.
        people = without_number(people.people)
        if not isinstance(people, Step) or people.relation.base is not Base.CHILD:
            return []
        found = at.evaluation.people(people)
    people = without_number(people)
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


def couples(at: AnswerContext, plan: Couples) -> FamilyAnswer:
    """Answers which couples have most children by birth together; of those with children, which have fewest."""
    found: dict[tuple[str, str], list[KinLink]] = {}
    for id, links in at.index.children.items():
        for link in links:
            if link.kind is not ParentKind.BIRTH:
                continue
            for other in at.index.parents[link.to]:
                if other.kind is ParentKind.BIRTH and id < other.to:
                    found.setdefault((id, other.to), []).append(link)
    if not found:
        return FamilyAnswer(kind=AnswerKind.PEOPLE, text=at.text.say("couples_none"), plan=plan)
    best = (max if plan.most else min)(map(len, found.values()))
    first = {pair: links for pair, links in found.items() if len(links) == best}
    said = [
        at.text.say("couple", one=at.text.name(one), other=at.text.name(other))
        for one, other in list(first)[:_SHORT_LIST]
    ]
    shown = "; ".join(said)
    if len(first) > len(said):
        shown = at.text.say("and_more", names=shown, count=len(first) - len(said))
    lines = tuple(dict.fromkeys(line for links in first.values() for link in links for line in link.evidence))
    return FamilyAnswer(
        kind=AnswerKind.PEOPLE,
        text=at.text.say("couples_most" if best > 1 else "couples_one", couples=shown, count=best),
        plan=plan,
        people=tuple(dict.fromkeys(id for pair in first for id in pair)),
        number=Interval(best, best),
        evidence=lines[:MOST_EVIDENCE],
    )

"""Answers with yes and no, and with what two people are to each other."""

from __future__ import annotations

from claimtree.answering.answer_context import MOST_EVIDENCE, AnswerContext
from claimtree.answering.evaluated import Member, Unresolved, evidence_of
from claimtree.answering.family_answer import AnswerKind, FamilyAnswer, TruthWord
from claimtree.answering.plan import HasKin, HasValue, IsTrue, Named, Not, People, Question, Related
from claimtree.family_trees.tree import Evidence
from claimtree.kinship.graph import PersonId
from claimtree.kinship.relationship import relate
from claimtree.kinship.steps import headline


def truth(at: AnswerContext, plan: IsTrue) -> FamilyAnswer:
    members, namesakes = _those_asked_about(at, plan)
    if not members:
        return at.ask("ask_nobody")
    verdicts = [at.evaluation.holds(plan.condition, one.id) for one in members]
    if len(verdicts) > 1 and any(verdict.said is False for verdict in verdicts):
        # What is not so of one is not so of all; that one is told.
        verdicts = [verdict for verdict in verdicts if verdict.said is False]
    said = {verdict.said for verdict in verdicts}
    word = TruthWord.YES if said == {True} else TruthWord.NO if said == {False} else TruthWord.UNKNOWN
    kin = plan.condition.condition if isinstance(plan.condition, Not) else plan.condition
    lines = tuple(dict.fromkeys(line for verdict in verdicts for line in verdict.because))[:MOST_EVIDENCE]
    because = at.words.said(lines)
    plain = isinstance(kin, HasKin) and kin.count is None and kin.condition is None and kin.partner is None
    if isinstance(kin, HasKin) and plain and said == {kin is not plan.condition}:
        word, because = TruthWord.NONE, ()
        text = at.text.say("truth_no_kin", kin=at.text.kin(kin.relation), name=at.names_of(members))
    else:
        text = at.text.say(f"truth_{word}")
    if isinstance(plan.condition, HasKin) and not plain and said == {False} and not because:
        # What is not on record is no proof that it was not so.
        word, text = TruthWord.NONE, at.text.say("truth_none")
    if isinstance(plan.condition, Related) and plan.condition.by_blood and word is TruthWord.UNKNOWN:
        word = TruthWord.NONE
        both = [*members, *at.evaluation.people(plan.condition.to)]
        text = at.text.say("truth_no_blood", names=at.names_of(both))
    if isinstance(plan.condition, HasValue) and word is TruthWord.UNKNOWN:
        # What else is on record does not refute it: one may have had two trades.
        known = (event for one in members for event in at.index.events(one.id, plan.condition.event))
        lines = tuple(line for event in known for line in evidence_of(event))
        because = at.words.said(lines)
    if because:
        text = at.text.say("truth_because", said=text, facts=" ".join(because))
    if namesakes:
        text = at.text.say("truth_namesakes", said=text, count=namesakes, name=at.names_of(members))
    return FamilyAnswer(
        kind=AnswerKind.TRUTH,
        text=text,
        plan=plan,
        people=tuple(one.id for one in members),
        truth=word,
        evidence=lines,
    )


def _those_asked_about(at: AnswerContext, plan: IsTrue) -> tuple[list[Member], int]:
    """Returns whom a question for yes or no is about. Of several namesakes it is the only one of whom the
    answer is yes; with how many there are."""
    try:
        return at.evaluation.people(plan.people), 0
    except Unresolved as fault:
        if not isinstance(plan.people, Named) or fault.name != plan.people.name:
            raise
        fitting = [id for id in fault.candidates if at.evaluation.holds(plan.condition, id).said is True]
        if len(fitting) != 1:
            raise
        at.evaluation.meant[fault.name] = fitting[0]
        return [Member(fitting[0])], len(fault.candidates)


def related(at: AnswerContext, plan: Question, one: People, other: People) -> FamilyAnswer:
    """Answers what the first is to the second, and by which path."""
    first, second = at.evaluation.one(one), at.evaluation.one(other)
    graph = at.index.graph
    found = relate(graph, PersonId(at.index.node(second.id)), PersonId(at.index.node(first.id)))
    words = (found.label(at.code), *found.also(at.code)) if found.related else ()
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

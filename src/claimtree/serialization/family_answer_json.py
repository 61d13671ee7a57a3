"""What a message about a family tree is answered with, as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from claimtree.answering.answer_text import AnswerText
from claimtree.answering.ask_result import (
    AskResult,
    Candidate,
    Clue,
    ClueVerdict,
    EvidenceBlock,
    QuestionBack,
    Sought,
    SourceType,
)
from claimtree.answering.family_answer import AnswerKind, FamilyAnswer
from claimtree.answering.family_index import FamilyIndex
from claimtree.answering.intervals import Interval
from claimtree.family_trees.tree import Evidence, years_of
from claimtree.message_answers.response import Response
from claimtree.model.amounts import Amount, describe
from claimtree.serialization.kinship_json import relationship

if TYPE_CHECKING:
    from claimtree.json_types.family_answer_types import (
        AnswerEvidenceShape,
        AnswerFactShape,
        AnswerPersonShape,
        CandidateShape,
        ClueShape,
        ClueVerdictShape,
        FamilyAnswerShape,
        NumberRangeShape,
        QuestionBackShape,
        SoughtShape,
        SplitShape,
        YearRangeShape,
    )
    from claimtree.json_types.kinship_types import CitationShape
    from claimtree.json_types.review_types import ReviewItemShape


def family_answer(
    response: Response, index: FamilyIndex, *, session: str = "", suggested: Sequence[ReviewItemShape] = ()
) -> FamilyAnswerShape:
    """Returns everything that is found for a message; `suggested` are the facts that it states."""
    result, answer = response.result, response.answer
    found = answer if answer is not None and (result.answered or answer.kind is AnswerKind.QUESTION) else None
    return {
        "intent": str(result.intent),
        "entities": {
            "people": [_sought(one, index) for one in result.entities.people],
            "places": list(result.entities.places),
            "dates": [_years(one) for one in result.entities.dates],
            "relationships": list(result.entities.relationships),
        },
        "candidates": [_candidate(one, found.sought.name, index) for found in result.found for one in found.candidates],
        "path": relationship(index.graph, result.relationship) if result.relationship is not None else None,
        "answer_draft": result.text,
        "answered": result.answered,
        "confidence": result.confidence,
        "missing_information": list(result.missing),
        "questions_back": [_question(one, index) for one in result.questions],
        "suggested_facts": list(suggested),
        "session": session,
        "kind": _kind(result, found),
        "text": result.text,
        "people": _people(_ids(result, found), index),
        "maybe": _people(found.maybe, index) if found is not None else [],
        "number": _range(found.number) if found is not None and found.number is not None else None,
        "facts": _facts(found, index),
        "truth": str(found.truth) if found is not None and found.truth is not None else None,
        "words": list(found.words) if found is not None else _words(result),
        "questions": [one.text for one in result.questions],
        "splits": _splits(result),
        "evidence": _evidence(result, found, index),
    }


def _kind(result: AskResult, found: FamilyAnswer | None) -> str:
    if not result.answered:
        return str(AnswerKind.QUESTION)
    if found is not None:
        return str(found.kind)
    return str(AnswerKind.RELATION if result.relationship is not None else AnswerKind.PEOPLE)


def _ids(result: AskResult, found: FamilyAnswer | None) -> list[str]:
    if found is not None:
        return list(found.people)
    if result.answered and not result.relationship:
        return [one.candidates[0].id for one in result.found if one.candidates]
    return [one.id for one in result.candidates]


def _facts(found: FamilyAnswer | None, index: FamilyIndex) -> list[AnswerFactShape]:
    return [
        {"person": index.node(one.person), "kind": one.kind, "date": one.date, "place": one.place, "value": one.value}
        for one in (found.facts if found is not None else ())
    ]


def _words(result: AskResult) -> list[str]:
    way = result.relationship
    return [way.label(), *way.also()] if way is not None and way.related else []


def _splits(result: AskResult) -> list[SplitShape]:
    return [{"about": one.about, "question": one.text, "gain": one.gain} for one in result.questions if one.gain]


def _evidence(result: AskResult, found: FamilyAnswer | None, index: FamilyIndex) -> list[AnswerEvidenceShape]:
    if found is None:
        return [_block(one, index) for one in result.evidence]
    # Each line of a general answer for itself: the page shows them one by one.
    return [
        _block(
            EvidenceBlock(
                source_type=SourceType.GEDCOM,
                source_id=index.node(line.record),
                summary=line.raw.strip(),
                confidence=result.confidence,
                lines=(line,),
            ),
            index,
        )
        for line in found.evidence
    ]


def _candidate(one: Candidate, asked: str, index: FamilyIndex) -> CandidateShape:
    return {
        "id": index.node(one.id),
        "name": one.name,
        "years": one.years,
        "person": asked,
        "confidence": one.confidence,
        "score": one.score,
        "why": list(one.why),
        "verdicts": [_verdict(verdict, index) for verdict in one.verdicts],
        "evidence": [_block(block, index) for block in one.evidence],
        "source_type": str(one.source_type),
        "source_id": one.source_id or index.node(one.id),
    }


def _verdict(one: ClueVerdict, index: FamilyIndex) -> ClueVerdictShape:
    fit = round(one.fit, 4)
    return {"clue": _clue(one.clue, index), "verdict": str(one.verdict), "fit": fit, "because": one.because}


def _block(one: EvidenceBlock, index: FamilyIndex) -> AnswerEvidenceShape:
    citations = [_citation(line, index) for line in one.lines]
    first: CitationShape = (
        citations[0] if citations else {"file": "", "record": one.source_id, "line": 0, "quote": one.quote}
    )
    return {
        "file": first["file"],
        "record": first["record"],
        "line": first["line"],
        "quote": first["quote"],
        "source_type": str(one.source_type),
        "source_id": one.source_id,
        "summary": one.summary,
        "confidence": one.confidence,
        "citations": citations,
    }


def _citation(line: Evidence, index: FamilyIndex) -> CitationShape:
    return {"file": index.file, "record": f"@{line.record}@", "line": line.line, "quote": line.raw.strip()}


def _question(one: QuestionBack, index: FamilyIndex) -> QuestionBackShape:
    return {
        "text": one.text,
        "about": one.about,
        "gain": round(one.gain, 4),
        "choices": [{"text": two.text, "people": [index.node(id) for id in two.people]} for two in one.choices],
    }


def _sought(one: Sought, index: FamilyIndex) -> SoughtShape:
    birth, death, marriage = (
        next((_years(clue.when) for clue in one.clues if clue.event == event and clue.when is not None), None)
        for event in ("birth", "death", "marriage")
    )
    return {
        "name": one.name,
        "birth": birth,
        "death": death,
        "marriage": marriage,
        "clues": [_clue(clue, index) for clue in one.clues],
    }


def _clue(one: Clue, index: FamilyIndex) -> ClueShape:
    return {
        "kind": str(one.kind),
        "event": one.event,
        "years": _years(one.when) if one.when is not None else None,
        "place": one.place,
        "relation": AnswerText(index, "en").kin(one.relation) if one.relation is not None else "",
        "name": one.name,
        "value": one.value or (str(one.sex) if one.sex is not None else ""),
        "quote": one.quote,
    }


def _years(when: Amount) -> YearRangeShape:
    first, last = years_of(when)
    return {"first": first, "last": last, "text": describe(when)}


def _people(ids: Iterable[str], index: FamilyIndex) -> list[AnswerPersonShape]:
    return [{"id": index.node(id), "name": index.shown(id), "years": index.years(id)} for id in dict.fromkeys(ids)]


def _range(number: Interval) -> NumberRangeShape:
    low, high = (value if math.isfinite(value) else None for value in number)
    return {"low": low, "high": high}

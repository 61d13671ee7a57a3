"""What a message is answered with, and what its question meant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from claimtree.answering.ask_result import AskResult, EvidenceBlock, Found, QuestionBack
from claimtree.answering.family_answer import FamilyAnswer
from claimtree.kinship.relationship import Relationship
from claimtree.message_answers.looking import is_clear
from claimtree.message_answers.spoken_of import SpokenOf
from claimtree.message_answers.understanding import Understood

LINK: Final = 85
"""The confidence in a line of a tree."""
_MOST_EVIDENCE: Final = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """What a message is answered with, and what its question meant."""

    result: AskResult
    understood: Understood
    answer: FamilyAnswer | None = None
    """Of a general question."""
    chosen: str = ""
    """The id of the one person who is meant, if that is clear."""
    asked: tuple[SpokenOf, ...] = ()
    """Those whom the message named, with their ids where it is clear who is meant."""
    told: tuple[SpokenOf, ...] = ()
    """Those whom the answer tells of."""


def made(
    understood: Understood,
    *,
    text: str,
    answered: bool = False,
    confidence: int = 0,
    found: tuple[Found, ...] = (),
    relationship: Relationship | None = None,
    questions: tuple[QuestionBack, ...] = (),
    missing: tuple[str, ...] = (),
    evidence: tuple[EvidenceBlock, ...] = (),
    answer: FamilyAnswer | None = None,
    chosen: str = "",
) -> Response:
    """Returns the response to a message, with the evidence of its candidates."""
    told = [block for one in found for candidate in one.candidates for block in candidate.evidence]
    result = AskResult(
        intent=understood.intent,
        text=text,
        answered=answered,
        confidence=confidence,
        entities=understood.entities,
        found=found,
        relationship=relationship,
        questions=questions,
        missing=missing or tuple(one.text for one in questions),
        evidence=tuple(dict.fromkeys([*evidence, *told]))[:_MOST_EVIDENCE],
    )
    asked = tuple(SpokenOf(one.sought.name, one.candidates[0].id if is_clear(one) else "") for one in found)
    return Response(result=result, understood=understood, answer=answer, chosen=chosen, asked=asked)

"""Draft replies as JSON, for every face."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimtree.drafts.draft import Draft
from claimtree.serialization.research_json import evidence

if TYPE_CHECKING:
    from claimtree.json_types.family_answer_types import FamilyAnswerShape
    from claimtree.json_types.review_types import DraftShape


def with_draft(answer: FamilyAnswerShape, found: Draft | None) -> FamilyAnswerShape:
    """Returns the answer to a message with the draft of a reply, if there is one."""
    return answer if found is None else {**answer, "draft": draft_json(found)}


def draft_json(found: Draft) -> DraftShape:
    return {
        "tree": found.tree,
        "intent": str(found.intent),
        "text": found.text,
        "lines": found.text.split("\n"),
        "template": found.template,
        "sources": list(found.sources),
        "evidence": evidence(found.evidence),
        "questions": list(found.questions),
        "confidence": found.confidence,
        "worded_by_model": found.worded_by_model,
        "notices": list(found.notices),
    }

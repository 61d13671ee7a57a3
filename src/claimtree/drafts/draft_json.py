"""Draft replies as JSON, for every face."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimtree.drafts.draft import Draft
from claimtree.review.review_json import proposals

if TYPE_CHECKING:
    from claimtree.json_types.review_types import DraftShape


def draft(found: Draft) -> DraftShape:
    return {
        "tree": found.tree,
        "intent": str(found.intent),
        "text": found.text,
        "template": found.template,
        "evidence": [
            {
                "source_type": str(one.source_type),
                "source_id": one.source_id,
                "summary": one.summary,
                "confidence": one.confidence,
                "quote": one.quote or "; ".join(line.quote for line in one.lines),
            }
            for one in found.evidence
        ],
        "missing": list(found.missing),
        "confidence": found.confidence,
        "worded_by_model": found.worded_by_model,
        "notices": list(found.notices),
        "proposals": proposals(found.proposals),
    }

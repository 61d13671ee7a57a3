"""Draft replies as JSON, for every face."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimtree.drafts.draft import Draft
from claimtree.review.review_json import proposals
from claimtree.serialization.research_json import evidence

if TYPE_CHECKING:
    from claimtree.json_types.review_types import DraftShape


def draft(found: Draft) -> DraftShape:
    return {
        "tree": found.tree,
        "intent": str(found.intent),
        "text": found.text,
        "template": found.template,
        "evidence": evidence(found.evidence),
        "missing": list(found.missing),
        "confidence": found.confidence,
        "worded_by_model": found.worded_by_model,
        "notices": list(found.notices),
        "proposals": proposals(found.proposals),
    }

"""The nouns of a draft reply."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from claimtree.review.items import Proposals, SourceType


class DraftIntent(StrEnum):
    """What a message wants."""

    PERSON_LOOKUP = "PERSON_LOOKUP"
    RELATIONSHIP_EXPLANATION = "RELATIONSHIP_EXPLANATION"
    RECORD_SUGGESTION = "RECORD_SUGGESTION"
    GENERAL_GENEALOGY_QA = "GENERAL_GENEALOGY_QA"
    CLARIFICATION_NEEDED = "CLARIFICATION_NEEDED"


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceBlock:
    """What a draft rests on."""

    source_type: SourceType
    source_id: str
    summary: str
    confidence: int
    quote: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A reply that a person reads, changes and sends, or not."""

    tree: str
    intent: DraftIntent
    text: str
    template: str
    """The text in sentences of ours; the same as `text` unless a language model worded it."""
    evidence: tuple[EvidenceBlock, ...] = ()
    missing: tuple[str, ...] = ()
    """Questions to the asker."""
    confidence: int
    worded_by_model: bool = False
    notices: tuple[str, ...] = ()
    """Why a model's wording was not used, and the like."""
    proposals: Proposals
    """Facts of the message, which wait for a person."""

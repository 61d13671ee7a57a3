"""The nouns of a draft reply."""

from __future__ import annotations

from dataclasses import dataclass

from claimtree.answering.ask_result import EvidenceBlock, Intent
from claimtree.review.items import Proposals


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A reply that a person reads, changes and sends, or not."""

    tree: str
    intent: Intent
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

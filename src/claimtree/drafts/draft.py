"""The nouns of a draft reply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from claimtree.answering.ask_result import EvidenceBlock, Intent

BULLET = "- "


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftLine:
    """One line of a reply: a sentence, or an entry of a list."""

    text: str
    """Without the sign before an entry."""
    is_entry: bool = False
    is_courtesy: bool = False
    """A greeting or a thank-you: it says nothing but a name."""
    is_exact: bool = False
    """Quotes somebody, or asks: nothing in it may be worded otherwise."""

    @property
    def shown(self) -> str:
        return f"{BULLET}{self.text}" if self.is_entry else self.text


Paragraph = tuple[DraftLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A reply that a person reads, changes and sends, or not."""

    tree: str
    intent: Intent
    paragraphs: tuple[Paragraph, ...]
    """In sentences of ours."""
    text: str
    """With its sources under it."""
    sources: tuple[str, ...] = ()
    """The lines of files, and the words of other sources, that it rests on."""
    evidence: tuple[EvidenceBlock, ...] = ()
    questions: tuple[str, ...] = ()
    """To the asker; at most three."""
    confidence: int
    worded_by_model: bool = False
    notices: tuple[str, ...] = ()
    """For the person who reads the draft: what was left out, why a model's wording was not used."""

    @property
    def template(self) -> str:
        """The text in sentences of ours; the same as `text` unless a language model worded it."""
        return letter(self.paragraphs, self.sources)


def letter(paragraphs: Sequence[Paragraph], sources: Sequence[str]) -> str:
    """Returns a reply as text, with its sources under it."""
    told = ["\n".join(line.shown for line in one) for one in paragraphs]
    return "\n\n".join([*told, *(["\n".join(sources)] if sources else [])])

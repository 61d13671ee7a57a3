"""Finds the parts of a text that mention a protected class; pointers there are dropped."""

from __future__ import annotations

from claimtree.llm_reader.amounts import itemiser_of
from claimtree.llm_reader.quotes import Span
from claimtree.model.pack import Pack
from claimtree.text.detect import detect
from claimtree.text.fairness import notice, protected_parts

LeftOut = tuple[Span, str]
"""A part of a text that must not be matched by, and the notice that says so."""


def unfair_parts(text: str, pack: Pack) -> list[LeftOut]:
    """Every such part with its notice; none for a pack without `fair_housing`."""
    if not pack.reading.fair_housing:
        return []
    itemiser = itemiser_of(pack, query=True)
    items = itemiser.items(text, itemiser.tokens(text))
    parts = protected_parts(items, pack.languages)
    spoken = detect(text, pack.languages) if parts else ""
    return [
        ((items[part.first].start, items[part.after - 1].end), notice(part, text, language=spoken)) for part in parts
    ]

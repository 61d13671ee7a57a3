"""Finds the parts of a text that mention a protected class; pointers there are dropped."""

from __future__ import annotations

from claimtree.llm_reader.quoted_amounts import itemiser_of
from claimtree.llm_reader.quotes import Span
from claimtree.model.notices import Notice
from claimtree.model.pack import Pack
from claimtree.text.fairness import protected_parts, unfair_notice

LeftOut = tuple[Span, Notice]
"""A part of a text that must not be matched by, and the notice that says so."""


def unfair_parts(text: str, pack: Pack) -> list[LeftOut]:
    """Every such part with its notice; none for a pack without `fair_housing`."""
    if not pack.reading.fair_housing:
        return []
    itemiser = itemiser_of(pack, query=True)
    items = itemiser.items(text, itemiser.tokens(text))
    parts = protected_parts(items, pack.languages)
    return [((items[part.first].start, items[part.after - 1].end), unfair_notice(part, text)) for part in parts]

"""The parts of a text that speak of a protected class: what a model points at there is left out."""

from __future__ import annotations

from claimtree.model.pack import Pack
from claimtree.reading.amounts import itemiser_of
from claimtree.reading.quotes import Span
from claimtree.text.fairness import notice, protected_parts

LeftOut = tuple[Span, str]
"""A part of a text that must not be matched by, and the notice that says so."""


def unfair_parts(text: str, pack: Pack) -> list[LeftOut]:
    """Every such part, with the sentence that we say of it."""
    itemiser = itemiser_of(pack, query=True)
    items = itemiser.items(text, itemiser.tokens(text))
    return [
        ((items[part.first].start, items[part.after - 1].end), notice(part, text, language=pack.languages[0]))
        for part in protected_parts(items, pack.languages)
    ]

"""What was found in a text, before it becomes claims: mentions, each of one thing said, of what, in which words."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from claimtree.model.amounts import Amount
from claimtree.model.claims import LevelName, Name, TypeName
from claimtree.model.pack import Concept, FacetSpec
from claimtree.text.binding import Binder, Target
from claimtree.text.fairness import Part
from claimtree.text.lexicon import Item, Pair
from claimtree.text.normalise import Token
from claimtree.text.spelling import Correction


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """One thing said, before it becomes a claim: what, of what, in which words."""

    first: int
    after: int
    concept: Concept | None
    facet_named: FacetSpec | None
    """The mention is of a part itself: "with a balcony"."""
    name: Name | None
    wording: str
    type: TypeName
    target: Target
    negated: bool
    amount: Amount | None
    why: str
    insisted: bool = False
    """A denial of what denies it."""
    guessed: bool = False
    """No word list knows it; its type is guessed."""
    level: LevelName | None = None
    """Where a guess places it, unless something else does."""
    said: str = ""
    """The word that stated the amount without a number: "studio"."""
    pair: Pair | None = None
    """Two names in one: "between Union Square and Grand Central"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A text with everything that was found in it."""

    items: Sequence[Item]
    mentions: Sequence[Mention]
    """In the order of the text."""
    covered: frozenset[int]
    """Items that are spoken for."""
    binder: Binder
    written: tuple[Token, ...]
    """The words as they stand in the text."""
    mistyped: tuple[Correction, ...] = ()
    """Words that were read as others."""
    unfair: tuple[Part, ...] = ()
    """What asks by protected class, and is among none of the items."""
    is_cut: bool = False
    """The text was too long, and its end was not read."""

    @property
    def said(self) -> Mapping[int, int]:
        """Which mention an item belongs to."""
        return {i: k for k, mention in enumerate(self.mentions) for i in range(mention.first, mention.after)}

    def unused(self, text: str, *, besides: Container[int] = ()) -> list[str]:
        """Amounts that were said and that nothing took, in the words of the text."""
        return [
            text[item.start : item.end]
            for i, item in enumerate(self.items)
            if item.mention is not None
            and i not in self.covered
            and i not in besides
            and (item.mention.has_operator or not item.bare)
        ]

"""What was found in a text, before it becomes claims: mentions, each of one thing said, of what, in which words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from claimtree.model.amounts import Amount
from claimtree.model.claims import LevelName, Name, TypeName
from claimtree.model.pack import Concept, FacetSpec
from claimtree.model.scopes import Scope, Span, Status
from claimtree.text.fairness import Part
from claimtree.text.lexicon import Item, Pair
from claimtree.text.spelling import Correction


@dataclass(frozen=True, slots=True, kw_only=True)
class PartMention:
    """A part that something is said of."""

    facet: FacetSpec
    copies: int = 1
    """ "two bedrooms, each with a closet" speaks of two."""
    nth: int = 0
    """Which of several it is: "a second bedroom with a desk" speaks of another one."""
    which: str = ""
    """The word that tells it from others of its kind: "master"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What a mention is said of, as far as the text tells."""

    part: PartMention | None = None
    noun: LevelName | None = None


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
    inner: bool = False
    """The words themselves deny it: "unfurnished", "pets are not allowed"."""
    guessed: bool = False
    """No word list knows it; its type is guessed."""
    level: LevelName | None = None
    """Where a guess places it, unless something else does."""
    said: str = ""
    """The word that stated the amount without a number: "studio"."""
    pair: Pair | None = None
    """Two names in one: "between Union Square and Grand Central"."""
    silent: bool = False
    """Its words are known and claim nothing where they stand: a park 2 km off is neither near nor far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoped:
    """A mention with what the sentence makes of it."""

    mention: Mention
    span: Span
    """The words whose scope it is."""
    scope: Scope
    is_found: bool = True
    """The reader of scope found the words, not a list alone."""
    opposed: bool = False
    """The words name the opposite of what they are taken for: "no stairs" asks for step-free access."""
    counted: Amount | None = None
    """How many of it are spoken of, where its concept has no place for a number: "two closets"."""
    full: str = ""
    """All the words of it, where those that the list takes it for say less: "big TV"."""
    says: float = 1.0
    """The chance that its words say here what a list takes them for, where that is doubtful."""

    @property
    def is_denied(self) -> bool:
        """Whether the words are denied; what they are taken for may be its opposite: "no stairs"."""
        return self.scope.status is Status.DENIED

    @property
    def is_unlisted(self) -> bool:
        """Whether it is in its own words, which no list knows."""
        return self.mention.guessed and self.mention.amount is None

    @property
    def is_wanted(self) -> bool:
        """Whether it is a wish or a fact, be it a denied one."""
        return self.scope.status is not Status.NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A text with everything that was found in it."""

    items: Sequence[Item]
    scoped: Sequence[Scoped]
    """In the order of the text."""
    covered: frozenset[int]
    """Items that are spoken for."""
    alternatives: Callable[[Sequence[Span]], Sequence[int | None]]
    """Tells which spans are alternatives."""
    unsure: frozenset[int] = frozenset()
    """Items of words that name something which the sentence leaves open, whether a list knows them or not."""
    mistyped: tuple[Correction, ...] = ()
    """Words that were read as others."""
    unfair: tuple[Part, ...] = ()
    """What asks by protected class, and is among none of the items."""
    not_offered: tuple[tuple[str, str], ...] = ()
    """Words that ask for what the pack never has, and what it has instead."""
    cut_after: int | None = None
    """The text was too long: only so many words of it were read."""

    def unused(self, text: str) -> list[str]:
        """Amounts that were said and that nothing took, in the words of the text."""
        return [
            text[item.start : item.end]
            for i, item in enumerate(self.items)
            if item.mention is not None and i not in self.covered and (item.mention.has_operator or not item.bare)
        ]

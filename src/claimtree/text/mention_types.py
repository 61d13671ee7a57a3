"""Data types for what is found in a text before it becomes claims: mentions, their targets and
their scopes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from claimtree.model.amounts import Amount
from claimtree.model.claims import LevelName, Name, TypeName
from claimtree.model.notices import Notice
from claimtree.model.pack import Concept, FacetSpec
from claimtree.model.scopes import ListedWords, Scope, Span, Status
from claimtree.text.fairness import Part
from claimtree.text.lexicon import Item, Pair
from claimtree.text.spelling import Correction


@dataclass(frozen=True, slots=True, kw_only=True)
class PartMention:
    """A part of an entity that something is said of."""

    facet: FacetSpec
    copies: int = 1
    """How many such parts are meant ("two bedrooms, each with a closet": two)."""
    nth: int = 0
    """Index among several such parts ("a second bedroom with a desk" is another one)."""
    which: str = ""
    """The word that tells it from others of its kind ("master")."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What a mention is said of, as far as the text tells."""

    part: PartMention | None = None
    noun: LevelName | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """One statement of a text before it becomes a claim."""

    first: int
    after: int
    concept: Concept | None
    facet_named: FacetSpec | None
    """Set if the mention is of a part itself ("with a balcony")."""
    name: Name | None
    wording: str
    type: TypeName
    target: Target
    negated: bool
    amount: Amount | None
    why: Notice
    inner: bool = False
    """The words themselves are a denial ("unfurnished", "pets are not allowed")."""
    guessed: bool = False
    """No word list knows it; its type is guessed."""
    level: LevelName | None = None
    """The guessed level; overridden by any better evidence."""
    amount_word: str = ""
    """The word that stated the amount without a number ("studio")."""
    pair: Pair | None = None
    """Two names that make one wish ("between Union Square and Grand Central")."""
    silent: bool = False
    """The words are known but claim nothing here: a park 2 km off is neither near nor far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoped:
    """A mention with its scope."""

    mention: Mention
    span: Span
    """The words that the scope was assigned to."""
    scope: Scope
    is_found: bool = True
    """The scope reader found the words; False if only a word list did."""
    opposed: bool = False
    """The words name the opposite of the claim ("no stairs" asks for step-free access)."""
    counted: Amount | None = None
    """How many are meant, if the concept takes no number ("two closets")."""
    full: str = ""
    """The full wording, if the words that the list matched say less ("big TV")."""
    exceeds: bool = False
    """The full wording certainly asks for more than the concept."""
    is_unspoken: bool = False
    """A listing seems to lack it although no word of its sentence denies anything."""
    is_unsure: bool = False
    """Its words may mean something else: in a listing than their entry, in a query than they were taken for."""
    is_brought: bool = False
    """The asker has it ("I have a cat"), which asks that the home permits it."""

    @property
    def is_denied(self) -> bool:
        """True if the words are denied; the claim may be their opposite ("no stairs")."""
        return self.scope.status is Status.DENIED

    @property
    def is_unlisted(self) -> bool:
        """True if the mention consists of words that no list knows."""
        return self.mention.guessed and self.mention.amount is None

    @property
    def is_wanted(self) -> bool:
        """True if it is a wish or a fact, positive or denied."""
        return self.scope.status is not Status.NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class TextMentions:
    """A text with everything that was found in it."""

    items: Sequence[Item]
    scoped: Sequence[Scoped]
    """In the order of the text."""
    covered: frozenset[int]
    """Items that some mention accounts for."""
    alternatives: Callable[[Sequence[Span]], Sequence[int | None]]
    """Returns the group number of each span; spans with the same number are alternatives."""
    means: Callable[[Sequence[ListedWords]], Sequence[float]]
    """Returns the probability of each that the words mean their word-list entry."""
    asks: Callable[[Sequence[ListedWords]], Sequence[tuple[float, float]]]
    """Returns the probabilities of each, in a query, that the words ask for what they were taken for,
    and that this is all."""
    unsure: frozenset[int] = frozenset()
    """Items of words that name something the sentence leaves open, listed or not."""
    mistyped: tuple[Correction, ...] = ()
    """Words that were corrected."""
    unfair: tuple[Part, ...] = ()
    """Parts that ask by a protected class; they are removed from `items`."""
    not_offered: tuple[tuple[str, str], ...] = ()
    """Words that ask for something the pack never offers, each with what it offers instead."""
    unasked: tuple[str, ...] = ()
    """Words that no list knows, of a pack that makes no wishes of them."""
    cut_after: int | None = None
    """Number of words read, if the text was too long to read all of it."""

    def unused(self, text: str) -> list[str]:
        """Returns the words that no mention uses: amounts, and words that no list knows where
        those are no wishes."""
        amounts = [
            text[item.start : item.end]
            for i, item in enumerate(self.items)
            if item.mention is not None and i not in self.covered and (item.mention.has_operator or not item.bare)
        ]
        return [*amounts, *self.unasked]

"""Claims: statements about an entity, and wishes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Final, NewType

from claimtree.model.amounts import Amount
from claimtree.model.name_folding import name_key
from claimtree.model.notices import Notice
from claimtree.model.places import Where
from claimtree.model.quick_pickles import quickly_pickled

EntityId = NewType("EntityId", str)
ClaimId = NewType("ClaimId", str)
LevelName = NewType("LevelName", str)
TypeName = NewType("TypeName", str)
Facet = NewType("Facet", str)
ConceptId = NewType("ConceptId", str)
RelationName = NewType("RelationName", str)


class ClaimKind(StrEnum):
    """The origin of a claim: stated, implied by a statement, or excluded by one."""

    BASE = "base"
    DERIVED = "derived"
    ANTI = "anti"


class Strength(StrEnum):
    """What a wish does to a candidate that refutes it."""

    REQUIRED = "required"
    PREFERRED = "preferred"


@quickly_pickled
@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """Something called by name (a place, a street, a train line); matched by name, never by
    similarity.
    """

    kind: str
    """Which list of names it belongs to; another name of the same kind may refute."""
    text: str
    """The canonical spelling."""

    def is_same(self, other: Name) -> bool:
        """True if both have the same name, whatever kind each was taken for: a district in a
        column, a place in a wish.

        >>> Name(kind="district", text="Nusa Dua").is_same(Name(kind="place", text="nusa  dua"))
        True
        >>> Name(kind="district", text="The Heights").is_same(Name(kind="place", text="Heights"))
        True
        """
        return name_key(self.text) == name_key(other.text)


@quickly_pickled
@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One checkable statement about one entity at one level."""

    text: str
    """As shown to the user: "kitchen area 12 m²"."""
    pattern: str
    """With amounts and negation lifted out, for embedding: "kitchen area _"."""
    type: TypeName
    level: LevelName
    quote: str
    """The words of the source that state it."""
    source: str = ""
    """Which of the entity's sources the quote is in; "source#field" for a structured field."""
    start: int = 0
    end: int = 0
    """Where the quote is in the source's text, in characters."""
    facet: Facet | None = None
    concept: ConceptId | None = None
    """The pack's concept, if it has one; concepts match by identity, not by similarity."""
    name: Name | None = None
    amounts: tuple[Amount, ...] = ()
    negated: bool = False
    kind: ClaimKind = ClaimKind.BASE
    against: str = ""
    """Words of the same source that contradict it ("Pets welcome. Sorry, no pets."); empty for most
    claims.
    """
    unsure: bool = False
    """True if the words may mean something else than they were taken for ("Pet Shop", a bar): it is
    shown as possible, and neither meets nor refutes anything.
    """
    why: Notice | None = field(default=None, compare=False)
    """How it was read, for people; not stored."""
    which: str = field(default="", compare=False)
    """Which of several parts of its facet the text speaks of, in its word: "master". Not stored:
    the part has an id.
    """
    opposed: bool = field(default=False, compare=False)
    """True if the words name the opposite of the concept: "unfurnished" says that it is not
    furnished. Not stored.
    """
    counted: tuple[Amount, ...] = field(default=(), compare=False)
    """Amounts stated with it that it is not compared by: "two closets", "$400 a week". Not stored."""

    def quoted(self, quote: str, source: str) -> Claim:
        """Returns the claim as these words of a source state it.

        As `replace` does, in a third of its time: a table of people states millions of claims.
        """
        claim: Claim = _new(Claim)
        for set_field, get_field in _FIELDS:
            set_field(claim, get_field(self))
        _set_quote(claim, quote)
        _set_source(claim, source)
        return claim

    @property
    def denied(self) -> bool:
        """True if the text denies what its words name. Known only after reading: a stored claim has
        only its polarity.
        """
        return self.negated != self.opposed

    @property
    def all_amounts(self) -> tuple[Amount, ...]:
        """All amounts stated with it, including those that it is not compared by."""
        return (*self.amounts, *self.counted)

    @property
    def disputed(self) -> bool:
        """True if its own source contradicts it: it is shown with both quotes, and neither meets
        nor refutes anything.
        """
        return bool(self.against)

    @property
    def counts(self) -> bool:
        """True if it can meet or refute a wish."""
        return not (self.against or self.unsure)


_new = object.__new__
_set_quote, _set_source = Claim.__dict__["quote"].__set__, Claim.__dict__["source"].__set__
_FIELDS: Final = tuple(
    (slot.__set__, slot.__get__)
    for one in fields(Claim)
    if (slot := Claim.__dict__[one.name]) and one.name not in ("quote", "source")
)
"""How each field is set and read, of a class with slots."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryClaim:
    """A claim that is wanted, with its weight and strength."""

    id: ClaimId
    text: str
    pattern: str
    type: TypeName
    level: LevelName
    quote: str
    """The words of the query that it was read from."""
    start: int = 0
    end: int = 0
    facet: Facet | None = None
    concept: ConceptId | None = None
    name: Name | None = None
    amounts: tuple[Amount, ...] = ()
    negated: bool = False
    strength: Strength = Strength.PREFERRED
    weight: float = 0.7
    or_group: int | None = None
    """Claims with the same number are alternatives: together they count once."""
    group: int | None = None
    """Claims with the same number speak of one entity ("a modern kitchen over 12 m²": one kitchen)."""
    why: Notice | None = None
    """How it was read, for `read --explain`: the word, rule or example behind it."""
    full_wording: str = ""
    """The wish in the user's words, if they may say more than its concept: "covered parking". Empty
    otherwise.
    """
    exceeds: bool = False
    """The user's words certainly say more than its concept, which alone does not satisfy the wish."""
    unsure: bool = False
    """The user's words may ask for something else than they were taken for: what is found by rules for it is only
    possible, and what a judge finds counts if it says all of the words."""

    opposed: bool = field(default=False, compare=False)
    """True if the user's words name the opposite of the concept: "unfurnished" denies furniture."""
    counted: tuple[Amount, ...] = field(default=(), compare=False)
    """Amounts stated with it that it is not compared by: "two closets", "$400 a week"."""
    doubt: float = field(default=0.0, compare=False)
    """The probability that the reader misread the words, 0 to 1; 0 where it is certain."""

    where: Where | None = None
    """What it asks about a place, if it does: then coordinates count beside words."""
    through: Through | None = None
    """The relation that leads to the entities which it asks something of; None if it asks of the candidate itself."""

    @property
    def denied(self) -> bool:
        """True if the user denies what the words name: in "no unfurnished flats" they name the
        opposite.
        """
        return self.negated != self.opposed

    @property
    def all_amounts(self) -> tuple[Amount, ...]:
        """All amounts stated with it, including those that it is not compared by."""
        return (*self.amounts, *self.counted)

    @property
    def required(self) -> bool:
        return self.strength is Strength.REQUIRED


@dataclass(frozen=True, slots=True, kw_only=True)
class Through:
    """What a wish asks of related entities: "whose father was born in Ohio", "cited by a manual"."""

    relation: RelationName
    """A kind that the pack declares."""
    incoming: bool = False
    """The others stand in the relation to the candidate ("cited by"), and not the candidate to them ("cites")."""
    claims: tuple[QueryClaim, ...] = ()
    """What one related entity has to meet, all of it; with none, any related entity will do."""


def asked_of_related(claims: Iterable[QueryClaim]) -> tuple[QueryClaim, ...]:
    """Returns what wishes ask of related entities, one after the other."""
    return tuple(inner for claim in claims if claim.through is not None for inner in claim.through.claims)


def units(claims: Iterable[QueryClaim]) -> list[tuple[int, ...]]:
    """Returns the positions of what counts as one: a wish, or all the alternatives of an or-group."""
    return units_of(claim.or_group for claim in claims)


def units_of(or_groups: Iterable[int | None]) -> list[tuple[int, ...]]:
    """Returns the positions that count as one, by their or-groups, in the order of their first.

    >>> units_of([None, 1, None, 1])
    [(0,), (1, 3), (2,)]
    """
    found: dict[tuple[str, int], list[int]] = {}
    for i, or_group in enumerate(or_groups):
        found.setdefault(("or", or_group) if or_group is not None else ("alone", i), []).append(i)
    return [tuple(members) for members in found.values()]


def only_real_choices(claims: Sequence[QueryClaim]) -> list[QueryClaim]:
    """Returns the claims without or-groups of a single one; the others are numbered from 1, in their order."""
    found = [replace(claim, or_group=None) for claim in claims]
    choices = (members for members in units(claims) if len(members) > 1)
    for number, members in enumerate(choices, 1):
        for i in members:
            found[i] = replace(claims[i], or_group=number)
    return found

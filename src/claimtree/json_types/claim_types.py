"""Claims in JSON: the wishes of a sentence, and what texts say about entities."""

from __future__ import annotations

from typing import Literal, TypeAlias

from claimtree.json_types.definition import NotRequired, TypedDict, json_object

StrengthName: TypeAlias = Literal["required", "preferred"]
DirectionName: TypeAlias = Literal["out", "in"]


@json_object
class AmountShape(TypedDict):
    """A range; an open end is null, and units are canonical (m2, m, USD, IDR…). A time of which every
    day is meant ("from 1900 to 1910") has the unit `period`."""

    kind: str
    noun: str
    low: float | None
    high: float | None
    low_open: bool
    high_open: bool
    op: str
    unit: str


@json_object
class WhereShape(TypedDict):
    """A place wish as read from the sentence, before places are looked up."""

    relation: str
    names: list[str]
    kind: str
    low_m: float | None
    high_m: float | None
    well_rated: bool
    beside: bool


@json_object
class ClaimCore(TypedDict):
    """What every face says of a wish."""

    id: str
    """For `edits`: c1, c2…"""
    claim: str
    level: str
    """What it is said of: the hit's own level, a part's or that of what it lies in."""
    facet: str | None
    strength: StrengthName
    """A refuted required claim drops a hit; a preferred one only costs it rank."""
    weight: float
    negated: bool
    or_group: int | None
    """Claims with the same number are alternatives and count once."""


@json_object
class WishShape(ClaimCore):
    """One wish of a sentence, as far as it can be asked of any entity."""

    claim_type: str
    amounts: list[AmountShape]
    quote: str
    """The words of the sentence that it came from."""
    start: int
    """Of the quote, in characters (code points) of the sentence."""
    end: int
    group: int | None
    """Claims with the same number are about one entity of the same facet."""
    concept: str | None
    where: WhereShape | None
    doubt: float
    """How likely the words were taken for what they are not; 0 where the reader is sure."""
    why: NotRequired[str]
    """How it was read; only where that was asked for."""


@json_object
class ThroughShape(TypedDict):
    """What a wish asks of related entities."""

    relation: str
    """The kind, as the pack declares it."""
    direction: DirectionName
    """ "in" where the others stand in the relation to the hit ("cited by"), "out" where it stands in it to them."""
    claims: list[WishShape]
    """What one related entity has to meet; empty where any will do."""


@json_object
class ClaimShape(WishShape):
    """One wish of a sentence."""

    through: ThroughShape | None
    """Where it asks of related entities: through which relation, and what."""


@json_object
class StatementShape(TypedDict):
    """One claim of a text about an entity."""

    claim: str
    claim_type: str
    level: str
    facet: str | None
    negated: bool
    amounts: list[AmountShape]
    quote: str
    start: int
    end: int
    concept: str | None
    why: NotRequired[str]
    """How it was read; only where that was asked for."""
    source: NotRequired[str]
    """Only of a stored claim."""
    against: NotRequired[str]
    """Of a stored claim: the words of the same source that say otherwise; else empty."""


@json_object
class ReadingShape(TypedDict):
    """What is wanted in a sentence."""

    claims: list[ClaimShape]
    notices: list[str]


@json_object
class DocumentReadingShape(TypedDict):
    """What is said in a document."""

    claims: list[StatementShape]
    notices: list[str]

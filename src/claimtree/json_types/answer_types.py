"""Answers in JSON: hits with their verdicts and evidence, the ladder, explanations."""

from __future__ import annotations

from typing import Literal, TypeAlias

from claimtree.json_types.claim_types import ClaimShape
from claimtree.json_types.definition import FieldValue, NotRequired, TypedDict, json_object
from claimtree.json_types.entity_types import RelationShape
from claimtree.json_types.place_types import AskedPlaceShape, SightShape

VerdictName: TypeAlias = Literal["met", "refuted", "unknown"]


@json_object
class EvidenceCore(TypedDict):
    """What every face says of a piece of evidence."""

    entity: str
    """Id of what it is said of: the hit itself, a part of it, or what it lies in."""
    quote: str
    source: str
    """What says so: the name of the source."""
    against: str
    """Where its source says both: the words that say otherwise; empty anywhere else."""


_Sided = TypedDict("_Sided", {"for": bool})
"""`for` is a keyword, so it cannot be declared like the others."""


@json_object
class EvidenceShape(EvidenceCore, _Sided):
    """The words, or the measured distance, behind a verdict."""

    by: str
    doubtful: bool
    disputed: bool
    """Its source says otherwise too, in the words of `against`."""
    place: SightShape | None
    link: RelationShape | None
    """What links the hit to the related entity that the words are about; null for words about the hit itself."""


@json_object
class VerdictCore(TypedDict):
    """What every face says of a verdict."""

    claim: str
    verdict: VerdictName
    """met, refuted, or unknown: nothing is said about it, which is not a denial."""
    probability: float | None
    """That the claim is met; null where nothing is known."""


@json_object
class VerdictShape(VerdictCore):
    """The verdict on one claim."""

    id: str
    evidence: list[EvidenceShape]


@json_object
class CoverageShape(TypedDict):
    """How many of the wishes are met; alternatives count as one."""

    met: int
    of: int
    weight: NotRequired[float]


@json_object
class CardShape(TypedDict):
    """What a card shows beside the verdicts."""

    facts: list[str]
    lineage: list[str]
    """What the hit lies in, nearest first."""
    lat: float | None
    lon: float | None
    picture: str
    url: str
    entities: dict[str, str]


@json_object
class HitShape(TypedDict):
    """One answer."""

    id: str
    level: str
    title: str
    score: int
    coverage: CoverageShape
    verdicts: list[VerdictShape]
    """In the order of the claims."""
    fields: dict[str, FieldValue]
    card: NotRequired[CardShape]
    """Only where cards were asked for."""


@json_object
class RelaxationCore(TypedDict):
    """How many more would meet all other claims if one were dropped."""

    claim: str
    more: int


@json_object
class RelaxationShape(RelaxationCore):
    """How many more would meet all other claims without this one."""

    id: str


@json_object
class LadderShape(TypedDict):
    """How many entities meet how many wishes; exact."""

    total: int
    met: dict[str, int]
    without: list[RelaxationShape]


@json_object
class WiderCore(TypedDict):
    """How many more there would be farther away."""

    text: str
    more: int


@json_object
class WiderShape(WiderCore):
    """How many more there would be with a place wish widened."""

    id: str


@json_object
class GroupShape(TypedDict):
    """The hits that are near to one place, by id."""

    place: str
    hits: list[str]


@json_object
class AnswerShape(TypedDict):
    """Hits, best first, with a verdict for every claim, and the ladder over all of them."""

    groups: NotRequired[list[GroupShape]]
    """Only where hits were to be grouped by place."""
    claims: list[ClaimShape]
    hits: list[HitShape]
    ladder: LadderShape
    offset: int
    next: int | None
    cursor: str
    places: list[AskedPlaceShape]
    wider: list[WiderShape]
    notices: list[str]
    took_ms: float


@json_object
class UnitShape(TypedDict):
    """What counts as one, a wish or its alternatives together, and what it adds to the score."""

    ids: list[str]
    verdict: VerdictName
    points: int


@json_object
class ExplanationShape(TypedDict):
    """Why an entity has its rank, or why it is missing."""

    id: str
    title: str
    place: int | None
    """1 for the first hit; null for an entity that is no hit."""
    total: int
    score: int
    coverage: CoverageShape
    reasons: list[str]
    claims: list[ClaimShape]
    verdicts: list[VerdictShape]
    units: list[UnitShape]
    took_ms: float

"""The response models of the API, as shown in OpenAPI.

Responses are built by `claimtree.serialization`, the same for all interfaces; a test checks them
against these models.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Shape(BaseModel):
    model_config = ConfigDict(extra="forbid")


class AmountShape(Shape):
    kind: str
    noun: str
    low: float | None
    high: float | None
    low_open: bool
    high_open: bool
    op: str
    unit: str


class WhereShape(Shape):
    relation: str
    names: list[str]
    kind: str
    low_m: float | None
    high_m: float | None
    well_rated: bool
    beside: bool


class ClaimShape(Shape):
    """One wish of a sentence."""

    id: str
    claim: str
    claim_type: str
    level: str
    facet: str | None
    strength: Literal["required", "preferred"]
    weight: float
    negated: bool
    or_group: int | None
    amounts: list[AmountShape]
    quote: str
    start: int
    end: int
    group: int | None
    concept: str | None
    where: WhereShape | None
    doubt: float
    why: str | None = None


class SaidShape(Shape):
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
    why: str | None = None
    source: str | None = None
    against: str | None = None


class ReadingShape(Shape):
    claims: list[ClaimShape] | list[SaidShape]
    notices: list[str]


class SightShape(Shape):
    id: str
    name: str
    lat: float
    lon: float
    metres: float


class EvidenceShape(Shape):
    entity: str
    quote: str
    source: str
    for_: Annotated[bool, Field(alias="for")]
    by: str
    doubtful: bool
    disputed: bool
    against: str
    place: SightShape | None


class VerdictShape(Shape):
    id: str
    claim: str
    verdict: Literal["met", "refuted", "unknown"]
    probability: float | None
    evidence: list[EvidenceShape]


class CoverageShape(Shape):
    met: int
    of: int
    weight: float | None = None


class CardShape(Shape):
    """What a card shows beside the verdicts."""

    facts: list[str]
    lineage: list[str]
    lat: float | None
    lon: float | None
    picture: str
    url: str
    entities: dict[str, str]


class HitShape(Shape):
    id: str
    level: str
    title: str
    score: int
    coverage: CoverageShape
    verdicts: list[VerdictShape]
    fields: dict[str, Any]
    card: CardShape | None = None


class RelaxationShape(Shape):
    id: str
    claim: str
    more: int


class LadderShape(Shape):
    total: int
    met: dict[str, int]
    without: list[RelaxationShape]


class WiderShape(Shape):
    id: str
    text: str
    more: int


class PlaceShape(Shape):
    id: str
    name: str
    kind: str
    lat: float
    lon: float
    radius_m: float | None
    outline: bool
    aliases: list[str]
    parent: str | None
    source: str
    rank: float | None
    rating: float | None
    partial: bool


class AskedPlaceShape(Shape):
    id: str
    claim: str
    unknown: bool
    radius_m: float | None
    places: list[PlaceShape]


class AnswerShape(Shape):
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


class UnitShape(Shape):
    """What counts as one, a wish or its alternatives together, and what it adds to the score."""

    ids: list[str]
    verdict: Literal["met", "refuted", "unknown"]
    points: int


class ExplanationShape(Shape):
    id: str
    title: str
    place: int | None
    total: int
    score: int
    coverage: CoverageShape
    reasons: list[str]
    claims: list[ClaimShape]
    verdicts: list[VerdictShape]
    units: list[UnitShape]
    took_ms: float


class SourceShape(Shape):
    name: str
    text: str
    url: str
    updated: str
    fields: dict[str, Any]
    citation: Annotated[str, Field(description="Where the text stands; left out where that is not known.")] = ""


class NearbyShape(Shape):
    kind: str
    id: str
    name: str
    metres: float


class RelationShape(Shape):
    kind: str
    direction: Annotated[
        Literal["out", "in"], Field(description='"in" where the other entity stands in the relation to this one.')
    ]
    to: Annotated[str, Field(description="The id of the other entity.")]
    title: str
    level: str
    stated_by: Annotated[str, Field(description="The id of the entity whose source says so.")]
    quote: str
    source: str


class EntityShape(Shape):
    id: str
    version: Annotated[
        str, Field(description="Another one after every change of what its sources say; empty for a part of another.")
    ]
    level: str
    parent: str | None
    facet: str | None
    title: str
    fields: dict[str, Any]
    lat: float | None
    lon: float | None
    sources: list[SourceShape]
    claims: list[SaidShape]
    parts: list[str]
    nearby: list[NearbyShape]
    relations: list[RelationShape]
    more_relations: Annotated[int, Field(description="How many more there are than are listed.")]


class BadShape(Shape):
    place: str
    reason: str


class ColumnReadShape(Shape):
    column: str
    as_: Annotated[str, Field(alias="as")]
    records: int
    mapped: str


class ColumnUnreadShape(Shape):
    column: str
    records: int
    nearest: str
    why: str


class ValuesUnreadShape(Shape):
    column: str
    why: str
    count: int
    example: str


class ColumnsShape(Shape):
    """What each column was read as, what of it was not read, and the known column that it may be."""

    exports: list[str]
    read: list[ColumnReadShape]
    not_read: list[ColumnUnreadShape]
    values_not_read: list[ValuesUnreadShape]
    missing: list[str]
    made_ids: Annotated[int, Field(description="Records of tables that have no column for their id.")]


class ReportShape(Shape):
    """What became of records."""

    store: str
    indexed: int
    unchanged: int
    skipped: int
    bad: list[BadShape]
    claims: int
    new_phrases: int
    seconds: float
    interrupted: bool
    verified: int
    contradicted: int
    outranked: int
    disputed: int
    columns: ColumnsShape
    notices: list[str]
    deleted: int = 0
    versions: Annotated[
        dict[str, str], Field(description="The versions of the entities, now that the records are stored.")
    ] = {}


class DeletedShape(Shape):
    deleted: int


class CollectionShape(Shape):
    name: str
    pack: str
    title: str
    languages: list[str]
    levels: list[str]
    answers: str
    queries: list[str]
    entities: dict[str, int]
    claims: int
    phrases: int
    places: int


class CollectionsShape(Shape):
    collections: list[CollectionShape]


class PacksShape(Shape):
    packs: list[dict[str, Any]]


class PlacesShape(Shape):
    places: list[PlaceShape]
    total: int


class JobShape(Shape):
    id: str
    collection: str
    state: Literal["waiting", "running", "done", "failed", "cancelled"]
    done: int
    total: int | None
    message: str
    report: ReportShape | None
    error: dict[str, str] | None
    created: str
    ended: str | None


class JobsShape(Shape):
    jobs: list[JobShape]


class HookShape(Shape):
    host: str
    allow_private: bool
    enabled: bool
    said: str


class SavedShape(Shape):
    id: str
    name: str
    collection: str
    question: str
    edits: list[str]
    strict: bool
    weights: dict[str, float]
    limit: int
    every_minutes: int | None
    due: str | None
    webhook: HookShape | None
    created: str
    runs: int
    last_run: str | None
    failure: str


class SavedListShape(Shape):
    saved: list[SavedShape]


class RunShape(Shape):
    """Who is new, who is gone, what has changed since the run before, and why."""

    id: str
    search: str
    name: str
    collection: str
    question: str
    run: int
    at: str
    baseline: bool
    summary: str
    counts: dict[str, int]
    hits: int
    total: int
    new: list[dict[str, Any]]
    gone: list[dict[str, Any]]
    changed: list[dict[str, Any]]
    more: dict[str, int]
    notices: list[str]


class NewsShape(Shape):
    runs: list[RunShape]


class WebhookShape(Shape):
    host: str
    secret: str


class ShownShape(Shape):
    id: str
    claim: str
    verdict: str
    grade: int


class OpinionShape(Shape):
    id: int
    collection: str
    question: str
    edits: list[str]
    entity: str
    place: int | None
    thumb: str | None
    claim: str | None
    verdict: str | None
    agrees: bool | None
    note: str
    said_at: str
    shown: list[ShownShape]


class FeedbackListShape(Shape):
    feedback: list[OpinionShape]


class ProblemShape(BaseModel):
    """RFC 9457, with the code and the hint of the command line."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    hint: str = ""

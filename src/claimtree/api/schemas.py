"""What goes over the wire, as OpenAPI says it: questions are checked by these, answers are described by them.

Answers are made by `claimtree.wire`, for every face alike; a test holds them against these models.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from claimtree.feedback.opinions import LONGEST_NOTE
from claimtree.model.edits import LONGEST_EDIT, MOST_EDITS
from claimtree.saved.searches import LEAST_MINUTES
from claimtree.saved.searches import MOST_HITS as MOST_SAVED_HITS
from claimtree.search.asking import LONGEST_QUERY, MOST_HITS
from claimtree.search.paging import LONGEST_CURSOR

LONGEST_TEXT = 200_000
"""Of a text to read; a whole listing."""
DEEPEST = 10_000
"""The farthest offset; who wants more goes on with the cursor."""
MOST_RECORDS = 500
"""Of one batch; more is a job."""
MOST_IDS = 500

Text = Annotated[str, Field(max_length=LONGEST_TEXT)]
Edit = Annotated[str, Field(max_length=LONGEST_EDIT, examples=["drop:c3", "weight:c2:0.9", "words:c3:facing west"])]
Edits = Annotated[list[Edit], Field(max_length=MOST_EDITS)]
CollectionName = Annotated[
    str, Field(max_length=63, description="Which store; GET /api/v1/collections lists them. Empty: the first.")
]
Weight = Annotated[float, Field(ge=0, le=1)]


class Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Sentence(Asked):
    """A sentence, and what was done to its claims by hand."""

    text: Annotated[str, Field(max_length=LONGEST_QUERY, examples=["quiet 2BR under $4,000, dogs allowed"])] = ""
    edits: Edits = []
    strict: Annotated[bool, Field(description="Leave out whatever says nothing about something required.")] = False
    weights: Annotated[dict[str, Weight], Field(max_length=20, description="How much each level counts.")] = {}
    collection: CollectionName = ""


class Question(Sentence):
    """The same, and where."""

    near: Annotated[str, Field(max_length=200, description="Near a place, by name or as LAT,LON.")] = ""
    within: Annotated[str, Field(max_length=40, description="How near: 500m, 2km, 1mi.")] = ""


class SearchRequest(Question):
    limit: Annotated[int, Field(ge=1, le=MOST_HITS)] = 10
    offset: Annotated[int, Field(ge=0, le=DEEPEST)] = 0
    after: Annotated[
        str, Field(max_length=LONGEST_CURSOR, description="The `cursor` of the page before; `offset` is then not used.")
    ] = ""
    cards: Annotated[bool, Field(description="Add to each hit what a card shows: facts, whereabouts, areas.")] = False


class ExplainRequest(Question):
    id: Annotated[str, Field(min_length=1, max_length=200)]


class ReadRequest(Asked):
    text: Text
    edits: Edits = []
    explain: Annotated[bool, Field(description="Say how each claim was read.")] = False
    listing: Annotated[bool, Field(description="Read it as a listing: what is said, not wanted.")] = False
    collection: CollectionName = ""


class BatchRequest(Asked):
    records: Annotated[
        list[dict[str, Any]],
        Field(max_length=MOST_RECORDS, description="As the lines of a file that is indexed; see docs/data-format.md."),
    ] = []
    delete: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=MOST_IDS)] = []
    collection: CollectionName = ""


class NewSavedRequest(Sentence):
    name: Annotated[str, Field(min_length=1, max_length=80)]
    limit: Annotated[int, Field(ge=1, le=MOST_SAVED_HITS, description="How many of the best are watched.")] = 50
    every_minutes: Annotated[int | None, Field(ge=LEAST_MINUTES, le=525_600)] = None


class ScheduleRequest(Asked):
    every_minutes: Annotated[int | None, Field(ge=LEAST_MINUTES, le=525_600, description="Null: no more.")]


class WebhookRequest(Asked):
    url: Annotated[str, Field(min_length=1, max_length=2_000, examples=["https://news.example/claimtree"])]


class FeedbackRequest(Sentence):
    """A thumb on the hit, or a claim with your own verdict on it."""

    id: Annotated[str, Field(min_length=1, max_length=200, description="The hit.")]
    thumb: Literal["up", "down"] | None = None
    claim: Annotated[str | None, Field(max_length=40)] = None
    verdict: Literal["met", "refuted", "unknown"] | None = None
    note: Annotated[str, Field(max_length=LONGEST_NOTE)] = ""


# --- answers


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


class NearbyShape(Shape):
    kind: str
    id: str
    name: str
    metres: float


class EntityShape(Shape):
    id: str
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


class BadShape(Shape):
    place: str
    reason: str


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
    notices: list[str]
    deleted: int = 0


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

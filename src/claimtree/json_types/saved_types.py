"""Saved searches in JSON: what is asked, and the news of each run."""

from __future__ import annotations

from typing import Literal, TypeAlias

from claimtree.json_types.answer_types import VerdictName
from claimtree.json_types.definition import TypedDict, json_object

PriceMove: TypeAlias = Literal["dropped", "rose"]


@json_object
class QuestionShape(TypedDict):
    """A question as saved searches keep it."""

    question: str
    edits: list[str]
    strict: bool
    weights: dict[str, float]


@json_object
class HookShape(TypedDict):
    """Where news are posted, without what is secret."""

    host: str
    allow_private: bool
    enabled: bool
    said: str


@json_object
class SavedShape(QuestionShape):
    """A search that is kept under a name."""

    id: str
    name: str
    collection: str
    limit: int
    every_minutes: int | None
    due: str | None
    webhook: HookShape | None
    created: str
    runs: int
    last_run: str | None
    failure: str


@json_object
class SavedListShape(TypedDict):
    """Saved searches, by name."""

    saved: list[SavedShape]


@json_object
class FigureShape(TypedDict):
    """A number of an entity that is followed."""

    name: str
    kind: str
    value: float
    text: str


@json_object
class RunVerdictShape(TypedDict):
    """A claim as it was judged in a run."""

    id: str
    claim: str
    verdict: VerdictName
    quote: str
    required: bool
    measured: bool


@json_object
class VerdictChangeShape(RunVerdictShape):
    """A claim of which the verdict has changed."""

    before: VerdictName | None


@json_object
class StandingShape(TypedDict):
    """How many of the wishes a hit met in a run."""

    met: int
    required_met: int
    of: int


@json_object
class RunHitShape(TypedDict):
    """A hit of a run."""

    id: str
    title: str
    place: int
    coverage: StandingShape
    score: int
    verdicts: list[RunVerdictShape]
    fields: list[FigureShape]


@json_object
class ArrivalShape(RunHitShape):
    """A hit that is new, and why."""

    reason: str
    why: str


@json_object
class DepartureShape(TypedDict):
    """A former hit that is gone, and why."""

    reason: str
    why: str
    claims: list[VerdictChangeShape]
    now_at: int | None
    was: RunHitShape
    id: str
    title: str


@json_object
class FigureChangeShape(TypedDict):
    """A number that has changed."""

    name: str
    before: FigureShape | None
    after: FigureShape | None


@json_object
class ChangeShape(RunHitShape):
    """A hit of which something has changed."""

    title_before: str | None
    price: PriceMove | None
    changed_fields: list[FigureChangeShape]
    changed_claims: list[VerdictChangeShape]


@json_object
class CountsShape(TypedDict):
    """How many are new, gone, cheaper, dearer or changed otherwise."""

    new: int
    gone: int
    cheaper: int
    dearer: int
    changed: int


@json_object
class MoreShape(TypedDict):
    """How many of them are not listed."""

    new: int
    gone: int
    changed: int


@json_object
class RunShape(TypedDict):
    """What is new, what is gone, what has changed since the run before, and why."""

    id: str
    search: str
    name: str
    collection: str
    question: str
    run: int
    at: str
    baseline: bool
    summary: str
    counts: CountsShape
    hits: int
    total: int
    new: list[ArrivalShape]
    gone: list[DepartureShape]
    changed: list[ChangeShape]
    more: MoreShape
    notices: list[str]
    language: str
    """Of the texts: that of the question."""


@json_object
class NewsShape(TypedDict):
    """The runs that had news, newest first."""

    runs: list[RunShape]


@json_object
class WebhookShape(TypedDict):
    """A webhook that was set, with the secret that its messages are signed with."""

    host: str
    secret: str


@json_object
class SnapshotShape(TypedDict):
    """The hits of a run, as the file of saved searches keeps them."""

    seen: list[RunHitShape]
    claims: list[list[str]]
    limit: int
    total: int
    turn: int

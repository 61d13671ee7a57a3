"""Feedback in JSON: what people said of hits."""

from __future__ import annotations

from typing import Literal, TypeAlias

from claimtree.json_types.answer_types import VerdictName
from claimtree.json_types.definition import TypedDict, json_object

ThumbName: TypeAlias = Literal["up", "down"]


@json_object
class ShownShape(TypedDict):
    """A claim as it was judged when the hit was shown."""

    id: str
    claim: str
    verdict: VerdictName
    grade: int


@json_object
class OpinionShape(TypedDict):
    """What a person said of a hit, or of one claim of it."""

    id: int
    collection: str
    question: str
    edits: list[str]
    entity: str
    place: int | None
    thumb: ThumbName | None
    claim: str | None
    verdict: VerdictName | None
    agrees: bool | None
    note: str
    said_at: str
    shown: list[ShownShape]


@json_object
class FeedbackListShape(TypedDict):
    """What was said, the newest first."""

    feedback: list[OpinionShape]

"""Conversations in JSON: replies, the hits that they show, and sessions."""

from __future__ import annotations

from typing import Literal, TypeAlias

from claimtree.json_types.answer_types import VerdictName
from claimtree.json_types.claim_types import ClaimShape
from claimtree.json_types.definition import TypedDict, json_object

MoveName: TypeAlias = Literal[
    "new",
    "modify",
    "drop",
    "more",
    "sort",
    "detail",
    "ask",
    "compare",
    "criteria",
    "reset",
    "undo",
    "opening",
    "clarify",
    "greeting",
    "thanks",
    "goodbye",
    "okay",
    "help",
    "out-of-scope",
]
FitName: TypeAlias = Literal["full", "maybe", "close"]


@json_object
class CriterionShape(TypedDict):
    """A wish that the conversation keeps; several claims are alternatives."""

    label: str
    """In a few words: "≤ Rp1,5 miliar"."""
    claims: list[ClaimShape]


@json_object
class ToolCallShape(TypedDict):
    """A tool that was called for a reply."""

    tool: str
    arguments: dict[str, str | int | float | bool | list[str]]


@json_object
class ChatDistanceShape(TypedDict):
    """How far a hit is from a place that was asked for."""

    place: str
    metres: float
    lat: float
    """Of the place, or of the middle of a region."""
    lon: float


@json_object
class ChatVerdictShape(TypedDict):
    """What a hit says to one criterion."""

    criterion: str
    verdict: VerdictName
    quote: str
    """The words or the distance that decide; empty if nothing is said."""


@json_object
class ChatHitShape(TypedDict):
    """A hit as a reply shows it."""

    number: int
    """By which a message may refer to it."""
    id: str
    title: str
    fit: FitName
    """Whether it is known to meet all criteria, may meet them, or misses some."""
    price: str
    """As it is stated; empty if it is not."""
    facts: list[str]
    address: str
    link: str
    lat: float | None
    lon: float | None
    distances: list[ChatDistanceShape]
    words: list[str]
    """What it says itself of a nearness that was asked for and not measured."""
    unstated: list[str]
    """Criteria of which nothing is known."""
    missed: list[str]
    """Criteria that it misses."""
    place: str
    """The place that it is grouped under; empty for none."""
    verdicts: list[ChatVerdictShape]


@json_object
class ChatGroupShape(TypedDict):
    """Hits near one place."""

    place: str
    numbers: list[int]


@json_object
class ChatAnswerShape(TypedDict):
    """What one hit says to a question about it."""

    number: int
    id: str
    asked: str
    verdict: VerdictName | None
    """Null where a value was asked for."""
    quotes: list[str]


@json_object
class RelaxedShape(TypedDict):
    """What leaving out a criterion would bring."""

    criterion: str
    more: int


@json_object
class ChatAssistantShape(TypedDict):
    """What a language model did for a reply; what it did passed our checks."""

    tools: Literal["rules", "model"]
    """By what the tools were chosen."""
    text: Literal["template", "model"]
    """By what the text was worded."""
    notices: list[str]
    """Why the model's tools or text were not used, in the language of the reply."""


@json_object
class ChatReplyShape(TypedDict):
    """The reply to one message of a conversation."""

    session: str
    language: str
    move: MoveName
    """What the message did."""
    text: str
    """The reply as a person reads it, in lines."""
    label: str
    """The criteria on one line."""
    criteria: list[CriterionShape]
    calls: list[ToolCallShape]
    hits: list[ChatHitShape]
    groups: list[ChatGroupShape]
    total: int
    """How many hits fit all criteria."""
    left: int
    """How many of them were not shown yet."""
    without: list[RelaxedShape]
    """If none fits: what leaving out each criterion would bring."""
    answers: list[ChatAnswerShape]
    unused: list[str]
    """Words of the message that were not used."""
    assistant: ChatAssistantShape | None
    """What a language model did for it; null where none is configured."""


@json_object
class ChatUnderstoodShape(TypedDict):
    """What a message is understood as, told before the search ends."""

    language: str
    move: MoveName
    label: str
    """The criteria on one line."""
    criteria: list[CriterionShape]


@json_object
class ChatCalledShape(TypedDict):
    """The tools that are called so far."""

    calls: list[ToolCallShape]


@json_object
class ChatFoundShape(TypedDict):
    """The hits that the reply will tell."""

    hits: list[ChatHitShape]
    groups: list[ChatGroupShape]
    total: int
    left: int


@json_object
class ToolHitsShape(TypedDict):
    """What a tool finds."""

    labels: list[str]
    """What was searched for."""
    hits: list[ChatHitShape]
    groups: list[ChatGroupShape]
    total: int
    calls: list[ToolCallShape]
    """This call and those that it needed."""


@json_object
class ToolPlaceShape(TypedDict):
    """A place that a tool found."""

    name: str
    kind: str
    lat: float
    lon: float
    parent: str
    """The region that it lies in; empty if that is not known."""


@json_object
class ToolPlacesShape(TypedDict):
    """Places that a tool found."""

    places: list[ToolPlaceShape]


@json_object
class SessionShape(TypedDict):
    """A session of a conversation."""

    session: str
    turns: int
    used_at: str
    label: str
    """Its criteria on one line."""


@json_object
class SessionListShape(TypedDict):
    """The sessions of the asker, the last used first."""

    sessions: list[SessionShape]

"""What a conversation answers, as a value: faces draw it, programs read it, evaluations check it."""

from __future__ import annotations

from dataclasses import dataclass, field

from claimtree.chat.model_use import ModelUse
from claimtree.chat.moves import Move
from claimtree.chat.selection import Fit, Selected
from claimtree.chat.tool_calls import ToolCall
from claimtree.geo import Point
from claimtree.model.answers import Verdict
from claimtree.model.claims import EntityId, QueryClaim
from claimtree.model.notices import Notice


@dataclass(frozen=True, slots=True, kw_only=True)
class Distance:
    """How far a hit is from a place that decided."""

    place: str
    metres: float
    point: Point
    """Where the place is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionVerdict:
    """What a hit says to one criterion."""

    criterion: str
    """Its label."""
    verdict: Verdict
    quote: str = ""
    """The words or the distance that decide."""


@dataclass(frozen=True, kw_only=True)
class ShownHit:
    """A hit as a reply shows it, with the number by which one may refer to it."""

    number: int
    id: EntityId
    title: str
    fit: Fit = Fit.FULL
    price: str = ""
    """As it is stated; empty if it is not."""
    facts: tuple[str, ...] = ()
    address: str = ""
    link: str = ""
    distances: tuple[Distance, ...] = ()
    words: tuple[str, ...] = ()
    """What the hit itself says of a nearness that was asked for and not measured."""
    unstated: tuple[str, ...] = ()
    """Labels of the criteria of which nothing is known."""
    missed: tuple[str, ...] = ()
    place: str = ""
    """The place that it is grouped under; empty for none."""
    point: Point | None = None
    verdicts: tuple[CriterionVerdict, ...] = ()
    """In the order of the criteria; empty for a hit that a message referred to by number."""
    selected: Selected | None = field(default=None, compare=False, repr=False)
    """The hit with its evidence; None for one that a message referred to by number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Hits near one place."""

    place: str
    """Empty for those near none."""
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HitAnswer:
    """What one hit says to a question."""

    number: int
    id: EntityId
    asked: str
    """The wish or topic."""
    verdict: Verdict | None = None
    """None where a value was asked for."""
    quotes: tuple[str, ...] = ()
    """The words that say it; empty if nothing is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relaxed:
    """What leaving out a criterion would bring."""

    label: str
    more: int


@dataclass(frozen=True, kw_only=True)
class Reply:
    """The answer to one message."""

    language: str
    move: Move
    lines: tuple[str, ...]
    """The text, line by line; foreign words are told apart (`model.templates.Filled`)."""
    criteria: tuple[QueryClaim, ...] = ()
    """What is searched for after this message."""
    labels: tuple[str, ...] = ()
    """The criteria in a few words each; alternatives are one."""
    calls: tuple[ToolCall, ...] = ()
    hits: tuple[ShownHit, ...] = ()
    """In the order of their numbers; those that fit come first."""
    groups: tuple[Group, ...] = ()
    """The hits that fit, grouped by the place that they are near to; empty where none was asked for."""
    total: int = 0
    """How many fit all criteria."""
    left: int = 0
    """How many of them were not shown yet."""
    without: tuple[Relaxed, ...] = ()
    """If none fits: what leaving out each criterion would bring."""
    answers: tuple[HitAnswer, ...] = ()
    """To a question about hits."""
    unused: tuple[str, ...] = ()
    """Words of the message that were not used."""
    notices: tuple[Notice, ...] = ()
    session: str = ""
    model: ModelUse | None = None
    """What a language model did for it; None where none is configured."""

    @property
    def text(self) -> str:
        """The reply as a person reads it."""
        return "\n".join(self.lines)

    @property
    def label(self) -> str:
        """The criteria on one line: "rumah · Cemara Asri · 3 lantai"."""
        return SEPARATOR.join(self.labels)

    @property
    def fitting(self) -> tuple[ShownHit, ...]:
        """The hits that fit all criteria."""
        return tuple(hit for hit in self.hits if hit.fit is Fit.FULL)


SEPARATOR = " · "

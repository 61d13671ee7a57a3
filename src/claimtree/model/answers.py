"""What a search returns: verdicts with their evidence, hits, the ladder, and the explanation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TypeAlias

from claimtree.model.claims import Claim, ClaimId, EntityId, Facet, LevelName, QueryClaim
from claimtree.model.hierarchy import Entity, Field
from claimtree.model.notices import Notice
from claimtree.model.places import Place, Sight
from claimtree.model.plans import Basis
from claimtree.model.relations import Link


class Verdict(StrEnum):
    """What is known about one wish for one candidate. Silence is `UNKNOWN`, never `REFUTED`."""

    MET = "met"
    REFUTED = "refuted"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """An entity as the rules see it: its parent and its facet."""

    id: EntityId
    level: LevelName
    parent: EntityId | None
    facet: Facet | None = None
    located: bool = False
    """True if it has coordinates."""

    @classmethod
    def of(cls, entity: Entity) -> Node:
        return cls(
            id=entity.id,
            level=entity.level,
            parent=entity.parent,
            facet=entity.facet,
            located=entity.point is not None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One piece of evidence: what a claim of an entity says about a wish."""

    entity: EntityId
    grade: int
    """Signed: positive speaks for the wish, negative against it."""
    claim: Claim | None = None
    """None while only the order matters; filled when the words are shown."""
    by: Basis = Basis.CONCEPT
    doubtful: bool = False
    """Shown, but not certain enough to count."""
    closeness: int = 0
    """How near an amount that misses the wish comes to it, up to `closeness.CLOSEST`; 0 for
    anything else.
    """
    stands_in: bool = False
    """It counts only for a candidate without coordinates of its own."""
    sight: Sight | None = None
    """If the evidence is coordinates: the place that decided, and its distance."""
    link: Link | None = None
    """If the evidence is from a related entity: what links it to the candidate. `entity` is then
    the related one, or an ancestor or part of it.
    """

    @property
    def disputed(self) -> bool:
        """True if its source also says the opposite; disputed evidence is doubtful as well, and
        does not count.
        """
        return self.claim is not None and self.claim.disputed


@dataclass(frozen=True, kw_only=True)
class Dossier:
    """Everything a store knows that bears on one candidate: its family, and the evidence for each
    wish.
    """

    candidate: EntityId
    nodes: Mapping[EntityId, Node]
    """The candidate, its ancestors and its descendants."""
    pieces: tuple[tuple[Piece, ...], ...]
    """One tuple per wish of the plan."""
    entities: Mapping[EntityId, Entity] = field(default_factory=dict)
    """The stored records of the nodes, and of related entities that are evidence, if they were
    requested.
    """

    def on(self, wish: int) -> tuple[Piece, ...]:
        """Returns the evidence that counts for a wish: known coordinates are never replaced by
        those of an ancestor.
        """
        if not self.nodes[self.candidate].located:
            return self.pieces[wish]
        return tuple(piece for piece in self.pieces[wish] if not piece.stands_in)

    @cached_property
    def ancestors(self) -> Mapping[EntityId, tuple[EntityId, ...]]:
        """The nodes above each node, the nearest first."""

        def above(id: EntityId) -> Iterator[EntityId]:
            parent = self.nodes[id].parent
            while parent is not None and parent in self.nodes:
                yield parent
                parent = self.nodes[parent].parent

        return {id: tuple(above(id)) for id in self.nodes}


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The verdict on one wish, the points it is worth, and the evidence that decided it."""

    verdict: Verdict
    points: int = 0
    grade: int = 0
    """The grade of the piece that decided; 0 when nothing is known."""
    pieces: tuple[Piece, ...] = ()
    """Strongest first, those for and those against; after them the doubtful ones, which decide
    nothing.
    """
    closeness: int = 0
    """If refuted by an amount: how near it comes to the limit; 0 if anything else speaks against
    it.
    """
    entity: EntityId | None = None
    """The room (or the like) that a bound wish was settled on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The ranking key of a candidate: required met, met, score, then id."""

    required_met: int
    met: int
    score: int

    @property
    def rank(self) -> tuple[int, int, int]:
        """Sort key: ascending is best first."""
        return (-self.required_met, -self.met, -self.score)


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """One candidate under one plan: every finding, and whether it may be shown."""

    candidate: EntityId
    findings: tuple[Finding, ...]
    """One per wish, in the plan's order."""
    unit_verdicts: tuple[Verdict, ...]
    unit_points: tuple[int, ...]
    standing: Standing
    refuted: tuple[int, ...]
    """Required units that are refuted: each one drops the candidate."""
    closed: tuple[LevelName, ...]
    """Levels at which nothing required is met."""
    unmet: tuple[int, ...]
    """Required units that are not met: `strict` drops the candidate for them."""

    def stays(self, *, strict: bool) -> bool:
        return not self.refuted and not self.closed and not (strict and self.unmet)


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedHit:
    """A ranked candidate, before its evidence is fetched."""

    id: EntityId
    standing: Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Ladder:
    """How many candidates there are, by how many wishes they meet; exact."""

    total: int
    met: Mapping[int, int]
    """How many meet exactly k of the N wishes, for every k from 0 to N."""
    more: tuple[int, ...]
    """Per unit: how many entities meet everything else but not it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """One page of the order, and the ladder over all of it."""

    hits: tuple[RankedHit, ...]
    ladder: Ladder


@dataclass(frozen=True, kw_only=True)
class Hit:
    """An answer: an entity with a finding per wish."""

    id: EntityId
    level: LevelName
    title: str
    standing: Standing
    findings: tuple[Finding, ...]
    met_weight: float
    """The share of the wishes' weight that is met, 0…1."""
    fields: Mapping[str, Field]
    entities: Mapping[EntityId, Entity]
    """The hit, its ancestors and its parts: evidence refers to them."""

    @property
    def met(self) -> int:
        """How many of the wishes it meets; alternatives count once."""
        return self.standing.met


@dataclass(frozen=True, slots=True, kw_only=True)
class Relaxation:
    """What one wish costs: how many more hits there would be without it."""

    claim: QueryClaim
    text: str
    more: int


@dataclass(frozen=True, kw_only=True)
class AskedPlace:
    """How a wish about a place was understood."""

    claim: ClaimId
    text: str
    places: tuple[Place, ...] = ()
    """The landmarks or regions; empty if any place of a kind will do, or if the place is unknown."""
    radius_m: float | None = None
    unknown: bool = False
    """True if the place is not known: the wish stays, and only words can meet or refute it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wider:
    """How many more hits a larger radius would give."""

    claim: ClaimId
    text: str
    """For example "within 1.5 km of Bedford Av"."""
    more: int


@dataclass(frozen=True, kw_only=True)
class Found:
    """Hits, best first."""

    claims: tuple[QueryClaim, ...]
    hits: tuple[Hit, ...]
    ladder: Ladder
    without: tuple[Relaxation, ...]
    next: int | None
    """The offset of the next page; None on the last one."""
    cursor: str = ""
    """Continues after the last hit, also if the data has changed since; empty on the last page."""
    offset: int = 0
    """How many hits come before the first one."""
    notices: tuple[Notice, ...] = ()
    language: str = "en"
    """The language of the asker, in which the notices are told (`languages.rendering`)."""
    asked_places: tuple[AskedPlace, ...] = ()
    wider: tuple[Wider, ...] = ()
    """If there are few hits: how many more there would be with a larger radius, or in the areas
    around.
    """


@dataclass(frozen=True, kw_only=True)
class Nothing:
    """No entity is close enough even with every wish relaxed, or the query has no wish."""

    claims: tuple[QueryClaim, ...]
    notices: tuple[Notice, ...]
    language: str = "en"
    """The language of the asker."""
    asked_places: tuple[AskedPlace, ...] = ()

    @property
    def hits(self) -> tuple[Hit, ...]:
        """Always empty; so that a caller that only lists hits need not check the type of the
        answer.
        """
        return ()

    @property
    def offset(self) -> int:
        """Always 0."""
        return 0


Answer: TypeAlias = Found | Nothing


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """Why an entity has its rank, or why it is missing."""

    id: EntityId
    title: str
    claims: tuple[QueryClaim, ...]
    judgement: Judgement
    place: int | None
    """1 for the first hit; None when it is not among the answers."""
    total: int
    reasons: tuple[Notice, ...]
    """What dropped it, or how its score adds up; told in `language`."""
    language: str = "en"
    """The language of the asker."""
    entities: Mapping[EntityId, Entity] = field(default_factory=dict)

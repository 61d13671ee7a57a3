"""What comes back: verdicts with the words behind them, hits, the ladder, and the explanation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from claimtree.model.claims import Claim, ClaimId, EntityId, Facet, LevelName, QueryClaim
from claimtree.model.hierarchy import Entity, Field
from claimtree.model.places import Place, Sight
from claimtree.model.plans import Basis


class Verdict(StrEnum):
    """What is known about one wish for one candidate. Silence is `UNKNOWN`, never `REFUTED`."""

    MET = "met"
    REFUTED = "refuted"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """An entity as the rules see it: where it hangs, and which facet it has."""

    id: EntityId
    level: LevelName
    parent: EntityId | None
    facet: Facet | None = None
    located: bool = False
    """Whether it has coordinates."""

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
    """Shown, but not sure enough to count."""
    closeness: int = 0
    """How near an amount that misses the wish comes to it, up to `closeness.CLOSEST`; 0 for anything else."""
    stands_in: bool = False
    """It counts only for a candidate without coordinates of its own."""
    sight: Sight | None = None
    """Where coordinates spoke: the place that decided, and how far it is."""

    @property
    def disputed(self) -> bool:
        """Its source says otherwise too; what is disputed is doubtful as well, and counts for nothing."""
        return self.claim is not None and self.claim.disputed


@dataclass(frozen=True, kw_only=True)
class Dossier:
    """Everything a store knows that bears on one candidate: its family, and the evidence for each wish."""

    candidate: EntityId
    nodes: Mapping[EntityId, Node]
    """The candidate, its ancestors and its descendants."""
    pieces: tuple[tuple[Piece, ...], ...]
    """One tuple per wish of the plan."""
    entities: Mapping[EntityId, Entity] = field(default_factory=dict)
    """The stored records of the nodes, where they were asked for."""

    def on(self, wish: int) -> tuple[Piece, ...]:
        """The evidence that counts for a wish: nothing stands in for coordinates that are known."""
        if not self.nodes[self.candidate].located:
            return self.pieces[wish]
        return tuple(piece for piece in self.pieces[wish] if not piece.stands_in)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The verdict on one wish, the points it is worth, and the evidence that decided it."""

    verdict: Verdict
    points: int = 0
    grade: int = 0
    """Of the piece that decided; 0 when nothing is known."""
    pieces: tuple[Piece, ...] = ()
    """Strongest first, those for and those against; after them the doubtful ones, which decided nothing."""
    closeness: int = 0
    """Where it is refuted: how near it comes to the limit; 0 where something but an amount speaks against it."""
    entity: EntityId | None = None
    """The room (or the like) that a bound wish was settled on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where a candidate stands: the order is required met, met, score, then id."""

    required_met: int
    met: int
    score: int

    @property
    def rank(self) -> tuple[int, int, int]:
        """Sorts ascending: best first."""
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
    """A candidate in its place, before its evidence is fetched."""

    id: EntityId
    standing: Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Ladder:
    """How many candidates there are, by how much of the question they meet; exact."""

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
    """The hit, what it is part of and its parts: evidence names them."""

    @property
    def met(self) -> int:
        """How many of the wishes it meets; alternatives count once."""
        return self.standing.met


@dataclass(frozen=True, slots=True, kw_only=True)
class Relaxation:
    """What one wish costs: how many more there would be without it."""

    claim: QueryClaim
    text: str
    more: int


@dataclass(frozen=True, kw_only=True)
class AskedPlace:
    """What a wish about whereabouts was understood to mean."""

    claim: ClaimId
    text: str
    places: tuple[Place, ...] = ()
    """The landmarks or regions; empty where any place of a kind will do, or nobody knows the place."""
    radius_m: float | None = None
    unknown: bool = False
    """Nobody knows the place: the wish stays, and nothing can meet or refute it but words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wider:
    """What a larger radius would bring."""

    claim: ClaimId
    text: str
    """ "within 1.5 km of Bedford Av"."""
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
    """Goes on behind the last hit, also where the data has changed since; empty on the last page."""
    offset: int = 0
    """How many stand before the first hit."""
    notices: tuple[str, ...] = ()
    asked_places: tuple[AskedPlace, ...] = ()
    wider: tuple[Wider, ...] = ()
    """Where few fit: how many more would with a larger radius, or in the areas around."""


@dataclass(frozen=True, kw_only=True)
class Nothing:
    """No entity is close enough even with every wish relaxed, or the query says nothing to look for."""

    claims: tuple[QueryClaim, ...]
    notices: tuple[str, ...]
    asked_places: tuple[AskedPlace, ...] = ()

    @property
    def hits(self) -> tuple[Hit, ...]:
        """None; so that whoever only wants to list hits need not ask which answer it is."""
        return ()

    @property
    def offset(self) -> int:
        """Nobody stands before nobody."""
        return 0


Answer: TypeAlias = Found | Nothing


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """Why an entity stands where it stands, or why it is missing."""

    id: EntityId
    title: str
    claims: tuple[QueryClaim, ...]
    judgement: Judgement
    place: int | None
    """1 for the first hit; None when it is not among the answers."""
    total: int
    reasons: tuple[str, ...]
    """Sentences for a person: what dropped it, or how its score adds up."""
    entities: Mapping[EntityId, Entity] = field(default_factory=dict)

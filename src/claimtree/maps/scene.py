"""What there is to draw of an answer: its hits, the deciding places, and the areas asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from claimtree.geo import Area, Point
from claimtree.maps.geometry import buffer
from claimtree.model.answers import Answer, Finding, Hit, Verdict
from claimtree.model.claims import EntityId, QueryClaim
from claimtree.model.pack import Pack
from claimtree.model.places import Place, PlaceId, PlaceKind, Sight, WhereRelation
from claimtree.serialization import speaking_first


@dataclass(frozen=True, kw_only=True)
class Spot:
    """A hit and its position."""

    hit: Hit
    number: int
    """Its rank; 1 is the best."""
    point: Point | None
    """None if unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A place that decided a wish for a hit."""

    hit: EntityId
    claim: QueryClaim
    verdict: Verdict
    sight: Sight


@dataclass(frozen=True, kw_only=True)
class Mark:
    """A place that decided, or that the query names."""

    id: PlaceId
    name: str
    kind: PlaceKind
    """Empty if unknown."""
    ground: Point | Area
    named: bool
    """By the query."""
    decisions: tuple[Decision, ...]


@dataclass(frozen=True, kw_only=True)
class Asked:
    """An area that a wish asks about."""

    what: Literal["region", "radius"]
    claim: str
    """The wish's id."""
    text: str
    place: Place
    ground: Area
    radius_m: float | None
    negated: bool


@dataclass(frozen=True, kw_only=True)
class Scene:
    """The parts of an answer that have a position."""

    spots: tuple[Spot, ...]
    marks: tuple[Mark, ...]
    """The deciding ones, for the best hits first; then those that were only named."""
    asked: tuple[Asked, ...]


def scene(answer: Answer, *, places: Sequence[Place], offset: int = 0) -> Scene:
    """The scene of an answer; the loaded `places` give the kind and outline of a deciding place."""
    spots = tuple(
        Spot(hit=hit, number=number, point=_position(hit)) for number, hit in enumerate(answer.hits, offset + 1)
    )
    return Scene(spots=spots, marks=_marks(answer, places), asked=_asked(answer))


def kind_title(kind: PlaceKind, pack: Pack) -> str:
    """The display name of a kind of place."""
    kinds = pack.places.kinds if pack.places else {}
    spec = kinds.get(kind) or next((one for one in kinds.values() if kind in one.also), None)
    return spec.title if spec else kind.replace("_", " ")


def deciding_place(finding: Finding) -> Sight | None:
    """The place behind a verdict; None if text decided, or nothing did."""
    if finding.verdict is Verdict.UNKNOWN:
        return None
    against = finding.verdict is Verdict.REFUTED
    for piece in speaking_first(finding):
        if piece.sight is not None and not piece.doubtful and (piece.grade < 0) is against:
            return piece.sight
    return None


def _position(hit: Hit) -> Point | None:
    """The hit's own coordinates. Those of its area would put all homes of the area on one point."""
    entity = hit.entities.get(hit.id)
    return entity.point if entity else None


def _marks(answer: Answer, places: Sequence[Place]) -> tuple[Mark, ...]:
    found: dict[PlaceId, list[Decision]] = {}
    for hit in answer.hits:
        for claim, finding in zip(answer.claims, hit.findings, strict=True):
            sight = deciding_place(finding)
            if sight is not None:
                decision = Decision(hit=hit.id, claim=claim, verdict=finding.verdict, sight=sight)
                found.setdefault(sight.place, []).append(decision)
    named = {place.id: place for asked in answer.asked_places for place in asked.places}
    # Places asked about override: "the centre of Medan" is a point, though Medan has an outline.
    known = {place.id: place for place in (*places, *named.values())}
    return tuple(
        _mark(id, known.get(id), found.get(id, ()), named=id in named) for id in dict.fromkeys((*found, *named))
    )


def _mark(id: PlaceId, place: Place | None, decisions: Sequence[Decision], *, named: bool) -> Mark:
    if place is not None:
        name, kind, ground = place.name, place.kind, place.ground
    else:  # from a place provider, not among the loaded ones
        first = decisions[0]
        name, ground = first.sight.name, first.sight.point
        kind = first.claim.where.kind if first.claim.where else PlaceKind("")
    return Mark(id=id, name=name, kind=kind, ground=ground, named=named, decisions=tuple(decisions))


def _asked(answer: Answer) -> tuple[Asked, ...]:
    """Regions to be in or outside of, and the radii around named places."""
    claims = {claim.id: claim for claim in answer.claims}
    made = []
    for asked in answer.asked_places:
        claim = claims.get(asked.claim)
        elsewhere = claim is not None and claim.where is not None and claim.where.relation is not WhereRelation.IN
        for place in asked.places:
            ground = place.ground
            radius_m = asked.radius_m
            if radius_m is None and (elsewhere or not isinstance(ground, Area)):
                continue
            made.append(
                Asked(
                    what="region" if radius_m is None else "radius",
                    claim=asked.claim,
                    text=asked.text,
                    place=place,
                    ground=ground if radius_m is None and isinstance(ground, Area) else buffer(ground, radius_m or 0.0),
                    radius_m=radius_m,
                    negated=claim is not None and claim.negated,
                )
            )
    return tuple(made)

"""What there is to draw of an answer: where its hits are, which places decided, what was asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from claimtree.geo import Area, Point
from claimtree.maps.shapes import around
from claimtree.model.answers import Answer, Finding, Hit, Verdict
from claimtree.model.claims import EntityId, QueryClaim
from claimtree.model.pack import Pack
from claimtree.model.places import Place, PlaceId, PlaceKind, Sight
from claimtree.wire import speaking_first


@dataclass(frozen=True, kw_only=True)
class Spot:
    """A hit, and where it is."""

    hit: Hit
    number: int
    """In the order; 1 is the best."""
    point: Point | None
    """None where nobody knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A place that settled a wish for a hit."""

    hit: EntityId
    claim: QueryClaim
    verdict: Verdict
    sight: Sight


@dataclass(frozen=True, kw_only=True)
class Decider:
    """A place with everything that it settled."""

    id: PlaceId
    name: str
    kind: PlaceKind
    """Empty where nobody told."""
    point: Point
    extent: bool
    """One can be in it: it is drawn as ground, if at all, not as a dot."""
    decisions: tuple[Decision, ...]


@dataclass(frozen=True, kw_only=True)
class Asked:
    """Ground that a wish asks about."""

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
    """An answer as things that are somewhere."""

    spots: tuple[Spot, ...]
    deciders: tuple[Decider, ...]
    asked: tuple[Asked, ...]
    landmarks: tuple[Place, ...]
    """Spots that the question names."""


def scene(answer: Answer, *, places: Sequence[Place], offset: int = 0) -> Scene:
    """`places` are those loaded: they tell the kind of a place that decided."""
    spots = tuple(
        Spot(hit=hit, number=number, point=_whereabouts(hit)) for number, hit in enumerate(answer.hits, offset + 1)
    )
    named = [place for asked in answer.asked_places for place in asked.places]
    known = {place.id: place for place in (*places, *named)}
    landmarks = {place.id: place for place in named if not place.has_extent}
    return Scene(
        spots=spots,
        deciders=_deciders(spots, answer.claims, known),
        asked=_asked(answer),
        landmarks=tuple(landmarks.values()),
    )


def kind_title(kind: PlaceKind, pack: Pack) -> str:
    """What people call such a place."""
    spec = pack.places.kinds.get(kind) if pack.places else None
    return spec.title if spec else kind.replace("_", " ")


def decided(finding: Finding) -> Sight | None:
    """The place behind a verdict; None where words decided, or nothing did."""
    if finding.verdict is Verdict.UNKNOWN:
        return None
    against = finding.verdict is Verdict.REFUTED
    for piece in speaking_first(finding):
        if piece.sight is not None and not piece.doubtful and (piece.grade < 0) is against:
            return piece.sight
    return None


def _whereabouts(hit: Hit) -> Point | None:
    """The hit's own coordinates. Those of the area around it would put every home of it on one spot."""
    entity = hit.entities.get(hit.id)
    return entity.point if entity else None


def _deciders(
    spots: Sequence[Spot], claims: Sequence[QueryClaim], known: Mapping[PlaceId, Place]
) -> tuple[Decider, ...]:
    """In the order in which the hits name them, so that what decided for the best comes first."""
    found: dict[PlaceId, list[Decision]] = {}
    for spot in spots:
        for claim, finding in zip(claims, spot.hit.findings, strict=True):
            sight = decided(finding)
            if sight is not None:
                decision = Decision(hit=spot.hit.id, claim=claim, verdict=finding.verdict, sight=sight)
                found.setdefault(sight.place, []).append(decision)
    made = []
    for id, decisions in found.items():
        place, sight = known.get(id), decisions[0].sight
        made.append(
            Decider(
                id=id,
                name=sight.name,
                kind=place.kind if place else PlaceKind(""),
                point=sight.point,
                extent=place is not None and place.has_extent,
                decisions=tuple(decisions),
            )
        )
    return tuple(made)


def _asked(answer: Answer) -> tuple[Asked, ...]:
    """Regions that were named, and what lies so far around what was named."""
    negated = {claim.id: claim.negated for claim in answer.claims}
    made = []
    for asked in answer.asked_places:
        for place in asked.places:
            ground = place.ground
            radius_m = asked.radius_m
            if radius_m is None and not isinstance(ground, Area):
                continue
            made.append(
                Asked(
                    what="region" if radius_m is None else "radius",
                    claim=asked.claim,
                    text=asked.text,
                    place=place,
                    ground=ground if radius_m is None and isinstance(ground, Area) else around(ground, radius_m or 0.0),
                    radius_m=radius_m,
                    negated=negated.get(asked.claim, False),
                )
            )
    return tuple(made)

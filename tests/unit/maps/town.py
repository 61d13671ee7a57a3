"""A small town of homes, stations and regions, and answers about it that are put together by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import shapely

from claimtree.geo import Area, Point, Points
from claimtree.model.answers import AskedPlace, Finding, Found, Hit, Ladder, Piece, Relaxation, Standing, Verdict
from claimtree.model.claims import Claim, ClaimId, EntityId, LevelName, QueryClaim, Strength, TypeName
from claimtree.model.hierarchy import Entity, Source
from claimtree.model.place_tests import away_m
from claimtree.model.places import Place, PlaceId, PlaceKind, Sight, Where, WhereRelation
from claimtree.model.plans import Basis

HOME, AREA = LevelName("apartment"), LevelName("neighborhood")


def place(name: str, kind: str, shape: Point | Area, *, radius_m: float = 0.0) -> Place:
    return Place(
        id=PlaceId(f"{kind}/{name}"), name=name, kind=PlaceKind(kind), shape=shape, radius_m=radius_m, source="here"
    )


def box(west: float, south: float, east: float, north: float) -> Area:
    return Area.of(shapely.box(west, south, east, north))


STATION = place("Bedford Av (L)", "subway", Point(40.7171, -73.9566))
MARKET = place("Corner Market", "grocery", Point(40.7150, -73.9600))
WILLIAMSBURG = place("Williamsburg", "neighborhood", box(-73.975, 40.700, -73.935, 40.725))
BUSHWICK = place("Bushwick", "neighborhood", box(-73.935, 40.680, -73.900, 40.710))
BROOKLYN = place("Brooklyn", "borough", box(-74.05, 40.57, -73.85, 40.74))
PARK = place("McCarren Park", "park", box(-73.955, 40.718, -73.948, 40.723))
COLLEGE = place("City College", "university", Point(40.7030, -73.9500), radius_m=300)
"""Given by its centre and a radius."""


def wish(
    id: str,
    text: str,
    *,
    negated: bool = False,
    required: bool = False,
    or_group: int | None = None,
    where: Where | None = None,
) -> QueryClaim:
    return QueryClaim(
        id=ClaimId(id),
        text=text,
        pattern=text,
        type=TypeName("location"),
        level=HOME,
        quote=text,
        negated=negated,
        strength=Strength.REQUIRED if required else Strength.PREFERRED,
        or_group=or_group,
        where=where,
    )


def near(*names: str, kind: str = "") -> Where:
    return Where(relation=WhereRelation.NEAR, names=names, kind=PlaceKind(kind))


def closer(to: str, than: str) -> Where:
    return Where(relation=WhereRelation.CLOSER, names=(to, than))


def within(name: str) -> Where:
    return Where(relation=WhereRelation.IN, names=(name,))


def said(
    words: str, *, entity: str = "home", grade: int = 16, source: str = "letters", doubtful: bool = False
) -> Piece:
    claim = Claim(text=words, pattern=words, type=TypeName("location"), level=HOME, quote=words, source=source)
    return Piece(entity=EntityId(entity), grade=grade, claim=claim, doubtful=doubtful)


def seen(there: Place, here: Point, *, grade: int = 16) -> Piece:
    """The piece that coordinates give."""
    metres = float(away_m(there, Points.of([here]))[0])
    sight = Sight(place=there.id, name=there.name, point=there.centre, metres=metres)
    return replace(said(f"{metres:.0f} m to {there.name}", grade=grade), sight=sight, by=Basis.PLACE)


def settled(*pieces: Piece) -> Finding:
    if not pieces or pieces[0].doubtful:
        return Finding(verdict=Verdict.UNKNOWN, pieces=pieces)
    verdict = Verdict.MET if pieces[0].grade > 0 else Verdict.REFUTED
    return Finding(verdict=verdict, grade=abs(pieces[0].grade), points=pieces[0].grade, pieces=pieces)


def home(id: str, findings: Sequence[Finding], *, at: Point | None = None, title: str = "", url: str = "") -> Hit:
    entities = [
        Entity(
            id=EntityId(id),
            level=HOME,
            parent=EntityId("williamsburg"),
            title=title or f"Home {id}",
            sources=(Source(name="letters", url=url),),
            point=at,
        ),
        Entity(id=EntityId("williamsburg"), level=AREA, title="Williamsburg", point=Point(40.71, -73.95)),
    ]
    met = sum(one.verdict is Verdict.MET for one in findings)
    own = [replace(one, pieces=tuple(_told_of(id, piece) for piece in one.pieces)) for one in findings]
    return Hit(
        id=EntityId(id),
        level=HOME,
        title=title or f"Home {id}",
        standing=Standing(required_met=0, met=met, score=1000 * met),
        findings=tuple(own),
        met_weight=met / max(1, len(findings)),
        fields={"price": 3890, "bedrooms": 2, "facing": ("south",)},
        entities={entity.id: entity for entity in entities},
    )


def _told_of(id: str, piece: Piece) -> Piece:
    return replace(piece, entity=EntityId(id)) if piece.entity == "home" else piece


def found(claims: Sequence[QueryClaim], hits: Sequence[Hit], asked: Sequence[AskedPlace] = ()) -> Found:
    units = {("or", one.or_group) if one.or_group is not None else one.id: one for one in claims}
    met = [hit.standing.met for hit in hits]
    return Found(
        claims=tuple(claims),
        hits=tuple(hits),
        ladder=Ladder(total=len(hits), met={k: met.count(k) for k in range(len(units) + 1)}, more=()),
        without=tuple(Relaxation(claim=one, text=one.text, more=0) for one in units.values()),
        next=None,
        asked_places=tuple(asked),
    )


@dataclass(frozen=True, kw_only=True)
class Town:
    """An answer with a bit of everything, and what was loaded."""

    answer: Found
    places: tuple[Place, ...]
    question: str


def near_bedford(**of_first: str) -> Town:
    """Three homes: one that meets everything, one that is too far away, one without a position."""
    claims = (
        wish("c1", "near Bedford Av", required=True, where=near("Bedford Av")),
        wish("c2", "grocery within 500 m", where=near(kind="grocery")),
        wish("c3", "not in Bushwick", negated=True, where=within("Bushwick")),
        wish("c4", "quiet"),
    )
    first, second = Point(40.7125, -73.9570), Point(40.7080, -73.9420)
    outside = replace(seen(BUSHWICK, first), claim=said("2 km outside Bushwick").claim)
    hits = (
        home(
            "bk-1",
            [
                settled(seen(STATION, first)),
                settled(seen(MARKET, first)),
                settled(outside),
                settled(said("a quiet block")),
            ],
            at=first,
            **of_first,
        ),
        home(
            "bk-2",
            [settled(seen(STATION, second, grade=-16)), settled(), settled(), settled(said("calm", doubtful=True))],
            at=second,
        ),
        home("bk-3", [settled(), settled(), settled(), settled(said("loud", grade=-12), said("quiet", grade=8))]),
    )
    asked = (
        AskedPlace(claim=ClaimId("c1"), text="near Bedford Av", places=(STATION,), radius_m=1000.0),
        AskedPlace(claim=ClaimId("c2"), text="grocery within 500 m", radius_m=500.0),
        AskedPlace(claim=ClaimId("c3"), text="not in Bushwick", places=(BUSHWICK,)),
    )
    return Town(
        answer=found(claims, hits, asked),
        places=(STATION, MARKET, WILLIAMSBURG, BUSHWICK, BROOKLYN),
        question="quiet, near Bedford Av, under 500 m to a grocery, not in Bushwick",
    )


def near_one(there: Place) -> Town:
    """A home near a place that the question names."""
    here = Point(40.7125, -73.9570)
    claim = wish("c1", f"near {there.name}", where=near(there.name))
    asked = AskedPlace(claim=ClaimId("c1"), text=claim.text, places=(there,), radius_m=1000.0)
    hit = home("bk-1", [settled(seen(there, here))], at=here)
    return Town(answer=found([claim], [hit], [asked]), places=(there, BROOKLYN), question=claim.text)

"""Random positions and place tests for random worlds: both poles, the antimeridian, and many
ties."""

from __future__ import annotations

import math
import random

import shapely

from claimtree.geo import Area, Point, cut_at_antimeridian
from claimtree.model.amounts import Amount, AmountKind
from claimtree.model.claims import LevelName
from claimtree.model.places import (
    Between,
    Closer,
    Inside,
    Near,
    NearbyFact,
    NearKind,
    Place,
    PlaceId,
    PlaceKind,
    PlaceTest,
)
from claimtree.model.plans import PlaceMatch

PLACE_KINDS = tuple(PlaceKind(name) for name in ("well", "Well", "inn", "gate"))
_CORNERS = (
    Point(0.0, 0.0),
    Point(10.0, 10.0),
    Point(10.0, 179.99),
    Point(10.0, -179.99),
    Point(-20.0, 180.0),
    Point(-20.0, -180.0),
    Point(90.0, 0.0),
    Point(90.0, 120.0),
    Point(-90.0, -45.0),
    Point(89.995, 100.0),
    Point(89.995, -80.0),
)
"""Few, to produce ties; most at the poles and the antimeridian."""
_METRES = (0.0, 100.0, 100.0, 500.0, 500.01, 1_200.0, 3_000.0)
_GRADES = (16, 16, 12, 8)


def random_point(rng: random.Random) -> Point:
    """Returns one of the corners, or a point at most 0.02 degrees from it."""
    corner = rng.choice(_CORNERS)
    if rng.random() < 0.4:
        return corner
    lat = max(-90.0, min(90.0, corner.lat + rng.uniform(-0.02, 0.02)))
    lon = corner.lon + rng.uniform(-0.02, 0.02)
    return Point(lat, lon - 360 if lon > 180 else lon + 360 if lon < -180 else lon)


def random_facts(rng: random.Random) -> tuple[NearbyFact, ...]:
    """Returns the surroundings of one entity, ordered by kind."""
    kinds = sorted(rng.sample(PLACE_KINDS, rng.randint(0, len(PLACE_KINDS))))
    return tuple(
        NearbyFact(
            kind=kind,
            place=PlaceId(f"{kind} {rng.randrange(3)}"),
            name=rng.choice((f"the {kind}", "Straße №1")),
            point=rng.choice(_CORNERS),
            metres=rng.choice(_METRES),
        )
        for kind in kinds
    )


def random_place_match(rng: random.Random, level: LevelName) -> PlaceMatch:
    holds = rng.choice(_GRADES) * rng.choice((1, 1, 1, -1))
    return PlaceMatch(
        test=random_test(rng),
        level=level,
        holds=holds,
        fails=rng.choice((-holds, -holds, 0)),
        nearly=rng.choice((0, holds // 2)),
        partial=rng.random() < 0.2,
    )


def random_test(rng: random.Random) -> PlaceTest:
    match rng.randrange(6):
        case 0:
            return NearKind(kind=rng.choice(PLACE_KINDS), asked=_asked(rng, _METRES))
        case 1:
            neighbours = _regions(rng) if rng.random() < 0.5 else ()
            return Inside(places=_regions(rng), neighbours=neighbours, margin_m=rng.choice((0.0, 0.0, 700.0)))
        case 2:
            return Between(one=_landmark(rng), other=_landmark(rng), detour=rng.choice((0.2, 1.0)))
        case 3:
            return Closer(to=_landmark(rng), than=_landmark(rng))
        case 4:
            # Enough places that they are looked up in a spatial tree.
            many = tuple(_landmark(rng) for _ in range(40))
            return Near(places=many, asked=_asked(rng, (0.0, 300.0, 1_500.0)), reach_m=_reach(rng))
        case _:
            places = tuple(rng.choice((_landmark, _region))(rng) for _ in range(rng.randint(1, 3)))
            return Near(places=places, asked=_asked(rng, (0.0, 300.0, 1_500.0, 400_000.0)), reach_m=_reach(rng))


def _reach(rng: random.Random) -> float:
    return rng.choice((math.inf, math.inf, 1_000.0, 3_000_000.0))


def _asked(rng: random.Random, ends: tuple[float, ...]) -> Amount:
    low, high = sorted((rng.choice(ends), rng.choice(ends)))
    shape = rng.randrange(3)
    if shape == 0:
        low = -math.inf
    elif shape == 1:
        high = math.inf
    wide = low < high
    return Amount(
        kind=AmountKind.DISTANCE,
        unit="m",
        low=low,
        high=high,
        low_open=wide and rng.random() < 0.3,
        high_open=wide and rng.random() < 0.3,
    )


def _landmark(rng: random.Random) -> Place:
    point = random_point(rng)
    return Place(id=PlaceId(f"{point.lat} {point.lon}"), name="mark", kind=PLACE_KINDS[0], shape=point)


def _regions(rng: random.Random) -> tuple[Place, ...]:
    return tuple(_region(rng) for _ in range(rng.randint(1, 2)))


def _region(rng: random.Random) -> Place:
    centre = random_point(rng)
    if rng.random() < 0.4:
        id = PlaceId(f"circle {centre.lat} {centre.lon}")
        return Place(id=id, name="round", kind=PLACE_KINDS[1], shape=centre, radius_m=rng.choice((400.0, 2_000.0)))
    size = rng.choice((0.005, 0.02, 1.0))
    low, high = max(-90.0, centre.lat - size), min(90.0, centre.lat + size)
    box = shapely.box(centre.lon - size, low, centre.lon + size, high)
    if rng.random() < 0.3:
        box = shapely.difference(box, shapely.box(centre.lon, low, centre.lon + size / 2, (low + high) / 2))
    id = PlaceId(f"box {centre.lat} {centre.lon} {size}")
    return Place(id=id, name="box", kind=PLACE_KINDS[1], shape=Area.of(cut_at_antimeridian(box)))

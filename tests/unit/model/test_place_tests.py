"""Whereabouts: worked examples, and a second reading with geodesics and flat shapes, computed directly pair by pair."""

import math
import random

import numpy as np
import pyproj
import pytest
import shapely

from claimtree.geo import Area, Point, Points
from claimtree.model.amounts import Amount, AmountKind
from claimtree.model.place_tests import Look, PlaceResult, look, outcome
from claimtree.model.places import Between, Closer, Inside, Near, NearbyFact, NearKind, Place, PlaceId, PlaceKind
from claimtree_testing.random_places import random_point, random_test

EARTH = pyproj.Geod(ellps="WGS84")
BORDER_STEPS = 2_000
BEDFORD = Point(40.7172, -73.9568)
LORIMER = Point(40.7140, -73.9502)


FAR_M = 300_000


def places_of(test: Between | Closer) -> tuple[Place, Place]:
    return (test.one, test.other) if isinstance(test, Between) else (test.to, test.than)


def naively(test: Near | Inside | Between | Closer, here: Point) -> PlaceResult:
    holds = False
    match test:
        case Near(places=places, asked=asked, reach_m=reach_m):
            nearest = min(away(place, here) for place in places)
            if round(nearest, 2) > reach_m:
                return PlaceResult.OPEN
            holds = lies_in(asked, nearest)
        case Inside(places=places, neighbours=neighbours, margin_m=margin_m):
            holds = any(is_in(place, here) for place in places)
            if not holds and any(is_in(place, here) for place in neighbours):
                return PlaceResult.NEARLY
            if not holds and margin_m and min(away(place, here) for place in places) <= margin_m:
                return PlaceResult.OPEN
        case Between(one=one, other=other, detour=detour):
            way = away(other, one.centre)
            holds = round(away(one, here) + away(other, here), 2) <= round(way * (1 + detour), 2)
        case Closer(to=to, than=than):
            holds = round(away(to, here), 2) < round(away(than, here), 2)
    return PlaceResult.HOLDS if holds else PlaceResult.FAILS


def lies_in(asked: Amount, metres: float) -> bool:
    metres = round(metres, 2)
    if metres < asked.low or metres > asked.high:
        return False
    return not (metres == asked.low and asked.low_open) and not (metres == asked.high and asked.high_open)


def away(place: Place, here: Point) -> float:
    ground = place.ground
    if isinstance(ground, Point):
        return float(EARTH.inv(here.lon, here.lat, ground.lon, ground.lat)[2])
    if is_in(place, here):
        return 0.0
    far = math.inf
    for ring in (shapely.LinearRing(ring) for rings in ground.polygons for ring in rings):
        corners = shapely.get_coordinates(shapely.segmentize(ring, ring.length / BORDER_STEPS))
        lons, lats = corners[:, 0], corners[:, 1]
        distances = EARTH.inv([here.lon] * len(lons), [here.lat] * len(lons), lons, lats)[2]
        far = min(far, float(distances.min()))
    return far


def is_in(place: Place, here: Point) -> bool:
    if not isinstance(place.ground, Area):
        return False
    sides = (here.lon, -here.lon) if abs(here.lon) == 180 else (here.lon,)
    return any(
        shapely.Polygon(rings[0], rings[1:]).intersects(shapely.Point(lon, here.lat))
        for rings in place.ground.polygons
        for lon in sides
    )


def test_a_second_reading_agrees_on_random_tests_at_the_edges_of_maps() -> None:
    rng = random.Random(6)
    outcomes = set()
    for _ in range(80):
        test = random_test(rng)
        if isinstance(test, NearKind):
            continue
        points = [random_point(rng) for _ in range(6)]
        made = outcome(test, Points.of(points))
        for i, point in enumerate(points):
            if isinstance(test, Closer | Between) and away(places_of(test)[0], point) > FAR_M:
                continue  # towards the far side of the earth our distances are rough
            expected = naively(test, point)
            found = made.result(i)
            assert found is expected, (test, point)
            looked = look(test, point, {})
            assert looked is not None
            assert looked.result is expected
            outcomes.add((type(test), expected))
    assert len(outcomes) >= 9  # every test was seen to hold and to fail


def at_most(metres: float) -> Amount:
    return Amount(kind=AmountKind.DISTANCE, high=metres, unit="m")


def place(name: str, shape: Point | Area, radius_m: float = 0.0) -> Place:
    return Place(id=PlaceId(name), name=name, kind=PlaceKind("mark"), shape=shape, radius_m=radius_m)


def box(west: float, south: float, east: float, north: float) -> Area:
    return Area.of(shapely.box(west, south, east, north))


def result_of(found: Look | None) -> tuple[PlaceResult, str]:
    assert found is not None
    return found.result, found.text


def test_near_a_place_says_how_far_it_is() -> None:
    test = Near(places=(place("Bedford Av (L)", BEDFORD), place("Lorimer St (L)", LORIMER)), asked=at_most(500))
    found = look(test, Point(40.7141, -73.9573), {})
    assert result_of(found) == (PlaceResult.HOLDS, "350 m to Bedford Av (L)")
    assert found is not None
    assert found.sight.point == BEDFORD
    assert result_of(look(test, Point(40.70, -73.9573), {})) == (PlaceResult.FAILS, "1.7 km to Lorimer St (L)")


def test_indonesian_says_it_in_its_own_words() -> None:
    test = Near(places=(place("USU", Point(3.5616, 98.6563)),), asked=at_most(1_000))
    assert result_of(look(test, Point(3.58, 98.6563), {}, language="id")) == (PlaceResult.FAILS, "2,0 km ke USU")


def test_without_coordinates_or_facts_nothing_is_said() -> None:
    assert look(Near(places=(place("x", BEDFORD),), asked=at_most(5)), None, {}) is None
    assert look(NearKind(kind=PlaceKind("subway"), asked=at_most(5)), BEDFORD, {}) is None


def test_a_kind_is_answered_by_the_fact() -> None:
    kind = PlaceKind("subway")
    fact = NearbyFact(kind=kind, place=PlaceId("b"), name="Bedford Av (L)", point=BEDFORD, metres=1_400.0)
    asked = NearKind(kind=kind, asked=at_most(500))
    assert result_of(look(asked, None, {kind: fact})) == (PlaceResult.FAILS, "1.4 km to Bedford Av (L)")


def test_a_region_is_its_outline_and_its_border() -> None:
    region = place("Square", box(0, 0, 1, 1))
    test = Inside(places=(region,))
    assert result_of(look(test, Point(0.5, 0.5), {})) == (PlaceResult.HOLDS, "in Square")
    assert result_of(look(test, Point(1.0, 1.0), {})) == (PlaceResult.HOLDS, "in Square")
    assert result_of(look(test, Point(0.5, 1.01), {})) == (PlaceResult.FAILS, "1.1 km outside Square")


def test_next_to_the_region_is_told_apart_from_inside() -> None:
    test = Inside(places=(place("Square", box(0, 0, 1, 1)),), neighbours=(place("Annex", box(1, 0, 2, 1)),))
    assert result_of(look(test, Point(0.5, 1.5), {})) == (PlaceResult.NEARLY, "in Annex, next to Square")
    assert result_of(look(test, Point(0.5, 1.0), {})) == (PlaceResult.HOLDS, "in Square")


def test_a_region_given_by_its_centre_reaches_as_far_as_its_radius() -> None:
    test = Inside(places=(place("Round", Point(0, 0), radius_m=1_000),))
    assert result_of(look(test, Point(0, 0.0089), {})) == (PlaceResult.HOLDS, "in Round")
    assert result_of(look(test, Point(0, 0.0092), {}))[0] is PlaceResult.FAILS


def test_between_is_on_the_way() -> None:
    test = Between(one=place("A", Point(0, 0)), other=place("B", Point(0, 0.1)))
    assert result_of(look(test, Point(0.01, 0.05), {})) == (PlaceResult.HOLDS, "5.7 km to A, 5.7 km to B")
    assert result_of(look(test, Point(0.05, 0.05), {}))[0] is PlaceResult.FAILS


def test_as_near_to_both_is_not_closer_to_one() -> None:
    test = Closer(to=place("A", Point(0, -0.1)), than=place("B", Point(0, 0.1)))
    assert result_of(look(test, Point(0, -0.001), {})) == (PlaceResult.HOLDS, "11.0 km to A, 11.2 km to B")
    assert result_of(look(test, Point(0, 0), {}))[0] is PlaceResult.FAILS


@pytest.mark.parametrize("lon", [180.0, -180.0])
def test_the_antimeridian_is_one_line_from_both_sides(lon: float) -> None:
    region = place(
        "Date line", Area.of(shapely.MultiPolygon([shapely.box(179, -1, 180, 1), shapely.box(-180, -1, -179, 1)]))
    )
    assert result_of(look(Inside(places=(region,)), Point(0, lon), {}))[0] is PlaceResult.HOLDS
    near = look(Near(places=(place("x", Point(0, -lon)),), asked=at_most(1)), Point(0, lon), {})
    assert result_of(near)[0] is PlaceResult.HOLDS


def test_many_points_come_to_the_same_as_one_by_one() -> None:
    rng = np.random.default_rng(3)
    points = Points(rng.uniform(40.69, 40.74, 500), rng.uniform(-73.98, -73.93, 500))
    test = Near(places=(place("Bedford Av (L)", BEDFORD),), asked=at_most(900))
    many = outcome(test, points).holds
    for i in range(500):
        assert outcome(test, points.take(np.array([i]))).holds[0] == many[i]

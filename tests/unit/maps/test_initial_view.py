"""What the map shows when it opens."""

from collections.abc import Sequence

import pytest
from tests.unit.maps.town import (
    BUSHWICK,
    COLLEGE,
    PARK,
    STATION,
    box,
    closer,
    found,
    home,
    place,
    settled,
    wish,
    within,
)

from claimtree.geo import Area, Point
from claimtree.maps.initial_view import initial_view
from claimtree.maps.scene import scene
from claimtree.maps.view import View
from claimtree.model.answers import AskedPlace
from claimtree.model.claims import ClaimId, QueryClaim
from claimtree.model.places import Place

HERE, THERE = Point(40.7125, -73.957), Point(40.7060, -73.945)
ALONE = View(south=40.706, west=-73.957, north=40.7125, east=-73.945)


def opened(claim: QueryClaim, places: Sequence[Place], radius_m: float | None = None) -> View:
    asked = AskedPlace(claim=ClaimId("c1"), text=claim.text, places=tuple(places), radius_m=radius_m)
    hits = [home("a", [settled()], at=HERE), home("b", [settled()], at=THERE)]
    return initial_view(scene(found([claim], hits, [asked]), places=()), ())


def holds(view: View, ground: Point | Area) -> bool:
    west, south, east, north = ground.shape.bounds if isinstance(ground, Area) else (ground.lon, ground.lat) * 2
    inside = view.south - 1e-6 <= south and north <= view.north + 1e-6
    return inside and view.west - 1e-6 <= west and east <= view.east + 1e-6


@pytest.mark.parametrize("there", [STATION, PARK, COLLEGE])
def test_what_was_asked_about_is_in_sight_whatever_its_shape(there: Place) -> None:
    view = opened(wish("c1", "near it"), [there], 1500.0)
    assert holds(view, there.ground)
    assert holds(view, HERE)


def test_both_of_two_places_are_in_sight() -> None:
    view = opened(wish("c1", "closer", where=closer("McCarren Park", "City College")), [PARK, COLLEGE])
    assert holds(view, PARK.ground)
    assert holds(view, COLLEGE.ground)


def test_a_region_that_is_wanted_is_in_sight_and_one_that_is_not_need_not_be() -> None:
    wanted = opened(wish("c1", "in Bushwick", where=within("Bushwick")), [BUSHWICK])
    assert holds(wanted, BUSHWICK.ground)
    assert opened(wish("c1", "not in Bushwick", negated=True, where=within("Bushwick")), [BUSHWICK]) == ALONE


def test_a_whole_state_does_not_make_the_hits_a_speck() -> None:
    state = place("Long Island", "state", box(-74.0, 40.5, -72.0, 41.0))
    view = opened(wish("c1", "in Long Island", where=within("Long Island")), [state])
    assert not holds(view, state.ground)
    assert holds(view, state.centre)

"""The lines from a hit to the places that decided for it."""

from collections.abc import Sequence

import pytest
from tests.unit.maps.town import (
    BUSHWICK,
    COLLEGE,
    MARKET,
    PARK,
    STATION,
    WILLIAMSBURG,
    closer,
    found,
    home,
    near,
    seen,
    settled,
    wish,
    within,
)

from claimtree.geo import Area, Point, Points, distance_m
from claimtree.maps.distance_lines import DistanceLine, distance_lines
from claimtree.maps.scene import scene
from claimtree.model.answers import AskedPlace, Finding
from claimtree.model.claims import ClaimId, QueryClaim
from claimtree.model.places import Place

HERE = Point(40.7125, -73.957)
KNOWN = (STATION, MARKET, WILLIAMSBURG, BUSHWICK, PARK, COLLEGE)


def led(
    claims: Sequence[QueryClaim],
    findings: Sequence[Finding],
    asked: Sequence[AskedPlace] = (),
    *,
    at: Point | None = HERE,
) -> tuple[DistanceLine, ...]:
    answer = found(claims, [home("a", findings, at=at)], asked)
    made = scene(answer, places=KNOWN)
    return distance_lines(made.spots[0], answer, {mark.id: mark for mark in made.marks})


@pytest.mark.parametrize("there", [PARK, COLLEGE])
@pytest.mark.parametrize("grade", [16, -16])
def test_a_line_to_what_has_an_extent_ends_at_its_border(there: Place, grade: int) -> None:
    (way,) = led([wish("c1", "near it", where=near(there.name))], [settled(seen(there, HERE, grade=grade))])
    assert isinstance(there.ground, Area)
    assert way.end is not None
    assert distance_m(HERE, way.end) == pytest.approx(way.metres, rel=0.01)
    assert float(there.ground.distances_m(Points.of([way.end]))[0]) < 1
    assert (way.met, way.near) == (grade > 0, grade > 0)


def test_who_is_in_the_park_has_no_line_to_it_but_a_distance() -> None:
    inside = Point(40.72, -73.95)
    (way,) = led(
        [wish("c1", "near McCarren Park", where=near("McCarren Park"))], [settled(seen(PARK, inside))], at=inside
    )
    assert (way.place, way.end, way.metres) == (PARK.id, None, 0)


def test_who_is_in_the_region_asked_for_or_out_of_the_one_not_wanted_has_no_line() -> None:
    claims = [
        wish("c1", "in Williamsburg", where=within("Williamsburg")),
        wish("c2", "not in Bushwick", negated=True, where=within("Bushwick")),
    ]
    assert led(claims, [settled(seen(WILLIAMSBURG, HERE)), settled(seen(BUSHWICK, HERE))]) == ()


def test_who_missed_the_region_asked_for_has_a_line_to_its_border() -> None:
    (way,) = led([wish("c1", "in Bushwick", where=within("Bushwick"))], [settled(seen(BUSHWICK, HERE, grade=-16))])
    assert way.end == Point(way.end.lat if way.end else 0, -73.935)
    assert not way.met


def test_closer_to_one_than_to_another_leads_to_both() -> None:
    claim = wish("c1", "closer to Bedford Av than McCarren Park", where=closer("Bedford Av", "McCarren Park"))
    asked = AskedPlace(claim=ClaimId("c1"), text=claim.text, places=(STATION, PARK))
    one, other = led([claim], [settled(seen(STATION, HERE))], [asked])
    assert (one.place, other.place) == (STATION.id, PARK.id)
    assert one.metres < other.metres
    assert one.near
    assert other.near


def test_of_alternatives_only_the_one_that_settled_them_has_a_line() -> None:
    claims = [
        wish("c1", "near Bedford Av", or_group=1, where=near("Bedford Av")),
        wish("c2", "near City College", or_group=1, where=near("City College")),
    ]
    findings = [settled(seen(STATION, HERE)), settled(seen(COLLEGE, HERE, grade=-16))]
    assert [way.place for way in led(claims, findings)] == [STATION.id]


def test_what_was_to_be_far_and_is_has_a_line_that_nobody_needs_to_see_whole() -> None:
    claim = wish("c1", "no park nearby", negated=True, where=near(kind="park"))
    (way,) = led([claim], [settled(seen(PARK, HERE))])
    assert (way.met, way.near) == (True, False)


def test_a_hit_that_is_nowhere_leads_nowhere() -> None:
    assert led([wish("c1", "near Bedford Av")], [settled(seen(STATION, HERE))], at=None) == ()

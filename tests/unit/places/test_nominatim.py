"""Nominatim, spoken with over a real connection to a server on loopback, under the rules of the public one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from tests.unit.places.servers.kinds import KINDS
from tests.unit.places.servers.openstreetmap import NominatimServer
from tests.unit.places.servers.speaking import Bad

from claimtree.errors import BadInput, PlacesRefused, PlacesUnavailable
from claimtree.geo import Point
from claimtree.http_client.rate_limit import RateLimit
from claimtree.languages.rendering import render_all
from claimtree.places.nominatim import Nominatim

HOME = Point(40.7172, -73.9568)
PARK: dict[str, Any] = {
    "place_id": 1,
    "osm_type": "way",
    "osm_id": 38_200_000_001,
    "lat": "40.6602841",
    "lon": "-73.9689534",
    "category": "leisure",
    "type": "park",
    "addresstype": "park",
    "importance": 0.51,
    "name": "Prospect Park",
    "display_name": "Prospect Park, Brooklyn, New York, United States",
    "boundingbox": ["40.6510", "40.6734", "-73.9800", "-73.9620"],
    "namedetails": {"name": "Prospect Park", "alt_name": "The Park;PP"},
    "address": {"leisure": "Prospect Park", "suburb": "Brooklyn", "city": "New York", "country_code": "us"},
}
TOWN = PARK | {
    "osm_type": "relation",
    "osm_id": 2,
    "lat": "40.9370",
    "lon": "-74.1743",
    "category": "boundary",
    "type": "administrative",
    "addresstype": "borough",
    "importance": 0.45,
    "display_name": "Prospect Park, Passaic County, New Jersey, United States",
    "boundingbox": ["40.9299", "40.9466", "-74.1838", "-74.1647"],
    "namedetails": {"name": "Prospect Park"},
    "address": {"borough": "Prospect Park", "county": "Passaic County", "state": "New Jersey"},
}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[NominatimServer]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with closing(NominatimServer([PARK, TOWN])) as server:
        yield server


@pytest.fixture
def nominatim(server: NominatimServer) -> Iterator[Nominatim]:
    with closing(
        Nominatim(
            KINDS, contact="me@example.org", pace=RateLimit(0.0), url=server.url, timeout_s=5.0, sleep=lambda _: None
        )
    ) as nominatim:
        yield nominatim


def test_a_name_is_found_with_what_tells_it_from_its_namesakes(nominatim: Nominatim) -> None:
    park, town = nominatim.named("prospect park")
    assert (park.place.id, park.place.kind, park.place.parent) == ("osm:way/38200000001", "park", "Brooklyn")
    assert (town.place.id, town.place.kind, town.place.parent) == ("osm:relation/2", "borough", "Passaic County")
    assert (park.likeness, park.place.rank, park.place.shape) == (1.0, 0.51, Point(40.6602841, -73.9689534))
    assert park.place.aliases == ("The Park", "PP")
    assert {park.place.source, town.place.source} == {"OpenStreetMap"}


def test_a_region_reaches_as_far_as_its_box_and_a_spot_does_not(nominatim: Nominatim) -> None:
    park, town = nominatim.named("Prospect Park")
    assert park.place.radius_m == 0
    assert 700 < town.place.radius_m < 1_000


def test_the_kind_that_is_meant_comes_first(nominatim: Nominatim, server: NominatimServer) -> None:
    server.results = [TOWN, PARK]
    assert [one.place.kind for one in nominatim.named("Prospect Park", kind="park")] == ["park", "borough"]


def test_an_alias_is_as_good_as_the_name(nominatim: Nominatim, server: NominatimServer) -> None:
    server.results[0] = PARK | {"display_name": "Prospect Park, PP, Brooklyn"}
    assert nominatim.named("pp")[0].likeness == 1.0


def test_who_asks_and_where_the_data_lies_is_told(nominatim: Nominatim, server: NominatimServer) -> None:
    nominatim.named("Prospect Park", near=HOME, limit=100)
    (asked,) = server.asked
    west, south, east, north = map(float, asked.params["viewbox"].split(","))
    assert west < HOME.lon < east
    assert south < HOME.lat < north
    assert (asked.params["bounded"], asked.params["limit"]) == ("0", "40")
    assert "me@example.org" in asked.headers["user-agent"]


def test_a_box_across_the_antimeridian_is_left_out(nominatim: Nominatim, server: NominatimServer) -> None:
    nominatim.named("Prospect Park", near=Point(-17.7, 179.9))
    assert "viewbox" not in server.asked[0].params


def test_kinds_are_not_its_business(nominatim: Nominatim, server: NominatimServer) -> None:
    assert nominatim.of_kind("park", around=HOME, radius_m=500) is None
    assert server.asked == []


def test_an_unknown_name_is_an_empty_answer(nominatim: Nominatim) -> None:
    assert nominatim.named("Xanadu") == ()


@pytest.mark.parametrize(
    "change",
    [
        {"lat": None},
        {"lat": "north"},
        {"lat": "NaN"},
        {"lat": "91"},
        {"lat": "0", "lon": "0.0"},
        {"osm_id": None},
        {"name": None, "namedetails": None, "display_name": ["x"]},
    ],
)
def test_a_field_that_changed_costs_one_result_not_the_reply(
    nominatim: Nominatim, server: NominatimServer, change: dict[str, Any]
) -> None:
    server.says([PARK | change, TOWN])
    assert [one.place.id for one in nominatim.named("Prospect Park")] == ["osm:relation/2"]
    assert render_all(nominatim.notices(), "en") == ("nominatim: 1 of 2 results could not be read.",)
    server.says([PARK | change])
    with pytest.raises(PlacesUnavailable, match="another form than expected"):
        nominatim.named("Prospect Park")


@pytest.mark.parametrize("box", [None, [], ["a", "b", "c", "d"], ["1", "2", "3"], "40,41,-74,-73"])
def test_a_box_that_cannot_be_read_costs_only_the_reach(
    nominatim: Nominatim, server: NominatimServer, box: Any
) -> None:
    server.says([TOWN | {"boundingbox": box}])
    assert nominatim.named("Prospect Park")[0].place.radius_m == 0


def test_an_error_in_place_of_results_is_a_failure(nominatim: Nominatim, server: NominatimServer) -> None:
    server.says({"error": "Database is being updated"})
    with pytest.raises(PlacesUnavailable):
        nominatim.named("Prospect Park")


def test_a_block_for_breaking_the_rules_is_not_argued_with(nominatim: Nominatim, server: NominatimServer) -> None:
    server.always = Bad(status=403, body=b"<html>Access blocked</html>")
    with pytest.raises(PlacesRefused) as caught:
        nominatim.named("Prospect Park")
    assert caught.value.values["refused"] == "key"
    assert len(server.asked) == 1


@pytest.mark.parametrize("contact", ["", "me", "claimtree"])
def test_without_a_contact_nothing_starts(contact: str) -> None:
    with pytest.raises(BadInput) as caught:
        Nominatim(KINDS, contact=contact, pace=RateLimit(1.0))
    assert "CLAIMTREE_NOMINATIM_CONTACT" in caught.value.hint

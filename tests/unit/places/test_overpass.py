"""Overpass, spoken with over a real connection to a server on loopback that reads its language."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from tests.unit.places.servers.kinds import KINDS
from tests.unit.places.servers.openstreetmap import OverpassServer
from tests.unit.places.servers.speaking import Bad

from claimtree.errors import PlacesRefused, PlacesUnavailable
from claimtree.geo import Point
from claimtree.http_client.rate_limit import RateLimit
from claimtree.languages.rendering import render_all
from claimtree.places.overpass import Overpass, question

HOME = Point(40.7172, -73.9568)
ENTRANCE: dict[str, Any] = {
    "type": "node",
    "id": 9,
    "lat": 40.7180,
    "lon": -73.9570,
    "tags": {"railway": "subway_entrance", "alt_name": "Bedford;N 7th exit"},
}
STATION: dict[str, Any] = {
    "type": "node",
    "id": 12,
    "lat": 40.7173,
    "lon": -73.9566,
    "tags": {
        "railway": "station",
        "station": "subway",
        "name": "Bedford Avenue",
        "name:en": "Bedford Avenue",
        "short_name": "Bedford Av;Bedford",
    },
}
TRAIN = {"type": "node", "id": 4, "lat": 40.7174, "lon": -73.957, "tags": {"railway": "station", "name": "Trains"}}
PARK: dict[str, Any] = {
    "type": "way",
    "id": 7,
    "center": {"lat": 40.7208, "lon": -73.9510},
    "tags": {"leisure": "park", "name": "McCarren Park"},
}
NAMELESS: dict[str, Any] = {
    "type": "relation",
    "id": 8,
    "center": {"lat": 40.7175, "lon": -73.9560},
    "tags": {"leisure": "park"},
}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[OverpassServer]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with closing(OverpassServer([ENTRANCE, STATION, TRAIN, PARK, NAMELESS])) as server:
        yield server


@pytest.fixture
def overpass(server: OverpassServer) -> Iterator[Overpass]:
    with closing(
        Overpass(
            KINDS, pace=RateLimit(0.0), url=f"{server.url}/interpreter", timeout_s=5.0, most=50, sleep=lambda _: None
        )
    ) as overpass:
        yield overpass


def test_nodes_ways_and_relations_come_nearest_first(overpass: Overpass) -> None:
    found = overpass.of_kind("park", around=HOME, radius_m=1_000)
    assert found is not None
    assert [(place.id, place.name) for place in found] == [("osm:relation/8", "park"), ("osm:way/7", "McCarren Park")]
    assert found[1].shape == Point(40.7208, -73.9510)
    assert {place.source for place in found} == {"OpenStreetMap"}


def test_any_of_a_kinds_tags_will_do_and_joined_ones_are_all_needed(overpass: Overpass) -> None:
    found = overpass.of_kind("subway", around=HOME, radius_m=1_000)
    assert found is not None
    assert [place.id for place in found] == ["osm:node/12", "osm:node/9"]
    assert found[0].aliases == ("Bedford Av", "Bedford")


def test_other_names_stand_in_for_a_missing_one(overpass: Overpass) -> None:
    found = overpass.of_kind("subway", around=HOME, radius_m=1_000)
    assert found is not None
    assert (found[1].name, found[1].aliases) == ("Bedford", ("N 7th exit",))


def test_the_limit_takes_the_nearest(overpass: Overpass) -> None:
    found = overpass.of_kind("park", around=HOME, radius_m=1_000, limit=1)
    assert found is not None
    assert [place.id for place in found] == ["osm:relation/8"]


def test_a_circle_with_too_much_in_it_is_halved_and_that_is_told(overpass: Overpass, server: OverpassServer) -> None:
    server.elements += [
        {"type": "node", "id": 1_000 - i, "lat": HOME.lat + 0.0001 * i, "lon": HOME.lon, "tags": {"leisure": "park"}}
        for i in range(90)
    ]
    found = overpass.of_kind("park", around=HOME, radius_m=1_000)
    assert found is not None
    assert found[0].id == "osm:node/1000"
    assert len(found) == 46
    assert "only those within 500 m" in render_all(overpass.notices(), "en")[0]


def test_far_too_much_is_a_failure_rather_than_a_part(overpass: Overpass, server: OverpassServer) -> None:
    server.elements = [PARK | {"id": i, "center": {"lat": HOME.lat, "lon": HOME.lon}} for i in range(60)]
    with pytest.raises(PlacesUnavailable, match="too many places"):
        overpass.of_kind("park", around=HOME, radius_m=1_000)


@pytest.mark.parametrize("kind", ["mooring", "bar"])
def test_a_kind_without_tags_is_unknown_rather_than_nowhere(overpass: Overpass, kind: str) -> None:
    assert overpass.of_kind(kind, around=HOME, radius_m=500) is None


def test_names_are_not_its_business(overpass: Overpass, server: OverpassServer) -> None:
    assert overpass.named("Bedford Av") == ()
    assert server.asked == []


def test_none_around_is_an_empty_answer(overpass: Overpass) -> None:
    assert overpass.of_kind("park", around=Point(3.56, 98.66), radius_m=500) == ()


def test_a_tag_cannot_break_out_of_the_question() -> None:
    asked = question(('name=a"](1);out;',), HOME, 10, timeout_s=1.5, most=5)
    assert '["name"="a\\"](1);out;"]' in asked
    assert question(("bus=*", "tram"), HOME, 10, timeout_s=1, most=5).count("nwr") == 2


@pytest.mark.parametrize(
    "remark",
    [
        'runtime error: Query timed out in "query" at line 1 after 6 seconds.',
        'runtime error: Query ran out of memory in "query" at line 1.',
    ],
)
def test_a_part_that_came_before_an_error_is_not_taken_for_all(
    overpass: Overpass, server: OverpassServer, remark: str
) -> None:
    server.says({"elements": [PARK], "remark": remark})
    with pytest.raises(PlacesUnavailable, match="runtime error"):
        overpass.of_kind("park", around=HOME, radius_m=500)


def test_a_remark_that_is_no_error_changes_nothing(overpass: Overpass, server: OverpassServer) -> None:
    server.says({"elements": [PARK], "remark": "runtime remark: all is well"})
    found = overpass.of_kind("park", around=HOME, radius_m=500)
    assert found is not None
    assert len(found) == 1


@pytest.mark.parametrize("status", [429, 504])
def test_a_busy_server_is_asked_once_more(overpass: Overpass, server: OverpassServer, status: int) -> None:
    server.bad = [Bad(status=status, body=b"<html>rate_limited</html>")]
    assert overpass.of_kind("park", around=HOME, radius_m=1_000)
    server.always = Bad(status=status)
    with pytest.raises(PlacesUnavailable):
        overpass.of_kind("park", around=HOME, radius_m=1_000)
    assert len(server.asked) == 4


def test_a_question_it_cannot_read_is_refused_but_not_for_good(overpass: Overpass, server: OverpassServer) -> None:
    server.always = Bad(status=400, body=b"<html>parse error</html>")
    with pytest.raises(PlacesRefused) as caught:
        overpass.of_kind("park", around=HOME, radius_m=500)
    assert caught.value.values["refused"] == "question"


@pytest.mark.parametrize(
    "change",
    [
        {"center": None},
        {"center": {"lat": float("nan"), "lon": -73.9}},
        {"center": {"lat": -73.9, "lon": 400.7}},
        {"type": "area"},
        {"id": "seven"},
    ],
)
def test_a_field_that_changed_costs_one_result_not_the_reply(
    overpass: Overpass, server: OverpassServer, change: dict[str, Any]
) -> None:
    server.says({"elements": [PARK | change, NAMELESS]})
    found = overpass.of_kind("park", around=HOME, radius_m=500)
    assert found is not None
    assert [place.id for place in found] == ["osm:relation/8"]
    server.says({"elements": [PARK | change]})
    with pytest.raises(PlacesUnavailable, match="another form than expected"):
        overpass.of_kind("park", around=HOME, radius_m=500)


@pytest.mark.parametrize("reply", [[], None, {"features": []}, {"elements": {}}])
def test_a_reply_of_another_form_is_a_failure(overpass: Overpass, server: OverpassServer, reply: Any) -> None:
    server.says(reply)
    with pytest.raises(PlacesUnavailable, match="another form than expected"):
        overpass.of_kind("park", around=HOME, radius_m=500)

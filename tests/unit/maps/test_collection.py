"""An answer as GeoJSON."""

import json
from typing import Any

import pytest
from tests.unit.maps.town import BROOKLYN, PARK, STATION, closer, found, home, near_bedford, place, seen, settled, wish

from claimtree import serialization
from claimtree.geo import Point
from claimtree.maps import geojson
from claimtree.model.answers import AskedPlace, Nothing
from claimtree.model.claims import ClaimId
from claimtree.model.notices import NoticeCode, notice

TOWN = near_bedford()


def features(what: str, made: dict[str, Any] | None = None) -> list[Any]:
    collection: dict[str, Any] = made or geojson(TOWN.answer, question=TOWN.question, places=TOWN.places)
    return [one for one in collection["features"] if one["properties"]["what"] == what]


def test_it_is_a_collection_that_json_can_write() -> None:
    made = geojson(TOWN.answer, question=TOWN.question, places=TOWN.places)
    assert made["type"] == "FeatureCollection"
    assert json.loads(json.dumps(made, allow_nan=False)) == made


def test_a_hit_says_what_search_says_of_it_and_its_place_in_the_order() -> None:
    first = features("hit")[0]
    assert first["geometry"] == {"type": "Point", "coordinates": [-73.957, 40.7125]}
    said = serialization.hit(TOWN.answer.hits[0], TOWN.answer.claims, of=4)
    assert said.items() <= first["properties"].items()
    assert (first["id"], first["properties"]["place"], first["properties"]["met"], first["properties"]["of"]) == (
        "bk-1",
        1,
        4,
        4,
    )


def test_places_in_the_order_go_on_from_the_page_before() -> None:
    made = geojson(TOWN.answer, question=TOWN.question, offset=20)
    assert [one["properties"]["place"] for one in features("hit", made)] == [21, 22, 23]


def test_a_hit_without_coordinates_has_no_geometry_and_is_still_there() -> None:
    last = features("hit")[-1]
    assert last["properties"]["id"] == "bk-3"
    assert last["geometry"] is None


def test_a_place_says_for_which_hits_it_decided_and_how() -> None:
    station = next(one for one in features("place") if one["properties"]["name"] == "Bedford Av (L)")
    assert station["geometry"]["coordinates"] == [-73.9566, 40.7171]
    assert station["properties"]["kind"] == "subway"
    decided = station["properties"]["decided"]
    assert [(one["hit"], one["verdict"]) for one in decided] == [("bk-1", "met"), ("bk-2", "refuted")]
    assert decided[0]["metres"] == pytest.approx(512, abs=2)


def test_a_radius_is_a_polygon_around_the_landmark() -> None:
    (radius,) = features("radius")
    assert radius["properties"]["radius_m"] == 1000
    assert radius["properties"]["claim_id"] == "c1"
    (ring,) = radius["geometry"]["coordinates"]
    assert len(ring) == 49
    assert ring[0] == ring[-1]


def test_a_region_that_is_not_wanted_says_so() -> None:
    (region,) = features("region")
    assert (region["properties"]["name"], region["properties"]["negated"]) == ("Bushwick", True)
    assert region["geometry"]["type"] == "Polygon"


def test_a_place_that_has_an_outline_is_that_outline_and_of_its_kind() -> None:
    here = Point(40.7125, -73.957)
    hit = home("a", [settled(seen(PARK, here))], at=here)
    made = geojson(found([wish("c1", "near a park")], [hit]), question="near a park", places=[PARK])
    (park,) = features("place", made)
    assert (park["geometry"]["type"], park["properties"]["kind"]) == ("Polygon", "park")


def test_two_places_that_are_compared_are_both_there() -> None:
    claim = wish("c1", "closer to McCarren Park than Bedford Av", where=closer("McCarren Park", "Bedford Av"))
    asked = AskedPlace(claim=ClaimId("c1"), text=claim.text, places=(PARK, STATION))
    made = geojson(found([claim], [home("a", [settled()])], [asked]), question=claim.text)
    assert [one["properties"]["name"] for one in features("place", made)] == ["McCarren Park", "Bedford Av (L)"]
    assert features("region", made) == []


def test_a_landmark_that_decided_nothing_is_there_too() -> None:
    harbour = place("Harbour", "pier", Point(-16.5, 179.98))
    asked = AskedPlace(claim=ClaimId("c1"), text="near the harbour", places=(harbour,), radius_m=10_000.0)
    made = geojson(found([wish("c1", "near the harbour")], [home("x", [settled()])], [asked]), question="harbour")
    (shown,) = features("place", made)
    assert shown["properties"] == {
        "what": "place",
        "id": "pier/Harbour",
        "name": "Harbour",
        "kind": "pier",
        "decided": [],
    }
    (radius,) = features("radius", made)
    assert radius["geometry"]["type"] == "MultiPolygon"


def test_nothing_found_still_shows_where_was_looked() -> None:
    asked = AskedPlace(claim=ClaimId("c1"), text="in Brooklyn", places=(BROOKLYN,))
    answer = Nothing(
        claims=(wish("c1", "in Brooklyn"),),
        notices=(notice(NoticeCode.NONE_SPEAKS, wishes="Brooklyn"),),
        asked_places=(asked,),
    )
    made = geojson(answer, question="in Brooklyn")
    assert [one["properties"]["what"] for one in features("region", made)] == ["region"]
    assert features("hit", made) == []
    assert made["notices"] == ["Nothing in the store speaks of Brooklyn."]

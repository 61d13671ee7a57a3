"""Google, spoken with over a real connection to a server on loopback."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from tests.unit.places.servers.google import KEY, GoogleServer, Known
from tests.unit.places.servers.kinds import KINDS
from tests.unit.places.servers.speaking import Bad

from claimtree.errors import BadInput, PlacesRefused, PlacesUnavailable
from claimtree.geo import Point, distance_m
from claimtree.http_client.client import KEY as BY_KEY
from claimtree.http_client.client import QUESTION
from claimtree.http_client.rate_limit import RateLimit
from claimtree.languages.rendering import render_all
from claimtree.places.google import Google

HOME = Point(40.7172, -73.9568)
BEDFORD = Known(id="bed", name="Bedford Av", lat=40.7173, lon=-73.9566, types=("subway_station", "establishment"))
STREET = Known(id="street", name="Lorimer St", lat=40.70, lon=-73.95, types=("route",))
STATION = Known(
    id="lor", name="Lorimer St", lat=40.7140, lon=-73.9502, types=("subway_station", "train_station"), geocodes=False
)
WILLIAMSBURG = Known(
    id="wil", name="Williamsburg", lat=40.7081, lon=-73.9571, types=("neighborhood", "political"), half_box=0.015
)
CAFE = Known(id="caf", name="Café Zoë", lat=40.7150, lon=-73.9600, types=("cafe",), geocodes=False, area="Brooklyn")
PARK = Known(id="park", name="McCarren Park", lat=40.7208, lon=-73.9510, types=("park",), rating=4.6, ratings=9000)
KNOWN = [BEDFORD, STREET, STATION, WILLIAMSBURG, CAFE, PARK]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[GoogleServer]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with closing(GoogleServer(list(KNOWN))) as server:
        yield server


@pytest.fixture
def google(server: GoogleServer) -> Iterator[Google]:
    with closing(opened(server)) as google:
        yield google


def opened(server: GoogleServer, *, key: str = KEY, timeout_s: float = 5.0) -> Google:
    return Google(KINDS, key=key, url=server.url, timeout_s=timeout_s, pace=RateLimit(0.0), sleep=lambda _: None)


def shops(count: int, *, type_: str = "supermarket", start: int = 0, step: float = 0.0001) -> list[Known]:
    """A row of shops to the north, each some eleven metres farther than the one before."""
    return [
        Known(id=f"{type_}{i}", name=f"Shop {i}", lat=HOME.lat + (i + 1) * step, lon=HOME.lon, types=(type_,))
        for i in range(start, start + count)
    ]


# --- names ---------------------------------------------------------------------------------------------------------


def test_a_name_that_geocoding_knows_is_not_asked_for_twice(google: Google, server: GoogleServer) -> None:
    (found,) = google.named("bedford av")
    assert (found.place.id, found.place.name, found.place.kind) == ("google:bed", "Bedford Av", "subway")
    assert found.place.shape == Point(BEDFORD.lat, BEDFORD.lon)
    assert found.likeness == 1.0
    assert [asked.path for asked in server.asked] == ["/maps/api/geocode/json"]


def test_where_the_data_lies_is_told(google: Google, server: GoogleServer) -> None:
    google.named("Café Zoë", near=HOME)
    geocoding, text = server.asked
    south, east = geocoding.params["bounds"].split("|")[0], geocoding.params["bounds"].split("|")[1]
    assert float(south.split(",")[0]) < HOME.lat < float(east.split(",")[0])
    assert text.json["locationBias"]["circle"]["center"] == {"latitude": HOME.lat, "longitude": HOME.lon}


def test_what_geocoding_does_not_know_text_search_finds(google: Google) -> None:
    (found,) = google.named("cafe zoe", near=HOME)
    assert (found.place.id, found.likeness, found.place.parent) == ("google:caf", 1.0, "Brooklyn")


def test_a_match_of_only_a_part_is_looked_up_further(google: Google, server: GoogleServer) -> None:
    found = google.named("mccarren park pool")
    assert [asked.path for asked in server.asked] == ["/maps/api/geocode/json", "/v1/places:searchText"]
    assert found[0].place.id == "google:park"
    assert found[0].likeness < 1.0


def test_a_street_is_not_the_station_of_that_name(google: Google) -> None:
    found = google.named("Lorimer St", kind="subway")
    assert [one.place.id for one in found] == ["google:lor", "google:street"]
    assert [one.place.id for one in google.named("Lorimer St")] == ["google:street"]


def test_a_region_reaches_as_far_as_its_box(google: Google) -> None:
    (found,) = google.named("Williamsburg")
    assert found.place.has_extent
    assert found.place.kind == "neighborhood"
    assert 1_000 < found.place.radius_m < 2_000


def test_a_name_that_google_only_thinks_alike_is_not_found(google: Google, server: GoogleServer) -> None:
    server.known.append(Known(id="x", name="Zeta Bakery and Pizza", lat=40.7, lon=-73.9, types=("bakery",)))
    assert google.named("zeta") == ()


@pytest.mark.parametrize("name", ["", "  ", "\n", "x" * 201, "\ud800"])
def test_what_is_no_name_is_not_asked_for(google: Google, server: GoogleServer, name: str) -> None:
    assert google.named(name) == ()
    assert server.asked == []


def test_a_key_that_is_good_for_places_alone_still_finds_names(google: Google, server: GoogleServer) -> None:
    server.geocoding_allowed = False
    assert google.named("Bedford Av")[0].place.id == "google:bed"
    assert "Geocoding is not asked any more" in render_all(google.notices(), "en")[0]
    google.named("Café Zoë")
    assert [asked.path for asked in server.asked].count("/maps/api/geocode/json") == 1


# --- kinds ---------------------------------------------------------------------------------------------------------


def test_places_of_a_kind_come_nearest_first(google: Google, server: GoogleServer) -> None:
    found = google.of_kind("subway", around=HOME, radius_m=2_000)
    assert found is not None
    assert [place.id for place in found] == ["google:bed", "google:lor"]
    assert {place.kind for place in found} == {"subway"}
    body = server.asked[0].json
    assert (body["includedTypes"], body["maxResultCount"]) == (["subway_station"], 20)


def test_ratings_come_with_places_of_a_kind(google: Google) -> None:
    found = google.of_kind("park", around=HOME, radius_m=2_000)
    assert found is not None
    assert [(place.rating, place.rank) for place in found] == [(4.6, 9000.0)]


def test_only_the_fields_that_are_used_are_paid_for(google: Google, server: GoogleServer) -> None:
    google.of_kind("park", around=HOME, radius_m=2_000)
    fields = server.asked[0].headers["x-goog-fieldmask"].split(",")
    assert sorted(fields) == sorted(
        f"places.{name}" for name in ("id", "displayName", "location", "types", "rating", "userRatingCount")
    )


@pytest.mark.parametrize("kind", ["mooring", "bar"])
def test_a_kind_without_google_types_is_unknown_rather_than_nowhere(google: Google, kind: str) -> None:
    assert google.of_kind(kind, around=HOME, radius_m=500) is None


def test_none_around_is_an_empty_answer(google: Google) -> None:
    assert google.of_kind("park", around=Point(3.56, 98.66), radius_m=500) == ()


def test_more_than_twenty_come_page_by_page_and_the_corners_of_the_box_are_left_out(
    google: Google, server: GoogleServer
) -> None:
    server.known += [*shops(30), *shops(15, type_="grocery_store", start=30), *shops(1, start=99)]
    server.known.append(
        Known(id="corner", name="Corner", lat=HOME.lat + 0.008, lon=HOME.lon + 0.0105, types=("supermarket",))
    )
    found = google.of_kind("grocery", around=HOME, radius_m=1_000)
    assert found is not None
    assert [place.name for place in found] == [f"Shop {i}" for i in range(45)]
    assert render_all(google.notices(), "en") == ()
    assert [asked.path.rpartition(":")[2] for asked in server.asked] == ["searchNearby", *["searchText"] * 3]
    distances = [distance_m(HOME, place.centre) for place in found]
    assert distances == sorted(distances)


@pytest.mark.parametrize("most", [60, 70])
def test_what_google_cuts_off_is_told(google: Google, server: GoogleServer, most: int) -> None:
    server.most_on_pages = most
    server.known += shops(80)
    found = google.of_kind("grocery", around=HOME, radius_m=1_000)
    assert found is not None
    assert len(found) == 60
    (notice,) = render_all(google.notices(), "en")
    assert "does not list every “grocery”: beyond 222 m there may be more" in notice


def test_a_few_results_cost_one_request(google: Google, server: GoogleServer) -> None:
    server.known += reversed(shops(80))
    found = google.of_kind("grocery", around=HOME, radius_m=1_000, limit=5)
    assert found is not None
    assert [place.name for place in found] == [f"Shop {i}" for i in range(5)]
    assert len(server.asked) == 1
    assert render_all(google.notices(), "en") == ()


def test_a_circle_larger_than_google_takes_is_cut_and_that_is_told(google: Google, server: GoogleServer) -> None:
    google.of_kind("park", around=HOME, radius_m=80_000)
    assert server.asked[0].json["locationRestriction"]["circle"]["radius"] == 50_000
    assert "no farther than 50 km" in render_all(google.notices(), "en")[0]


# --- bad luck ------------------------------------------------------------------------------------------------------


def test_a_wrong_key_is_refused_and_shown_nowhere(server: GoogleServer, caplog: pytest.LogCaptureFixture) -> None:
    wrong = "sesame+open/0123456789"
    with caplog.at_level("DEBUG"), closing(opened(server, key=wrong)) as google:
        with pytest.raises(PlacesRefused) as caught:
            google.named("Bedford Av")
        with pytest.raises(PlacesRefused) as again:
            google.of_kind("park", around=HOME, radius_m=500)
        told = render_all(google.notices(), "en")
        web = [google._places, google._geocoding]
    assert caught.value.values["refused"] == again.value.values["refused"] == BY_KEY
    shown = [f"{error!r} {error.hint} {error.values}" for error in (caught.value, again.value)]
    for text in (*shown, *told, caplog.text, repr(google), repr(vars(google)), repr([one.site for one in web])):
        assert "sesame" not in text
    assert caplog.text  # the HTTP library did log, and what it logged was without the key
    assert "sesame" in server.asked[0].params["key"]


@pytest.mark.parametrize(
    ("status", "error"),
    [
        ("OVER_QUERY_LIMIT", PlacesUnavailable),
        ("OVER_DAILY_LIMIT", PlacesUnavailable),
        ("UNKNOWN_ERROR", PlacesUnavailable),
        ("SOMETHING_NEW", PlacesUnavailable),
        ("INVALID_REQUEST", PlacesRefused),
    ],
)
def test_each_status_of_geocoding_is_an_error_of_ours(
    google: Google, server: GoogleServer, status: str, error: type[Exception]
) -> None:
    server.always = Bad(body=json.dumps({"results": [], "status": status, "error_message": "so it is"}).encode())
    with pytest.raises(error, match=status):
        google.named("Bedford Av")


def test_geocoding_that_is_busy_for_a_moment_is_asked_again(google: Google, server: GoogleServer) -> None:
    server.says({"results": [], "status": "UNKNOWN_ERROR"})
    assert google.named("Bedford Av")[0].place.id == "google:bed"
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    ("code", "status", "error", "about"),
    [
        (400, "INVALID_ARGUMENT", PlacesRefused, QUESTION),
        (401, "UNAUTHENTICATED", PlacesRefused, BY_KEY),
        (403, "PERMISSION_DENIED", PlacesRefused, BY_KEY),
        (429, "RESOURCE_EXHAUSTED", PlacesUnavailable, None),
        (500, "INTERNAL", PlacesUnavailable, None),
        (503, "UNAVAILABLE", PlacesUnavailable, None),
    ],
)
def test_each_error_of_the_places_api_is_an_error_of_ours(
    google: Google, server: GoogleServer, code: int, status: str, error: type[PlacesRefused], about: str | None
) -> None:
    said = {"error": {"code": code, "message": "so it is", "status": status}}
    server.always = Bad(status=code, body=json.dumps(said).encode())
    with pytest.raises(error, match=status) as caught:
        google.of_kind("park", around=HOME, radius_m=500)
    assert caught.value.values.get("refused") == about
    assert caught.value.hint


GOOD: dict[str, Any] = {
    "id": "good",
    "displayName": {"text": "Good Park"},
    "location": {"latitude": 40.718, "longitude": -73.957},
    "types": ["park"],
}


@pytest.mark.parametrize(
    "change",
    [
        {"location": None},
        {"location": {"latitude": "north", "longitude": -73.9}},
        {"location": {"latitude": float("nan"), "longitude": -73.9}},
        {"location": {"latitude": 140.7, "longitude": -73.9}},
        {"location": {"latitude": 0, "longitude": 0}},
        {"location": {"lat": 40.7, "lng": -73.9}},
        {"location": {"latitude": 10**400, "longitude": -73.9}},
        {"location": [40.7, -73.9]},
        {"displayName": "Good Park"},
        {"displayName": {"text": "\x00 \n"}},
        {"id": 7},
    ],
)
def test_a_field_that_changed_costs_one_result_not_the_reply(
    google: Google, server: GoogleServer, change: dict[str, Any]
) -> None:
    server.says({"places": [GOOD | change, GOOD]})
    found = google.of_kind("park", around=HOME, radius_m=500)
    assert found is not None
    assert [place.name for place in found] == ["Good Park"]
    assert render_all(google.notices(), "en") == ("google: 1 of 2 results could not be read.",)
    server.says({"places": [GOOD | change]})
    with pytest.raises(PlacesUnavailable, match="another form than expected"):
        google.of_kind("park", around=HOME, radius_m=500)


@pytest.mark.parametrize(
    "change",
    [{"types": "park"}, {"rating": "good"}, {"rating": 11}, {"userRatingCount": -5}, {"userRatingCount": float("nan")}],
)
def test_a_field_that_is_only_nice_to_have_costs_nothing(
    google: Google, server: GoogleServer, change: dict[str, Any]
) -> None:
    server.says({"places": [GOOD | change]})
    found = google.of_kind("park", around=HOME, radius_m=500)
    assert found is not None
    assert (found[0].rating, found[0].rank) == (None, 0.0)


@pytest.mark.parametrize("reply", [[], "OK", None, 7, {"results": []}, {"places": {}}])
def test_a_reply_of_another_form_is_a_failure_not_an_empty_answer(
    google: Google, server: GoogleServer, reply: Any
) -> None:
    server.says(reply)
    with pytest.raises(PlacesUnavailable, match="another form than expected"):
        google.of_kind("park", around=HOME, radius_m=500)
    server.says(reply)
    with pytest.raises(PlacesUnavailable, match="another form than expected"):
        google.named("Bedford Av")


def test_without_a_key_the_error_says_where_it_belongs() -> None:
    with pytest.raises(BadInput) as caught:
        Google(KINDS, key="")
    assert "GOOGLE_MAPS_API_KEY" in caught.value.hint

"""What is asked over HTTP is answered as everywhere else, and described rightly."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient
from pydantic import TypeAdapter
from tests.stories.http.serving import EMBEDDER, NORTH, Home

import claimtree
from claimtree import serialization
from claimtree.api.tiles import Tiles
from claimtree.json_types.answer_types import AnswerShape, ExplanationShape
from claimtree.json_types.catalog_types import CollectionsShape, PackShape, PacksShape
from claimtree.json_types.claim_types import DocumentReadingShape, ReadingShape
from claimtree.json_types.entity_types import EntityShape
from claimtree.json_types.place_types import PlacesShape, RegionsShape
from claimtree.json_types.report_types import JobsShape

QUERY = "quiet, dogs allowed, under $2,200"


def get(client: TestClient, path: str, **params: Any) -> Any:
    answer = client.get(f"/api/v1/{path}", params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_search_is_the_command_lines_search(here: Home, client: TestClient) -> None:
    found = get(client, "search", q=QUERY)
    with claimtree.open(here.specs[0].store, pack="rentals", embedder=EMBEDDER) as ct:
        wanted = serialization.answer(ct.search(QUERY), took_ms=0)
    assert {**found, "took_ms": 0} == {**wanted, "took_ms": 0}
    assert found["hits"][0]["id"] == "n1"


def test_asking_by_a_body_is_the_same(shared_client: TestClient) -> None:
    by_body = shared_client.post("/api/v1/search", json={"text": QUERY, "limit": 2, "weights": {"room": 0.5}}).json()
    by_address = get(shared_client, "search", q=QUERY, limit=2, weight="room=0.5")
    assert {**by_body, "took_ms": 0} == {**by_address, "took_ms": 0}


@pytest.mark.parametrize(
    ("path", "params", "shape"),
    [
        ("search", {"q": QUERY, "cards": True}, AnswerShape),
        ("search", {"q": "near Bedford Av and quiet"}, AnswerShape),
        ("explain", {"q": QUERY, "id": "n2"}, ExplanationShape),
        ("read", {"q": QUERY, "explain": True}, ReadingShape),
        ("read", {"q": "A quiet home. No pets.", "document": True}, DocumentReadingShape),
        ("entities/n1", {}, EntityShape),
        ("collections", {}, CollectionsShape),
        ("packs", {}, PacksShape),
        ("packs/rentals", {}, PackShape),
        ("places", {"q": "a"}, PlacesShape),
        ("jobs", {}, JobsShape),
        ("regions", {}, RegionsShape),
    ],
)
def test_every_answer_is_as_the_description_says(
    shared_client: TestClient, path: str, params: dict[str, Any], shape: type[Any]
) -> None:
    TypeAdapter(shape).validate_python(get(shared_client, path, **params), strict=True)


def test_edits_change_the_claims_of_a_sentence(shared_client: TestClient) -> None:
    claims = {claim["claim"]: claim["id"] for claim in get(shared_client, "read", q=QUERY)["claims"]}
    found = get(shared_client, "search", q=QUERY, edit=[f"drop:{claims['quiet']}"])
    assert "quiet" not in [claim["claim"] for claim in found["claims"]]
    read = get(shared_client, "read", q=QUERY, edit=[f"negate:{claims['quiet']}"])
    assert "not quiet" in [claim["claim"] for claim in read["claims"]]


def test_pages_follow_one_another_while_homes_come_and_go(client: TestClient) -> None:
    first = get(client, "search", q="sunny", limit=2)
    shown = [hit["id"] for hit in first["hits"]]
    # One that was shown goes, and one that would come first is put before it.
    client.delete(f"/api/v1/entities/{shown[0]}")
    client.put("/api/v1/entities/a0", json={"text": "Sunny.", "title": "New"})
    cursor = first["cursor"]
    while cursor:
        page = get(client, "search", q="sunny", limit=2, after=cursor)
        shown += [hit["id"] for hit in page["hits"]]
        cursor = page["cursor"]
    assert len(shown) == len(set(shown))
    assert set(shown) >= {home["id"] for home in NORTH}


def test_a_cursor_of_another_question_is_refused(shared_client: TestClient) -> None:
    cursor = get(shared_client, "search", q="sunny", limit=1)["cursor"]
    answer = shared_client.get("/api/v1/search", params={"q": "quiet", "after": cursor})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_query")


def test_what_has_not_changed_is_not_sent_again(client: TestClient) -> None:
    first = client.get("/api/v1/search", params={"q": QUERY})
    again = client.get("/api/v1/search", params={"q": QUERY}, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    client.put("/api/v1/entities/n9", json={"text": "Quiet, dogs allowed.", "price": 1000})
    changed = client.get("/api/v1/search", params={"q": QUERY}, headers={"If-None-Match": first.headers["etag"]})
    assert changed.status_code == 200
    assert "n9" in [hit["id"] for hit in changed.json()["hits"]]


def test_a_long_answer_is_not_cached(shared_client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """One client's pages of a thousand hits must not displace the answers of all others."""
    answers = shared_client.app.state.server.answers  # type: ignore[attr-defined]
    before = len(answers)
    monkeypatch.setattr("claimtree.api.dependencies.LONGEST_CACHED", 100)
    assert shared_client.get("/api/v1/search", params={"q": "a quiet home with a long answer"}).status_code == 200
    assert len(answers) == before
    monkeypatch.undo()
    assert shared_client.get("/api/v1/search", params={"q": "a quiet home with a long answer"}).status_code == 200
    assert len(answers) == before + 1


def test_a_home_is_put_shown_and_taken_out_whatever_its_id_is_called(client: TestClient) -> None:
    path = "/api/v1/entities/a%2Fb%20%C3%BC%3F"
    put = client.put(path, json={"text": "Quiet.", "title": "Odd", "price": 1500})
    assert put.json()["indexed"] == 1
    assert client.get(path).json()["id"] == "a/b ü?"
    assert get(client, "explain", id="a/b ü?", q="quiet")["place"] >= 1
    assert client.delete(path).json() == {"deleted": 1}
    assert client.get(path).status_code == 404
    assert client.delete(path).status_code == 404


def test_a_batch_names_what_cannot_be_used_and_keeps_the_rest(client: TestClient) -> None:
    done = client.post(
        "/api/v1/entities", json={"records": [{"id": "b1", "text": "Quiet."}, {"text": "no id"}], "delete": ["n1"]}
    ).json()
    assert (done["indexed"], done["skipped"], done["deleted"]) == (1, 1, 1)
    assert done["bad"] == [{"place": "record 2", "reason": "no id"}]


def test_a_record_that_cannot_be_used_is_refused_with_its_reason(shared_client: TestClient) -> None:
    answer = shared_client.put("/api/v1/entities/x", json={"level": "castle", "text": "Quiet."})
    assert answer.status_code == 422
    assert "no level 'castle'" in answer.json()["detail"]
    other = shared_client.put("/api/v1/entities/x", json={"id": "y", "text": "Quiet."})
    assert other.status_code == 422


def test_a_server_learns_the_names_that_come_with_new_data(client: TestClient) -> None:
    unknown = get(client, "read", q="in zorble flats")["claims"]
    client.put("/api/v1/entities/zorble", json={"level": "neighborhood", "title": "Zorble Flats", "text": "Quiet."})
    client.put("/api/v1/entities/z1", json={"parent": "zorble", "neighborhood": "Zorble Flats", "text": "Sunny."})
    known = get(client, "read", q="in zorble flats")["claims"]
    assert [claim["claim"] for claim in known] == ["located in Zorble Flats"]
    assert known != unknown


def test_a_head_request_gets_only_the_head(shared_client: TestClient) -> None:
    for path in ("/healthz", "/", "/api/v1/search?q=quiet"):
        head = shared_client.head(path)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-type"] == shared_client.get(path).headers["content-type"]


def test_an_answer_that_is_not_wanted_compressed_is_not(shared_client: TestClient) -> None:
    plain = shared_client.get("/api/v1/search?q=quiet", headers={"Accept-Encoding": "gzip;q=0"})
    assert "content-encoding" not in plain.headers
    assert plain.json()["hits"]


def test_where_a_store_lies_is_not_told(here: Home, client: TestClient) -> None:
    for path in ("collections", "packs", "search?q=quiet", "entities/n1", "openapi.json"):
        assert str(here.settings.home) not in client.get(f"/api/v1/{path}").text
    assert str(here.settings.home) not in client.put("/api/v1/entities/z", json={"text": "Quiet."}).text


def test_the_regions_are_geojson(shared_client: TestClient) -> None:
    assert get(shared_client, "regions")["type"] == "FeatureCollection"


def test_people_can_read_what_every_route_takes(shared_client: TestClient) -> None:
    page = shared_client.get("/docs").text
    described = shared_client.get("/api/v1/openapi.json").json()["paths"]
    for path, methods in described.items():
        for method in methods:
            assert f"{method.upper()} {path}" in page
    assert "<script" not in page


@pytest.mark.parametrize("path", ["collections", "packs", "packs/rentals"])
def test_what_is_known_already_is_not_sent_again(client: TestClient, path: str) -> None:
    first = client.get(f"/api/v1/{path}")
    again = client.get(f"/api/v1/{path}", headers={"if-none-match": first.headers["etag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    client.put("/api/v1/entities/n9", json={"title": "New", "text": "Quiet."})
    changed = client.get(f"/api/v1/{path}", headers={"if-none-match": first.headers["etag"]})
    assert changed.status_code == (200 if path == "collections" else 304)


def test_the_page_is_told_of_tiles_and_may_load_them_and_nothing_else(here: Home) -> None:
    tiles = Tiles(address="https://{s}.tiles.example.org/{z}/{x}/{y}.png?a=1&b=2", by='© <b>"us"</b>')
    with here.client(tiles=tiles) as client:
        page = client.get("/")
        assert 'content="https://{s}.tiles.example.org/{z}/{x}/{y}.png?a=1&amp;b=2"' in page.text
        assert 'content="© &lt;b&gt;&quot;us&quot;&lt;/b&gt;"' in page.text
        assert "img-src 'self' data: https://*.tiles.example.org;" in page.headers["content-security-policy"]
        assert client.get("/", headers={"if-none-match": page.headers["etag"]}).status_code == 304
    with here.client() as client:
        plain = client.get("/")
        assert plain.headers["etag"] != page.headers["etag"]
        assert "img-src 'self' data:;" in plain.headers["content-security-policy"]


def test_a_text_is_read_as_a_document_by_its_old_name_too(client: TestClient) -> None:
    text = "A quiet home. No pets."
    by_address = get(client, "read", q=text, document=True)
    by_body = client.post("/api/v1/read", json={"text": text, "listing": True}).json()
    assert by_address["claims"] == by_body["claims"] == get(client, "read", q=text, listing=True)["claims"]
    assert "strength" not in by_address["claims"][0]

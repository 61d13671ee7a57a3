"""Searches that are kept and run again, and what people say of hits, over HTTP."""

from __future__ import annotations

import base64
import threading
import time
import xml.etree.ElementTree as Xml
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from fastapi.testclient import TestClient
from pydantic import TypeAdapter
from tests.stories.http.serving import Home

from claimtree.access import Role
from claimtree.json_types.feedback_types import OpinionShape
from claimtree.json_types.saved_types import RunShape, SavedShape

WATCHED = {"name": "Quiet ones", "text": "quiet, dogs allowed", "limit": 5}


def test_a_saved_search_tells_what_is_new_and_what_is_gone(client: TestClient) -> None:
    saved = client.post("/api/v1/saved", json=WATCHED)
    assert saved.status_code == 201
    TypeAdapter(SavedShape).validate_python(saved.json(), strict=True)
    id = saved.json()["id"]
    quiet = client.post(f"/api/v1/saved/{id}/runs").json()
    assert (quiet["new"], quiet["gone"], quiet["changed"]) == ([], [], [])
    client.put("/api/v1/entities/new", json={"title": "Brand new", "text": "Quiet, dogs allowed.", "price": 1500})
    client.delete("/api/v1/entities/n1")
    news = client.post(f"/api/v1/saved/{id}/runs").json()
    TypeAdapter(RunShape).validate_python(news, strict=True)
    assert "new" in [one["id"] for one in news["new"]]
    assert "n1" in [one["id"] for one in news["gone"]]
    told = client.get(f"/api/v1/saved/{id}/runs").json()["runs"]
    assert [run["run"] for run in told] == [news["run"]]


def test_the_news_are_a_feed_that_a_reader_of_feeds_may_have(here: Home) -> None:
    key = here.key("reader", Role.WRITE)
    with here.client(key) as client:
        id = client.post("/api/v1/saved", json=WATCHED).json()["id"]
        client.put("/api/v1/entities/new", json={"title": "<b>Brand</b> new", "text": "Quiet, dogs allowed."})
        client.post(f"/api/v1/saved/{id}/runs")
    with here.client() as client:
        basic = base64.b64encode(f"anybody:{key}".encode()).decode()
        answer = client.get(f"/api/v1/saved/{id}/feed", headers={"Authorization": f"Basic {basic}"})
    assert answer.headers["content-type"].startswith("application/atom+xml")
    assert len(Xml.fromstring(answer.text).findall("{http://www.w3.org/2005/Atom}entry")) == 1


def test_what_one_key_saves_another_does_not_see(here: Home) -> None:
    with here.client(here.key("one", Role.WRITE)) as client:
        id = client.post("/api/v1/saved", json=WATCHED).json()["id"]
        assert len(client.get("/api/v1/saved").json()["saved"]) == 1
    with here.client(here.key("two", Role.WRITE)) as client:
        assert client.get("/api/v1/saved").json()["saved"] == []
        assert client.get(f"/api/v1/saved/{id}").status_code == 404
        assert client.delete(f"/api/v1/saved/{id}").status_code == 404


def test_whose_key_is_gone_hears_nothing_more(here: Home) -> None:
    from claimtree.saved import FILE, SavedSearches

    saved = SavedSearches(here.settings.home / FILE)
    key = here.keys.add("gone", role=Role.WRITE)
    # Theirs is due first: when the other one has run, it has been looked at.
    for owner in (key.key.id, ""):
        saved.add("watched", "quiet", collection="north", owner=owner, every=5)
    here.keys.revoke("gone")
    with here.client(here.key("other", Role.READ)):
        for _ in range(600):
            if saved.get("watched", collection="north").runs:
                break
            threading.Event().wait(0.05)
    assert saved.get("watched", collection="north").runs == 1
    assert saved.get("watched", collection="north", owner=key.key.id).runs == 0


def test_near_cannot_be_saved_and_is_not_left_out_silently(client: TestClient) -> None:
    assert client.post("/api/v1/saved", json={**WATCHED, "near": "Prospect Park"}).status_code == 422


def test_a_search_is_scheduled_and_forgotten(client: TestClient) -> None:
    client.post("/api/v1/saved", json=WATCHED)
    assert client.post("/api/v1/saved", json=WATCHED).status_code == 422
    scheduled = client.put("/api/v1/saved/Quiet ones/schedule", json={"every_minutes": 60}).json()
    assert scheduled["every_minutes"] == 60
    assert client.put("/api/v1/saved/Quiet ones/schedule", json={"every_minutes": 1}).status_code == 422
    assert client.delete("/api/v1/saved/Quiet ones").status_code == 200
    assert client.get("/api/v1/saved").json() == {"saved": []}


def test_a_webhook_to_this_machine_is_refused_unless_the_server_allows_it(here: Home) -> None:
    with here.client() as client:
        id = client.post("/api/v1/saved", json=WATCHED).json()["id"]
        for url in ("http://127.0.0.1/", "http://[::1]/", "http://169.254.169.254/latest", "ftp://news.example/"):
            answer = client.put(f"/api/v1/saved/{id}/webhook", json={"url": url})
            assert answer.status_code == 422, url
    with here.client(private_webhooks=True) as client:
        set_up = client.put(f"/api/v1/saved/{id}/webhook", json={"url": "http://127.0.0.1:9/secret-path"}).json()
        assert set_up["host"] == "http://127.0.0.1:9"
        assert len(set_up["secret"]) >= 20
        shown = client.get(f"/api/v1/saved/{id}").text
        assert "secret-path" not in shown
        assert set_up["secret"] not in shown
        assert client.delete(f"/api/v1/saved/{id}/webhook").json()["webhook"] is None


def test_a_thumb_is_kept_and_taken_back_and_changes_no_data(client: TestClient) -> None:
    before = client.get("/api/v1/search?q=quiet").json()["hits"]
    said = client.post("/api/v1/feedback", json={"id": "n1", "text": "quiet", "thumb": "down", "note": "a lie"})
    assert said.status_code == 201
    TypeAdapter(OpinionShape).validate_python(said.json(), strict=True)
    claim = client.post("/api/v1/feedback", json={"id": "n1", "text": "quiet", "claim": "c1", "verdict": "refuted"})
    assert claim.json()["agrees"] is False
    assert len(client.get("/api/v1/feedback").json()["feedback"]) == 2
    assert client.get("/api/v1/search?q=quiet").json()["hits"] == before
    assert client.delete(f"/api/v1/feedback/{said.json()['id']}").json() == {"deleted": 1}
    assert client.delete(f"/api/v1/feedback/{said.json()['id']}").status_code == 404


def test_feedback_that_says_nothing_or_two_things_is_refused(client: TestClient) -> None:
    for more in (
        {},
        {"thumb": "up", "claim": "c1", "verdict": "met"},
        {"claim": "c1"},
        {"claim": "c9", "verdict": "met"},
    ):
        answer = client.post("/api/v1/feedback", json={"id": "n1", "text": "quiet", **more})
        assert answer.status_code in (404, 422), more


def test_a_private_webhook_hears_nothing_of_a_server_that_was_started_without_the_flag(here: Home) -> None:
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing: the test's output is for the test."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as hook:
        threading.Thread(target=hook.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        with here.client(private_webhooks=True) as client:
            id = client.post("/api/v1/saved", json=WATCHED).json()["id"]
            url = f"http://127.0.0.1:{hook.server_port}/hook"
            assert client.put(f"/api/v1/saved/{id}/webhook", json={"url": url}).status_code == 200
        with here.client() as client:
            client.put("/api/v1/entities/new", json={"title": "Brand new", "text": "Quiet, dogs allowed."})
            assert client.post(f"/api/v1/saved/{id}/runs").json()["new"]
            said = ""
            for _ in range(600):
                said = client.get(f"/api/v1/saved/{id}").json()["webhook"]["said"]
                if said:
                    break
                time.sleep(0.05)
        hook.shutdown()
    assert "--private-webhooks" in said
    assert not asked

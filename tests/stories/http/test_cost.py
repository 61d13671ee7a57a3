"""The cost of a request is bounded before it runs, and other clients do not pay for it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.stories.http.serving import Home

from claimtree.access import Limiter
from claimtree.api import security
from claimtree.api.dependencies import Server
from claimtree.deadlines import check
from claimtree.engine import Engine
from claimtree.ports import DocumentReading
from claimtree.search.query_limits import LONGEST_QUERY
from claimtree.text.rule_reader import RuleReader

WAIT_S = 20.0
LISTING = "Quiet and sunny, with a balcony. " * 120
"""Some four kilobytes."""


def server_of(client: TestClient) -> Server:
    server = client.app.state.server  # type: ignore[attr-defined]  # FastAPI's own
    assert isinstance(server, Server)
    return server


@contextmanager
def holding(monkeypatch: pytest.MonkeyPatch, kind: type, name: str) -> Iterator[threading.Semaphore]:
    """A method that goes on until the end; the semaphore is released once for each that has begun."""
    begun, go = threading.Semaphore(0), threading.Event()

    def held(*_: object, **__: object) -> DocumentReading:
        begun.release()
        assert go.wait(WAIT_S)
        return DocumentReading(claims=())

    with monkeypatch.context() as patched:
        patched.setattr(kind, name, held)
        try:
            yield begun
        finally:
            go.set()


def test_a_text_that_is_too_long_for_a_question_is_refused_before_it_is_read(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(*_: object) -> None:
        raise AssertionError("it was read")

    monkeypatch.setattr(RuleReader, "read_query", read)
    for more in ({}, {"edits": ["drop:c1"]}, {"explain": True}):
        told = client.post("/api/v1/read", json={"text": "x" * (LONGEST_QUERY + 1), **more})
        assert (told.status_code, told.json()["code"]) == (422, "bad_query"), told.text
        assert "4,000" in told.json()["detail"]


@pytest.mark.parametrize("route", ["search", "read"])
@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"text": "  "}, "bad_query"),
        ({"text": "quiet\x00"}, "bad_query"),
        ({"text": "quiet", "edits": ["drop:c1"] * 201}, "bad_input"),
        ({"text": "quiet", "edits": ["nonsense"]}, "bad_query"),
        ({"text": "quiet", "texts": 1}, "bad_input"),
    ],
)
def test_what_is_read_is_checked_as_what_is_searched(
    client: TestClient, route: str, asked: dict[str, Any], code: str
) -> None:
    told = client.post(f"/api/v1/{route}", json=asked)
    assert (told.status_code, told.json()["code"]) == (422, code), told.text


def test_a_listing_may_be_longer_than_a_question(client: TestClient) -> None:
    told = client.post("/api/v1/read", json={"text": LISTING * 2, "document": True})
    assert told.status_code == 200, told.text
    assert len(told.json()["claims"]) > 100


def test_no_search_waits_behind_those_that_read(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    body = {"text": LISTING, "document": True}
    with ThreadPoolExecutor(8) as pool:
        with holding(monkeypatch, RuleReader, "read_document") as begun:
            asked = [pool.submit(client.post, "/api/v1/read", json=body) for _ in range(4)]
            assert begun.acquire(timeout=WAIT_S)
            assert client.get("/api/v1/search", params={"q": "quiet"}).status_code == 200
            assert client.get("/readyz").status_code == 200
            assert not any(one.done() for one in asked)
        assert {one.result(WAIT_S).status_code for one in asked} == {200}


@pytest.mark.slow
def test_a_short_text_is_read_though_long_ones_are(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    body = {"text": LISTING, "document": True}
    with ThreadPoolExecutor(8) as pool:
        with holding(monkeypatch, RuleReader, "read_document") as begun:
            asked = [pool.submit(client.post, "/api/v1/read", json=body) for _ in range(8)]
            assert begun.acquire(timeout=WAIT_S)
            assert client.get("/api/v1/read", params={"q": "quiet, 2 bedrooms"}).status_code == 200
            assert not any(one.done() for one in asked)
        assert {one.result(WAIT_S).status_code for one in asked} == {200}


def test_a_rate_counts_what_a_request_costs(here: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    # No time passes, however slow the machine is: in a second one more request would be allowed.
    monkeypatch.setattr(security, "Limiter", partial(Limiter, now_ns=lambda: 1))
    # A burst of a key with 60 a minute is 10 requests.
    with here.client(here.key("frugal", rate=60), local=False) as client:
        assert client.post("/api/v1/read", json={"text": LISTING[:1_000], "document": True}).status_code == 200
        codes = [client.get("/api/v1/search", params={"q": "quiet"}).status_code for _ in range(8)]
        assert codes == [200] * 7 + [429]
    with here.client(here.key("greedy", rate=60), local=False) as client:
        assert client.post("/api/v1/read", json={"text": LISTING, "document": True}).status_code == 200
        told = client.get("/api/v1/search", params={"q": "quiet"})
        assert told.status_code == 429
        assert 1 <= int(told.headers["retry-after"]) <= 4


def test_who_has_the_answer_already_pays_for_one_request(here: Home) -> None:
    key, text = here.key("again", rate=60), "quiet " * 100
    with here.client(key, local=False) as client:
        codes = [client.get("/api/v1/read", params={"q": text}).status_code for _ in range(9)]
    assert codes == [200] * 9


def test_a_server_is_not_ready_while_searches_would_be_turned_away(here: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    with here.client(at_once=1, waiting=1) as client, ThreadPoolExecutor(2) as pool:
        assert client.get("/readyz").status_code == 200
        with holding(monkeypatch, Engine, "search") as begun:
            asked = [pool.submit(client.get, "/api/v1/search", params={"q": f"quiet {n}"}) for n in range(2)]
            assert begun.acquire(timeout=WAIT_S)
            while server_of(client).searching.occupied < 2:
                pass
            told = client.get("/readyz")
            assert (told.status_code, told.json()) == (503, {"status": "not ready"})
            assert client.get("/healthz").status_code == 200
        for one in asked:
            one.result(WAIT_S)
        assert client.get("/readyz").status_code == 200


def test_a_server_is_not_ready_while_its_threads_hang(here: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("claimtree.api.concurrency.STUCK_S", 0.0)
    with here.client(at_once=1, limit_s=0.2) as client:
        with holding(monkeypatch, Engine, "search"):
            assert client.get("/api/v1/search", params={"q": "quiet"}).json()["code"] == "too_slow"
            assert client.get("/readyz").status_code == 503
            assert client.get("/healthz").status_code == 200
        while server_of(client).searching.occupied:
            pass
        assert client.get("/readyz").status_code == 200


def test_a_search_whose_time_is_over_stops_computing(here: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    with here.client(at_once=1, limit_s=0.5) as client:
        server_of(client).collections.get("north").workspace.engine.search("quiet")  # what only a first search takes

        def endless(*_: object, **__: object) -> None:
            while True:
                check()

        with monkeypatch.context() as patched:
            patched.setattr(Engine, "search", endless)
            assert client.get("/api/v1/search", params={"q": "quiet"}).json()["code"] == "too_slow"
            while server_of(client).searching.occupied:
                pass
        assert client.get("/api/v1/search", params={"q": "quiet"}).status_code == 200

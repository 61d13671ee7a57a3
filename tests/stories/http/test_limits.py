"""Requests that are too large, too long, too deep or too many are refused clearly, and do not
affect other clients.
"""

from __future__ import annotations

import base64
import logging
import threading
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import anyio
import pytest
from fastapi.testclient import TestClient
from tests.stories.http.serving import Home

from claimtree.api.concurrency import FairPool
from claimtree.api.problems import Problem
from claimtree.engine import Engine

JSON = {"content-type": "application/json"}
DEEP = base64.urlsafe_b64encode(b"[" * 2_900).decode().rstrip("=")
"""A forged cursor, nested too deeply for any JSON reader."""
LARGE = b'{"text": "' + b"a" * (1 << 20) + b'"}'


@pytest.mark.parametrize(
    ("method", "path", "more", "status"),
    [
        ("GET", "/search", {"params": {"q": "a" * 4_001}}, 422),
        ("GET", "/search", {"params": {"q": "  "}}, 422),
        ("GET", "/search", {"params": {"q": "quiet", "limit": 1_001}}, 422),
        ("GET", "/search", {"params": {"q": "quiet", "limit": "many"}}, 422),
        ("GET", "/search", {"params": {"q": "quiet", "offset": 10_001}}, 422),
        ("GET", "/search", {"params": {"q": "quiet", "edit": ["drop:c1"] * 201}}, 422),
        ("GET", "/search", {"params": {"q": "quiet", "edit": "shout:c1"}}, 422),
        ("GET", "/search", {"params": {"q": "quiet", "weight": "room=9"}}, 422),
        ("GET", "/search", {"params": {"q": "quiet", "weight": "castle=0.5"}}, 404),
        ("GET", "/search", {"params": {"q": "quiet", "within": "far"}}, 422),
        ("GET", "/search", {"params": {"q": "quiet", "after": "x" * 5_000}}, 422),
        ("GET", "/search", {"params": {"q": "quiet", "after": DEEP}}, 422),
        ("GET", "/search", {"params": {"q": "quiet\x00"}}, 422),
        ("GET", "/search", {"params": {"q": "quiet", "collection": "../../etc/passwd"}}, 404),
        ("GET", "/packs/..%2F..%2Fetc", {}, 404),
        ("POST", "/search", {"json": {"text": "quiet", "surprise": 1}}, 422),
        ("POST", "/search", {"json": ["quiet"]}, 422),
        ("POST", "/search", {"content": b"{", "headers": JSON}, 400),
        ("POST", "/search", {"content": b"\xff", "headers": JSON}, 400),
        ("POST", "/search", {"content": LARGE, "headers": JSON}, 413),
        ("POST", "/search", {"content": b"{}", "headers": {**JSON, "content-length": "2000000"}}, 413),
        ("POST", "/entities?collection=south", {"json": {"collection": "north", "records": []}}, 422),
        ("POST", "/entities?collection=nowhere", {"json": {"records": []}}, 404),
        ("POST", "/entities", {"json": {"records": [{"id": str(n), "text": "Quiet."} for n in range(501)]}}, 422),
        ("POST", "/jobs", {"content": b"x", "headers": {"content-type": "application/zip"}}, 415),
        ("PATCH", "/search", {}, 405),
        ("GET", "/nothing", {}, 404),
    ],
)  # fmt: skip
def test_what_cannot_be_is_a_problem_that_says_why(
    shared_client: TestClient, method: str, path: str, more: dict[str, Any], status: int
) -> None:
    answer = shared_client.request(method, f"/api/v1{path}", **more)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    said = answer.json()
    assert {"type", "title", "status", "detail", "code"} <= said.keys()
    assert said["status"] == status
    assert len(answer.content) < 2_000


@pytest.mark.parametrize(
    ("path", "methods"), [("search", "GET, HEAD, POST"), ("entities/n1", "DELETE, GET, HEAD, PUT")]
)
def test_who_uses_a_wrong_method_is_told_the_right_ones(shared_client: TestClient, path: str, methods: str) -> None:
    assert shared_client.patch(f"/api/v1/{path}").headers["allow"] == methods


@pytest.mark.parametrize(
    "depth", [65, *(pytest.param(depth, marks=pytest.mark.slow) for depth in (300, 985, 5_000)), 400_000]
)
@pytest.mark.parametrize(("opens", "closes"), [("[", "]"), ('{"a":', "}")], ids=["lists", "objects"])
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/search", '{"text": DEEP}'),
        ("POST", "/search", "DEEP"),
        ("PUT", "/entities/n1", '{"text": "Quiet.", "more": DEEP}'),
        ("POST", "/entities", '{"records": [{"id": "n1", "text": "Quiet.", "more": DEEP}]}'),
        ("POST", "/feedback", '{"note": DEEP'),
    ],
)
def test_json_that_is_nested_too_deeply_is_refused_before_it_is_read(
    shared_client: TestClient, method: str, path: str, body: str, opens: str, closes: str, depth: int
) -> None:
    depth = min(depth, 150_000) if len(opens) > 1 else depth
    sent = body.replace("DEEP", opens * depth + "1" + closes * depth)
    for headers in (JSON, {"content-type": "application/vnd.ours+json; charset=utf-8"}):
        answer = shared_client.request(method, f"/api/v1{path}", content=sent, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (400, "too_deep"), answer.text


def test_brackets_in_words_are_no_nesting(shared_client: TestClient) -> None:
    answer = shared_client.post("/api/v1/search", json={"text": 'quiet "' + "[{" * 500})
    assert answer.status_code == 200


def test_many_wishes_are_cut_and_said_to_be(shared_client: TestClient) -> None:
    found = shared_client.get("/api/v1/read", params={"q": ", ".join(f"{n} bedrooms" for n in range(1, 70))}).json()
    assert 2 < len(found["claims"]) <= 64


def test_a_path_never_leads_out_of_the_page(shared_client: TestClient) -> None:
    for path in ("/assets/..%2Fpy.typed", "/assets/%2e%2e/engine.py", "/assets/..\\engine.py", "/assets/"):
        assert shared_client.get(path).status_code == 404


def test_what_breaks_within_is_told_without_a_trace(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the secret is 42")

    monkeypatch.setattr(Engine, "search", broken)
    answer = client.get("/api/v1/search?q=quiet")
    assert (answer.status_code, answer.json()["code"]) == (500, "unexpected")
    assert "42" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-request-id"]
    assert 'status="500"' in client.get("/api/v1/metrics").text


def test_the_log_has_no_word_of_what_people_ask(here: Home, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="claimtree.api"), here.client() as client:
        client.get("/api/v1/search", params={"q": "quiet with a confidential pool"})
        client.post("/api/v1/search", json={"text": "quiet with a confidential pool"})
        client.get("/api/v1/entities/n1")
    assert len(caplog.records) >= 3
    assert all("confidential" not in str(vars(record)) and "n1" not in str(vars(record)) for record in caplog.records)
    assert {vars(record).get("route") for record in caplog.records} >= {"/search", "/entities/{id:path}"}


def test_the_log_has_it_where_that_was_asked_for(here: Home, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="claimtree.api"), here.client(log_queries=True) as client:
        client.get("/api/v1/search", params={"q": "quiet with a pool"})
    assert any(vars(record).get("query") == "quiet with a pool" for record in caplog.records)


def _says_when(problem: Problem) -> bool:
    return problem.status is HTTPStatus.SERVICE_UNAVAILABLE and "Retry-After" in (problem.headers or {})


def in_pool(pool: FairPool, work: list[Callable[[], int]]) -> list[int | str]:
    """What becomes of several pieces of work that come at once."""
    found: list[int | str] = []

    async def one(piece: Callable[[], int]) -> None:
        try:
            found.append(await pool.run(piece))
        except Problem as problem:
            found.append(problem.code if _says_when(problem) else "no word of when to come back")

    async def all_of_them() -> None:
        async with anyio.create_task_group() as group:
            for piece in work:
                group.start_soon(one, piece)

    anyio.run(all_of_them)
    return found


def test_a_full_pool_turns_away_and_takes_again_when_there_is_room() -> None:
    go_on = threading.Event()

    def slow() -> int:
        assert go_on.wait(10)
        return 1

    pool = FairPool(at_once=1, waiting=2, limit_s=10)

    def open_when_full() -> None:
        while pool.occupied < 3:
            go_on.wait(0.01)
        go_on.set()

    opening = threading.Thread(target=open_when_full)
    opening.start()
    found = in_pool(pool, [slow] * 5)
    opening.join()
    assert sorted(map(str, found)) == ["1", "1", "1", "too_busy", "too_busy"]
    assert in_pool(pool, [lambda: 2]) == [2]
    assert pool.occupied == 0


def test_what_takes_too_long_is_given_up_on() -> None:
    end = threading.Event()
    pool = FairPool(at_once=1, waiting=1, limit_s=0.1)
    computing = 0

    def slow() -> int:
        nonlocal computing
        computing += 1
        return int(end.wait(30))

    async def story() -> list[str]:
        found = []
        for _ in range(4):
            try:
                await pool.run(slow)
            except Problem as problem:
                found.append(problem.code)
            await anyio.sleep(0.01)
        busy = pool.occupied
        end.set()
        while pool.occupied:
            await anyio.sleep(0.01)
        return [*found, f"{busy} inside", str(await pool.run(lambda: 7))]

    # Whoever was given up on still computes, and holds its place: no second one begins to.
    told = anyio.run(story)
    assert told == ["too_slow", "too_slow", "too_slow", "too_slow", "1 inside", "7"]
    assert computing == 1

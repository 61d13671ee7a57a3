"""Index jobs: sent, read in the background, watched, ended."""

from __future__ import annotations

import json
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.stories.http.serving import Home

from claimtree.access import Role
from claimtree.api import jobs as jobs_module
from claimtree.api.jobs import BEAT_S, UPLOADS_AT_ONCE, Jobs
from claimtree.api.problems import Problem

LINES = {"content-type": "application/x-ndjson"}


def listings(count: int, word: str = "Quiet") -> bytes:
    return b"".join(
        json.dumps({"id": f"j{n}", "text": f"{word} and sunny, number {n}.", "price": 1000 + n}).encode() + b"\n"
        for n in range(count)
    )


def ended(client: TestClient, id: str) -> dict[str, Any]:
    """The job as it is told last by its events."""
    events = client.get(f"/api/v1/jobs/{id}/events").text
    told: list[dict[str, Any]] = [
        json.loads(line.removeprefix("data: ")) for line in events.splitlines() if line.startswith("data: ")
    ]
    done = [one["done"] for one in told]
    assert done == sorted(done)
    return told[-1]


def test_a_file_is_indexed_and_searched(here: Home, client: TestClient) -> None:
    started = client.post("/api/v1/jobs", content=listings(30) + b"{broken\n", headers=LINES)
    assert started.status_code == 202
    assert started.headers["location"].startswith(f"/api/v1/jobs/{started.json()['id']}")
    job = ended(client, started.json()["id"])
    assert (job["state"], job["done"]) == ("done", 31)
    assert (job["report"]["indexed"], job["report"]["skipped"]) == (30, 1)
    assert job["report"]["bad"][0]["place"] == "upload, line 31"
    assert client.get("/api/v1/entities/j29").status_code == 200
    assert [one["id"] for one in client.get("/api/v1/jobs").json()["jobs"]] == [job["id"]]
    assert list((Path(here.settings.home) / "uploads").iterdir()) == []


def test_a_table_is_indexed_too(client: TestClient) -> None:
    table = b"id,title,price,text\nt1,One,1500,Quiet\nt2,Two,1600,Sunny\n"
    started = client.post("/api/v1/jobs", content=table, headers={"content-type": "text/csv; charset=utf-8"})
    assert ended(client, started.json()["id"])["report"]["indexed"] == 2


def test_columns_are_mapped_told_and_remembered(client: TestClient) -> None:
    table, kind = b"id,headline,blurb\nm1,Attic,Quiet\n", {"content-type": "text/csv"}
    started = client.post("/api/v1/jobs?map=headline=title&map=blurb=text", content=table, headers=kind)
    columns = ended(client, started.json()["id"])["report"]["columns"]
    assert {one["column"]: one["as"] for one in columns["read"]} == {"id": "id", "headline": "title", "blurb": "text"}
    assert client.get("/api/v1/entities/m1").json()["title"] == "Attic"
    batch = {"records": [{"id": "m2", "headline": "Cellar", "host": "Ann"}]}
    report = client.post("/api/v1/entities", json=batch).json()
    assert report["columns"]["not_read"] == [{"column": "host", "records": 1, "nearest": "", "why": ""}]
    assert client.get("/api/v1/entities/m2").json()["title"] == "Cellar"
    refused = client.post("/api/v1/jobs?map=headline=titel", content=table, headers=kind)
    assert refused.status_code == 422 or refused.status_code == 400


def test_searches_go_on_while_a_job_runs(client: TestClient) -> None:
    started = client.post("/api/v1/jobs", content=listings(100), headers=LINES).json()
    seen = []
    while True:
        answer = client.get("/api/v1/search", params={"q": f"quiet {time.monotonic_ns()}", "limit": 1})
        seen.append(answer.status_code)
        if client.get(f"/api/v1/jobs/{started['id']}").json()["state"] not in ("waiting", "running"):
            break
    assert set(seen) == {200}
    assert len(seen) > 1
    assert client.get("/api/v1/entities/j99").status_code == 200


def test_a_job_that_is_told_to_end_ends_and_keeps_what_is_stored(client: TestClient) -> None:
    started = client.post("/api/v1/jobs", content=listings(3_000), headers=LINES).json()
    while client.get(f"/api/v1/jobs/{started['id']}").json()["done"] == 0:
        time.sleep(0.02)
    cancelled = client.delete(f"/api/v1/jobs/{started['id']}").json()
    assert cancelled["state"] == "cancelled"
    job = ended(client, started["id"])
    assert job["state"] == "cancelled"
    assert 0 < job["done"] < 3_000
    assert client.get("/api/v1/entities/j0").status_code == 200
    assert client.get("/api/v1/entities/j2999").status_code == 404


def test_a_file_that_is_too_large_leaves_nothing_behind(
    here: Home, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("claimtree.api.routes.jobs.MOST_UPLOAD", 1_000)
    answer = client.post("/api/v1/jobs", content=listings(100), headers=LINES)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert list((Path(here.settings.home) / "uploads").iterdir()) == []
    assert client.get("/api/v1/jobs").json() == {"jobs": []}


def test_a_job_whose_process_died_is_told_as_failed(here: Home, tmp_path: Path) -> None:
    now = 1_000.0
    jobs = Jobs(tmp_path, clock=lambda: now)
    with jobs._file.writing() as writing:  # as a process leaves it that was killed
        writing.execute(
            "INSERT INTO jobs VALUES ('x', 'north', '', 'running', 3, 9, '', NULL, NULL, 'then', NULL, ?)", (now,)
        )
    assert jobs.get("north", "x").state == "running"
    now += 5 * BEAT_S
    job = jobs.get("north", "x")
    assert (job.state, job.error) == ("failed", {"code": "stopped", "message": "the server was stopped"})


def test_no_more_jobs_wait_than_may(here: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("claimtree.api.jobs.MOST_WAITING", 0)
    with here.client(here.key("one", Role.WRITE)) as client:
        answer = client.post("/api/v1/jobs", content=listings(1), headers=LINES)
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "15")
        assert "wait already" in answer.json()["detail"]


def test_so_many_files_are_taken_in_at_once_and_so_many_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = Jobs(tmp_path)
    with ExitStack() as sending:
        for _ in range(UPLOADS_AT_ONCE):
            sending.enter_context(jobs.uploading(0))
        with pytest.raises(Problem, match="are being sent already") as refused, jobs.uploading(0):
            pass
    assert (refused.value.status, refused.value.code) == (429, "busy")
    assert "Retry-After" in (refused.value.headers or {})
    monkeypatch.setattr(jobs_module, "MOST_UPLOADED", 1_000)
    jobs.new_upload("text/csv").write_bytes(b"x" * 600)
    with jobs.uploading(400) as came:
        came(400)
    too_much = pytest.raises(Problem, match="too much waits")
    with too_much, jobs.uploading(401):
        pass
    with too_much, jobs.uploading(0) as came:
        came(400)
        came(401)
    assert jobs._uploading == 0


def test_who_sends_too_many_files_at_once_is_told_when_to_come_back(
    client: TestClient, here: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs_module, "MOST_UPLOADED", 1_000)
    answer = client.post("/api/v1/jobs", content=listings(100), headers=LINES)
    assert (answer.status_code, answer.json()["code"]) == (429, "busy")
    assert answer.headers["retry-after"]
    assert list((Path(here.settings.home) / "uploads").iterdir()) == []
    assert client.post("/api/v1/jobs", content=listings(1), headers=LINES).status_code == 202

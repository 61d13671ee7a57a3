"""A server that required keys once refuses every request when the keys are lost, and ends its
streams.
"""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from tests.stories.http.processes import running
from tests.stories.http.serving import Home

from claimtree.access import Keys, Role

SEARCH = "/api/v1/search?q=quiet"


def lose(home: Path) -> None:
    for file in home.glob("keys.db*"):
        file.unlink()


def test_when_the_keys_are_lost_nobody_is_let_in(here: Home, caplog: pytest.LogCaptureFixture) -> None:
    key = here.key("one", Role.ADMIN)
    with here.client(key) as known, here.client() as stranger:
        assert known.get(SEARCH).status_code == 200
        lose(Path(here.settings.home))
        with caplog.at_level(logging.ERROR):
            for client in (known, stranger):
                for answer in (client.get(SEARCH), client.delete("/api/v1/entities/n1")):
                    assert (answer.status_code, answer.json()["code"]) == (503, "keys_lost")
                    assert str(here.settings.home) not in answer.text
        (said,) = {record.getMessage() for record in caplog.records if "keys" in record.getMessage()}
        assert said == "the keys are lost: every request is refused"
        assert "claimtree keys reset" in next(
            vars(record)["hint"] for record in caplog.records if "hint" in vars(record)
        )
        assert stranger.get("/healthz").status_code == 200
    with here.client() as after_a_restart:
        assert after_a_restart.get(SEARCH).status_code == 503


def test_a_server_that_started_with_keys_needs_nobody_to_ask_before_they_are_lost(here: Home) -> None:
    here.key("one")
    with here.client() as client:
        lose(Path(here.settings.home))
        (Path(here.settings.home) / "keys.demanded").unlink()
        assert client.get(SEARCH).status_code == 503


def test_new_keys_and_a_word_of_a_person_open_it_again(here: Home) -> None:
    here.key("one")
    with here.client() as client:
        lose(Path(here.settings.home))
        assert client.get(SEARCH).status_code == 503
        new = here.key("two")
        assert client.get(SEARCH).status_code == 401
        assert client.get(SEARCH, headers={"Authorization": f"Bearer {new}"}).status_code == 200
        here.keys.reset()
        assert client.get(SEARCH).status_code == 200


def test_what_is_open_to_all_stays_open_to_readers(here: Home) -> None:
    key = here.key("one", Role.WRITE)
    with here.client(open_to_all=True, local=False) as client:
        lose(Path(here.settings.home))
        assert client.get(SEARCH).status_code == 200
        assert client.put("/api/v1/entities/x", json={"text": "Quiet."}).status_code == 403
        assert client.get(SEARCH, headers={"Authorization": f"Bearer {key}"}).status_code == 503


def status(address: str, key: str = "") -> int:
    asked = urllib.request.Request(f"{address}{SEARCH}", headers={"Authorization": f"Bearer {key}"} if key else {})
    try:
        with urllib.request.urlopen(asked, timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


@pytest.mark.slow
def test_every_process_of_a_server_refuses_and_a_new_server_does_not_start(here: Home) -> None:
    home = Path(here.settings.home)
    key = here.key("one")
    with running(home, "--workers", "2") as address:
        assert {status(address, key) for _ in range(8)} == {200}
        lose(home)
        (home / "keys.demanded").unlink()
        assert {status(address, said) for said in ("", key) for _ in range(8)} == {503}
        assert "claimtree keys reset" in (home / "server.log").read_text()
    with closing(Keys(home / "keys.db")) as keys:
        keys.add("two", role=Role.READ)
    lose(home)
    command = [sys.executable, "-m", "claimtree", "serve", "--port", "0", "--collection", f"north={home}/north.db"]
    environment = {"CLAIMTREE_HOME": str(home), "PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env=environment)
    assert done.returncode == 2
    assert "it was lost" in done.stderr
    assert "claimtree keys reset" in done.stderr


def unending(client: TestClient) -> str:
    """A job that some other process is busy with."""
    server = client.app.state.server  # type: ignore[attr-defined]  # an application of ours
    with server.jobs._file.writing() as connection:
        connection.execute(
            "INSERT INTO jobs VALUES ('busy', 'north', '', 'running', 0, NULL, '', NULL, NULL, '', NULL, ?)",
            (time.time() + 3_600,),
        )
    return "busy"


def revoked(here: Home) -> None:
    here.keys.revoke("watcher")


def lost(here: Home) -> None:
    lose(Path(here.settings.home))


@pytest.mark.parametrize("become", [revoked, lost])
def test_a_stream_of_a_job_ends_when_its_key_is_gone(
    here: Home, become: Callable[[Home], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("claimtree.api.routes.jobs.LOOK_S", 0.05)
    key = here.key("watcher", Role.WRITE)
    heard: list[str] = []
    with here.client(key) as client:
        job = unending(client)
        watching = threading.Thread(
            target=lambda: heard.append(client.get(f"/api/v1/jobs/{job}/events").text), daemon=True
        )
        watching.start()
        watching.join(timeout=0.4)
        assert watching.is_alive(), "the job goes on, and the key holds"
        become(here)
        watching.join(timeout=30)
        assert not watching.is_alive()
    assert json.loads(heard[0].partition("data: ")[2].partition("\n")[0])["id"] == job


def test_a_stream_without_a_key_needs_one_as_soon_as_there_is_one(here: Home) -> None:
    with here.client() as client:
        unending(client)
        watching = threading.Thread(target=lambda: client.get("/api/v1/jobs/busy/events"), daemon=True)
        watching.start()
        here.key("first")
        watching.join(timeout=30)
        assert not watching.is_alive()

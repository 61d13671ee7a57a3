"""`claimtree sync` and `search --source`, in processes of their own against a service on loopback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.unit.places.servers.speaking import Asked
from tests.unit.structured.rows import rows
from tests.unit.structured.service import Service

KEY = "secret-key/0123456789"


class Halting(Service):
    """The page at which it halts takes a minute."""

    halts_at = 0

    def answer(self, asked: Asked) -> tuple[int, Any]:
        if asked.params.get("page") == str(self.halts_at):
            time.sleep(60)
        return super().answer(asked)


@pytest.fixture
def service() -> Iterator[Halting]:
    with closing(Halting([dict(row) for row in rows(350)])) as service:
        yield service


def command(home: Path, *arguments: str) -> subprocess.Popen[str]:
    environment = os.environ | {
        "CLAIMTREE_HOME": str(home),
        "CLAIMTREE_EMBEDDER": "hashed-256",
        "CLAIMTREE_PACK": "property",
        "CLAIMTREE_SOURCE_KEY": KEY,
        "NO_PROXY": "127.0.0.1",
    }
    return subprocess.Popen(
        [sys.executable, "-m", "claimtree", *arguments],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def ran(home: Path, *arguments: str) -> tuple[int, str, str]:
    process = command(home, *arguments)
    out, err = process.communicate(timeout=120)
    assert KEY not in out + err
    return process.returncode, out, err


@pytest.mark.slow
def test_a_killed_run_continues_and_a_search_asks_the_service(tmp_path: Path, service: Halting) -> None:
    service.halts_at = 4
    process = command(tmp_path, "sync", service.url, "--verbose")
    until = time.monotonic() + 60
    while not any(asked.params.get("page") == "4" for asked in service.asked):
        assert time.monotonic() < until
        time.sleep(0.05)
    process.kill()
    process.communicate()
    service.halts_at = 0
    code, out, _ = ran(tmp_path, "sync", service.url, "--json")
    report = json.loads(out)
    assert code == 0
    assert report["from_page"] > 1
    assert report["indexed"] + report["unchanged"] < 350
    code, out, _ = ran(tmp_path, "info", "--json")
    assert json.loads(out)["entities"]["property"] == 350
    code, out, err = ran(
        tmp_path, "search", "rumah dijual minimal 2 kamar", "--source", service.url, "--limit", "300", "--json"
    )
    found = json.loads(out)
    assert (code, found["notices"]) == (0, []), err
    assert found["hits"]
    service.close()
    code, out, _ = ran(
        tmp_path, "search", "rumah dijual minimal 2 kamar", "--source", service.url, "--limit", "300", "--json"
    )
    down = json.loads(out)
    assert code == 0
    assert sorted(hit["id"] for hit in down["hits"]) == sorted(hit["id"] for hit in found["hits"])
    assert "sedang tidak menjawab" in down["notices"][0]
    code, _, err = ran(tmp_path, "sync", service.url)
    assert code == 8
    assert "no connection" in err


@pytest.mark.slow
def test_a_source_that_is_none_and_a_pack_without_an_interface_are_told(tmp_path: Path) -> None:
    code, _, err = ran(tmp_path, "sync", "ftp://example.org")
    assert (code, "no structured source 'ftp://example.org'" in err) == (2, True)
    code, _, err = ran(tmp_path, "sync")
    assert (code, "no source is named" in err) == (2, True)
    code, _, err = ran(tmp_path, "sync", "http://127.0.0.1:9", "--pack", "rentals")
    assert (code, "declares no structured source" in err) == (2, True)

"""Servers as people run them: several processes, slow clients, ends that lose nothing."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.stories.http.processes import running
from tests.stories.http.serving import EMBEDDER

from claimtree.api import server as running_module
from claimtree.api.app import Serving
from claimtree.settings import load_settings


@pytest.fixture
def home(built: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(built, tmp_path / "home"))


def get(address: str, path: str) -> Any:
    with urllib.request.urlopen(f"{address}/api/v1/{path}", timeout=30) as answer:
        return json.loads(answer.read())


@pytest.mark.slow
def test_two_processes_answer_alike_and_count_together(home: Path) -> None:
    with running(home, "--workers", "2") as address:
        found = [get(address, "search?q=quiet")["hits"] for _ in range(12)]
        assert all(hits == found[0] for hits in found)
        numbers = urllib.request.urlopen(f"{address}/api/v1/metrics", timeout=30).read().decode()
        assert 'claimtree_requests_total{method="GET",route="/search",status="200"} 12.0' in numbers


@dataclass(frozen=True)
class Served:
    address: str
    short: Path
    """Where it keeps what is gone when it ends."""
    end: Callable[[], None]


@contextmanager
def served(built: Path, folder: Path, *words: str) -> Iterator[Served]:
    home, short = Path(shutil.copytree(built, folder / "home")), folder / "short"
    short.mkdir()
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        patch.setenv("TMPDIR", str(short))
        yield Served(stack.enter_context(running(home, *words)), short, stack.close)


@pytest.fixture(scope="module")
def one_process(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for all tests here: starting one takes longer than they do. The last of them ends it."""
    with served(built, tmp_path_factory.mktemp("served")) as one:
        yield one


@pytest.fixture
def server(one_process: Served) -> str:
    """The address of a server in one process, for tests that do not end it."""
    return one_process.address


def test_two_hundred_slow_clients_do_not_stop_a_healthy_one(server: str) -> None:
    where = urlsplit(server)
    assert where.hostname is not None
    slow = [socket.create_connection((where.hostname, where.port or 0)) for _ in range(200)]
    for one in slow:
        one.sendall(b"POST /api/v1/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n")
        one.sendall(b"Content-Length: 100000\r\n\r\n{")
    assert get(server, "search?q=quiet")["hits"]
    for one in slow:
        one.close()
    assert get(server, "search?q=sunny")["hits"]


def test_a_port_that_is_taken_is_told_at_once(server: str, home: Path, cli: Callable[..., Any]) -> None:
    taken = str(urlsplit(server).port)
    done = cli("serve", "--port", taken, "--collection", f"n={home}/north.db")
    assert done.code == 4
    assert f"cannot listen on 127.0.0.1:{taken}" in done.err
    assert "--port" in done.err


def test_a_server_that_was_told_to_end_leaves_nothing_behind(one_process: Served) -> None:
    ends_and_leaves_nothing_behind(one_process)


@pytest.mark.slow
def test_two_processes_that_were_told_to_end_leave_nothing_behind(built: Path, tmp_path: Path) -> None:
    with served(built, tmp_path, "--workers", "2") as two_processes:
        ends_and_leaves_nothing_behind(two_processes)


def ends_and_leaves_nothing_behind(served: Served) -> None:
    get(served.address, "search?q=quiet")
    assert list(served.short.iterdir())
    served.end()
    # onnxruntime leaves a number of its own there as soon as it is imported.
    assert not [file for file in served.short.iterdir() if file.name != ".ses"]


@pytest.mark.slow
def test_people_search_on_while_a_collection_is_rebuilt_and_imported_into(home: Path) -> None:
    command = [sys.executable, "-m", "claimtree"]
    store = ["--store", str(home / "north.db"), "--embedder", EMBEDDER]
    environment = {**os.environ, "CLAIMTREE_HOME": str(home)}
    more = home / "more.jsonl"
    texts = ["Quiet and sunny, dogs allowed.", "Loud, with a gym.", "A balcony. Quiet at night."]
    lines = (json.dumps({"id": f"new-{n}", "title": f"New {n}", "text": texts[n % 3]}) for n in range(300))
    more.write_text("\n".join(lines), encoding="utf-8")
    with running(home, "--workers", "2") as address, (home / "work.log").open("w") as log:
        before = get(address, "search?collection=north&q=quiet")
        works = [[*command, "rebuild", *store], [*command, "index", str(more), *store], [*command, "rebuild", *store]]
        answers = 0
        for work in works:
            with subprocess.Popen(work, env=environment, stdout=subprocess.DEVNULL, stderr=log) as process:
                while process.poll() is None:
                    # An answer that is no success is an error of urllib's, and ends the test.
                    found = get(address, "search?collection=north&q=quiet")
                    assert found["ladder"]["total"] >= before["ladder"]["total"]
                    assert len(found["hits"]) == min(10, found["ladder"]["total"])
                    answers += 1
            assert process.returncode == 0, (home / "work.log").read_text()
        assert answers > 20
        after = get(address, "search?collection=north&q=quiet&limit=50")
        assert any(hit["id"].startswith("new-") for hit in after["hits"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--host", "0.0.0.0"], "there are no keys"),
        (["--collection", "Bad Name=x"], "is not NAME=STORE"),
        (["--collection", "a=x.db", "--collection", "a=y.db"], "two collections called 'a'"),
        (["--pictures", "https: ; script-src *"], "is no source"),
        (["--tiles", "https://tiles.example.org/{z}/{x}.png"], "it has no {y}"),
        (["--tiles", "https://tiles.example.org;/{z}/{x}/{y}.png"], "is no address of tiles"),
        (["--tiles-by", "somebody"], "there are none"),
    ],
)
def test_what_cannot_be_served_is_refused_before_anything_listens(
    cli: Callable[..., Any], tmp_path: Path, words: list[str], said: str
) -> None:
    done = cli("serve", "--port", "0", "--store", tmp_path / "x.db", *words)
    assert done.code == 2
    assert said in done.err


WITHOUT = """
import sys
class Gone:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "fastapi":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Gone())
from claimtree.cli.main import main
sys.exit(main(["serve", "--port", "0"]))
"""


def test_without_its_extra_the_command_says_what_to_install(tmp_path: Path) -> None:
    environment = {"CLAIMTREE_HOME": str(tmp_path), "PATH": ""}
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, timeout=60, env=environment, check=False
    )
    assert done.returncode == 6
    assert "pip install 'claimtree[serve]'" in done.stderr


def test_secrets_are_not_handed_on_in_the_environment(tmp_path: Path) -> None:
    settings = load_settings({"home": str(tmp_path), "reader_key": "the-secret", "pack": "rentals"}, {})
    plan = running_module._written(
        running_module.Running(
            settings=settings, serving=Serving(specs=()), host="127.0.0.1", port=0, workers=2, folder=""
        )
    )
    assert "the-secret" not in plan
    assert load_settings(json.loads(plan)["settings"], {}) == replace(settings, reader_key="")

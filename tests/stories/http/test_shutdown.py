"""A server of ours, in one process or several, told to end in the middle of everything."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.stories.http.processes import ready, started
from tests.stories.http.serving import EMBEDDER

pytestmark = pytest.mark.slow

SLOW = """
import time
from claimtree.engine import Engine
search = Engine.search
def slow(*given, **more):
    time.sleep(0.3)
    return search(*given, **more)
Engine.search = slow
"""
"""What a server is made to do, however many processes it has: a search takes a while, so that others wait behind it."""


@pytest.fixture
def home(built: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(built, tmp_path / "home"))


@pytest.fixture
def server(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Slow, in as many processes as asked for; the process and its address."""
    (tmp_path / "slow").mkdir()
    (tmp_path / "slow" / "sitecustomize.py").write_text(SLOW)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path / 'slow'}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    named = ["--collection", f"north={home / 'north'}.db", "--embedder", EMBEDDER]
    with started(home, *named, "--workers", str(request.param), log=home / "server.log") as process:
        yield process, ready(home / "server.log", process)


class Load:
    """Clients that ask as fast as they are answered, and count what they hear."""

    def __init__(self, address: str, *, clients: int, keeps: bool) -> None:
        where = urlsplit(address)
        self._where = (str(where.hostname), int(where.port or 0))
        self._keeps = keeps
        self.heard: Counter[str] = Counter()
        self.bad: list[str] = []
        self._threads = [threading.Thread(target=self._run, args=(number,)) for number in range(clients)]

    def __enter__(self) -> Load:
        for one in self._threads:
            one.start()
        return self

    def __exit__(self, *_: object) -> None:
        """They go on until they are refused."""
        for one in self._threads:
            one.join(timeout=60)
            assert not one.is_alive()

    def _run(self, number: int) -> None:
        client: socket.socket | None = None
        for turn in range(100_000):
            try:
                client = client or socket.create_connection(self._where, timeout=40)
            except OSError:
                self.heard["refused"] += 1
                return
            text = f"GET /api/v1/search?q=quiet+{number}+{turn} HTTP/1.1\r\nHost: 127.0.0.1:{self._where[1]}\r\n\r\n"
            try:
                client.sendall(text.encode())
                head = self._head(client)
            except OSError as error:
                self.bad.append(f"{error!r}")
                return
            if not head.startswith("HTTP/1.1 "):
                self.bad.append(head)
                return
            status = head.split()[1]
            self.heard[status] += 1
            if status == "503" and "retry-after: " not in head:
                self.bad.append(head)
            if not self._keeps or "connection: close" in head:
                client.close()
                client = None

    def _head(self, client: socket.socket) -> str:
        """The head of an answer whose body has come as a whole."""
        found = b""
        while True:
            head, apart, body = found.partition(b"\r\n\r\n")
            if apart:
                length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
                if len(body) >= length:
                    return head.decode().lower().replace("http/1.1", "HTTP/1.1")
            if not (more := client.recv(65_536)):
                return f"cut off after {found!r}"
            found += more


@pytest.mark.parametrize(
    ("server", "keeps", "number"),
    [
        pytest.param(1, True, signal.SIGTERM, id="one process, kept connections"),
        pytest.param(2, False, signal.SIGTERM, id="two, a connection each", marks=pytest.mark.slow),
        pytest.param(1, False, signal.SIGINT, id="one, a connection each, Ctrl-C", marks=pytest.mark.slow),
        pytest.param(2, True, signal.SIGINT, id="two, kept connections, Ctrl-C", marks=pytest.mark.slow),
        pytest.param(2, True, signal.SIGTERM, id="two, kept connections", marks=pytest.mark.slow),
    ],
    indirect=["server"],
)
def test_a_server_that_ends_under_load_leaves_nobody_without_an_answer(
    server: tuple[subprocess.Popen[bytes], str], keeps: bool, number: signal.Signals
) -> None:
    process, address = server
    with Load(address, clients=24, keeps=keeps) as load:
        while load.heard["200"] < 30:
            time.sleep(0.02)
        process.send_signal(number)
    assert load.bad == []
    assert load.heard["503"], "those that waited were to be turned away"
    assert load.heard["refused"]
    assert set(load.heard) == {"200", "503", "refused"}


@pytest.mark.parametrize("server", [2], indirect=True)
@pytest.mark.slow
def test_a_process_that_ends_alone_takes_nobody_else_along(server: tuple[subprocess.Popen[bytes], str]) -> None:
    process, address = server
    workers = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    ended = [int(pid) for pid in workers if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()][:1]
    assert ended
    os.kill(ended[0], signal.SIGTERM)
    until = time.monotonic() + 30
    while Path(f"/proc/{ended[0]}").exists() and time.monotonic() < until:
        time.sleep(0.05)
    for _ in range(10):
        with urllib.request.urlopen(f"{address}/api/v1/search?q=quiet", timeout=20) as answer:
            assert answer.status == 200


@pytest.mark.parametrize("server", [1], indirect=True)
def test_who_watches_a_job_sees_the_stream_end_and_the_job_say_that_it_was_stopped(
    server: tuple[subprocess.Popen[bytes], str], home: Path
) -> None:
    process, address = server
    rows = "".join(json.dumps({"id": str(n), "text": f"Quiet and sunny, {n} rooms."}) + "\n" for n in range(20_000))
    kind = {"Content-Type": "application/x-ndjson"}
    asked = urllib.request.Request(f"{address}/api/v1/jobs", data=rows.encode(), headers=kind)
    job = json.loads(urllib.request.urlopen(asked, timeout=60).read())
    with urllib.request.urlopen(f"{address}/api/v1/jobs/{job['id']}/events", timeout=60) as stream:
        assert stream.readline() == b"event: job\n"
        process.terminate()
        rest = stream.read()  # an IncompleteRead where it is cut off
    assert rest.endswith(b"\n\n")

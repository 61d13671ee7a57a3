"""A server that is told to stop answers all requests that it has received, and accepts no new ones."""

from __future__ import annotations

import socket
import threading
import time

import pytest
from tests.unit.http_server.serving import GET, answer, served

from claimtree.http_server import shutdown


def test_who_has_asked_is_answered_and_told_that_it_was_the_last_time() -> None:
    with served() as server:
        clients = [server.connect() for _ in range(10)]
        for one in clients:
            one.sendall(GET % b"slow")
        server.wait_for(asked=10)
        server.end()
        _wait_until_refused(server.port)
        server.open()
        for one in clients:
            said = answer(one)
            assert said.startswith(b"HTTP/1.1 200")
            assert b"connection: close" in said.lower()
            assert one.recv(10) == b"", "the connection stays open"
            one.close()


def _wait_until_refused(port: int) -> None:
    """A connection that is not taken any more is refused, or ignored and then refused."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=10).close()
        except ConnectionRefusedError:
            return
        time.sleep(0.02)
    raise AssertionError("it still takes connections")


def test_a_request_that_comes_on_a_kept_connection_while_it_ends_is_answered() -> None:
    with served() as server, server.connect() as slow, server.connect() as kept:
        slow.sendall(GET % b"slow")
        kept.sendall(GET % b"quick")
        assert b"connection: close" not in answer(kept).lower()
        server.wait_for(asked=2)
        server.end()
        time.sleep(0.5)  # it has begun to end, and lingers
        kept.sendall(GET % b"quick")
        said = answer(kept)
        assert said.startswith(b"HTTP/1.1 200")
        assert b"connection: close" in said.lower()
        assert kept.recv(10) == b""


def test_a_kept_connection_on_which_nothing_comes_is_closed_properly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutdown, "LINGER_S", 0.2)
    with served() as server, server.connect() as kept:
        kept.sendall(GET % b"quick")
        answer(kept)
        server.end()
        assert kept.recv(10) == b"", "the end is no error"


def test_half_a_request_may_still_become_a_whole_one_and_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutdown, "LINGER_S", 0.2)
    with served() as server, server.connect() as client:
        client.sendall(b"POST /half HTTP/1.1\r\nHost: here\r\nContent-Length: 8\r\n\r\nhalf")
        server.wait_for(asked=1)
        server.end()
        time.sleep(0.6)  # longer than it lingers
        client.sendall(b"half")
        assert answer(client).endswith(b"/half 8")


@pytest.mark.parametrize(
    "keeps",
    [pytest.param(False, id="a connection each"), pytest.param(True, id="kept connections", marks=pytest.mark.slow)],
)
def test_under_load_every_request_that_was_taken_is_answered(keeps: bool) -> None:
    """A client may be refused while it connects, or find its kept connection closed before it asks; nothing else."""
    unanswered: list[str] = []
    answered = [0]
    over = threading.Event()

    def ask() -> None:
        client: socket.socket | None = None
        while not over.is_set():
            try:
                client = client or server.connect()
            except OSError:
                return  # refused, as it should be
            try:
                client.sendall(GET % b"quick")
                said = answer(client)
            except OSError as error:
                said = str(error).encode()
            if not said.startswith(b"HTTP/1.1 "):
                unanswered.append(said.decode())
                return
            answered[0] += 1
            if not keeps or b"connection: close" in said.lower():
                client.close()
                client = None

    with served() as server:
        threads = [threading.Thread(target=ask) for _ in range(16)]
        for one in threads:
            one.start()
        while answered[0] < 200:
            time.sleep(0.01)
        server.end()
        for one in threads:
            one.join(timeout=30)
        over.set()
    assert unanswered == []


def test_who_takes_too_long_does_not_hold_up_the_end() -> None:
    with served(graceful_s=1) as server:
        client = server.connect()
        client.sendall(GET % b"slow")
        server.wait_for(asked=1)
        server.end()
        client.settimeout(20)
        answer(client)  # whatever it is: the application of this test has no words for it
        client.close()

"""Slow requests are dropped, and no client holds a connection that others need."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack

import pytest
from tests.unit.http_server.serving import GET, answer, served

from claimtree.http_server import connections, shutdown

HALVES = {
    "nothing": b"",
    "half a head": b"GET / HTTP/1.1\r\nHost: he",
    "half a body": b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\nhalf",
    "half a chunk": b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n1000\r\nhalf",
}


@pytest.fixture(autouse=True)
def swept_at_every_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten times as often as it does, so that a client need not be slow for seconds."""
    monkeypatch.setattr(shutdown, "_SWEEP_TICKS", 1)


def trickle(client: socket.socket) -> bytes:
    """Send a byte now and then, until the server has had enough; what it says."""
    client.settimeout(0.05)
    until = time.monotonic() + 30
    while time.monotonic() < until:
        try:
            client.send(b"x")
            return client.recv(65_536)
        except TimeoutError:
            continue
        except (BrokenPipeError, ConnectionResetError):
            return b""
    raise AssertionError("it was never dropped")


@pytest.mark.parametrize("half", HALVES)
def test_a_request_that_trickles_is_dropped_and_told(half: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HALF_SENT_S", 0.3)
    with served() as server, server.connect() as client:
        client.sendall(HALVES[half])
        said = trickle(client) if half != "nothing" else client.recv(100)
        assert said.startswith(b"HTTP/1.1 408 ") or (half == "nothing" and said == b"")
        assert server.ask().startswith(b"HTTP/1.1 200")


def test_a_second_request_on_a_connection_may_not_trickle_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HALF_SENT_S", 0.3)
    with served() as server, server.connect() as client:
        client.sendall(GET % b"quick")
        assert answer(client).startswith(b"HTTP/1.1 200")
        client.sendall(b"GET / HT")
        assert trickle(client).startswith(b"HTTP/1.1 408 ")


def test_a_slow_answer_and_a_pause_between_requests_are_not_the_clients_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HALF_SENT_S", 0.2)
    with served() as server, server.connect() as client:
        client.sendall(GET % b"slow")
        server.wait_for(asked=1)
        time.sleep(0.5)  # several sweeps
        server.open()
        assert answer(client).startswith(b"HTTP/1.1 200")
        time.sleep(0.5)
        client.sendall(GET % b"quick")
        assert answer(client).startswith(b"HTTP/1.1 200")


def test_a_large_body_that_comes_steadily_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HALF_SENT_S", 0.2)
    with served() as server, server.connect() as client:
        client.sendall(b"POST /large HTTP/1.1\r\nHost: here\r\nContent-Length: 120000\r\n\r\n")
        for _ in range(12):
            client.sendall(b"x" * 10_000)
            time.sleep(0.05)
        assert answer(client).endswith(b"/large 120000")


@pytest.mark.parametrize("half", HALVES)
def test_a_full_server_makes_room_for_newcomers(half: str) -> None:
    with served(limit=20) as server, ExitStack() as slow:
        for _ in range(100):
            slow.enter_context(server.connect()).sendall(HALVES[half])
        for _ in range(50):
            assert server.ask().startswith(b"HTTP/1.1 200")


def test_where_everybody_waits_for_an_answer_a_newcomer_is_turned_away() -> None:
    with served(limit=5) as server, ExitStack() as asking:
        clients = [asking.enter_context(server.connect()) for _ in range(5)]
        for one in clients:
            one.sendall(GET % b"slow")
        server.wait_for(asked=5)
        assert server.ask().startswith(b"HTTP/1.1 503")
        server.open()
        assert all(answer(one).startswith(b"HTTP/1.1 200") for one in clients)


def test_who_waits_for_an_answer_is_not_put_out_for_a_newcomer() -> None:
    with served(limit=20) as server:
        asking = [server.connect() for _ in range(5)]
        for one in asking:
            one.sendall(GET % b"slow")
        server.wait_for(asked=5)
        idle = [server.connect() for _ in range(100)]
        assert server.ask().startswith(b"HTTP/1.1 200")
        server.open()
        assert all(answer(one).startswith(b"HTTP/1.1 200") for one in asking)
        for one in (*asking, *idle):
            one.close()

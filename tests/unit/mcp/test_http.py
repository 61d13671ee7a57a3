"""Over HTTP: on this machine only, and only under its own host name."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator

import httpx
import pytest

from claimtree.errors import BadInput
from claimtree.mcp.http import LARGEST_BODY, Address, listen, server
from claimtree.mcp.open_packs import Offer

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
ACCEPT = {"Accept": "application/json, text/event-stream"}


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:9000", "127.0.0.1:9000"),
        ("127.1.2.3:9000", "127.1.2.3:9000"),
        ("localhost:9000", "127.0.0.1:9000"),
        ("localhost", "127.0.0.1:8766"),
        ("9000", "127.0.0.1:9000"),
        ("[::1]:9000", "[::1]:9000"),
    ],
)
def test_loopback_is_listened_on(text: str, address: str) -> None:
    assert str(Address.parse(text)) == address


@pytest.mark.parametrize("text", ["0.0.0.0:80", "[::]:80", ":80", "192.168.1.4:80", "example.org:80", "example.org"])
def test_anywhere_else_is_refused_with_the_way_out(text: str) -> None:
    with pytest.raises(BadInput, match="not on this machine's loopback") as caught:
        Address.parse(text)
    assert "proxy that asks for keys" in caught.value.hint


@pytest.mark.parametrize("text", ["127.0.0.1:", "127.0.0.1:http", "127.0.0.1:-1", "127.0.0.1:65536", "127.0.0.1:²"])
def test_what_is_no_port_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match=r"is not HOST:PORT|not on this machine's"):
        Address.parse(text)


def test_a_port_that_is_taken_is_told() -> None:
    taken, address = listen(Address.parse("127.0.0.1:0"))
    with taken, pytest.raises(BadInput, match=f"cannot listen on 127.0.0.1:{address.port}"):
        listen(address)


@pytest.fixture(scope="module")
def url(offer: Offer) -> Iterator[str]:
    opened, address = listen(Address.parse("127.0.0.1:0"))
    running = server(offer, address)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [opened]}, daemon=True)
    thread.start()
    try:
        yield address.url
    finally:
        running.should_exit = True
        thread.join()
        opened.close()


def post(url: str, body: object, **headers: str) -> httpx.Response:
    said = {"Content-Type": "application/json", **ACCEPT, **headers}
    return httpx.post(url, content=json.dumps(body), headers=said, trust_env=False, timeout=30)


def test_a_request_for_the_right_host_is_answered(url: str) -> None:
    assert post(url, PING).json() == {"jsonrpc": "2.0", "id": 1, "result": {}}
    port = httpx.URL(url).port
    assert post(url, PING, Host=f"localhost:{port}", Origin=f"http://localhost:{port}").status_code == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1:1"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Content-Type": "text/plain"}, 400),
    ],
)
def test_a_page_elsewhere_cannot_use_it_through_a_browser(url: str, headers: dict[str, str], status: int) -> None:
    assert post(url, PING, **headers).status_code == status


def test_without_sessions_there_is_nothing_to_get_or_delete(url: str) -> None:
    assert httpx.get(url, headers=ACCEPT, trust_env=False).status_code == 405
    assert httpx.delete(url, trust_env=False).status_code == 405
    assert httpx.get(url.removesuffix("/mcp"), trust_env=False).status_code == 404
    assert "mcp-session-id" not in post(url, PING).headers


def test_a_body_that_is_too_large_or_no_message_is_refused(url: str) -> None:
    assert post(url, "x" * LARGEST_BODY).status_code == 413
    assert post(url, {"jsonrpc": "1.0"}).status_code == 400

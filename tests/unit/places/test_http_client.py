"""What the network and a server can do to us, over real connections to a server on loopback."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from tests.unit.places.servers.speaking import Asked, Bad, Speaking

from claimtree.errors import BadInput, MissingExtra, PlacesRefused, PlacesUnavailable
from claimtree.http_client.endpoint import Site
from claimtree.http_client.rate_limit import RateLimit
from claimtree.http_client.retry_after import retry_after_s
from claimtree.places.http_client import Web

KEY = "secret+key/0123456789"


class Counting(Speaking):
    """Says how often it was asked."""

    def answer(self, asked: Asked) -> tuple[int, Any]:
        return 200, {"asked": len(self.asked)}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counting]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with closing(Counting()) as server:
        yield server


@pytest.fixture
def waits() -> list[float]:
    """The pauses that were asked for; none is made."""
    return []


@pytest.fixture
def web(server: Counting, waits: list[float]) -> Iterator[Web]:
    with closing(opened(server.url, waits)) as web:
        yield web


def opened(url: str, waits: list[float], **changed: Any) -> Web:
    site = Site(**{"provider": "maps", "base_url": url, "key": KEY, "key_param": "key", "timeout_s": 5.0, **changed})
    return Web(site, pace=RateLimit(0.0), sleep=waits.append)


def test_the_key_is_sent_and_the_rest_of_the_address_stays(web: Web, server: Counting) -> None:
    assert web.get("search", {"q": "Jl. Dr. Mansyur & Co +1"}) == {"asked": 1}
    assert server.asked[0].params == {"q": "Jl. Dr. Mansyur & Co +1", "key": KEY}
    assert server.asked[0].headers["user-agent"].startswith("claimtree/")


def test_a_form_and_a_header_go_out_as_they_should(server: Counting) -> None:
    with closing(opened(server.url, [], key_param="", key_header="X-Key", contact="me@example.org")) as web:
        web.post("ask", form={"data": "[out:json];"}, headers={"X-More": "yes"})
    (asked,) = server.asked
    assert asked.form == {"data": "[out:json];"}
    assert (asked.headers["x-key"], asked.headers["x-more"]) == (KEY, "yes")
    assert asked.headers["user-agent"].endswith("(me@example.org)")
    assert asked.params == {}


@pytest.mark.parametrize("bad", [Bad(status=429), Bad(status=503), Bad(hang_up=True), Bad(body=b"{}" * 9, half=True)])
def test_what_may_pass_is_tried_again(web: Web, server: Counting, waits: list[float], bad: Bad) -> None:
    server.bad = [bad, bad]
    assert web.get("search", {}) == {"asked": 3}
    assert waits == [0.5, 1.0]


@pytest.mark.parametrize("bad", [Bad(status=429, body=b"slow down"), Bad(status=502), Bad(hang_up=True)])
def test_what_does_not_pass_is_given_up(web: Web, server: Counting, bad: Bad) -> None:
    server.always = bad
    with pytest.raises(PlacesUnavailable) as caught:
        web.get("search", {})
    assert len(server.asked) == 3
    assert caught.value.hint
    assert caught.value.values["status"] == (0 if bad.hang_up else bad.status)


def test_a_server_that_names_a_pause_is_given_it(web: Web, server: Counting, waits: list[float]) -> None:
    server.bad = [Bad(status=429, headers=(("Retry-After", "3"),))]
    assert web.get("search", {}) == {"asked": 2}
    assert waits == [3.0]


def test_a_server_that_asks_for_too_much_patience_is_left_alone(web: Web, server: Counting) -> None:
    server.always = Bad(status=429, headers=(("Retry-After", "900"),))
    with pytest.raises(PlacesUnavailable) as caught:
        web.get("search", {})
    assert len(server.asked) == 1
    assert caught.value.values["rest_s"] == 900.0


@pytest.mark.parametrize("bad", [Bad(wait_s=1.5), Bad(body=b"[" + b"1," * 500 + b"1]", drip_s=0.02)])
def test_a_slow_server_is_not_waited_for_and_not_asked_twice(server: Counting, bad: Bad) -> None:
    server.always = bad
    with (
        closing(opened(server.url, [], timeout_s=0.3)) as web,
        pytest.raises(PlacesUnavailable, match=r"no answer within 0\.3 s"),
    ):
        web.get("search", {})
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    "body", [b"<!doctype html><title>Log in</title>", b"", b"{", b"\xff\xfe\x00", b"[" * 100_000, b"1" * 5_000]
)
def test_a_reply_that_is_not_json_is_a_failure(web: Web, server: Counting, body: bytes) -> None:
    server.always = Bad(body=body)
    with pytest.raises(PlacesUnavailable, match="not JSON") as caught:
        web.get("search", {})
    assert len(caught.value.message) < 500


def test_a_huge_reply_is_not_read_to_its_end(server: Counting) -> None:
    server.always = Bad(body=b'"' + b"x" * 200_000 + b'"')
    with (
        closing(opened(server.url, [], most_bytes=10_000)) as web,
        pytest.raises(PlacesUnavailable, match="longer than 10,000 bytes"),
    ):
        web.get("search", {})


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_not_followed(web: Web, server: Counting, status: int) -> None:
    server.always = Bad(status=status, headers=(("Location", f"{server.url}/elsewhere"),))
    with pytest.raises(PlacesUnavailable, match="not followed"):
        web.get("search", {})
    assert len(server.asked) == 1


@pytest.mark.parametrize(("status", "about"), [(400, "question"), (401, "key"), (403, "key"), (404, "question")])
def test_a_refusal_says_what_was_refused(web: Web, server: Counting, status: int, about: str) -> None:
    server.always = Bad(status=status, body=b"no")
    with pytest.raises(PlacesRefused) as caught:
        web.get("search", {})
    assert caught.value.values["refused"] == about
    assert len(server.asked) == 1


def test_nobody_at_the_address_is_a_failure_that_names_it(waits: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        with closing(opened(url, waits)) as web, pytest.raises(PlacesUnavailable, match="no connection") as caught:
            web.get("search", {})
    assert url in caught.value.message
    assert len(waits) == 2


@pytest.mark.parametrize("status", [200, 403, 429])
def test_a_key_that_a_server_quotes_back_is_not_shown(
    web: Web, server: Counting, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    server.always = Bad(status=status, body=b"secret+key/0123456789 secret%2Bkey%2F0123456789 is no good")
    with caplog.at_level("DEBUG"), pytest.raises((PlacesUnavailable, PlacesRefused)) as caught:
        web.get("search", {})
    error: BaseException | None = caught.value
    while error is not None:
        assert "0123456789" not in f"{error!r} {vars(error)}"
        error = error.__cause__
    assert "0123456789" not in caplog.text + repr(web) + repr(web.site)
    assert "is no good" in caught.value.message


def test_a_turn_that_is_too_far_off_is_not_waited_for(server: Counting) -> None:
    pace = RateLimit(60.0, sleep=lambda _: None)
    with closing(Web(Site(provider="maps", base_url=server.url, timeout_s=5.0), pace=pace)) as web:
        web.get("search", {})
        with pytest.raises(PlacesUnavailable, match="wait for their turn"):
            web.get("search", {})
    assert len(server.asked) == 1


def test_without_httpx_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(MissingExtra) as caught:
        Web(Site(provider="maps", base_url="http://localhost"), pace=RateLimit(0.0))
    assert "claimtree[remote]" in caught.value.hint


@pytest.mark.parametrize(
    "changed",
    [
        {"base_url": "localhost:8080"},
        {"base_url": "file:///sesame"},
        {"base_url": "http://"},
        {"base_url": "http://[::1"},
        {"base_url": "http://local host"},
        {"base_url": "http://localhost:99999"},
        {"base_url": "http://local..host"},
        {"base_url": "http://b\u00fccher"},
        {"base_url": f"http://localhost/{'x' * 3_000}"},
        {"base_url": "https://user:sesame@localhost"},
        {"base_url": "https://localhost/?key=sesame"},
        {"key": "sesame\n"},
        {"key": "sesame ö"},
        {"contact": "me\r\nX-Evil: sesame"},
        {"contact": "sesame" * 100},
        {"timeout_s": 0, "key": "sesame"},
        {"timeout_s": float("nan")},
        {"retries": -1},
    ],
)
def test_a_site_that_cannot_be_asked_is_refused_without_repeating_a_secret(changed: dict[str, Any]) -> None:
    with pytest.raises(BadInput) as caught:
        Site(**{"provider": "maps", "base_url": "http://localhost", **changed})
    assert "sesame" not in f"{caught.value!r} {caught.value.hint} {caught.value.values}"


def test_a_wait_may_be_given_as_a_date() -> None:
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=20), usegmt=True)
    assert 10 < retry_after_s(soon) <= 20
    assert retry_after_s("Wed, 21 Oct 2015 07:28:00 GMT") == 0.0
    assert retry_after_s("Wed, 21 Oct 2015 07:28:00 -0000") == 0.0


@pytest.mark.parametrize("host", ["xn--", "xn--a"])
def test_an_address_that_only_the_http_library_refuses_is_bad_input(host: str) -> None:
    with closing(opened(f"http://{host}", [])) as web, pytest.raises(BadInput, match="no address that can be asked"):
        web.get("search", {})

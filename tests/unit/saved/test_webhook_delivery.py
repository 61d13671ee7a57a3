"""Messages to a real server on loopback that answers, fails, drips, hangs up and points elsewhere."""

from __future__ import annotations

import hashlib
import hmac
import json
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from claimtree.errors import BadInput
from claimtree.saved import SavedSearches, webhook_delivery
from claimtree.saved.outbox import FIRST_REST_S, MOST_ROUNDS
from claimtree.saved.webhook_delivery import TRIES, Outcome, post

Harbour = Any
SECRET = "whsec_0123456789"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One reply of the server's."""

    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    hang_up: bool = False
    drip_s: float = 0.0
    """Between two bytes of the first line."""
    length: int = 2


@dataclass(slots=True)
class Hook:
    """What the server is to reply, one a request, then 200; and what was posted to it."""

    replies: list[Reply] = field(default_factory=list)
    asked: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    url: str = ""


def handler(hook: Hook) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            hook.asked.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            reply = hook.replies.pop(0) if hook.replies else Reply()
            self.close_connection = True
            if reply.hang_up:
                return
            for byte in b"HTTP/1.1 200 OK" if reply.drip_s else b"":
                self.wfile.write(bytes([byte]))
                time.sleep(reply.drip_s)
            self.send_response(reply.status)
            for name, value in reply.headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(reply.length))
            self.end_headers()
            for _ in range(reply.length // 2):
                self.wfile.write(b"ok")

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing: the test's output is for the test."""

    return Handler


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that gave up waiting is no news."""


@pytest.fixture
def hook() -> Iterator[Hook]:
    made = Hook()
    with Server(("127.0.0.1", 0), handler(made)) as server:
        made.url = f"http://127.0.0.1:{server.server_port}/news?key=hunter2"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield made
        finally:
            server.shutdown()
            thread.join()


def send(hook: Hook, clock: Any, body: bytes = b'{"a":1}', **options: Any) -> Outcome:
    given = {"secret": SECRET, "delivery": "d-1", "allow_private": True, "timeout_s": 5.0, **options}
    return post(hook.url, body, **given, sleep=clock.sleep, clock=clock)


def test_a_message_is_json_that_is_signed_and_says_which_it_is(hook: Hook, clock: Any) -> None:
    assert send(hook, clock) == Outcome(sent=True, description="status 200", tries=1)
    ((path, headers, body),) = hook.asked
    assert path == "/news?key=hunter2"
    assert headers["content-type"] == "application/json"
    assert headers["claimtree-delivery"] == "d-1"
    assert headers["host"] == hook.url.split("/")[2]
    stamp, signed = (part.split("=")[1] for part in headers["claimtree-signature"].split(","))
    assert int(stamp) == int(clock.now)
    assert signed == hmac.new(SECRET.encode(), f"{stamp}.".encode() + body, hashlib.sha256).hexdigest()


def test_what_may_pass_is_tried_again_with_longer_and_longer_pauses(hook: Hook, clock: Any) -> None:
    hook.replies = [Reply(status=500), Reply(hang_up=True), Reply(status=408)]
    assert send(hook, clock) == Outcome(sent=True, description="status 200", tries=4)
    assert clock.slept == [1, 2, 4]
    stamps = {headers["claimtree-signature"].split(",")[0] for _, headers, _ in hook.asked}
    assert len(stamps) == 4
    assert {headers["claimtree-delivery"] for _, headers, _ in hook.asked} == {"d-1"}


def test_it_gives_up_after_some_tries(hook: Hook, clock: Any) -> None:
    hook.replies = [Reply(status=503)] * 9
    assert send(hook, clock) == Outcome(sent=False, description="status 503", tries=TRIES, again=True)
    assert len(hook.asked) == TRIES


@pytest.mark.parametrize("status", [400, 401, 404, 410])
def test_what_will_not_pass_is_not_tried_again(hook: Hook, clock: Any, status: int) -> None:
    hook.replies = [Reply(status=status)]
    assert send(hook, clock) == Outcome(sent=False, description=f"status {status}", tries=1)


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_not_followed(hook: Hook, clock: Any, status: int) -> None:
    hook.replies = [Reply(status=status, headers=(("Location", hook.url + "&again=1"),))]
    sent = send(hook, clock)
    assert (sent.sent, sent.tries, sent.again) == (False, 1, False)
    assert "elsewhere" in sent.description
    assert len(hook.asked) == 1


def test_a_server_that_asks_for_patience_gets_it_up_to_a_limit(hook: Hook, clock: Any) -> None:
    hook.replies = [Reply(status=429, headers=(("Retry-After", "7"),))]
    assert send(hook, clock).sent
    assert clock.slept == [7]
    hook.replies = [Reply(status=429, headers=(("Retry-After", "3600"),))]
    assert send(hook, clock) == Outcome(sent=False, description="status 429", tries=1, again=True)


def test_a_server_that_drips_holds_nobody_up(hook: Hook, clock: Any) -> None:
    hook.replies = [Reply(drip_s=0.05)] * TRIES
    sent = send(hook, clock, timeout_s=0.2)
    assert (sent.sent, sent.again, sent.description) == (False, True, "no answer within 0.2 s")


def test_a_long_answer_is_not_read_to_its_end(hook: Hook, clock: Any) -> None:
    hook.replies = [Reply(length=500_000_000)]
    assert send(hook, clock).sent


def test_nobody_there_is_an_answer_too(clock: Any) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        hook = Hook(url=f"http://127.0.0.1:{free.getsockname()[1]}/")
    sent = send(hook, clock)
    assert (sent.sent, sent.again, sent.tries) == (False, True, TRIES)


def test_a_private_address_is_refused_before_anything_is_sent(hook: Hook, clock: Any) -> None:
    sent = send(hook, clock, allow_private=False)
    assert (sent.sent, sent.again, sent.tries) == (False, False, 1)
    assert "127.0.0.1" in sent.description
    assert "hunter2" not in sent.description
    assert hook.asked == []


def test_a_name_is_looked_up_once_and_the_address_that_was_checked_is_the_one_posted_to(
    hook: Hook, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = int(hook.url.split(":")[2].split("/")[0])
    looked_up: list[str] = []
    real = socket.getaddrinfo

    def answers(host: str | None, *arguments: Any, **options: Any) -> Any:
        looked_up.append(str(host))
        return real("127.0.0.1" if host == "news.example" else host, *arguments, **options)

    monkeypatch.setattr(socket, "getaddrinfo", answers)
    hook.url = f"http://news.example:{port}/x"
    assert send(hook, clock).sent
    assert looked_up.count("news.example") == 1
    ((_, headers, _),) = hook.asked
    assert headers["host"] == f"news.example:{port}"


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    """A self-signed certificate of news.example."""
    key, made = tmp_path / "key.pem", tmp_path / "cert.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-keyout", str(key), "-out", str(made), "-days", "2", "-subj", "/CN=news.example"]
    command += ["-addext", "subjectAltName=DNS:news.example"]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (FileNotFoundError, subprocess.CalledProcessError):
        pytest.skip("openssl cannot make a certificate here")
    return key, made


@pytest.fixture
def secure(hook: Hook, certificate: tuple[Path, Path]) -> Iterator[int]:
    key, made = certificate
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made, key)
    with Server(("127.0.0.1", 0), handler(hook)) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


def test_tls_checks_the_name_of_the_host_and_not_the_address(
    hook: Hook, clock: Any, secure: int, certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = socket.getaddrinfo

    def answers(host: str | None, *arguments: Any, **options: Any) -> Any:
        return real("127.0.0.1" if str(host).endswith(".example") else host, *arguments, **options)

    monkeypatch.setattr(socket, "getaddrinfo", answers)
    hook.url = f"https://news.example:{secure}/x"
    unknown = send(hook, clock)
    assert (unknown.sent, unknown.again) == (False, False)
    assert "certificate" in unknown.description

    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[1]))
    assert send(hook, clock).sent
    hook.url = f"https://other.example:{secure}/x"
    assert "certificate" in send(hook, clock).description
    assert len(hook.asked) == 1


def test_news_are_posted_once_each_in_their_order(
    hook: Hook, saved: SavedSearches, harbour: Harbour, clock: Any
) -> None:
    saved.add("mine", "fast, guests", collection="boats")
    made = saved.set_webhook("mine", hook.url, collection="boats", allow_private=True)
    saved.run(harbour.engine, "mine", collection="boats")
    assert saved.deliver("mine", collection="boats") == ()
    for price in (850, 800):
        harbour.put("anna", "Fast and dry. Guests welcome.", price)
        saved.run(harbour.engine, "mine", collection="boats")
    assert [one.number for one in saved.deliver("mine", collection="boats")] == [2, 3]
    assert saved.deliver("mine", collection="boats") == ()
    told = [json.loads(body) for _, _, body in hook.asked]
    assert [one["changed"][0]["changed_fields"][0]["after"]["value"] for one in told] == [850, 800]
    assert [headers["claimtree-delivery"] for _, headers, _ in hook.asked] == [one["id"] for one in told]
    _, headers, body = hook.asked[0]
    stamp = int(headers["claimtree-signature"].split(",")[0].removeprefix("t="))
    assert headers["claimtree-signature"] == webhook_delivery.signature(made.secret, body, at=stamp)


def test_a_message_that_fails_waits_and_is_posted_later_and_not_forever(
    hook: Hook, saved: SavedSearches, harbour: Harbour, clock: Any
) -> None:
    saved.add("mine", "fast, guests", collection="boats")
    saved.set_webhook("mine", hook.url, collection="boats", allow_private=True)
    saved.run(harbour.engine, "mine", collection="boats")
    harbour.put("anna", "Fast and dry. Guests welcome.", 850)
    saved.run(harbour.engine, "mine", collection="boats")
    hook.replies = [Reply(status=500)] * TRIES
    (failed,) = saved.deliver("mine", collection="boats")
    assert (failed.outcome.sent, failed.again) == (False, True)
    assert saved.deliver("mine", collection="boats") == ()
    clock.now += FIRST_REST_S
    (sent,) = saved.deliver("mine", collection="boats")
    assert sent.outcome.sent
    webhook = saved.get("mine", collection="boats").webhook
    assert webhook is not None
    assert webhook.last_outcome == "status 200"

    harbour.put("anna", "Fast and dry. Guests welcome.", 800)
    saved.run(harbour.engine, "mine", collection="boats")
    hook.replies = [Reply(status=500)] * 1_000
    for _ in range(MOST_ROUNDS):
        (failed,) = saved.deliver("mine", collection="boats")
        clock.now += FIRST_REST_S * 4**MOST_ROUNDS
    assert not failed.again
    assert saved.deliver("mine", collection="boats") == ()


def test_news_that_were_not_posted_are_posted_by_the_next_process_and_once(
    hook: Hook, saved: SavedSearches, harbour: Harbour, clock: Any, tmp_path: Path
) -> None:
    saved.add("mine", "fast, guests", collection="boats")
    saved.set_webhook("mine", hook.url, collection="boats", allow_private=True)
    saved.run(harbour.engine, "mine", collection="boats")
    harbour.put("anna", "Fast and dry. Guests welcome.", 850)
    saved.run(harbour.engine, "mine", collection="boats")
    # Here the program ended before it posted anything.

    def serve() -> None:
        with closing(SavedSearches(tmp_path / "saved.db", clock=clock)) as other:
            other.run_due(lambda _: harbour.engine, collections={"boats"}, stop=lambda: False)

    threads = [threading.Thread(target=serve) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(hook.asked) == 1


def test_a_webhook_that_answers_slowly_holds_up_no_other(saved: SavedSearches, harbour: Harbour) -> None:
    asked = {"/first": threading.Event(), "/second": threading.Event()}

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            asked[self.path].set()
            # Nobody is answered before both have asked.
            (other,) = (event for path, event in asked.items() if path != self.path)
            self.send_response(200 if other.wait(timeout=5) else 410)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing: the test's output is for the test."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        for name in ("first", "second"):
            saved.add(name, "fast, guests", collection="boats")
            url = f"http://127.0.0.1:{server.server_port}/{name}"
            saved.set_webhook(name, url, collection="boats", allow_private=True)
            saved.run(harbour.engine, name, collection="boats")
        harbour.put("anna", "Fast and dry. Guests welcome.", 850)
        for name in ("first", "second"):
            saved.run(harbour.engine, name, collection="boats")
        saved.run_due(lambda _: harbour.engine, collections={"boats"}, stop=lambda: False)
        server.shutdown()
    hooks = [saved.get(name, collection="boats").webhook for name in ("first", "second")]
    assert [hook.last_outcome for hook in hooks if hook is not None] == ["status 200", "status 200"]


def test_nothing_is_posted_after_the_webhook_was_taken_away(hook: Hook, saved: SavedSearches, harbour: Harbour) -> None:
    saved.add("mine", "fast, guests", collection="boats")
    saved.set_webhook("mine", hook.url, collection="boats", allow_private=True)
    saved.run(harbour.engine, "mine", collection="boats")
    harbour.put("anna", "Fast and dry. Guests welcome.", 850)
    saved.run(harbour.engine, "mine", collection="boats")
    assert saved.clear_webhook("mine", collection="boats").webhook is None
    assert saved.deliver("mine", collection="boats") == ()
    saved.set_webhook("mine", hook.url, collection="boats", allow_private=True)
    assert saved.deliver("mine", collection="boats") == ()
    assert hook.asked == []


def test_a_webhook_on_this_machine_needs_to_be_allowed_and_secrets_are_shown_nowhere(
    hook: Hook, saved: SavedSearches
) -> None:
    saved.add("mine", "fast", collection="boats")
    with pytest.raises(BadInput) as refused:
        saved.set_webhook("mine", hook.url, collection="boats")
    assert "hunter2" not in f"{refused.value.message}{refused.value.hint}"
    made = saved.set_webhook("mine", hook.url, collection="boats", allow_private=True)
    shown = f"{made!r} {saved.get('mine', collection='boats')!r}"
    assert made.secret not in shown
    assert "hunter2" not in shown


def test_a_private_webhook_is_not_posted_to_when_private_ones_are_no_longer_allowed(
    hook: Hook, saved: SavedSearches, harbour: Harbour, tmp_path: Path
) -> None:
    """As after a restart of a server without --private-webhooks: the message waits, and the status
    says so.
    """
    saved.add("fast", "fast, guests", collection="boats")
    saved.set_webhook("fast", hook.url, collection="boats", allow_private=True)
    saved.run(harbour.engine, "fast", collection="boats")
    harbour.put("anna", "Fast and dry. Guests welcome.", 850)
    saved.run(harbour.engine, "fast", collection="boats")
    later = time.time()
    with closing(SavedSearches(saved._file.path, private_webhooks=False, clock=lambda: later)) as strict:
        (delivered,) = strict.deliver("fast", collection="boats")
        assert not hook.asked
        assert (delivered.outcome.sent, delivered.again) == (False, True)
        told = strict.get("fast", collection="boats").webhook
        assert told is not None
        assert told.last_outcome.endswith("which is not posted to without --private-webhooks")
    later += FIRST_REST_S + 1
    with closing(SavedSearches(saved._file.path, clock=lambda: later)) as allowed:
        (delivered,) = allowed.deliver("fast", collection="boats")
        assert delivered.outcome.sent
    assert len(hook.asked) == 1

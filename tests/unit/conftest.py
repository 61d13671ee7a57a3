"""A real server on loopback that speaks like a language model, and misbehaves on demand."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

KEY = "sk-secret-0123456789"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One reply of the server's: the content of a message, or something worse."""

    content: Any = None
    status: int = 200
    body: bytes | None = None
    """The whole reply, instead of a completion with the content."""
    headers: tuple[tuple[str, str], ...] = ()
    wait_s: float = 0.0
    hang_up: bool = False
    half: bool = False
    """Promise the whole body, send half of it and close."""
    drip_s: float = 0.0
    """Send one byte at a time, with pauses."""
    usage: Any = None
    finish: str = "stop"
    calls: tuple[tuple[str, Any], ...] = ()
    """Tools that it calls, with their arguments; text stays as it is."""

    def bytes(self) -> bytes:
        if self.body is not None:
            return self.body
        message: dict[str, Any] = {"role": "assistant", "content": self.content}
        if self.calls:
            message["tool_calls"] = [called(k, *call) for k, call in enumerate(self.calls)]
        choice = {"index": 0, "message": message, "finish_reason": self.finish}
        return json.dumps({"choices": [choice], **({"usage": self.usage} if self.usage else {})}).encode()


def called(number: int, name: str, arguments: Any) -> dict[str, Any]:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return {"id": f"call_{number}", "type": "function", "function": {"name": name, "arguments": text}}


@dataclass(slots=True)
class Chat:
    """What the server is to say, one reply a request, and what it was asked."""

    replies: list[Reply] = field(default_factory=list)
    thinks: Callable[[dict[str, Any]], str] = lambda body: '{"claims": []}'
    """What it says when no reply is prepared."""
    asked: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    at_once: int = 0
    """The most requests that were in flight at once."""
    url: str = ""
    key: str = KEY
    _flying: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def says(self, *contents: Any, **how: Any) -> None:
        """Prepare replies: text as it is, anything else as JSON."""
        for content in contents or (None,):
            text = content if isinstance(content, str) or content is None else json.dumps(content)
            self.replies.append(Reply(content=text, **how))

    def claims(self, *claims: dict[str, Any], **how: Any) -> None:
        """Prepare an answer with these claims; what is not given is as plain as can be."""
        self.says({"claims": [claim_of(claim) for claim in claims]}, **how)

    def calls(self, *calls: tuple[str, Any], **how: Any) -> None:
        """Prepare one reply that calls tools."""
        self.replies.append(Reply(calls=calls, **how))

    def take(self, body: dict[str, Any], key: str | None) -> Reply:
        with self._lock:
            self.asked.append(body)
            self.keys.append(key)
            self._flying += 1
            self.at_once = max(self.at_once, self._flying)
            return self.replies.pop(0) if self.replies else Reply(content=self.thinks(body))

    def done(self) -> None:
        with self._lock:
            self._flying -= 1


def claim_of(claim: dict[str, Any]) -> dict[str, Any]:
    plain = {"type": "features", "level": "apartment", "facet": None, "negated": False, "amount": None}
    return {**plain, "tone": "plain", "either": None, **claim}


def handler(chat: Chat) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            reply = chat.take(body, self.headers["Authorization"])
            try:
                time.sleep(reply.wait_s)
                self.send(reply)
            finally:
                chat.done()

        def send(self, reply: Reply) -> None:
            if reply.hang_up or self.path != "/v1/chat/completions":
                self.close_connection = True
                return
            content = reply.bytes()
            self.send_response(reply.status)
            for name, value in reply.headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            if reply.half:
                self.wfile.write(content[: len(content) // 2])
                self.close_connection = True
            elif reply.drip_s:
                for at in range(len(content)):
                    self.wfile.write(content[at : at + 1])
                    time.sleep(reply.drip_s)
            else:
                self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing: the test's output is for the test."""

    return Handler


class Server(ThreadingHTTPServer):
    daemon_threads = True
    # Many connect at once where the limit of requests in flight is tested.
    request_queue_size = 32

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that gave up waiting is no news."""


@pytest.fixture
def chat(monkeypatch: pytest.MonkeyPatch) -> Iterator[Chat]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    chat = Chat()
    with Server(("127.0.0.1", 0), handler(chat)) as server:
        chat.url = f"http://127.0.0.1:{server.server_port}/v1"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield chat
        finally:
            server.shutdown()
            thread.join()

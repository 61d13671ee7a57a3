"""A real server on loopback that answers like a provider of places, and misbehaves on demand."""

from __future__ import annotations

import json
import math
import threading
import time
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request, as it came over the wire."""

    method: str
    path: str
    params: dict[str, str]
    headers: dict[str, str]
    """Names in lower case."""
    body: bytes

    @property
    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found

    @property
    def form(self) -> dict[str, str]:
        return {name: values[0] for name, values in parse_qs(self.body.decode()).items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Bad:
    """One reply that is not what it should be."""

    status: int = 200
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    wait_s: float = 0.0
    hang_up: bool = False
    half: bool = False
    """Promise the whole body, send half of it and close."""
    drip_s: float = 0.0
    """Send one byte at a time, with pauses."""
    drip_headers: bool = False
    """Send two hundred headers that way, before the body."""


class Speaking:
    """A provider's server. What it knows is its subclass's business."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.bad: list[Bad] = []
        """Replies that come before all others, one a request."""
        self.always: Bad | None = None
        """The reply to all requests after those."""
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), _handler(self))
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()

    def answer(self, asked: Asked) -> tuple[int, Any]:
        """Status, and JSON or bytes."""
        return 404, {"error": f"nothing at {asked.path}"}

    def take(self, asked: Asked) -> Bad:
        with self._lock:
            self.asked.append(asked)
            bad = self.bad.pop(0) if self.bad else self.always
        if bad is not None:
            return bad
        status, said = self.answer(asked)
        return Bad(status=status, body=said if isinstance(said, bytes) else json.dumps(said).encode())

    def says(self, reply: Any) -> None:
        """Prepare a reply of status 200."""
        self.bad.append(Bad(body=json.dumps(reply).encode()))

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that gave up waiting is no news."""


def _handler(speaking: Speaking) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self.reply()

        def do_POST(self) -> None:
            self.reply()

        def reply(self) -> None:
            address = urlsplit(self.path)
            asked = Asked(
                method=self.command,
                path=address.path,
                params={name: values[0] for name, values in parse_qs(address.query).items()},
                headers={name.lower(): value for name, value in self.headers.items()},
                body=self.rfile.read(int(self.headers.get("Content-Length") or 0)),
            )
            self.send(speaking.take(asked))

        def send(self, bad: Bad) -> None:
            time.sleep(bad.wait_s)
            if bad.hang_up:
                self.close_connection = True
                return
            self.send_response(bad.status)
            for name, value in bad.headers:
                self.send_header(name, value)
            if bad.drip_headers:
                self.flush_headers()
                for _ in range(200):
                    self.wfile.write(b"X-More: x\r\n")
                    time.sleep(bad.drip_s)
            self.send_header("Content-Length", str(len(bad.body)))
            self.end_headers()
            if bad.half:
                self.wfile.write(bad.body[: len(bad.body) // 2])
                self.close_connection = True
            elif bad.drip_s:
                for at in range(len(bad.body)):
                    self.wfile.write(bad.body[at : at + 1])
                    time.sleep(bad.drip_s)
            else:
                self.wfile.write(bad.body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing: the test's output is for the test."""

    return Handler


def metres(lat: float, lon: float, other_lat: float, other_lon: float) -> float:
    """On a sphere, which is good enough for a server that is only asked what lies in a circle."""
    up, over = math.radians(other_lat - lat) / 2, math.radians(other_lon - lon) / 2
    shrunk = math.cos(math.radians(lat)) * math.cos(math.radians(other_lat))
    return 2 * 6_371_000 * math.asin(math.sqrt(math.sin(up) ** 2 + shrunk * math.sin(over) ** 2))

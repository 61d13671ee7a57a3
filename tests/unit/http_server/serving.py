"""A server of ours with a small application, in a thread, and clients that speak to it byte by byte."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import uvicorn

from claimtree.http_server import Connection, Server

GET = b"GET /%s HTTP/1.1\r\nHost: here\r\n\r\n"


@dataclass
class Served:
    """What runs, and the doors that its answers wait behind."""

    server: Server
    port: int
    opened: asyncio.Event
    loop: asyncio.AbstractEventLoop
    asked: list[str] = field(default_factory=list)

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=20)

    def ask(self, path: bytes = b"quick") -> bytes:
        with self.connect() as client:
            client.sendall(GET % path)
            return answer(client)

    def open(self) -> None:
        """Let the slow ones be answered."""
        with suppress(RuntimeError):  # it has ended already
            self.loop.call_soon_threadsafe(self.opened.set)

    def end(self) -> None:
        self.server.should_exit = True

    def wait_for(self, asked: int) -> None:
        until = time.monotonic() + 20
        while len(self.asked) < asked:
            assert time.monotonic() < until, self.asked
            time.sleep(0.01)


@contextmanager
def served(*, limit: int = 100, graceful_s: int = 20) -> Iterator[Served]:
    """A server whose /slow waits until `open` is called, and whose other paths are answered at once."""
    started: list[Served] = []
    ready = threading.Event()
    listening = socket.create_server(("127.0.0.1", 0), backlog=100)

    async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
        found = started[0]
        if scope["type"] == "lifespan":
            while (message := (await receive())["type"]) != "lifespan.shutdown":
                await send({"type": f"{message}.complete"})
            await send({"type": "lifespan.shutdown.complete"})
            return
        found.asked.append(scope["path"])
        body = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message["body"]
            if not message["more_body"]:
                break
        if scope["path"] == "/slow":
            await found.opened.wait()
        text = b"%s %d" % (scope["path"].encode(), len(body))
        headers = [(b"content-length", str(len(text)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": text})

    async def run() -> None:
        config = uvicorn.Config(
            app, http=Connection, log_config=None, access_log=False, limit_concurrency=limit,
            timeout_graceful_shutdown=graceful_s, timeout_keep_alive=60, lifespan="on",
        )  # fmt: skip
        port = listening.getsockname()[1]
        started.append(
            Served(server=Server(config), port=port, opened=asyncio.Event(), loop=asyncio.get_running_loop())
        )
        ready.set()
        await started[0].server.serve([listening])

    thread = threading.Thread(target=lambda: asyncio.run(run()), daemon=True)
    thread.start()
    assert ready.wait(20)
    try:
        started[0].ask()
        started[0].asked.clear()
        yield started[0]
    finally:
        started[0].open()
        started[0].end()
        thread.join(timeout=40)
        assert not thread.is_alive(), "the server did not end"


def answer(client: socket.socket) -> bytes:
    """One answer whose length is given, or all until the end; nothing where there is none."""
    found = b""
    while True:
        head, apart, body = found.partition(b"\r\n\r\n")
        if apart and b"content-length: " in head.lower():
            length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
            if len(body) >= length:
                return found
        if not (more := client.recv(65_536)):
            return found
        found += more

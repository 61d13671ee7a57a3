"""One connection: its timeouts, its eviction when there are too many, and its behaviour on
shutdown.

A connection without a complete request is waiting for its client, and costs nothing but a slot.
Waiting connections form a queue, oldest first: when all slots are taken, the oldest is dropped for
a new connection. So a thousand silent connections keep no client out.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final, cast

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.flow_control import CLOSE_HEADER
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.server import ServerState

HALF_SENT_S: Final = 8.0
"""Time limit for receiving a request, from its first byte (for the first request: from the
connection) to its last …"""
SLOWEST_BYTES_S: Final = 4_096
"""… extended by one second per this many bytes received."""
STALLED_S: Final = 20.0
"""How long a client may read nothing of a response."""
_TOO_SLOW: Final = b"the request came too slowly\n"


class State(ServerState):
    """State shared by the connections of a server."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: dict[Connection, None] = {}
        """Connections waiting for their clients, in order."""

    def drain(self) -> None:
        """Makes every response from now on the last one of its connection."""
        self.default_headers = [*self.default_headers, CLOSE_HEADER]
        for connection in self.connections:
            cast(Connection, connection).drain()

    def sweep(self, now: float) -> None:
        for connection in list(self.connections):
            cast(Connection, connection).sweep(now)


class Connection(H11Protocol):
    """uvicorn's protocol, with timeouts."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._state = cast(State, server_state)
        # uvicorn also counts abandoned requests, and would reject new ones because of them.
        self._most, self.limit_concurrency = config.limit_concurrency, None
        self._began: float | None = None
        """When the first byte of a request arrived; None between requests."""
        self._came = 0
        """Bytes received of it."""
        self._swept = self.loop.time()
        self._unsent = 0
        self._stalled_s = 0.0

    @property
    def is_waiting(self) -> bool:
        """Whether the client is expected to send something."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    @property
    def is_idle(self) -> bool:
        """Whether no request is being received and none is unanswered."""
        return self._began is None and not self._is_answering

    @property
    def _is_answering(self) -> bool:
        # uvicorn's type says that there is always a cycle; there is none before the first request.
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn does
        if self._most is not None and len(self.connections) >= self._most:
            oldest = next(iter(self._state.waiting), None)
            if oldest is not None:
                oldest.drop()
        super().connection_made(transport)
        # The first request is expected at once.
        self._began = self.loop.time()
        self._state.waiting[self] = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._state.waiting.pop(self, None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._began is None:
            self._began = self.loop.time()
        self._came += len(data)
        # All other connections are waiting for responses: uvicorn answers 503.
        self.limit_concurrency = 0 if self._most is not None and len(self.connections) > self._most else None
        super().data_received(data)
        self._line_up()

    def on_response_complete(self) -> None:
        if self.is_waiting or self.conn.their_state is h11.DONE:
            self._began, self._came = None, 0
        super().on_response_complete()
        self._state.waiting.pop(self, None)
        self._line_up()

    def _line_up(self) -> None:
        if not self.is_waiting or self not in self.connections:
            self._state.waiting.pop(self, None)
        else:
            self._state.waiting.setdefault(self)

    def drain(self) -> None:
        """On shutdown: the current request is answered, and none after it."""
        if self._is_answering:
            self.cycle.keep_alive = False
            self.cycle.default_headers = [*self.cycle.default_headers, CLOSE_HEADER]

    def sweep(self, now: float) -> None:
        """Drops the connection if its client is too slow."""
        passed_s, self._swept = now - self._swept, now
        unsent = self.transport.get_write_buffer_size()
        self._stalled_s = self._stalled_s + passed_s if unsent and unsent == self._unsent else 0.0
        self._unsent = unsent
        if self._stalled_s > STALLED_S:
            self.transport.abort()
        elif self._began is not None and self.is_waiting:
            if self.flow.read_paused:
                self._began += passed_s  # reading is paused by the server
            elif now - self._began > HALF_SENT_S + self._came / SLOWEST_BYTES_S:
                self.drop()

    def drop(self) -> None:
        """Drops a request that has not arrived completely. The client gets a 408 if it sent
        anything."""
        self._state.waiting.pop(self, None)
        self.connections.discard(self)
        if self.conn.their_state is h11.IDLE and self._came:
            head = f"HTTP/1.1 408 Request Timeout\r\nContent-Type: text/plain\r\nContent-Length: {len(_TOO_SLOW)}\r\n"
            self.transport.write(head.encode() + b"Connection: close\r\n\r\n" + _TOO_SLOW)
        elif self.conn.our_state is h11.SEND_RESPONSE:
            length = str(len(_TOO_SLOW)).encode()
            headers = [(b"content-type", b"text/plain"), (b"content-length", length), CLOSE_HEADER]
            for event in (h11.Response(status_code=408, headers=headers), h11.Data(data=_TOO_SLOW), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

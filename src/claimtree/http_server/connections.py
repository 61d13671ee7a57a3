"""One connection: how slowly a request may come, who makes room when there are too many, and what the end of the server
does to it.

A connection on which no whole request has come waits for its client, and costs nothing but its place. Those that wait
stand in a row, the oldest first: when all places are taken, the oldest gives its own to a newcomer. So a thousand
connections that say nothing keep nobody out.
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
"""How long a request may be on its way, from its first byte (of the first one: from the connection) to its last …"""
SLOWEST_BYTES_S: Final = 4_096
"""… and a second more for so many bytes that have come."""
STALLED_S: Final = 20.0
"""How long a client may take nothing of an answer."""
_TOO_SLOW: Final = b"the request came too slowly\n"


class State(ServerState):
    """What the connections of a server share."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: dict[Connection, None] = {}
        """Those that wait for their clients, in order."""

    def drain(self) -> None:
        """Each answer from now on is the last of its connection."""
        self.default_headers = [*self.default_headers, CLOSE_HEADER]
        for connection in self.connections:
            cast(Connection, connection).drain()

    def sweep(self, now: float) -> None:
        for connection in list(self.connections):
            cast(Connection, connection).sweep(now)


class Connection(H11Protocol):
    """uvicorn's protocol, with an eye on the clock."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._state = cast(State, server_state)
        # uvicorn also counts requests that nobody waits for any more, and would turn newcomers away for them.
        self._most, self.limit_concurrency = config.limit_concurrency, None
        self._began: float | None = None
        """When the first byte of a request came; None between requests."""
        self._came = 0
        """Bytes of it."""
        self._swept = self.loop.time()
        self._unsent = 0
        self._stalled_s = 0.0

    @property
    def is_waiting(self) -> bool:
        """Whether it is for the client to send something."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    @property
    def is_idle(self) -> bool:
        """Whether nobody waits for anything: no request is on its way, and none unanswered."""
        return self._began is None and not self._is_answering

    @property
    def _is_answering(self) -> bool:
        # uvicorn says that there is always a cycle; there is none before the first request.
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn does
        if self._most is not None and len(self.connections) >= self._most:
            oldest = next(iter(self._state.waiting), None)
            if oldest is not None:
                oldest.drop()
        super().connection_made(transport)
        # Who connects is about to ask.
        self._began = self.loop.time()
        self._state.waiting[self] = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._state.waiting.pop(self, None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._began is None:
            self._began = self.loop.time()
        self._came += len(data)
        # All the others are waiting for answers: uvicorn says 503.
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
        """The server ends: what is being answered is answered, and nothing after it."""
        if self._is_answering:
            self.cycle.keep_alive = False
            self.cycle.default_headers = [*self.cycle.default_headers, CLOSE_HEADER]

    def sweep(self, now: float) -> None:
        """Drop it if its client is too slow."""
        passed_s, self._swept = now - self._swept, now
        unsent = self.transport.get_write_buffer_size()
        self._stalled_s = self._stalled_s + passed_s if unsent and unsent == self._unsent else 0.0
        self._unsent = unsent
        if self._stalled_s > STALLED_S:
            self.transport.abort()
        elif self._began is not None and self.is_waiting:
            if self.flow.read_paused:
                self._began += passed_s  # it waits for us
            elif now - self._began > HALF_SENT_S + self._came / SLOWEST_BYTES_S:
                self.drop()

    def drop(self) -> None:
        """Give up on a request that has not wholly come. Its client is told, if it said anything."""
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

"""Graceful shutdown: every request received is answered, and no new connection is accepted.

In order: new connections are refused, but established ones are still accepted; waiting work is
rejected, running work is answered, and each response is the last one of its connection; a
connection between two requests stays open for a moment, in case the next one is on its way; a
request that takes too long is answered with an error.
"""

from __future__ import annotations

import asyncio
import ctypes
import logging
import resource
import socket
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final, cast

import uvicorn
from uvicorn.supervisors import Multiprocess, multiprocess

from claimtree.http_server.connections import Connection, State

ACCEPT_S: Final = 0.15
"""How long connections that are being established may take to arrive, after which they are
refused."""
LINGER_S: Final = 1.0
"""How long a connection between two requests stays open."""
LAST_WORDS_S: Final = 2.0
"""Time for sending the error to clients whose response took too long."""
_FILES: Final = 8_192
_SWEEP_TICKS: Final = 10
_ATTACH_FILTER: Final = 26
_DROP_SYN: Final = ((0x30, 0, 0, 13), (0x45, 1, 0, 0x02), (0x06, 0, 0, 0xFFFFFFFF), (0x06, 0, 0, 0))
"""A BPF program for the kernel: loads the TCP flags of a packet, and drops it if it opens a new
connection (SYN)."""

log = logging.getLogger("uvicorn.error")


class Server(uvicorn.Server):
    """uvicorn's server. A `drain` function in the state of the application's lifespan is called
    when the shutdown begins."""

    def __init__(self, config: uvicorn.Config, *, is_alone: bool = True) -> None:
        """`is_alone`: no other process listens on the same sockets."""
        super().__init__(config)
        self.server_state: State = State()
        self._is_alone = is_alone

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        allow_many_files()
        await super().startup(sockets)

    async def on_tick(self, counter: int) -> bool:
        if counter % _SWEEP_TICKS == 0:
            self.server_state.sweep(asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._refuse_newcomers(sockets or [])
        self._tell_application()
        self.server_state.drain()
        await self._until_done()
        if self.server_state.tasks:
            log.warning("stopped before every request was answered", extra={"unanswered": len(self.server_state.tasks)})
            for task in self.server_state.tasks:
                task.cancel()
            await self._wait(lambda: not self.server_state.tasks, LAST_WORDS_S)
        for connection in list(self.server_state.connections):
            connection.transport.close()
        if not self.force_exit:
            await self.lifespan.shutdown()

    async def _refuse_newcomers(self, sockets: list[socket.socket]) -> None:
        """Stops new connections without resetting those already established but not yet accepted,
        which closing the socket would do."""
        # The sockets are shared by all worker processes, and others may go on: then only the parent
        # process may do this.
        for listening in sockets if self._is_alone else ():
            drop_new_connections(listening)
        await asyncio.sleep(ACCEPT_S)
        for server in self.servers:
            server.close()
        for listening in sockets:
            listening.close()

    def _tell_application(self) -> None:
        drain: Callable[[], None] | None = self.lifespan.state.get("drain")
        if drain is not None:
            drain()

    async def _until_done(self) -> None:
        """Waits for all responses, and for clients that may be about to send a request."""
        state, loop = self.server_state, asyncio.get_running_loop()
        began = loop.time()
        while (state.connections or state.tasks) and not self.force_exit:
            now = loop.time()
            if now - began > (self.config.timeout_graceful_shutdown or 0):
                return
            state.sweep(now)
            if now - began > LINGER_S:
                for connection in list(state.connections):
                    if cast(Connection, connection).is_idle:
                        connection.transport.close()
            await asyncio.sleep(0.05)

    async def _wait(self, is_over: Callable[[], bool], limit_s: float) -> None:
        until = asyncio.get_running_loop().time() + limit_s
        while not is_over() and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(0.02)


class _Worker(multiprocess.Process):
    @property
    def server(self) -> uvicorn.Server:
        if self._server is None:
            self._server = Server(self.config, is_alone=False)
        return self._server


class Workers(Multiprocess):
    """Several processes that share sockets."""

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket]) -> None:
        super().__init__(config, sockets)
        # uvicorn creates processes by this name, also those that replace one that died.
        multiprocess.Process = _Worker  # type: ignore[misc]

    def terminate_all(self) -> None:
        for listening in self.sockets:
            drop_new_connections(listening)
        super().terminate_all()
        # As long as one process has it open, the kernel establishes connections that are never
        # accepted.
        for listening in self.sockets:
            listening.close()


def drop_new_connections(listening: socket.socket) -> None:
    """Lets the kernel ignore new connections: clients retry after a second, and are refused once
    the socket is closed. On systems other than Linux, clients that connect at the very moment of
    closing are reset."""
    if sys.platform != "linux":
        return
    program = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in _DROP_SYN))
    with suppress(OSError):
        listening.setsockopt(
            socket.SOL_SOCKET, _ATTACH_FILTER, struct.pack("HL", len(_DROP_SYN), ctypes.addressof(program))
        )


def allow_many_files() -> None:
    """Raises the file limit to fit all connections and the stores' files: the usual limit is
    lower."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))

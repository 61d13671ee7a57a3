"""The standard input and output transport of the protocol, for programs that start us.

It differs from the SDK's in two ways. Standard output is reserved for the protocol: any other
output, by us or by a library, goes to standard error. And input is read by a daemon thread: a
blocking read would otherwise delay a Ctrl-C until the user presses Enter.
"""

from __future__ import annotations

import asyncio
import io
import os
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

import anyio
from mcp import types
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage

from claimtree.mcp.error_replies import refusal
from claimtree.mcp.open_packs import Offer
from claimtree.mcp.server import build

LONGEST_LINE: Final = 4_000_000
"""Bytes of one message; a longer one comes in pieces, each of which is refused as invalid."""
WAITING: Final = 32
"""Lines read ahead; beyond, the writer waits."""


def serve(offer: Offer) -> None:
    """Answers until the input ends, or the reader of the output closes it."""
    with protocol_output() as out:
        try:
            anyio.run(_serve, offer, out)
        except* BrokenPipeError:
            pass  # the client is gone


async def _serve(offer: Offer, out: io.TextIOWrapper) -> None:
    server = build(offer)
    lines = Lines(os.dup(sys.stdin.fileno()))
    async with stdio_server(stdin=lines, stdout=anyio.wrap_file(out)) as (incoming, outgoing):
        lines.refuse = lambda rejection: outgoing.send(SessionMessage(types.JSONRPCMessage(rejection)))
        await server.run(incoming, outgoing, server.create_initialization_options())


@contextmanager
def protocol_output() -> Iterator[io.TextIOWrapper]:
    """Standard output for the protocol; inside, all other output goes to standard error."""
    sys.stdout.flush()
    everybody = sys.stdout.fileno()
    # A lone surrogate in a text must not prevent the reply.
    own = io.TextIOWrapper(os.fdopen(os.dup(everybody), "wb"), encoding="utf-8", errors="replace", newline="\n")
    os.dup2(sys.stderr.fileno(), everybody)
    try:
        yield own
    finally:
        sys.stdout.flush()
        os.dup2(own.fileno(), everybody)
        with suppress(BrokenPipeError):
            own.close()


class Lines(anyio.AsyncFile[str]):
    """The lines of a file descriptor, which this object takes over, read by a separate thread."""

    def __init__(self, descriptor: int) -> None:
        super().__init__(io.StringIO())  # unused: iteration returns the lines that the thread reads
        self._descriptor = descriptor
        self.refuse: Callable[[types.JSONRPCError], Awaitable[None]] | None = None
        """Called with the error for a line that cannot be parsed; the line is dropped."""

    async def __aiter__(self) -> AsyncIterator[str]:
        waiting: asyncio.Queue[str] = asyncio.Queue()
        room = threading.Semaphore(WAITING)
        arguments = (self._descriptor, asyncio.get_running_loop(), waiting, room)
        threading.Thread(target=_read, args=arguments, daemon=True, name="stdin").start()
        while line := await waiting.get():
            room.release()
            rejection = refusal(line.encode("utf-8", "replace")) if self.refuse is not None and line.strip() else None
            if rejection is not None and self.refuse is not None:
                await self.refuse(rejection)
            else:
                yield line


def _read(
    descriptor: int, loop: asyncio.AbstractEventLoop, waiting: asyncio.Queue[str], room: threading.Semaphore
) -> None:
    """Puts lines into the queue until the end, marked by an empty one. Only this thread has the
    reader: at exit the interpreter waits for the locks of the readers that it knows."""
    with os.fdopen(descriptor, "rb") as reader:
        line = "more"
        while line:
            room.acquire()
            line = reader.readline(LONGEST_LINE).decode("utf-8", "replace")
            try:
                loop.call_soon_threadsafe(waiting.put_nowait, line)
            except RuntimeError:
                return  # the loop is closed: no task is waiting for lines any more

"""Sends what work in a pool tells while it goes on, as server-sent events or lines of JSON.

Work that fails before it has told anything fails the request as usual; later its problem is the last
event. A client that disconnects gives the work up: it stops at its next check, or finishes unseen.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Final, TypeAlias

import orjson
from fastapi.responses import JSONResponse, StreamingResponse
from starlette.requests import ClientDisconnect

from claimtree.api.problems import Problem, of_error, problem
from claimtree.errors import ClaimtreeError

EVENTS: Final = "text/event-stream"
LINES: Final = "application/x-ndjson"

Tell: TypeAlias = Callable[[str, object], None]
"""Sends an event with its data; any thread may call it."""
Encode: TypeAlias = Callable[[str, object], bytes]

log = logging.getLogger(__name__)


def as_event(event: str, data: object) -> bytes:
    return b"event: " + event.encode() + b"\ndata: " + orjson.dumps(data) + b"\n\n"


def as_line(event: str, data: object) -> bytes:
    return orjson.dumps({"event": event, "data": data}) + b"\n"


_ENCODERS: Final[Mapping[str, Encode]] = {EVENTS: as_event, LINES: as_line}


def accepted_stream(accept: str) -> str:
    """Returns the kind of stream that an Accept header asks for; empty for none."""
    return next((media for media in _ENCODERS if media in accept), "")


async def streamed(media: str, work: Callable[[Tell], Awaitable[None]]) -> StreamingResponse:
    """Returns the response that sends what the work tells."""
    loop = asyncio.get_running_loop()
    told: asyncio.Queue[tuple[str, object] | None] = asyncio.Queue()

    def tell(event: str, data: object) -> None:
        loop.call_soon_threadsafe(told.put_nowait, (event, data))

    task = asyncio.ensure_future(work(tell))
    # Queued behind what the work's thread has told.
    task.add_done_callback(lambda _: loop.call_soon(told.put_nowait, None))
    try:
        first = await told.get()
        if first is None:
            await task
    except BaseException:
        task.cancel()
        raise
    # Without the header a middleware would compress lines, and hold them back until there are many.
    headers = {"Cache-Control": "no-store", "Content-Encoding": "identity", "X-Accel-Buffering": "no"}
    return StreamingResponse(_sent(first, told, task, _ENCODERS[media]), media_type=media, headers=headers)


async def _sent(
    first: tuple[str, object] | None,
    told: asyncio.Queue[tuple[str, object] | None],
    task: asyncio.Future[None],
    encode: Encode,
) -> AsyncIterator[bytes]:
    try:
        next_one = first
        while next_one is not None:
            yield encode(*next_one)
            next_one = await told.get()
        failed = _problem(task)
        if failed is not None:
            yield encode("error", failed)
    finally:
        task.cancel()


def _problem(task: asyncio.Future[None]) -> Mapping[str, object] | None:
    """The problem that ended the work; None if it ended well."""
    if task.cancelled():
        return None
    error = task.exception()
    match error:
        case None | ClientDisconnect():
            return None
        case Problem():
            return _body(error.response())
        case ClaimtreeError():
            return _body(of_error(error))
    log.error("a stream failed", exc_info=error)
    return _body(problem(HTTPStatus.INTERNAL_SERVER_ERROR, "unexpected", "the server could not answer"))


def _body(response: JSONResponse) -> Mapping[str, object]:
    shape: Mapping[str, object] = orjson.loads(response.body)
    return shape

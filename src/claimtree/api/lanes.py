"""How much is done at once: work that computes goes through lanes, and whoever finds them full is told to come back.

Routes wait without holding a thread; a lane holds one for each that computes. A search that takes too long is given up
on: its asker hears so, and its place in the lane is free again when the store lets go of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from http import HTTPStatus
from typing import Any, TypeVar

import anyio

from claimtree.api.problems import RETRY_S, Problem

T = TypeVar("T")


class Lane:
    """So many at once, so many waiting, so long at most."""

    def __init__(self, *, at_once: int, waiting: int, limit_s: float) -> None:
        # Threads of its own, and no more than may compute: those that were given up on keep theirs until they end.
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="lane")
        self._most = at_once + waiting
        self._limit_s = limit_s
        self._is_closed = False
        self.inside = 0
        """Those that compute, also where nobody waits for them any more, and those that wait."""

    async def run(self, work: Callable[[], T]) -> T:
        if self._is_closed:
            raise _stopping()
        if self.inside >= self._most:
            raise _come_back("too_busy", "the server has as much to do as it can", "Try again in a moment.")
        self.inside += 1
        loop = asyncio.get_running_loop()

        def over(_: Future[Any]) -> None:
            with suppress(RuntimeError):  # the loop has ended, and all lanes with it
                loop.call_soon_threadsafe(self._leave)

        # Not the asker, who may go, but the work itself gives the place back: done, failed, or never begun.
        future = self._threads.submit(work)
        future.add_done_callback(over)
        try:
            with anyio.fail_after(self._limit_s):
                return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            if future.cancelled() and self.is_closed():
                raise _stopping() from None
            raise
        except TimeoutError as error:
            if future.done() and not future.cancelled() and future.exception() is error:
                raise  # the work's own
            detail = f"the answer took longer than {self._limit_s:g} seconds"
            raise _come_back("too_slow", detail, "Ask for less at once, or try again.") from error

    def is_closed(self) -> bool:
        return self._is_closed

    def close(self) -> None:
        """Begin nothing more; what waits is turned away, and what computes ends by itself."""
        self._is_closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _leave(self) -> None:
        self.inside -= 1


def _stopping() -> Problem:
    return _come_back("stopping", "the server is being stopped", "Try again in a moment.")


def _come_back(code: str, detail: str, hint: str) -> Problem:
    return Problem(HTTPStatus.SERVICE_UNAVAILABLE, code, detail, hint=hint, headers={"Retry-After": str(RETRY_S)})

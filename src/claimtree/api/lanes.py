"""How much is done at once: work that computes goes through lanes, and whoever finds them full is told to come back.

Routes wait without holding a thread; a lane holds one for each that computes. A search that takes too long is given up
on: its asker hears so, and its place in the lane is free again when the store lets go of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import TypeVar

import anyio
import anyio.to_thread
from anyio.lowlevel import RunVar

from claimtree.api.problems import RETRY_S, Problem

T = TypeVar("T")


class Lane:
    """So many at once, so many waiting, so long at most."""

    def __init__(self, *, at_once: int, waiting: int, limit_s: float) -> None:
        self._at_once = at_once
        self._limiter: anyio.CapacityLimiter | None = None
        self._most = at_once + waiting
        self._limit_s = limit_s
        self.inside = 0
        """Those that compute, and those that wait."""

    async def run(self, work: Callable[[], T]) -> T:
        if self.inside >= self._most:
            raise Problem(
                HTTPStatus.SERVICE_UNAVAILABLE,
                "too_busy",
                "the server has as much to do as it can",
                hint="Try again in a moment.",
                headers={"Retry-After": str(RETRY_S)},
            )
        if self._limiter is None:
            self._limiter = anyio.CapacityLimiter(self._at_once)
        limiter, token, loop = self._limiter, object(), asyncio.get_running_loop()
        self.inside += 1

        def leave() -> None:
            self.inside -= 1
            limiter.release_on_behalf_of(token)

        def counted() -> T:
            # Not the asker, who may have gone, but the work itself gives the place back.
            try:
                return work()
            finally:
                with suppress(RuntimeError):  # the loop has ended, and all lanes with it
                    loop.call_soon_threadsafe(leave)

        try:
            with anyio.fail_after(self._limit_s):
                try:
                    await limiter.acquire_on_behalf_of(token)
                except BaseException:
                    self.inside -= 1
                    raise
                return await anyio.to_thread.run_sync(counted, abandon_on_cancel=True, limiter=_threads())
        except TimeoutError as error:
            raise Problem(
                HTTPStatus.SERVICE_UNAVAILABLE,
                "too_slow",
                f"the answer took longer than {self._limit_s:g} seconds",
                hint="Ask for less at once, or try again.",
                headers={"Retry-After": str(RETRY_S)},
            ) from error


_THREADS: RunVar[anyio.CapacityLimiter] = RunVar("claimtree threads")


def _threads() -> anyio.CapacityLimiter:
    """As many threads as lanes may ask for: they count for themselves, and longer than whoever asked waits."""
    try:
        return _THREADS.get()
    except LookupError:
        made = anyio.CapacityLimiter(1_000)
        _THREADS.set(made)
        return made

"""How much is done at once: work that computes goes through lanes, and whoever finds them full is told to come back.

Routes wait without holding a thread; a lane holds one for each that computes. A search that takes too long is given up
on: its asker hears so, and the thread is free again when the store lets go of it.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import TypeVar

import anyio
import anyio.to_thread

from claimtree.api.problems import RETRY_S, Problem

T = TypeVar("T")


class Lane:
    """So many at once, so many waiting, so long at most."""

    def __init__(self, *, at_once: int, waiting: int, limit_s: float) -> None:
        self._limiter = anyio.CapacityLimiter(at_once)
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
        self.inside += 1
        try:
            with anyio.fail_after(self._limit_s):
                return await anyio.to_thread.run_sync(work, abandon_on_cancel=True, limiter=self._limiter)
        except TimeoutError as error:
            raise Problem(
                HTTPStatus.SERVICE_UNAVAILABLE,
                "too_slow",
                f"the answer took longer than {self._limit_s:g} seconds",
                hint="Ask for less at once, or try again.",
                headers={"Retry-After": str(RETRY_S)},
            ) from error
        finally:
            self.inside -= 1

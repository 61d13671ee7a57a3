"""Rate limit for requests to one host, a fixed time apart.

A public service counts all requests from one address, so the limit applies across threads and, with
a shared file, across processes.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable

from claimtree.places.cache_db import CacheFile

LONGEST_QUEUE_S = 60.0
CLOCK_JUMP_S = 2 * LONGEST_QUEUE_S
"""A next slot farther away than this was written before the clock was set back."""


class RateLimit:
    """Gives out time slots that are `every_s` apart, to the threads of one process."""

    def __init__(
        self,
        every_s: float,
        *,
        clock: Callable[[], float] = time.time,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.every_s = every_s
        self._clock = clock
        self._sleep = sleep
        self._next = 0.0
        self._lock = threading.Lock()

    def wait(self, patience_s: float) -> bool:
        """Waits for a slot; returns False, at once, if it is farther away than `patience_s`."""
        now = self._clock()
        turn = self.take(now, min(patience_s, LONGEST_QUEUE_S))
        if turn is None:
            return False
        if turn > now:
            self._sleep(turn - now)
        return True

    def take(self, now: float, patience_s: float) -> float | None:
        """Reserves a slot and returns its time; None if there is none within `patience_s`."""
        with self._lock:
            turn = _turn(self._next, now)
            if turn - now > patience_s:
                return None
            self._next = turn + self.every_s
            return turn


class SharedRateLimit(RateLimit):
    """A rate limit that processes share through a file. If the file cannot be used, each process
    limits itself."""

    def __init__(
        self,
        every_s: float,
        file: CacheFile,
        host: str,
        *,
        clock: Callable[[], float] = time.time,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        super().__init__(every_s, clock=clock, sleep=sleep)
        self._file = file
        self._host = host

    def take(self, now: float, patience_s: float) -> float | None:
        def reserve(connection: sqlite3.Connection) -> tuple[float | None]:
            row = connection.execute("SELECT next FROM turns WHERE host = ?", (self._host,)).fetchone()
            turn = _turn(float(row[0]) if row else 0.0, now)
            if turn - now > patience_s:
                return (None,)
            connection.execute("REPLACE INTO turns (host, next) VALUES (?, ?)", (self._host, turn + self.every_s))
            return (turn,)

        reserved = self._file.write(reserve)
        return super().take(now, patience_s) if reserved is None else reserved[0]


def _turn(following: float, now: float) -> float:
    return now if following - now > CLOCK_JUMP_S else max(now, following)

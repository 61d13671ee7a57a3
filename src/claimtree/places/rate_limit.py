"""A rate limit that processes share through a file: a public service counts all requests from one address."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable

from claimtree.http_client.rate_limit import RateLimit, next_turn
from claimtree.places.cache_db import CacheFile


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
            turn = next_turn(float(row[0]) if row else 0.0, now)
            if turn - now > patience_s:
                return (None,)
            connection.execute("REPLACE INTO turns (host, next) VALUES (?, ?)", (self._host, turn + self.every_s))
            return (turn,)

        reserved = self._file.write(reserve)
        return super().take(now, patience_s) if reserved is None else reserved[0]

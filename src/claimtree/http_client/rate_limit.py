"""Rate limit for requests to one host, a fixed time apart."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

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
            turn = next_turn(self._next, now)
            if turn - now > patience_s:
                return None
            self._next = turn + self.every_s
            return turn


def next_turn(following: float, now: float) -> float:
    """Returns the time of the next slot, of which `following` was reserved last."""
    return now if following - now > CLOCK_JUMP_S else max(now, following)

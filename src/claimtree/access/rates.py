"""How much one may ask: a bucket of tokens for each key, or for each client that has none; what costs more takes more.

Of a bucket only one number is kept: when it will be full again. A bucket that is full is like one that was never seen,
so those that nobody uses can be forgotten without anybody gaining from it.
"""

from __future__ import annotations

import heapq
import ipaddress
import threading
import time
from collections.abc import Callable

from claimtree.errors import BadInput

_MINUTE_NS = 60_000_000_000
MOST_KNOWN = 10_000
"""Buckets that are remembered."""


class Limiter:
    """Lets each through `burst` times at once and `rate_per_minute` times a minute after that. Threads may share it."""

    def __init__(
        self,
        rate_per_minute: int,
        burst: int,
        *,
        most_known: int = MOST_KNOWN,
        now_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        for name, value in (("rate", rate_per_minute), ("burst", burst), ("number of clients known", most_known)):
            _check(name, value)
        self.rate_per_minute = rate_per_minute
        self.burst = burst
        self._most_known = most_known
        self._now_ns = now_ns
        self._full_at: dict[str, int] = {}
        self._lock = threading.Lock()

    def take(self, who: str, *, rate_per_minute: int | None = None, count: int = 1) -> float:
        """0.0 when `who` may go on; else the seconds after which to ask again. Being refused costs nothing.

        Somebody with a rate of their own has a burst in proportion: as many seconds' worth as everybody.

        `count`: as how many requests this one counts. It needs half a burst at most, and the rest is paid for
        afterwards: else what costs much could never be asked for. Nobody pays for longer than a minute.
        """
        rate = self.rate_per_minute if rate_per_minute is None else _check("rate", rate_per_minute)
        burst = max(1, self.burst * rate // self.rate_per_minute)
        # Whole nanoseconds, rounded up: nothing adds up to one request too many, however long it runs.
        each = -(-_MINUTE_NS // rate)
        with self._lock:
            now = self._now_ns()
            full_at = max(self._full_at.get(who, now), now)
            needed = max(1, min(count, burst // 2))
            wait = full_at - now - (burst - needed) * each
            if wait > 0:
                return wait / 1e9
            if who not in self._full_at and len(self._full_at) >= self._most_known:
                self._make_room(now)
            self._full_at[who] = full_at + min(count, max(rate, burst)) * each
            return 0.0

    def __len__(self) -> int:
        """How many are remembered."""
        return len(self._full_at)

    def _make_room(self, now: int) -> None:
        """Forget the full ones; where they are few, the nearest to full too.

        A tenth at a time: a flood of strangers must not make us look through all of them for each. Whoever is forgotten
        before their time gains at most a burst; turning newcomers away instead would let the flood lock everybody out.
        """
        kept = [(at, who) for who, at in self._full_at.items() if at > now]
        most = self._most_known * 9 // 10
        if len(kept) > most:
            kept = heapq.nlargest(most, kept)
        self._full_at = {who: at for at, who in kept}


def client(address: str) -> str:
    """Who asks without a key, by network address: one house or office has a /64 of IPv6, and counts as one.

    >>> client("192.0.2.7"), client("2001:db8::1:2:3:4"), client("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        # A socket file, or a test client: all of them are one.
        return "elsewhere"
    if found.version == 4:
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


def _check(name: str, value: int) -> int:
    if value < 1:
        raise BadInput(f"a {name} of {value} lets nobody through", hint="Give 1 or more.", values={name: value})
    return value

"""Rate limits: a token bucket for each key, or for each client without one; expensive requests take
more tokens.

Only one number is stored per bucket: when it will be full again. A full bucket is equivalent to one
never seen, so idle buckets can be dropped without giving any client an advantage.
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
"""Maximum number of buckets in memory."""


class Limiter:
    """Allows each client a burst of `burst` requests, then `rate_per_minute`. Thread-safe."""

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

    def take(self, bucket: str, *, rate_per_minute: int | None = None, count: int = 1) -> float:
        """Returns 0.0 if the client of `bucket` may proceed, else the seconds to wait. A refused request costs
        nothing.

        A client with its own rate has a proportional burst: worth as many seconds as the default
        one.

        `count` is how many requests this one counts as. At most half a burst has to be available,
        and the rest is paid off afterwards: otherwise an expensive request could never be made.
        Paying off takes at most a minute.
        """
        rate = self.rate_per_minute if rate_per_minute is None else _check("rate", rate_per_minute)
        burst = max(1, self.burst * rate // self.rate_per_minute)
        # Whole nanoseconds, rounded up, so that rounding never adds up to one request too many.
        each = -(-_MINUTE_NS // rate)
        with self._lock:
            now = self._now_ns()
            full_at = max(self._full_at.get(bucket, now), now)
            needed = max(1, min(count, burst // 2))
            wait = full_at - now - (burst - needed) * each
            if wait > 0:
                return wait / 1e9
            if bucket not in self._full_at and len(self._full_at) >= self._most_known:
                self._make_room(now)
            self._full_at[bucket] = full_at + min(count, max(rate, burst)) * each
            return 0.0

    def __len__(self) -> int:
        """The number of buckets in memory."""
        return len(self._full_at)

    def _make_room(self, now: int) -> None:
        """Drops the full buckets; if they are few, also those nearest to full.

        Drops a tenth at a time, so that a flood of unknown clients does not cause a full scan for
        each one. A client whose bucket is dropped too early gains at most a burst; rejecting new
        clients instead would let the flood lock everyone out.
        """
        kept = [(at, bucket) for bucket, at in self._full_at.items() if at > now]
        most = self._most_known * 9 // 10
        if len(kept) > most:
            kept = heapq.nlargest(most, kept)
        self._full_at = {bucket: at for at, bucket in kept}


def client(address: str) -> str:
    """Returns the rate limit's identity of a client without a key, by network address; an IPv6 /64
    counts as one, since one house or office has a /64.

    >>> client("192.0.2.7"), client("2001:db8::1:2:3:4"), client("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        # A Unix socket or a test client: all of them share one bucket.
        return "elsewhere"
    if found.version == 4:
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


def _check(name: str, value: int) -> int:
    if value < 1:
        raise BadInput(f"a {name} of {value} lets no request through", hint="Give 1 or more.", values={name: value})
    return value

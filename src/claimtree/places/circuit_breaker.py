"""A provider of places that is not called while it rests: see `http_client.circuit_breaker`."""

from __future__ import annotations

import time
from collections.abc import Callable

from claimtree.geo import Point
from claimtree.http_client.circuit_breaker import REST_S, Breaker
from claimtree.model.notices import Notice
from claimtree.model.places import Candidate, Place
from claimtree.places.http_client import FAILURES
from claimtree.places.provider_notices import notices_of
from claimtree.ports import Places


class CircuitBreaker:
    """A wrapper that does not call the provider during a pause. `Kept` wraps this one, so cached
    answers are still returned."""

    def __init__(
        self, provider: Places, *, rest_s: float = REST_S, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.provider = provider
        self.name = provider.name
        self.fingerprint = str(getattr(provider, "fingerprint", provider.name))
        self._breaker = Breaker(provider.name, FAILURES, rest_s=rest_s, clock=clock)

    def named(self, name: str, *, near: Point | None = None, kind: str = "", limit: int = 10) -> tuple[Candidate, ...]:
        return self._breaker.call(lambda: self.provider.named(name, near=near, kind=kind, limit=limit))

    def of_kind(self, kind: str, *, around: Point, radius_m: float, limit: int = 200) -> tuple[Place, ...] | None:
        return self._breaker.call(lambda: self.provider.of_kind(kind, around=around, radius_m=radius_m, limit=limit))

    def notices(self) -> tuple[Notice, ...]:
        return notices_of(self.provider)

    def close(self) -> None:
        closing = getattr(self.provider, "close", None)
        if closing is not None:
            closing()

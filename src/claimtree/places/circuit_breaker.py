"""Circuit breaker: a provider that failed is not called for a while, or never again if it refused
the key."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from claimtree.errors import PlacesRefused, PlacesUnavailable
from claimtree.geo import Point
from claimtree.model.notices import Notice
from claimtree.model.places import Candidate, Place
from claimtree.places.http_client import KEY
from claimtree.places.provider_notices import notices_of
from claimtree.ports import Places

Given = TypeVar("Given")

REST_S = 60.0
LONGEST_REST_S = 3_600.0
"""Maximum pause, however long the provider asks for."""


class CircuitBreaker:
    """A wrapper that does not call the provider during a pause. `Kept` wraps this one, so cached
    answers are still returned."""

    def __init__(
        self, provider: Places, *, rest_s: float = REST_S, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.provider = provider
        self.name = provider.name
        self.fingerprint = str(getattr(provider, "fingerprint", provider.name))
        self._rest_s = rest_s
        self._clock = clock
        self._lock = threading.Lock()
        self._until = 0.0
        self._why = ""
        self._refusal: PlacesRefused | None = None

    def named(self, name: str, *, near: Point | None = None, kind: str = "", limit: int = 10) -> tuple[Candidate, ...]:
        return self._asked(lambda: self.provider.named(name, near=near, kind=kind, limit=limit))

    def of_kind(self, kind: str, *, around: Point, radius_m: float, limit: int = 200) -> tuple[Place, ...] | None:
        return self._asked(lambda: self.provider.of_kind(kind, around=around, radius_m=radius_m, limit=limit))

    def notices(self) -> tuple[Notice, ...]:
        return notices_of(self.provider)

    def close(self) -> None:
        closing = getattr(self.provider, "close", None)
        if closing is not None:
            closing()

    def _asked(self, ask: Callable[[], Given]) -> Given:
        self._check()
        try:
            return ask()
        except PlacesRefused as error:
            if error.values.get("refused") == KEY:
                with self._lock:
                    self._refusal = error
            raise
        except PlacesUnavailable as error:
            asked_for = error.values.get("rest_s")
            rest_s = min(max(self._rest_s, asked_for if isinstance(asked_for, float) else 0.0), LONGEST_REST_S)
            with self._lock:
                self._until, self._why = self._clock() + rest_s, error.message
            raise

    def _check(self) -> None:
        with self._lock:
            refusal, left_s, why = self._refusal, self._until - self._clock(), self._why
        if refusal is not None:
            raise PlacesRefused(
                f"{self.name} is not asked any more: {refusal.message}", hint=refusal.hint, values=refusal.values
            )
        if left_s > 0 and why:
            raise PlacesUnavailable(
                f"{self.name} is left alone for another {left_s:.0f} s: {why}",
                hint="Try again then.",
                values={"provider": self.name, "rest_s": left_s},
            )

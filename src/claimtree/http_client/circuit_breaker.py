"""Circuit breaker: a service that failed is not called for a while, or never again if it refused the key."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from claimtree.errors import ClaimtreeError
from claimtree.http_client.client import KEY, Failures

Given = TypeVar("Given")

REST_S = 60.0
LONGEST_REST_S = 3_600.0
"""Maximum pause, however long the service asks for."""


class Breaker:
    """Calls a service, unless it rests. Thread-safe."""

    def __init__(
        self, name: str, failures: Failures, *, rest_s: float = REST_S, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._name = name
        self._failures = failures
        self._rest_s = rest_s
        self._clock = clock
        self._lock = threading.Lock()
        self._until = 0.0
        self._why = ""
        self._refusal: ClaimtreeError | None = None

    def call(self, ask: Callable[[], Given]) -> Given:
        """Returns what the call returns; raises at once while the service rests."""
        self._check()
        try:
            return ask()
        except self._failures.refused as error:
            if error.values.get("refused") == KEY:
                with self._lock:
                    self._refusal = error
            raise
        except self._failures.unavailable as error:
            asked_for = error.values.get("rest_s")
            rest_s = min(max(self._rest_s, asked_for if isinstance(asked_for, float) else 0.0), LONGEST_REST_S)
            with self._lock:
                self._until, self._why = self._clock() + rest_s, error.message
            raise

    def _check(self) -> None:
        with self._lock:
            refusal, left_s, why = self._refusal, self._until - self._clock(), self._why
        if refusal is not None:
            raise self._failures.refused(
                f"{self._name} is not asked any more: {refusal.message}", hint=refusal.hint, values=refusal.values
            )
        if left_s > 0 and why:
            raise self._failures.unavailable(
                f"{self._name} is left alone for another {left_s:.0f} s: {why}",
                hint="Try again then.",
                values={"provider": self._name, "rest_s": left_s},
            )

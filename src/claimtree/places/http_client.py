"""The HTTP client for providers of places: `http_client.client` with the errors of places."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from claimtree.errors import PlacesRefused, PlacesUnavailable
from claimtree.http_client.client import Failures, HttpClient, nobody_to_blame, not_busy
from claimtree.http_client.endpoint import Site
from claimtree.http_client.rate_limit import RateLimit

FAILURES = Failures(
    unavailable=PlacesUnavailable,
    refused=PlacesRefused,
    wanted="places",
    instead="load the places that you need with `claimtree places load FILE`",
)


class Web(HttpClient):
    """The client for one provider of places. Thread-safe."""

    def __init__(
        self,
        site: Site,
        *,
        pace: RateLimit,
        is_busy: Callable[[Any], str] = not_busy,
        blames_key: Callable[[Any], bool] = nobody_to_blame,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        super().__init__(site, failures=FAILURES, pace=pace, is_busy=is_busy, blames_key=blames_key, sleep=sleep)

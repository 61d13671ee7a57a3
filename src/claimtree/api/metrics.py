"""Prometheus metrics: request counts, durations, load. The processes of one server are counted
together."""

from __future__ import annotations

import os
from pathlib import Path

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The library's variable: the folder where processes write their metrics. `claimtree serve` sets it
if there is more than one."""
_BOUNDS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """The metrics of a server."""

    media = CONTENT_TYPE_LATEST

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        here = self._registry
        self._requests = Counter(
            "claimtree_requests", "Requests by route, method and status.", ["route", "method", "status"], registry=here
        )
        self._seconds = Histogram(
            "claimtree_request_seconds", "How long requests took.", ["route"], buckets=_BOUNDS_S, registry=here
        )
        self._open = Gauge("claimtree_requests_open", "Requests under way.", registry=here, multiprocess_mode="livesum")
        self._cached = Counter("claimtree_answers", "Searches by where the answer came from.", ["from"], registry=here)

    def begins(self) -> None:
        self._open.inc()

    def ends(self, route: str, method: str, status: int, took_s: float) -> None:
        self._open.dec()
        self._requests.labels(route, method if method in _METHODS else "other", str(status)).inc()
        self._seconds.labels(route).observe(took_s)

    def answered(self, *, from_cache: bool) -> None:
        self._cached.labels("cache" if from_cache else "store").inc()

    def text(self) -> bytes:
        if not os.environ.get(FOLDER):
            return generate_latest(self._registry)
        _forget_dead(Path(os.environ[FOLDER]))
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]  # the library has no types for it
        return generate_latest(together)


def _forget_dead(folder: Path) -> None:
    """Removes the gauges of processes that were killed: their requests are no longer open."""
    for file in folder.glob("gauge_live*_*.db"):
        pid = int(file.stem.rpartition("_")[2])
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            mark_process_dead(pid, str(folder))  # type: ignore[no-untyped-call]  # the library has no types for it


_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})

"""Measures latencies and summarises them."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field


def percentile(values: Sequence[float], share: float) -> float:
    """Returns the smallest value that at least this share of the values does not exceed (nearest
    rank).

    >>> percentile([4.0, 1.0, 3.0, 2.0], 0.5), percentile([4.0, 1.0, 3.0, 2.0], 0.99)
    (2.0, 4.0)
    """
    if not values:
        return math.nan
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Latency:
    """Milliseconds: wall time, as a user waits, and the median of CPU time, which other programs
    affect less."""

    p50: float
    p95: float
    p99: float
    cpu_p50: float
    runs: int


@dataclass(slots=True)
class Stopwatch:
    """Collects timings by stage."""

    wall: dict[str, list[float]] = field(default_factory=dict)
    cpu: dict[str, list[float]] = field(default_factory=dict)

    @contextmanager
    def lap(self, stage: str) -> Iterator[None]:
        cpu, wall = time.process_time(), time.perf_counter()
        yield
        self.note(stage, time.perf_counter() - wall, time.process_time() - cpu)

    def note(self, stage: str, wall_s: float, cpu_s: float) -> None:
        self.wall.setdefault(stage, []).append(1000 * wall_s)
        self.cpu.setdefault(stage, []).append(1000 * cpu_s)

    def latency(self, stage: str) -> Latency:
        wall, cpu = self.wall.get(stage, []), self.cpu.get(stage, [])
        return Latency(
            p50=round(percentile(wall, 0.5), 3),
            p95=round(percentile(wall, 0.95), 3),
            p99=round(percentile(wall, 0.99), 3),
            cpu_p50=round(percentile(cpu, 0.5), 3),
            runs=len(wall),
        )

"""How many cores a process of ours shares its work out to."""

from __future__ import annotations

import os

_MOST = 8
"""Whoever has more has others to serve."""


def usable() -> int:
    """Those that we may use, which in a container are fewer than the machine has; and never very many."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(allowed, _MOST))

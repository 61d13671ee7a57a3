"""How many CPU cores a process uses for parallel work."""

from __future__ import annotations

import os

_MOST = 8
"""A machine with more cores probably serves other processes too."""


def usable() -> int:
    """The number of cores to use: those allowed (fewer in a container), at most `_MOST`."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(allowed, _MOST))

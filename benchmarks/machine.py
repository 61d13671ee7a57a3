"""Describes the machine a benchmark ran on, and the resources that a process uses."""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from claimtree.errors import StoreFull

BYTES_PER_CLAIM = 400
"""Disk space of a store while it is built, with its log and a margin; afterwards it is a third of
that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """Properties of the machine that the figures depend on."""

    cpu: str
    cores: int
    memory_gb: float
    system: str
    python: str
    sqlite: str
    numpy: str
    load: float
    """Load average of the last minute at the start; more than the number of cores means noise."""


def this_machine() -> Machine:
    return Machine(
        cpu=_cpu(),
        cores=os.cpu_count() or 1,
        memory_gb=round(_memory_bytes() / 2**30, 1),
        system=f"{platform.system()} {platform.release()}",
        python=platform.python_version(),
        sqlite=sqlite3.sqlite_version,
        numpy=np.__version__,
        load=round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else 0.0,
    )


def one_core() -> bool:
    """Pins this process to one core; returns False where the system does not support it."""
    if sys.platform != "linux":
        return False
    allowed = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {allowed[-1]})
    return True


def one_core_environment() -> dict[str, str]:
    """Returns the environment for a child process whose BLAS library uses one thread."""
    names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
    return {**os.environ, **dict.fromkeys(names, "1")}


def resident_bytes() -> int:
    """Returns the memory that this process holds now; 0 where the system does not report it."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def peak_bytes() -> int:
    """Returns the peak memory of this process; 0 where the system does not report it."""
    if sys.platform == "win32":
        return 0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def check_disk(folder: Path, claims: int) -> None:
    """Raises StoreFull if the disk has too little space for the world."""
    needed, free = claims * BYTES_PER_CLAIM, shutil.disk_usage(folder).free
    if free < needed:
        raise StoreFull(
            f"a world of {claims:,} claims needs about {needed / 1e9:.1f} GB in {folder}; {free / 1e9:.1f} GB are free",
            hint="Free some space, set TMPDIR to a larger disk, or give a smaller --homes.",
            values={"needed": needed, "free": free, "folder": str(folder)},
        )


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or platform.machine())


def _memory_bytes() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 0

"""Runs `claimtree` in a fresh process, and measures a command from the shell and back."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass

_COMMAND = "import sys; from claimtree.cli.main import main; sys.exit(main())"


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """One command, run in a fresh process."""

    code: int
    wall_ms: float
    cpu_ms: float
    """CPU time of the process and its children."""
    errors: str
    """Its stderr output."""


def start(*arguments: str, environment: Mapping[str, str], flags: tuple[str, ...] = ()) -> Started:
    """Runs a `claimtree` command; `flags` are Python's."""
    before, started = _children_s(), time.perf_counter()
    done = subprocess.run(
        [sys.executable, *flags, "-c", _COMMAND, *arguments],
        env={**_compiling(os.environ), **environment},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    wall = time.perf_counter() - started
    return Started(
        code=done.returncode, wall_ms=1000 * wall, cpu_ms=1000 * (_children_s() - before), errors=done.stderr
    )


def _compiling(environment: Mapping[str, str]) -> dict[str, str]:
    """Returns an environment in which Python keeps the modules that it compiles, as pip does when it installs them:
    else every process would compile hundreds of them."""
    return {name: value for name, value in environment.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _children_s() -> float:
    """Returns the CPU time of all finished children."""
    times = os.times()
    return times.children_user + times.children_system

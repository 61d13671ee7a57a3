"""Folders that take longer to build than tests take: one process of a run builds each, the others copy it."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest


def built_once(factory: pytest.TempPathFactory, name: str, build: Callable[[Path], object]) -> Path:
    """A copy of the folder of this name, for this process alone. A process that asks for it while another builds it
    waits."""
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent  # of all processes of this run
    kept, unfinished = base / f"built-{name}", base / f"building-{name}"
    with (base / f"built-{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.mkdir()
            build(unfinished)
            unfinished.rename(kept)
    return Path(shutil.copytree(kept, factory.mktemp(name) / "home"))

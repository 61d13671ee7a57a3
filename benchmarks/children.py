"""Runs jobs in child processes, so that memory and the first search are those of a fresh
process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.machine import one_core_environment
from claimtree.errors import ClaimtreeError

if TYPE_CHECKING:
    from benchmarks.measure import Job
    from benchmarks.prose.job import ProseJob
    from benchmarks.race.job import RaceJob

    Work = Job | ProseJob | RaceJob

ROOT = Path(__file__).parents[1]
"""The root of the checkout."""

Json = dict[str, Any]
Progress = Callable[[str, int, int], None]
"""Called with the task, the amount done and the total."""


def child(kind: str, job: Work, progress: Progress, *, one_core: bool = True) -> Json:
    """Runs one job in a child process; its errors are raised here."""
    order = Path(job.folder) / f"{kind}.job.json"
    result = Path(job.folder) / f"{kind}.result.json"
    errors = Path(job.folder) / f"{kind}.errors.txt"
    result.unlink(missing_ok=True)
    order.write_text(json.dumps({"kind": kind, "job": asdict(job)}), encoding="utf-8")
    with (
        errors.open("w", encoding="utf-8") as stderr,
        subprocess.Popen(
            [sys.executable, "-m", "benchmarks.worker", str(order), str(result)],
            env=_environment(one_core=one_core),
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
        ) as process,
    ):
        try:
            assert process.stdout is not None, "a pipe was asked for"
            for line in process.stdout:
                what, _, numbers = line.rstrip("\n").partition("\t")
                so_far, _, of = numbers.partition("\t")
                if so_far.isdigit() and of.isdigit():
                    progress(what, int(so_far), int(of))
            code = process.wait()
        finally:
            if process.poll() is None:
                process.terminate()
    if not result.exists():
        last = errors.read_text(encoding="utf-8", errors="replace").strip().splitlines()[-1:]
        killed = code < 0 or code == 137
        raise ClaimtreeError(
            f"the benchmark's job {kind!r} of {job.homes:,} homes ended with {code}: {''.join(last) or 'no message'}",
            hint="It was probably killed for want of memory; give a smaller --homes."
            if killed
            else "This should not happen; please report it.",
            values={"kind": kind, "code": code},
        )
    answer: Json = json.loads(result.read_text(encoding="utf-8"))
    if "error" in answer:
        raise error_of(answer["error"])
    done: Json = answer["done"]
    return done


def _environment(*, one_core: bool) -> dict[str, str]:
    """Returns the environment of a job, in which it finds this package as its parent does."""
    given = one_core_environment() if one_core else dict(os.environ)
    paths = [str(ROOT), *filter(None, [given.get("PYTHONPATH")])]
    return given | {"PYTHONPATH": os.pathsep.join(paths)}


def error_of(failure: Json) -> ClaimtreeError:
    """Returns the error that a job ended with, as the same class."""
    waiting: list[type[ClaimtreeError]] = [ClaimtreeError]
    while waiting:
        kind = waiting.pop()
        if kind.code == failure["code"]:
            return kind(failure["message"], hint=failure["hint"])
        waiting += kind.__subclasses__()
    return ClaimtreeError(failure["message"], hint=failure["hint"])

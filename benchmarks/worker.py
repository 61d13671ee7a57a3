"""Runs one job in its own process: `python -m benchmarks.worker JOB.json RESULT.json`.

Progress goes to standard output, one line each: task, done and total, separated by tabs.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks import measure, places, reading
from benchmarks.machine import one_core
from benchmarks.measure import Job
from benchmarks.prose import job as prose
from benchmarks.prose.job import ProseJob
from benchmarks.race import job as race
from benchmarks.race.job import RaceJob
from benchmarks.race.laying import lay_out
from claimtree.errors import ClaimtreeError
from claimtree.process_memory import collect_garbage_rarely

WORK: Mapping[str, Callable[[Job, measure.Progress], Any]] = {
    "build": measure.build,
    "search": measure.search,
    "agree": measure.agree,
    "read": reading.measure_reading,
    "places-build": places.build,
    "places-ground": places.measure,
    "places-search": places.search,
    "places-agree": places.agree,
}
RACE: Mapping[str, Callable[[RaceJob, measure.Progress], Any]] = {
    "race-lay-out": lay_out,
    "race-build": race.build,
    "race-ask": race.ask,
}
PROSE: Mapping[str, Callable[[ProseJob, measure.Progress], Any]] = {
    "prose-index": prose.index,
    "prose-search": prose.search,
}
"""Race and prose jobs run with all cores, because some of their engines can use several."""


def main(arguments: list[str]) -> int:
    order, result = Path(arguments[0]), Path(arguments[1])
    collect_garbage_rarely()
    asked = json.loads(order.read_text(encoding="utf-8"))
    try:
        done: dict[str, Any] = {"done": asdict(_work(asked["kind"], asked["job"]))}
        code = 0
    except ClaimtreeError as error:
        done = {"error": {"code": error.code, "message": error.message, "hint": error.hint}}
        code = 1
    result.write_text(json.dumps(done), encoding="utf-8")
    return code


def _work(kind: str, job: dict[str, Any]) -> Any:
    if kind in RACE:
        return RACE[kind](RaceJob(**job), _report)
    if kind in PROSE:
        return PROSE[kind](ProseJob(**job), _report)
    one_core()
    return WORK[kind](Job(**job), _report)


def _report(what: str, done: int, of: int) -> None:
    sys.stdout.write(f"{what}\t{done}\t{of}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

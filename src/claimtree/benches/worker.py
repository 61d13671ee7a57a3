"""One job in a process of its own, on one core: `python -m claimtree.benches.worker JOB.json RESULT.json`.

Progress goes to standard output, a line each: what, done, of; separated by tabs.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from claimtree.benches import measure, peers, places, reading
from claimtree.benches.machine import one_core
from claimtree.benches.measure import Job
from claimtree.errors import ClaimtreeError

WORK: Mapping[str, Callable[[Job, measure.Progress], Any]] = {
    "build": measure.build,
    "search": measure.search,
    "agree": measure.agree,
    "peer": peers.compare,
    "read": reading.measure_reading,
    "places-build": places.build,
    "places-ground": places.measure,
    "places-search": places.search,
    "places-agree": places.agree,
}


def main(arguments: list[str]) -> int:
    order, result = Path(arguments[0]), Path(arguments[1])
    one_core()
    asked = json.loads(order.read_text(encoding="utf-8"))
    try:
        done: dict[str, Any] = {"done": asdict(WORK[asked["kind"]](Job(**asked["job"]), _report))}
        code = 0
    except ClaimtreeError as error:
        done = {"error": {"code": error.code, "message": error.message, "hint": error.hint}}
        code = 1
    result.write_text(json.dumps(done), encoding="utf-8")
    return code


def _report(what: str, done: int, of: int) -> None:
    sys.stdout.write(f"{what}\t{done}\t{of}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

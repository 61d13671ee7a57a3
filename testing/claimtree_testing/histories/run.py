"""Runs a crew of workers on a store, reads everything at the end, and checks the history."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from claimtree.indexing.load_places import measure
from claimtree.places.surroundings import Surroundings
from claimtree.ports import MovableStore
from claimtree_testing.histories.checker import Fault, Violation, check
from claimtree_testing.histories.clients import Direct
from claimtree_testing.histories.history import Asked, History, Log, read_log
from claimtree_testing.histories.model import Kind
from claimtree_testing.histories.worker_pool import Plan, crew_of, patiently
from claimtree_testing.histories.world import HOME, area_ids, home_ids, pack, park_ids

LAST: Final = "last"
"""The name of the log for the final read, after all workers are done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The result of a run."""

    plan: Plan
    operations: int
    unknown: int
    """How many of them are writes with an unknown outcome."""
    kills: int
    violations: tuple[Violation, ...]
    problems: tuple[str, ...]
    """What the store's `check` reports, and homes whose stored surroundings are wrong."""
    errors: tuple[str, ...]
    """Calls without an answer although their client was not killed."""
    deaths: tuple[str, ...] = ()
    """The last words of workers that ended by an error of their own."""
    seconds: float

    @property
    def is_sound(self) -> bool:
        return not self.violations and not self.problems and not self.deaths

    def __str__(self) -> str:
        counts = {fault: sum(one.fault is fault for one in self.violations) for fault in Fault}
        faults = [f"{number} × {fault}" for fault, number in counts.items() if number]
        faults += [f"{len(self.problems)} × problem at the end"] if self.problems else []
        faults += [f"{len(self.deaths)} × worker ended by an error"] if self.deaths else []
        return (
            f"seed {self.plan.seed}: {self.operations:,} operations by {self.plan.everybody} at once in "
            f"{self.seconds:.0f} s, {self.kills} killed, {self.unknown} outcomes unknown, "
            f"{len(self.errors)} calls failed: {', '.join(faults) or 'sound'}"
        )

    @property
    def details(self) -> list[str]:
        """Returns all violations, problems, last words and errors."""
        return [*map(str, self.violations), *self.problems, *self.deaths, *self.errors]


def run(plan: Plan, folder: Path) -> Report:
    """Runs the plan, with a log file for each worker in the folder, and checks the resulting
    history."""
    started = time.perf_counter()
    folder.mkdir(parents=True, exist_ok=True)
    crew = crew_of(plan, folder)
    crew.work()
    with closing(crew.open()) as store:
        problems = [*patiently(lambda: list(_ill_measured(store)))]
        with Log(folder / f"{LAST}.jsonl") as log:
            _read_everything(Direct(store), log, plan.homes)
        problems += patiently(store.check)
    logs = [path for path in sorted(folder.glob("*.jsonl")) if path.stem in (*crew.ends, LAST) or plan.in_memory]
    calls = tuple(call for path in logs for call in read_log(path, path.stem))
    history = History(calls=calls, ends=crew.ends, lingers=plan.on_a_server)
    violations = check(history.operations())
    violations += [
        Violation(fault=Fault.MIXED, id="", operation=None, description=description) for description in history.wrong
    ]
    return Report(
        plan=plan,
        operations=history.count,
        unknown=history.unknown,
        kills=crew.kills,
        violations=tuple(violations),
        problems=tuple(problems),
        errors=tuple(f"{call.who}: {call.error}" for call in calls if call.error),
        deaths=tuple(crew.deaths),
        seconds=time.perf_counter() - started,
    )


def _read_everything(way: Direct, log: Log, homes: int) -> None:
    """Reads all entities, by id and by searching."""
    for ids, look in (
        (home_ids(homes), way.get),
        (area_ids(), way.get),
        (home_ids(homes), way.search),
        (park_ids(), way.get_places),
    ):
        log.asks([Asked(kind=Kind.READ, id=id) for id in ids])
        log.answered(*patiently(partial(look, ids)))


def _ill_measured(store: MovableStore) -> Iterator[str]:
    """Yields the homes whose stored surroundings differ from a fresh measurement."""
    spec = pack().places
    assert spec is not None
    if store.measured_version() != store.places_version():
        # A process that loaded places was killed before measuring: the store reports this, and
        # measuring again completes it.
        measure(store, pack())
    ids, points = store.positions(HOME)
    facts = Surroundings(store.places(), spec).facts(points) if len(ids) else []
    for item, wanted in zip(store.get(ids), facts, strict=True):
        if item.nearby != tuple(wanted):
            yield f"{item.entity.id} was measured to be near {item.nearby}, and is near {tuple(wanted)}"

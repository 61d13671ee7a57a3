"""How long a large family tree takes from its GEDCOM file to a tree that can be searched."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from claimtree.calibration.halves import Split
from claimtree.calibration.measures import Progress
from claimtree.cores import usable
from claimtree.settings import load_settings
from claimtree.tree_import import TreeFolder, import_tree
from claimtree.workspace import Workspace
from evals.family.large_tree import gedcom
from evals.scores import Figure

PEOPLE: Final = 100_000
BAR_S: Final = 60.0
_LOOP: Final = 3_000_000


def import_figures(progress: Progress, *, people: int = PEOPLE) -> Iterator[Figure]:
    """Yields how long an import takes, as `claimtree tree import` does it, and how fast the machine was meanwhile."""
    with tempfile.TemporaryDirectory(prefix="claimtree-") as scratch:
        home = Path(scratch)
        file = home / "large.ged"
        with file.open("w", encoding="utf-8") as out:
            out.writelines(f"{line}\n" for line in gedcom(people))
        before = _loop_s()
        seconds = _import_s(file, home, people, progress)
    what = f"{people:,} people on {usable()} cores"
    yield _figure("import", f"{what}: import", seconds, "s", BAR_S if people == PEOPLE else None)
    yield _figure("loop", "a loop of Python of 3,000,000 steps, for comparison", (before + _loop_s()) / 2, "s", None)


def _import_s(file: Path, home: Path, people: int, progress: Progress) -> float:
    settings = load_settings({"home": str(home), "pack": "family", "store": f"sqlite:///{home / 'large.db'}"})
    began = time.perf_counter()
    with Workspace(settings) as workspace:
        indexer = workspace.indexer(workspace.store_to_write(), batch_size=1_000, in_processes=True)
        folder = TreeFolder.beside(settings.home, settings.store_address)
        found = import_tree(file, "large", folder, indexer, progress=progress)
    seconds = time.perf_counter() - began
    if found.report.indexed != people + 1:
        raise AssertionError(f"{found.report.indexed:,} of {people:,} people were imported")
    return seconds


def _loop_s() -> float:
    """Returns how long a loop takes: another machine, or a busy one, is as much slower in the import."""
    began = time.perf_counter()
    total = 0
    for number in range(_LOOP):
        total += number
    return time.perf_counter() - began


def _figure(key: str, title: str, value: float, unit: str, bar: float | None) -> Figure:
    return Figure(
        key=key,
        title=title,
        measure="time",
        values={Split.ALL.value: value},
        counts={Split.ALL.value: 1},
        bar=bar,
        unit=unit,
        at_most=True,
    )

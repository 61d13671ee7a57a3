"""Runs the eval `family`: relations of two people against others' words, general questions over trees, and how long
the closest path takes."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final

from claimtree.calibration.halves import Split
from claimtree.calibration.measures import Progress
from claimtree.cli.eval_names import FAMILY
from claimtree.errors import BadInput
from claimtree.kinship.graph import KinGraph, PersonId
from claimtree.kinship.paths import closest_paths
from evals.family.generated import generated_tree
from evals.family.questions import GOAL, question_cases, question_figures
from evals.family.relations import FIRST, RIGHT, relation_cases
from evals.scores import Figure, Goal, Result, figures, worst
from evals.tables import group_tables

PACK: Final = "family"
FOLDER: Final = "gedcom"
"""Of the data that others made, in the folder of all data."""
GOALS: Final = (
    Goal(key=RIGHT, title="pairs whose word is told", bar=0.99, by="relation"),
    Goal(key=FIRST, title="pairs whose word is told first", bar=0.98, by="relation"),
)
PEOPLE: Final = 100_000
FOUNDERS: Final = (20_000, 2_000)
"""A broad tree of few generations, and a deep one whose people are related in many ways."""
PATHS: Final = 100
SEED: Final = 7


def run_family(
    data: Path | None, *, misses: int = 20, limit: int | None = None, progress: Progress = lambda what, done, of: None
) -> Result:
    """Returns the figures; without data only those of generated trees."""
    if data is not None and not data.is_dir():
        raise BadInput(f"{data} is no folder", hint="Name a folder with GEDCOM files and pairs beside them.")
    cases = relation_cases(data, progress, limit=limit) if data is not None else []
    right = figures(GOALS, cases) if cases else ()
    asked = question_cases(data, progress)
    questions = [one.case for one in asked]
    timed = [one for founders in FOUNDERS for one in _speed(founders, progress)]
    return Result(
        name=FAMILY,
        title=f"Family trees: {len(cases):,} pairs of relatives, {len(questions):,} questions",
        pack=PACK,
        pack_version=0,
        embedder="none",
        version=version("claimtree"),
        figures=(*right, *figures((GOAL,), questions), *question_figures(asked), *timed),
        tables=(*(group_tables(GOALS, cases) if cases else ()), *group_tables((GOAL,), questions)),
        misses=worst([*questions, *cases], misses),
        notes=() if cases else ("no data: relations were not measured; give --data",),
    )


def _speed(founders: int, progress: Progress) -> Iterator[Figure]:
    """Yields how long a generated tree takes: the index once, a closest path, all that is told."""
    graph = generated_tree(PEOPLE, seed=SEED, founders=founders)
    ends = _ends(graph)
    what = f"{len(graph):,} people of {founders:,} founders"
    indexed = _seconds(lambda: closest_paths(graph, *ends[0]))
    paths: list[float] = []
    for number, (one, other) in enumerate(ends, 1):
        paths.append(_seconds(lambda one=one, other=other: closest_paths(graph, one, other)))  # type: ignore[misc]
        progress(what, number, len(ends))
    yield _milliseconds(f"index-{founders}", f"{what}: the first path, with the index", [indexed], None)
    yield _milliseconds(f"path-{founders}", f"{what}: closest paths", paths, 100.0)


def _ends(graph: KinGraph) -> list[tuple[PersonId, PersonId]]:
    chance = random.Random(SEED)
    return [(chance.choice(graph.people).id, chance.choice(graph.people).id) for _ in range(PATHS)]


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _milliseconds(key: str, title: str, seconds: Sequence[float], bar: float | None) -> Figure:
    return Figure(
        key=key,
        title=title,
        measure="median",
        values={Split.ALL.value: sorted(seconds)[len(seconds) // 2] * 1000},
        counts={Split.ALL.value: len(seconds)},
        bar=bar,
        unit="ms",
        at_most=True,
    )

"""Runs the eval `family`: relations of two people against others' words, general questions over trees, look-ups by
altered records, and how long look-ups and closest paths take."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final

from claimtree.answering.candidates import finder_of
from claimtree.calibration.halves import Split
from claimtree.calibration.measures import Progress
from claimtree.cli.eval_names import FAMILY
from claimtree.errors import BadInput
from claimtree.kinship.graph import KinGraph, PersonId
from claimtree.kinship.paths import closest_paths
from evals.family.generated import generated_tree
from evals.family.generated_people import lookups_in, tree_of_people
from evals.family.imports import import_figures
from evals.family.lookups import GOALS as LOOKUPS
from evals.family.lookups import RECORDS, looked_up, lookup_cases, lookup_figures, reliability_table
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
LOOKUPS_TIMED: Final = 200
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
    found = looked_up(data, progress, records=RECORDS if limit is None else min(limit, RECORDS))
    lookups = list(lookup_cases(found))
    timed = [one for founders in FOUNDERS for one in _speed(founders, progress)]
    return Result(
        name=FAMILY,
        title=f"Family trees: {len(cases):,} pairs of relatives, {len(questions):,} questions, {len(found):,} look-ups",
        pack=PACK,
        pack_version=0,
        embedder="none",
        version=version("claimtree"),
        figures=(
            *right,
            *figures((GOAL,), questions),
            *question_figures(asked),
            *figures(LOOKUPS, lookups),
            *lookup_figures(found),
            *timed,
            *_lookup_speed(progress),
            *import_figures(progress, people=PEOPLE),
        ),
        tables=(
            *(group_tables(GOALS, cases) if cases else ()),
            *group_tables((GOAL,), questions),
            *group_tables(LOOKUPS, lookups),
            reliability_table(found),
        ),
        misses=worst([*questions, *cases, *lookups], misses),
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


def _lookup_speed(progress: Progress) -> Iterator[Figure]:
    """Yields how long a look-up takes in a large tree: the index once, then each."""
    index = tree_of_people(PEOPLE, seed=SEED)
    looked = lookups_in(index, LOOKUPS_TIMED, seed=SEED)
    what = f"{PEOPLE:,} people with names"
    first = _seconds(lambda: finder_of(index).find(looked[0]))
    taken: list[float] = []
    for number, sought in enumerate(looked, 1):
        # Of the processor, so that a busy machine measures the same.
        began = time.process_time()
        finder_of(index).find(sought)
        taken.append(time.process_time() - began)
        progress(what, number, len(looked))
    yield _milliseconds("lookup-index", f"{what}: the first look-up, with the index", [first], None)
    yield _milliseconds("lookup", f"{what}: a look-up, in processor time", taken, 50.0)


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

"""What an eval finds: cases scored one by one, and figures over halves of them.

An adapter turns each row of a data set into a `Case`; everything that is printed is counted from the cases,
so that a figure, its table (`tables`) and its misses can never disagree.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain, zip_longest

from claimtree.calibration.halves import Half, Split
from claimtree.cli.tables import Table


class Measure(StrEnum):
    """How counts become a figure."""

    F1 = "F1"
    ACCURACY = "accuracy"
    PRECISION = "precision"
    COVERAGE = "coverage"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """What one case adds to one figure, under one row of the figure's table."""

    figure: str
    group: str
    right: int = 0
    extra: int = 0
    """Read, and not there."""
    missed: int = 0
    """There, and not read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Confusion:
    """What was expected of a slot and what was read instead."""

    slot: str
    expected: str
    read: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Words of a text that were read as something else."""

    words: str
    check: str
    """What was asked of them: "polarity", "amount"."""
    expected: str
    read: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One row of a data set, read and marked."""

    id: str
    text: str
    marks: tuple[Mark, ...]
    half: Half = Half.TUNE
    """Set by whoever runs the eval, from the row's key."""
    expected: str = ""
    read: str = ""
    confusions: tuple[Confusion, ...] = ()
    why: str = ""
    """Where the row itself is at fault: what is wrong with it."""
    quoted: str = ""
    """Words of somebody else that go with it: for the terminal and for programs, never for a page."""
    details: tuple[Fault, ...] = ()
    """What `expected` and `read` say in one line, word by word; empty where an eval does not tell them apart."""

    @property
    def faults(self) -> int:
        return sum(mark.extra + mark.missed for mark in self.marks)


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """A figure that an eval reports, and the bar it has to reach."""

    key: str
    title: str
    measure: Measure = Measure.ACCURACY
    bar: float | None = None
    by: str = ""
    """What the rows of its table are: "operator", "slot"; empty for no table."""
    only_table: bool = False
    """Its cases count more than once, so that a sum over them says nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One number of an eval, for each half and for all rows."""

    key: str
    title: str
    measure: str
    values: dict[str, float]
    counts: dict[str, int]
    bar: float | None = None
    unit: str = ""
    at_most: bool = False
    """The bar is an upper one: milliseconds, not shares."""
    detail: bool = False
    """One of many that explain another: people find it in a table of its own."""

    def reaches(self, split: str) -> bool | None:
        """None where there is no bar, or nothing to hold against it."""
        value = self.values.get(split, math.nan)
        if self.bar is None or math.isnan(value):
            return None
        return value <= self.bar if self.at_most else value >= self.bar

    def shown(self, split: str) -> str:
        value = self.values.get(split, math.nan)
        return show_value(value, self.unit)

    @property
    def bar_shown(self) -> str:
        """The bar with its side; empty where there is none."""
        return "" if self.bar is None else f"{'≤' if self.at_most else '≥'} {show_value(self.bar, self.unit)}"

    @property
    def reached(self) -> str:
        """Yes when every half that has rows reaches the bar, and so do all together; empty where there is no bar."""
        marks = [mark for mark in map(self.reaches, self.values) if mark is not None]
        return ("yes" if all(marks) else "no") if marks else ""


def show_value(value: float, unit: str = "") -> str:
    """
    >>> show_value(0.95), show_value(2.5, "ms"), show_value(math.nan)
    ('.950', '2.50 ms', '–')
    """
    if math.isnan(value):
        return "–"
    if unit:
        return f"{value:.2f} {unit}"
    return f"{value:.3f}".removeprefix("0")


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What an eval found."""

    name: str
    title: str
    pack: str
    pack_version: int
    embedder: str
    version: str
    """Of Claimtree and of its reader."""
    figures: tuple[Figure, ...]
    tables: tuple[Table, ...] = ()
    misses: tuple[Case, ...] = ()
    """The worst first."""
    notes: tuple[str, ...] = ()
    bad_rows: tuple[str, ...] = ()
    """Rows that could not be used, and why."""


@dataclass(slots=True)
class Count:
    """Marks added up."""

    right: int = 0
    extra: int = 0
    missed: int = 0
    cases: set[str] = field(default_factory=set)

    def add(self, mark: Mark, case: str) -> None:
        self.right += mark.right
        self.extra += mark.extra
        self.missed += mark.missed
        self.cases.add(case)

    @property
    def precision(self) -> float:
        return _share(self.right, self.right + self.extra)

    @property
    def recall(self) -> float:
        return _share(self.right, self.right + self.missed)

    @property
    def f1(self) -> float:
        return _share(2 * self.right, 2 * self.right + self.extra + self.missed)

    def value(self, measure: Measure) -> float:
        """Accuracy and coverage are recalls: every case holds one thing to find."""
        return {Measure.F1: self.f1, Measure.PRECISION: self.precision}.get(measure, self.recall)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else math.nan


def count(cases: Iterable[Case], key: str, keep: Callable[[Case, Mark], bool] = lambda case, mark: True) -> Count:
    """The marks of one figure added up."""
    total = Count()
    for case in cases:
        for mark in case.marks:
            if mark.figure == key and keep(case, mark):
                total.add(mark, case.id)
    return total


def splits_of(cases: Iterable[Case]) -> dict[str, tuple[Half, ...]]:
    """The halves that were scored, and all of them when both were."""
    halves = sorted({case.half for case in cases}, key=list(Half).index)
    splits: dict[str, tuple[Half, ...]] = {half.value: (half,) for half in halves}
    if len(halves) > 1:
        splits[Split.ALL.value] = tuple(halves)
    return splits


def figures(goals: Sequence[Goal], cases: Sequence[Case]) -> tuple[Figure, ...]:
    """Each goal's figure over the halves that were scored, and over all of them when both were."""
    splits = splits_of(cases)
    found: list[Figure] = []
    for goal in goals:
        if goal.only_table:
            continue
        values: dict[str, float] = {}
        counts: dict[str, int] = {}
        for split, wanted in splits.items():
            total = count((case for case in cases if case.half in wanted), goal.key)
            values[split] = total.value(goal.measure)
            counts[split] = len(total.cases)
        found.append(
            Figure(
                key=goal.key,
                title=goal.title,
                measure=goal.measure.value,
                values=values,
                counts=counts,
                bar=goal.bar,
            )
        )
    return tuple(found)


def worst(cases: Iterable[Case], most: int) -> tuple[Case, ...]:
    """The cases with the most faults; sound rows before those that are wrong themselves."""
    wrong = [case for case in cases if case.faults]
    return tuple(sorted(wrong, key=lambda case: (bool(case.why), -case.faults, case.id))[:most])


def in_turn(*lists: Sequence[Case]) -> tuple[Case, ...]:
    """One of each as long as there are any."""
    return tuple(case for case in chain.from_iterable(zip_longest(*lists)) if case is not None)

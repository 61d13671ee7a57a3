"""Results of an eval: cases scored one by one, and figures over halves of them.

An adapter turns each row of a data set into a `Case`; all output is computed from the cases, so
that a figure, its table (`tables`) and its misses cannot disagree.
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
    """How counts are combined into a figure."""

    F1 = "F1"
    ACCURACY = "accuracy"
    PRECISION = "precision"
    COVERAGE = "coverage"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """The contribution of one case to one figure, in one row of the figure's table."""

    figure: str
    group: str
    right: int = 0
    extra: int = 0
    """Read, but not expected."""
    missed: int = 0
    """Expected, but not read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Confusion:
    """The expected value of a slot, and the value read instead."""

    slot: str
    expected: str
    read: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Words of a text that were read wrongly."""

    words: str
    check: str
    """The failed check: "polarity", "amount"."""
    expected: str
    read: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One row of a data set, read and scored."""

    id: str
    text: str
    marks: tuple[Mark, ...]
    half: Half = Half.TUNE
    """Set by the runner of the eval, from the row's key."""
    expected: str = ""
    read: str = ""
    confusions: tuple[Confusion, ...] = ()
    why: str = ""
    """What is wrong with the row itself, if it is at fault."""
    quoted: str = ""
    """Text from other people's data: for the terminal and for JSON output, never for a page."""
    details: tuple[Fault, ...] = ()
    """`expected` and `read` broken down by words; empty if the eval does not provide it."""

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
    """What the rows of its table are ("operator", "slot"); empty for no table."""
    only_table: bool = False
    """Its cases count more than once, so a total over them is meaningless."""


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
    """The bar is an upper limit (milliseconds), not a lower one (shares)."""
    detail: bool = False
    """One of many figures that explain another; shown in a separate table."""

    def reaches(self, split: str) -> bool | None:
        """True if the figure reaches its bar; None if there is no bar or no value."""
        value = self.values.get(split, math.nan)
        if self.bar is None or math.isnan(value):
            return None
        return value <= self.bar if self.at_most else value >= self.bar

    def shown(self, split: str) -> str:
        value = self.values.get(split, math.nan)
        return show_value(value, self.unit)

    @property
    def bar_shown(self) -> str:
        """The bar with "≤" or "≥"; empty if there is none."""
        return "" if self.bar is None else f"{'≤' if self.at_most else '≥'} {show_value(self.bar, self.unit)}"

    @property
    def reached(self) -> str:
        """Either "yes", if every half that has rows and the total reach the bar, or "no"; empty
        without a bar."""
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
    """The result of an eval."""

    name: str
    title: str
    pack: str
    pack_version: int
    embedder: str
    version: str
    """Versions of Claimtree and of its reader."""
    figures: tuple[Figure, ...]
    tables: tuple[Table, ...] = ()
    misses: tuple[Case, ...] = ()
    """Worst first."""
    notes: tuple[str, ...] = ()
    bad_rows: tuple[str, ...] = ()
    """Rows that could not be used, and why."""


@dataclass(slots=True)
class Count:
    """A sum of marks."""

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
        """Returns the measure; accuracy and coverage are recalls, as every case has one thing to
        find."""
        return {Measure.F1: self.f1, Measure.PRECISION: self.precision}.get(measure, self.recall)


def _share(part: int, total: int) -> float:
    return part / total if total else math.nan


def count(cases: Iterable[Case], key: str, keep: Callable[[Case, Mark], bool] = lambda case, mark: True) -> Count:
    """Returns the sum of the marks of one figure."""
    total = Count()
    for case in cases:
        for mark in case.marks:
            if mark.figure == key and keep(case, mark):
                total.add(mark, case.id)
    return total


def splits_of(cases: Iterable[Case]) -> dict[str, tuple[Half, ...]]:
    """Returns the halves that were scored, plus "all" if both were."""
    halves = sorted({case.half for case in cases}, key=list(Half).index)
    splits: dict[str, tuple[Half, ...]] = {half.value: (half,) for half in halves}
    if len(halves) > 1:
        splits[Split.ALL.value] = tuple(halves)
    return splits


def figures(goals: Sequence[Goal], cases: Sequence[Case]) -> tuple[Figure, ...]:
    """Returns each goal's figure over the halves that were scored, and over all if both were."""
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
    """Returns the cases with the most faults; valid rows before rows that are wrong themselves."""
    wrong = [case for case in cases if case.faults]
    return tuple(sorted(wrong, key=lambda case: (bool(case.why), -case.faults, case.id))[:most])


def in_turn(*lists: Sequence[Case]) -> tuple[Case, ...]:
    """Interleaves the lists, one case of each in turn."""
    return tuple(case for case in chain.from_iterable(zip_longest(*lists)) if case is not None)

"""Counts what a method returned: pass ratios of hits, and the confusion matrix of questions.

A hit has a share of constraints that it passes (its *pass ratio*); all of them is a *strict success*. A question that
expects homes is a true positive if something was returned and every hit passes every constraint, else a false
negative; one that expects none is a true negative if nothing was returned, else a false positive. So specificity is
the share of questions without an answer that got none.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from evals.property.constraints import Result, pass_ratio
from evals.property.gold import Asked


@dataclass(frozen=True, kw_only=True)
class Scored:
    """One question as one method answered it."""

    asked: Asked
    expects: bool
    """Whether there is such a home."""
    hits: tuple[Mapping[str, Result], ...]
    """Per hit that was returned as fitting: each constraint's result."""
    ids: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def outcome(self) -> str:
        """TP, FN, FP or TN."""
        if not self.expects:
            return "FP" if self.hits else "TN"
        return "TP" if self.hits and all(pass_ratio(hit) == 1 for hit in self.hits) else "FN"


@dataclass(frozen=True, kw_only=True)
class Figures:
    """What a method reached on some questions; not a number where nothing was counted."""

    questions: int
    returned: int
    pass_ratio: float
    """The mean over all hits."""
    lenient_ratio: float
    """The same without constraints that a listing does not state, as the document counts."""
    strict: float
    accuracy: float
    precision: float
    recall: float
    f1: float
    specificity: float
    outcomes: Mapping[str, int]
    constraints: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Constraint → how many hits pass it, of how many."""


def figures(scored: Iterable[Scored]) -> Figures:
    """Returns the figures of a method."""
    rows = list(scored)
    hits = [hit for row in rows for hit in row.hits]
    outcomes = {name: sum(row.outcome == name for row in rows) for name in ("TP", "FN", "FP", "TN")}
    right, missed, wrong, silent = (outcomes[name] for name in ("TP", "FN", "FP", "TN"))
    checked: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for hit in hits:
        for name, result in hit.items():
            checked[name][0] += result is Result.PASS
            checked[name][1] += 1
    return Figures(
        questions=len(rows),
        returned=len(hits),
        pass_ratio=_mean(pass_ratio(hit) for hit in hits),
        lenient_ratio=_mean(pass_ratio(hit, lenient=True) for hit in hits),
        strict=_mean(float(pass_ratio(hit) == 1) for hit in hits),
        accuracy=share(right + silent, len(rows)),
        precision=share(right, right + wrong),
        recall=share(right, right + missed),
        f1=share(2 * right, 2 * right + wrong + missed),
        specificity=share(silent, silent + wrong),
        outcomes=outcomes,
        constraints={name: (passed, of) for name, (passed, of) in sorted(checked.items())},
    )


def by_category(scored: Sequence[Scored]) -> dict[str, Figures]:
    """Returns the figures of each category, in the order in which they are first asked."""
    return _grouped(scored, lambda row: row.asked.category)


def _grouped(scored: Sequence[Scored], key: Callable[[Scored], str]) -> dict[str, Figures]:
    groups: dict[str, list[Scored]] = {}
    for row in scored:
        groups.setdefault(key(row), []).append(row)
    return {name: figures(rows) for name, rows in groups.items()}


def share(part: int, of: int) -> float:
    """Returns the share; not a number of nothing."""
    return part / of if of else math.nan


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else math.nan

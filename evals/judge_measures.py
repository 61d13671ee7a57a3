"""Measures of a judge, computed from numbers alone.

Chances and labels are arrays whose last axis is in the order of `Says`: meets, refutes, nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from claimtree.model.judging import Chances

Labels = NDArray[np.intp]
Scores = NDArray[np.float64]
Flags = NDArray[np.bool_]

KINDS = 3


def confusion(labels: Labels, predicted: Labels) -> NDArray[np.int64]:
    """Returns the (label, said) matrix: how many pairs of each label got each judgement.

    >>> confusion(np.array([0, 0, 2]), np.array([0, 1, 2])).tolist()
    [[1, 1, 0], [0, 0, 0], [0, 0, 1]]
    """
    return np.bincount(KINDS * labels + predicted, minlength=KINDS * KINDS).reshape(KINDS, KINDS)


def balanced_accuracy(table: NDArray[np.int64]) -> float:
    """Returns the mean recall over the labels that occur; guessing gets a third.

    >>> balanced_accuracy(np.array([[1, 1, 0], [0, 4, 0], [0, 0, 8]])).__round__(3)
    0.833
    """
    totals = table.sum(axis=1)
    there = totals > 0
    return float(np.mean(table.diagonal()[there] / totals[there])) if there.any() else math.nan


@dataclass(frozen=True, slots=True)
class Found:
    """How well one ranking found the right items."""

    average_precision: float
    first_is_right: bool


def found_in(scores: Scores, right: Flags) -> Found | None:
    """Measures a ranking by score, highest first; None if no item is right.

    Among equal scores the wrong items come first, so that ties earn nothing.

    >>> found_in(np.array([0.9, 0.8, 0.7, 0.1]), np.array([True, False, True, False]))
    Found(average_precision=0.8333333333333333, first_is_right=True)
    """
    wanted = np.sort(scores[right])[::-1]
    if not len(wanted):
        return None
    wrong = scores[~right]
    # There are few right items, so counting is faster than sorting.
    before = np.array([np.count_nonzero(wrong >= score) for score in wanted])
    hits = np.arange(1, len(wanted) + 1)
    return Found(float(np.mean(hits / (hits + before))), bool(before[0] == 0))


def meets_above_refutes(meeting: Scores, refuting: Scores) -> tuple[float, int]:
    """Counts pairs of a meeting and a refuting score: those where the first is higher, and all. A
    tie counts half.

    >>> meets_above_refutes(np.array([0.9, 0.5]), np.array([0.5]))
    (1.5, 2)
    """
    apart = meeting[:, None] - refuting[None, :]
    return float(np.count_nonzero(apart > 0) + np.count_nonzero(apart == 0) / 2), apart.size


def brier(chances: Chances, labels: Labels) -> float:
    """Returns the mean squared error of the chances; 0 is certain and right, 2 certain and wrong.

    >>> brier(np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]), np.array([0, 0]))
    1.0
    """
    if not len(labels):
        return math.nan
    return float(np.mean(np.sum((chances - np.eye(chances.shape[-1])[labels]) ** 2, axis=-1)))


@dataclass(slots=True)
class Hits:
    """Counts of predictions (`predicted`), of positives (`so`) and of their overlap (`right`)."""

    right: int = 0
    predicted: int = 0
    so: int = 0

    def add(self, predicted: Flags, so: Flags) -> None:
        self.right += int(np.count_nonzero(predicted & so))
        self.predicted += int(np.count_nonzero(predicted))
        self.so += int(np.count_nonzero(so))

    @property
    def precision(self) -> float:
        return self.right / self.predicted if self.predicted else math.nan

    @property
    def recall(self) -> float:
        return self.right / self.so if self.so else math.nan

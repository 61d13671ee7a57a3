"""Measures of a judge, as functions of numbers alone.

Chances and labels come as arrays whose last axis is in the order of `Says`: meets, refutes, nothing.
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


def confusion(labels: Labels, said: Labels) -> NDArray[np.int64]:
    """(label, said): how many pairs of each label were said to be what.

    >>> confusion(np.array([0, 0, 2]), np.array([0, 1, 2])).tolist()
    [[1, 1, 0], [0, 0, 0], [0, 0, 1]]
    """
    return np.bincount(KINDS * labels + said, minlength=KINDS * KINDS).reshape(KINDS, KINDS)


def balanced_accuracy(table: NDArray[np.int64]) -> float:
    """The mean of the recalls of the labels that there are: a third is what guessing gets.

    >>> balanced_accuracy(np.array([[1, 1, 0], [0, 4, 0], [0, 0, 8]])).__round__(3)
    0.833
    """
    totals = table.sum(axis=1)
    there = totals > 0
    return float(np.mean(table.diagonal()[there] / totals[there])) if there.any() else math.nan


@dataclass(frozen=True, slots=True)
class Found:
    """How well one ranking found what it should."""

    average_precision: float
    first_is_right: bool


def found_in(scores: Scores, right: Flags) -> Found | None:
    """What a ranking by score, the highest first, makes of the right ones; None where nothing is right.

    Among equal scores the wrong ones come first: who cannot tell earns nothing.

    >>> found_in(np.array([0.9, 0.8, 0.7, 0.1]), np.array([True, False, True, False]))
    Found(average_precision=0.8333333333333333, first_is_right=True)
    """
    wanted = np.sort(scores[right])[::-1]
    if not len(wanted):
        return None
    wrong = scores[~right]
    # There are few right ones, so that counting is quicker than sorting.
    before = np.array([np.count_nonzero(wrong >= score) for score in wanted])
    hits = np.arange(1, len(wanted) + 1)
    return Found(float(np.mean(hits / (hits + before))), bool(before[0] == 0))


def meets_above_refutes(meeting: Scores, refuting: Scores) -> tuple[float, int]:
    """Pairs of one that meets and one that refutes: where the first scores higher (a tie counts half), and all.

    >>> meets_above_refutes(np.array([0.9, 0.5]), np.array([0.5]))
    (1.5, 2)
    """
    apart = meeting[:, None] - refuting[None, :]
    return float(np.count_nonzero(apart > 0) + np.count_nonzero(apart == 0) / 2), apart.size


def brier(chances: Chances, labels: Labels) -> float:
    """The mean squared distance between the chances and what was so; 0 is sure and right, 2 sure and wrong.

    >>> brier(np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]), np.array([0, 0]))
    1.0
    """
    if not len(labels):
        return math.nan
    return float(np.mean(np.sum((chances - np.eye(chances.shape[-1])[labels]) ** 2, axis=-1)))


@dataclass(slots=True)
class Hits:
    """What was said against what was so."""

    right: int = 0
    said: int = 0
    so: int = 0

    def add(self, said: Flags, so: Flags) -> None:
        self.right += int(np.count_nonzero(said & so))
        self.said += int(np.count_nonzero(said))
        self.so += int(np.count_nonzero(so))

    @property
    def precision(self) -> float:
        return self.right / self.said if self.said else math.nan

    @property
    def recall(self) -> float:
        return self.right / self.so if self.so else math.nan

"""Scores an answer against the truth: completeness and order."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

TOP = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The score of one answer."""

    recall: float
    precision: float | None
    """None if the answer is empty: precision is undefined then."""
    ndcg: float
    """Over the first twenty; 1.0 if they are our first twenty, in an equally good order."""


def score(answer: Sequence[int], truth: Sequence[int], places: Sequence[int]) -> Score:
    """Compares an answer, best first, with the homes that meet everything and their ranks.

    >>> score([7, 9], [7, 8], [1, 2]).recall
    0.5
    """
    right = set(truth)
    found = sum(home in right for home in answer)
    return Score(
        recall=found / len(right) if right else 1.0,
        precision=found / len(answer) if answer else None,
        ndcg=ndcg(answer, dict(zip(truth, places, strict=True))),
    )


def ndcg(answer: Sequence[int], places: Mapping[int, int]) -> float:
    """Returns the discounted gain of the first twenty, relative to the best order.

    Our first home is worth 20, the next 19, and so on; equally good homes are worth the same, so
    that the order of equals does not matter.
    """
    best = _gain(sorted(places.values())[:TOP])
    return _gain([places.get(home, TOP + 1) for home in answer[:TOP]]) / best if best else 1.0


def _gain(places: Sequence[int]) -> float:
    return sum(max(0, TOP + 1 - place) / math.log2(rank + 1) for rank, place in enumerate(places, 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """Mean scores of many answers."""

    recall: float
    precision: float | None
    """Over non-empty answers; None if there are none."""
    ndcg: float
    empty: float
    """The share of empty answers, although every question has an answer."""


def means(scores: Sequence[Score]) -> Means:
    precisions = [one.precision for one in scores if one.precision is not None]
    count = max(1, len(scores))
    return Means(
        recall=round(sum(one.recall for one in scores) / count, 4),
        precision=round(sum(precisions) / len(precisions), 4) if precisions else None,
        ndcg=round(sum(one.ndcg for one in scores) / count, 4),
        empty=round((len(scores) - len(precisions)) / count, 4),
    )

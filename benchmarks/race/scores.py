"""How much of the truth an answer has, and in which order."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

TOP = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One answer beside the truth."""

    recall: float
    precision: float | None
    """None when nothing was answered: then there is nothing to be right about."""
    ndcg: float
    """Of the first twenty; 1.0 when they are our first twenty, in an order as good."""


def score(answer: Sequence[int], truth: Sequence[int], places: Sequence[int]) -> Score:
    """Compare an answer, best first, with the homes that meet everything and their places.

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
    """Discounted gain of the first twenty beside the best order.

    Our first home is worth 20, the next 19, and so on; homes that are equally good are worth the same, so that no
    answer is blamed for the order of equals.
    """
    best = _gain(sorted(places.values())[:TOP])
    return _gain([places.get(home, TOP + 1) for home in answer[:TOP]]) / best if best else 1.0


def _gain(places: Sequence[int]) -> float:
    return sum(max(0, TOP + 1 - place) / math.log2(rank + 1) for rank, place in enumerate(places, 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """What many answers come to."""

    recall: float
    precision: float | None
    """Of those that answered something; None when none did."""
    ndcg: float
    empty: float
    """The share that was answered with nothing, though every question has an answer."""


def means(scores: Sequence[Score]) -> Means:
    said = [one.precision for one in scores if one.precision is not None]
    count = max(1, len(scores))
    return Means(
        recall=round(sum(one.recall for one in scores) / count, 4),
        precision=round(sum(said) / len(said), 4) if said else None,
        ndcg=round(sum(one.ndcg for one in scores) / count, 4),
        empty=round((len(scores) - len(said)) / count, 4),
    )

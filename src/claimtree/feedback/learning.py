"""Comparisons to weights: which levels and claim types should count more, for the people who gave their thumbs.

A person is taken to prefer the hit with the higher score, the more surely the more it is ahead: the logistic loss of
the difference. What is learned is by how much each of the pack's own weights is to be multiplied; every factor is held
near 1 as if by a number of comparisons that say "as it was" (`CAUTION`), so that little feedback changes little, and no
factor leaves its bounds. How much these thumbs go by the score at all is learned beside it: where people contradict
one another that goes to nothing, and the weights stay where they were.

There is no chance in it: the same feedback gives the same weights.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from claimtree.feedback.comparisons import Lessons, Pair
from claimtree.feedback.scoring import Scores
from claimtree.model.claims import LevelName, TypeName
from claimtree.model.pack import Pack
from claimtree.packs.weights import Weights
from claimtree.text.rule_reader import HEAVIEST, LIGHTEST

LEAST_PAIRS: Final = 20
LEAST_QUESTIONS: Final = 3
"""Fewer cannot be told from a whim, and leave nothing to try the weights on."""
CAUTION: Final = 30.0
"""How firmly the pack's own weights are held, in comparisons."""
LEVEL_FACTOR: Final = 3.0
TYPE_FACTOR: Final = 2.0
"""No level or claim type counts more or less than so many times what the pack says; a claim type's weight also stays
where the reader keeps the weights of claims."""
MOST_FOLDS: Final = 10
_SHARPNESS: Final = 20.0
"""A hit that is a twentieth of the full score ahead is preferred with odds of e to 1, before anything is learned."""
_LEAST_SHARP, _MOST_SHARP = 1 / 100, 10.0
_HELD_SHARP: Final = 0.5
"""The sharpness that is learned, times the one before: its bounds, and how firmly it is held."""
_MOST_STEPS: Final = 400
_STILL: Final = 1e-5

Floats: TypeAlias = npt.NDArray[np.float64]
K = TypeVar("K", LevelName, TypeName)
Slope: TypeAlias = Callable[[Floats], tuple[float, Floats]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Weights that fit the feedback better, and how much better on questions that they were not learned from."""

    weights: Weights | None
    """None when there is nothing to propose; then `why_not` says why."""
    why_not: str = ""
    lessons: Lessons
    own: Weights
    """What the pack says."""
    now: Weights
    """What is in force."""
    right_own: int = 0
    right_now: int = 0
    right_after: int = 0
    """Pairs in the right order, by the pack's weights, by those in force, and by the proposed ones on what they were
    learned from, which flatters them."""
    right_held_out: int = 0
    """The same where each question is ordered by weights that were learned from the other questions only."""

    @property
    def is_better(self) -> bool:
        """Whether weights learned from other questions order more pairs rightly than those in force do."""
        return self.weights is not None and self.right_held_out > self.right_now


def propose(lessons: Lessons, own: Pack, now: Pack, *, caution: float = CAUTION) -> Proposal:
    """Weights for the pack `own` from what people said; `now` is the pack with the weights in force."""
    before, current = weights_of(own), weights_of(now)
    pairs, questions = lessons.pairs, lessons.questions
    if len(pairs) < LEAST_PAIRS or len(questions) < LEAST_QUESTIONS:
        why = (
            f"There is too little feedback to learn from: {len(pairs)} of {LEAST_PAIRS} comparisons, from "
            f"{len(questions)} of {LEAST_QUESTIONS} questions"
        )
        return Proposal(weights=None, why_not=why, lessons=lessons, own=before, now=current)
    scores = Scores(pairs, own)
    found = fit(scores, before, caution=caution)
    proposed = _rounded(found, pairs=len(pairs))
    return Proposal(
        weights=proposed,
        lessons=lessons,
        own=before,
        now=current,
        right_own=_right(scores, before),
        right_now=_right(scores, current),
        right_after=_right(scores, proposed),
        right_held_out=held_out(pairs, questions, own, caution=caution),
    )


def weights_of(pack: Pack) -> Weights:
    """All weights of a pack."""
    return Weights(levels=dict(pack.level_weights), types={name: spec.weight for name, spec in pack.types.items()})


def held_out(pairs: Sequence[Pair], questions: Sequence[object], own: Pack, *, caution: float = CAUTION) -> int:
    """Pairs in the right order when each question is ordered by weights from the others: one question at a time, or a
    tenth of them where there are many."""
    folds = min(len(questions), MOST_FOLDS)
    fold_of = {asked: n % folds for n, asked in enumerate(questions)}
    right = 0
    for fold in range(folds):
        rest = [pair for pair in pairs if fold_of[pair.asked] != fold]
        kept = [pair for pair in pairs if fold_of[pair.asked] == fold]
        found = fit(Scores(rest, own), weights_of(own), caution=caution) if rest else weights_of(own)
        right += _right(Scores(kept, own), found)
    return right


def fit(scores: Scores, own: Weights, *, caution: float = CAUTION) -> Weights:
    """The weights that lose least: preferring the worse of a pair costs, and so does leaving the pack's own weights."""
    levels = np.array([own.levels[level] for level in scores.levels])
    types = np.array([own.types[name] for name in scores.types])
    low, high = _bounds(levels, types)
    count = len(low) - 1

    def slope(at: Floats) -> tuple[float, Floats]:
        factors, sharpness = np.exp(at[:count]), math.exp(at[count]) * _SHARPNESS
        ahead, back = scores.ahead(levels * factors[: len(levels)], types * factors[len(levels) :])
        logits = sharpness * ahead
        loss = float(scores.weights @ np.logaddexp(0.0, -logits))
        loss += caution / 2 * float(at[:count] @ at[:count]) + _HELD_SHARP / 2 * float(at[count]) ** 2
        # How much less a pair would cost if its better hit were a little farther ahead.
        pull = -scores.weights * np.exp(-np.logaddexp(0.0, logits))
        by_level, by_type = back(pull * sharpness)
        grown = np.concatenate([by_level * levels, by_type * types]) * factors
        sharper = float(pull @ logits) + _HELD_SHARP * float(at[count])
        return loss, np.append(grown + caution * at[:count], sharper)

    found = _lowest(slope, np.zeros(count + 1), low, high)
    factors = np.exp(found[:count])
    return Weights(
        levels=_times(own.levels, scores.levels, factors[: len(levels)]),
        types=_times(own.types, scores.types, factors[len(levels) :]),
        pairs=len(scores.weights),
    )


def moved(before: Weights, after: Weights) -> float:
    """How far weights lie from others: the root of the summed squares of the logarithms of their factors."""
    factors = [after.levels[name] / weight for name, weight in before.levels.items() if weight]
    factors += [after.types[name] / weight for name, weight in before.types.items() if weight]
    return math.sqrt(sum(math.log(factor) ** 2 for factor in factors))


def _bounds(levels: Floats, types: Floats) -> tuple[Floats, Floats]:
    """Of the logarithms of the factors, and last of the sharpness's."""
    # A weight of 0 stays 0 whatever it is multiplied by.
    with np.errstate(divide="ignore"):
        room = np.where(levels > 0, -np.log(levels), 0.0)
        lightest = np.where(types > 0, np.log(LIGHTEST / types), 0.0)
        heaviest = np.where(types > 0, np.log(HEAVIEST / types), 0.0)
    high_level = np.minimum(math.log(LEVEL_FACTOR), np.maximum(room, 0.0))
    low_level = np.full_like(levels, -math.log(LEVEL_FACTOR))
    high_type = np.clip(heaviest, 0.0, math.log(TYPE_FACTOR))
    low_type = np.clip(lightest, -math.log(TYPE_FACTOR), 0.0)
    low = np.concatenate([low_level, low_type, [math.log(_LEAST_SHARP)]])
    return low, np.concatenate([high_level, high_type, [math.log(_MOST_SHARP)]])


def _lowest(slope: Slope, start: Floats, low: Floats, high: Floats) -> Floats:
    """Downhill from the start within bounds, in steps that always gain, until they get nowhere."""
    at, (value, gradient), length = start, slope(start), 0.1
    for _ in range(_MOST_STEPS):
        while True:
            there = np.clip(at - length * gradient, low, high)
            step = there - at
            if float(np.abs(step).max(initial=0.0)) < _STILL:
                return at
            next_value, next_gradient = slope(there)
            if next_value <= value + float(gradient @ step) + float(step @ step) / (2 * length):
                break
            length /= 2
        # The next step is as long as the slope's own change suggests (Barzilai and Borwein).
        bend = float(step @ (next_gradient - gradient))
        length = float(step @ step) / bend if bend > 0 else length * 2
        at, value, gradient = there, next_value, next_gradient
    return at


def _right(scores: Scores, weights: Weights) -> int:
    levels = np.array([weights.levels[level] for level in scores.levels])
    types = np.array([weights.types[name] for name in scores.types])
    ahead, _ = scores.ahead(levels, types)
    return int((ahead > 1e-9).sum())


def _times(own: Mapping[K, float], names: Sequence[K], factors: Floats) -> dict[K, float]:
    by = dict(zip(names, factors.tolist(), strict=True))
    return {name: weight * by.get(name, 1.0) for name, weight in own.items()}


def _rounded(found: Weights, *, pairs: int) -> Weights:
    """As people would write them. Claims weigh whole hundredths, so that types need no more."""
    return Weights(
        levels={level: round(weight, 3) for level, weight in found.levels.items()},
        types={name: round(weight, 2) for name, weight in found.types.items()},
        pairs=pairs,
    )

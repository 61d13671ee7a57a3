"""Learns weights from comparisons: which levels and claim types should count more for the users who
gave feedback.

A user is assumed to prefer the hit with the higher score, with a probability that grows with the
lead: the logistic loss of the difference. A factor is learned for each of the pack's own weights;
every factor is regularized towards 1 with the force of `CAUTION` comparisons that say "unchanged",
so that little feedback changes little, and every factor is bounded. How strongly the thumbs follow
the score at all (the sharpness) is learned too: if users contradict each other it tends to zero,
and the weights stay where they were.

Deterministic: the same feedback gives the same weights.
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
from claimtree.packs.weights_file import Weights
from claimtree.text.wishes import HEAVIEST, LIGHTEST

LEAST_PAIRS: Final = 20
LEAST_QUESTIONS: Final = 3
"""Fewer cannot be told from chance, and leave nothing to validate the weights on."""
CAUTION: Final = 30.0
"""Strength of the regularization towards the pack's own weights, in comparisons."""
LEVEL_FACTOR: Final = 3.0
TYPE_FACTOR: Final = 2.0
"""Maximum factor by which the weight of a level or claim type may differ from the pack's; the
weight of a claim type also stays in the range that the reader allows for claims."""
MOST_FOLDS: Final = 10
_SHARPNESS: Final = 20.0
"""Initial sharpness: a hit that leads by a twentieth of the full score is preferred with odds of e
to 1."""
_LEAST_SHARP, _MOST_SHARP = 1 / 100, 10.0
_HELD_SHARP: Final = 0.5
"""Bounds of the learned factor on the sharpness, and the strength of its regularization."""
_MOST_STEPS: Final = 400
_STILL: Final = 1e-5

Floats: TypeAlias = npt.NDArray[np.float64]
K = TypeVar("K", LevelName, TypeName)
Slope: TypeAlias = Callable[[Floats], tuple[float, Floats]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Weights that fit the feedback better, and how much better on questions that they were not
    learned from."""

    weights: Weights | None
    """None if there is nothing to propose; then `why_not` says why."""
    why_not: str = ""
    lessons: Lessons
    own: Weights
    """The pack's own weights."""
    now: Weights
    """The weights in force."""
    right_own: int = 0
    right_now: int = 0
    right_after: int = 0
    """Pairs in the right order: with the pack's weights, with those in force, and with the proposed
    ones on the data they were learned from, which is optimistic."""
    right_held_out: int = 0
    """The same with each question ordered by weights learned from the other questions only."""

    @property
    def is_better(self) -> bool:
        """Whether weights learned from other questions order more pairs correctly than those in
        force."""
        return self.weights is not None and self.right_held_out > self.right_now


def propose(lessons: Lessons, own: Pack, now: Pack, *, caution: float = CAUTION) -> Proposal:
    """Proposes weights for the pack `own` from the lessons; `now` is the pack with the weights in
    force."""
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
    """Returns all weights of a pack."""
    return Weights(levels=dict(pack.level_weights), types={name: spec.weight for name, spec in pack.types.items()})


def held_out(pairs: Sequence[Pair], questions: Sequence[object], own: Pack, *, caution: float = CAUTION) -> int:
    """Returns the number of pairs in the right order in a cross-validation over questions:
    leave-one-out, or ten folds if there are many."""
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
    """Returns the weights with the lowest loss: the sum of the pairs' losses and of the penalty for
    leaving the pack's own weights."""
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
        # The derivative of a pair's loss with respect to its logit.
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
    """Returns the distance between weights: the root of the summed squares of the logarithms of
    their factors."""
    factors = [after.levels[name] / weight for name, weight in before.levels.items() if weight]
    factors += [after.types[name] / weight for name, weight in before.types.items() if weight]
    return math.sqrt(sum(math.log(factor) ** 2 for factor in factors))


def _bounds(levels: Floats, types: Floats) -> tuple[Floats, Floats]:
    """Returns the bounds of the logarithms of the factors, and last of the sharpness."""
    # A weight of 0 stays 0 whatever its factor.
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
    """Minimizes by projected gradient descent within bounds, with steps that always decrease the
    loss, until they become tiny."""
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
        # The next step length follows from the change of the gradient (Barzilai and Borwein).
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
    """Rounds weights for display. Claims weigh whole hundredths, so types need no more digits."""
    return Weights(
        levels={level: round(weight, 3) for level, weight in found.levels.items()},
        types={name: round(weight, 2) for name, weight in found.types.items()},
        pairs=pairs,
    )

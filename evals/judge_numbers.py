"""Aggregates the scores of concepts: the measures over a selection, and the worst misses."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from claimtree.calibration.measures import calibration_error, reliability
from claimtree.model.judging import Says
from claimtree.model.taught import KINDS
from evals.judge_concepts import Concept
from evals.judge_measures import (
    Flags,
    Found,
    Hits,
    Scores,
    balanced_accuracy,
    brier,
    confusion,
    meets_above_refutes,
)
from evals.judge_scoring import Pairs, Scored, Words

Keep = Callable[[Concept], bool]
BINS = 15
"""Number of chance bins in a judge's calibration error."""


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """How well an embedder judges a selection of concepts; NaN if it cannot, or if there are
    none."""

    concepts: int
    wishes: int
    confusion: NDArray[np.int64]
    """(label, said), over pairs of one concept."""
    three_way: float
    ece: float
    brier: float
    """For a judge, over its three chances; for cosine, over the chance that a phrase meets the
    wish."""
    ap: float
    first: float
    ap_wide: float
    first_wide: float
    ap_refuting: float
    first_refuting: float
    met: Hits
    refuted: Hits
    meets_above_refutes: float
    """The share of (meeting, refuting) pairs in which the meeting phrase scores higher."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Miss:
    """A pair that was judged wrong, with the chance given to the wrong answer."""

    concept: str
    wish: str
    phrase: str
    label: str
    predicted: str
    chance: float


def _ece(sure: Scores, right: Flags) -> float:
    """Returns the expected calibration error of chances, given which of them were right."""
    return calibration_error(reliability(sure, right.astype(float), (~right).astype(float), bins=BINS))


def numbers(scored: Scored, keep: Keep = lambda concept: True, *, words: Words = Words.AS_GIVEN) -> Numbers:
    """Computes the measures over the concepts to keep.

    Texts that were kept back from training are judged in pairs, but not ranked.
    """
    rankings = [one for one in scored.rankings if keep(one.concept)] if words is Words.AS_GIVEN else []
    pairs = [one for one in scored.pairs if one.words is words and keep(one.concept)]
    labels = _joined([one.labels for one in pairs]).astype(np.intp)
    chances = _joined([one.chances for one in pairs if one.chances is not None], width=len(KINDS))
    liked = [one for one in pairs if one.likely is not None]
    table = np.zeros((len(KINDS), len(KINDS)), np.int64)
    ece = off = math.nan
    if scored.judges and len(labels):
        best = chances.argmax(axis=1)
        table = confusion(labels, best)
        ece, off = _ece(chances.max(axis=1), best == labels), brier(chances, labels)
    elif liked:
        likely = _joined([one.likely for one in liked if one.likely is not None])
        met = _joined([one.labels for one in liked]) == Says.MEETS
        ece, off = _ece(likely, met), float(np.mean((likely - met) ** 2))
    return Numbers(
        concepts=len({one.concept.id for one in pairs}),
        wishes=len(pairs),
        confusion=table,
        three_way=balanced_accuracy(table) if scored.judges else math.nan,
        ece=ece,
        brier=off,
        ap=_ap(one.meeting for one in rankings),
        first=_first(one.meeting for one in rankings),
        ap_wide=_ap(one.meeting_wide for one in rankings),
        first_wide=_first(one.meeting_wide for one in rankings),
        ap_refuting=_ap(one.refuting for one in rankings),
        first_refuting=_first(one.refuting for one in rankings),
        met=_sum(one.met for one in rankings),
        refuted=_sum(one.refuted for one in rankings),
        meets_above_refutes=_above(pairs),
    )


def worst_misses(scored: Scored, most: int, keep: Keep = lambda concept: True) -> tuple[Miss, ...]:
    """Returns the most confident wrong judgements, one per concept, because a concept that is not
    understood has many.

    Wrong "met" and "refuted" come before wrong "nothing": they mislead a user, silence does not.
    """
    worst: dict[str, Miss] = {}
    for one in scored.pairs:
        if one.chances is None or not keep(one.concept):
            continue
        best = one.chances.argmax(axis=1)
        for row in np.flatnonzero(best != one.labels).tolist():
            chance = float(one.chances[row, best[row]])
            miss = Miss(
                concept=one.concept.id,
                wish=one.wish,
                phrase=one.phrases[row],
                label=KINDS[one.labels[row]],
                predicted=KINDS[best[row]],
                chance=chance,
            )
            worst[miss.concept] = min(worst.get(miss.concept, miss), miss, key=_worst_first)
    return tuple(sorted(worst.values(), key=_worst_first)[:most])


def _worst_first(miss: Miss) -> tuple[bool, float, str, str, str]:
    return miss.predicted == KINDS[Says.NOTHING], -miss.chance, miss.concept, miss.wish, miss.phrase


def _above(pairs: Sequence[Pairs]) -> float:
    above, of = 0.0, 0
    for one in pairs:
        scores = one.cosines if one.chances is None else one.chances[:, Says.MEETS]
        if scores is not None:
            more, among = meets_above_refutes(scores[one.labels == Says.MEETS], scores[one.labels == Says.REFUTES])
            above, of = above + more, of + among
    return above / of if of else math.nan


def _joined(parts: Sequence[NDArray[np.generic]], *, width: int = 0) -> NDArray[np.float64]:
    empty = np.zeros((0, width) if width else 0)
    return np.concatenate([empty, *parts]) if parts else empty


def _ap(rankings: Iterable[Found | None]) -> float:
    return _mean(found.average_precision for found in rankings if found is not None)


def _first(rankings: Iterable[Found | None]) -> float:
    return _mean(found.first_is_right for found in rankings if found is not None)


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return float(np.mean(found)) if found else math.nan


def _sum(parts: Iterable[Hits]) -> Hits:
    total = Hits()
    for part in parts:
        total = Hits(total.right + part.right, total.predicted + part.predicted, total.so + part.so)
    return total

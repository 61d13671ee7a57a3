"""Score distributions of phrases that meet, refute or ignore a wish, and their mixture in a corpus.

A score is a similarity or a judge's probability. For each kind of pair we keep the share in each
bin of the score; a corpus is a mixture of the kinds, and most of it is silent.

Prior. Of the phrases that a wish is compared with we assume 2 % to meet it, 0.4 % to refute it,
0.2 % to be near misses written to mislead (natural ones are among the strangers), and the rest to
be strangers: phrases of other concepts of the same type. These are assumptions, not measurements, and
precision depends on them.

Hidden positives. Strangers very similar to a wish often meet it: our concepts overlap, and "new bathroom" is
a near miss of one and exactly what another asks for. 350 of them were judged one by one
(strangers.tsv) by a language model that saw the score; no person has checked them: 40 from each of
five bands of bge-small's similarity, and 25 from each of three bands of a judge's two probabilities
(of the first claimtree-small-1). Each represents its part of its band, given as strangers per
million. Scored by the embedder being calibrated, they tell which share of strangers meet the wish at
each score; strangers below those bands never count as such.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import reduce
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from claimtree.calibration.labelled_concepts import Labelled
from claimtree.model.taught import KINDS

STRANGERS = Path(__file__).parent / "strangers.tsv"
BORROWED = 100
"""A type with n concepts is mixed with all types as if those had this many concepts."""
BAND = 20
"""Judged strangers pooled to estimate the share of hidden positives among strangers with such scores."""
STEP = 0.005
"""Distance of the scores that are tried as a threshold."""
BLOCK = 128
"""Wishes per batch, so that a large set needs little memory."""

Numbers: TypeAlias = NDArray[np.float64]
Score: TypeAlias = Callable[[Sequence[str], Sequence[str]], NDArray[np.floating]]
"""Computes a matrix (wishes, phrases) of scores from wishes and phrases."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prior:
    """The shares of the phrases that a wish is compared with; the rest are strangers."""

    met: float = 0.02
    refuted: float = 0.004
    near: float = 0.002

    @property
    def strangers(self) -> float:
        return 1 - self.met - self.refuted - self.near


PRIOR = Prior()


@dataclass(frozen=True, slots=True)
class Axis:
    """The bins of a score."""

    edges: Numbers

    @classmethod
    def between(cls, low: float, high: float) -> Axis:
        # A little beyond the end: rounding may make a similarity slightly larger than 1.
        return cls(np.linspace(low, high + (high - low) / 4000, 4002))

    def counts(self, scores: NDArray[np.floating]) -> NDArray[np.intp]:
        """The number of scores in each bin. Passed as a range: numpy would sort for given edges."""
        return np.histogram(scores, len(self.edges) - 1, (self.edges[0], self.edges[-1]))[0]

    @property
    def centres(self) -> Numbers:
        return np.asarray((self.edges[:-1] + self.edges[1:]) / 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """For each kind of pair, the share of its pairs in each bin."""

    met: Numbers
    refuted: Numbers
    unsaid: Numbers
    """The part of `refuted` without a negation word in wish or phrase: no rule catches it."""
    silent: Numbers
    stranger: Numbers

    def mixed(self, other: Spread, share: float) -> Spread:
        """A mixture of this one and `share` of the other."""
        names = [one.name for one in fields(Spread)]
        return Spread(**{name: (1 - share) * getattr(self, name) + share * getattr(other, name) for name in names})


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """The score distribution of the pairs of some concepts, and their number."""

    spread: Spread
    concepts: int
    pairs: int
    met: int
    """The number of pairs that meet."""

    def blended_with(self, everything: Counted) -> Spread:
        """The distribution of a type, mixed with that of all types if it has few concepts."""
        return self.spread.mixed(everything.spread, BORROWED / (BORROWED + self.concepts))


def counted(concepts: Sequence[Labelled], score: Score, axis: Axis, negated: Callable[[str], bool]) -> Counted:
    """Scores every wish against every phrase of these concepts, which are of one type."""
    wishes = [(number, wish) for number, concept in enumerate(concepts) for wish in concept.wishes]
    phrases = [(number, *phrase) for number, concept in enumerate(concepts) for phrase in concept.phrases]
    of_phrase = np.array([number for number, _, _ in phrases])
    kind_of = np.array([KINDS.index(kind) for _, kind, _ in phrases])
    negated_phrases = np.array([negated(text) for _, _, text in phrases])
    texts = [text for _, _, text in phrases]
    folded = np.array([text.casefold() for text in texts])
    found = np.zeros((len(KINDS) + 2, len(axis.edges) - 1))
    for start in range(0, len(wishes), BLOCK):
        block = wishes[start : start + BLOCK]
        scores = score([wish for _, wish in block], texts)
        own = np.array([number for number, _ in block])[:, None] == of_phrase[None, :]
        # Equal texts are left out: a rule finds them without a similarity.
        same = np.array([wish.casefold() for _, wish in block])[:, None] == folded[None, :]
        with_negation = np.array([negated(wish) for _, wish in block])[:, None] | negated_phrases[None, :]
        for kind in range(len(KINDS)):
            found[kind] += axis.counts(scores[own & (kind_of == kind)])
        found[-2] += axis.counts(scores[own & (kind_of == KINDS.index("refuted")) & ~with_negation])
        found[-1] += axis.counts(scores[~own & ~same])
    met, refuted, silent, unsaid, stranger = found
    spread = Spread(
        met=met / max(met.sum(), 1),
        refuted=refuted / max(refuted.sum(), 1),
        unsaid=unsaid / max(refuted.sum(), 1),
        silent=silent / max(silent.sum(), 1),
        stranger=stranger / max(stranger.sum(), 1),
    )
    return Counted(
        spread=spread,
        concepts=len(concepts),
        pairs=round(float(found.sum() - unsaid.sum())),
        met=round(float(met.sum())),
    )


def combine(parts: Sequence[Counted]) -> Counted:
    """All types as one, each weighted by its number of concepts."""

    def add(left: Counted, right: Counted) -> Counted:
        concepts = left.concepts + right.concepts
        spread = left.spread.mixed(right.spread, right.concepts / concepts)
        return Counted(spread=spread, concepts=concepts, pairs=left.pairs + right.pairs, met=left.met + right.met)

    return reduce(add, parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenPositives:
    """Judged strangers, drawn by one score: the pairs, and whether each is what that score says, which
    makes it a hidden positive."""

    pairs: tuple[tuple[str, str], ...] = ()
    weights: tuple[float, ...] = ()
    """The share of all strangers that each pair represents."""
    is_positive: tuple[bool, ...] = ()

    @classmethod
    def drawn_by(cls, score: str, *, verdict: str) -> HiddenPositives:
        """The strangers drawn by a score; hidden positives are those with this verdict."""
        lines = STRANGERS.read_text(encoding="utf-8").splitlines()[1:]
        rows = [row for row in (line.split("\t") for line in lines) if row[0] == score]
        return cls(
            pairs=tuple((row[5], row[6]) for row in rows),
            weights=tuple(float(row[3]) / 1e6 for row in rows),
            is_positive=tuple(row[1] == verdict for row in rows),
        )

    @property
    def share(self) -> float:
        """The share of hidden positives among all strangers."""
        return sum(weight for weight, is_positive in zip(self.weights, self.is_positive, strict=True) if is_positive)

    def share_of(self, strangers: Numbers, score: Score, axis: Axis) -> Numbers:
        """For each bin, the share of its strangers that are hidden positives."""
        found = np.zeros(axis.centres.shape)
        scores = np.array([float(score([wish], [phrase])[0, 0]) for wish, phrase in self.pairs])
        ordered, top = np.argsort(-scores), axis.edges[-1]
        for start in range(0, len(ordered), BAND):
            band = ordered[start : start + BAND]
            here = (axis.centres < top) & (axis.centres >= scores[band].min())
            mass = float(strangers[here].sum())
            stands_for = sum(self.weights[i] for i in band)
            # A stranger that was not judged, because its drawing score is low, is none.
            judged = min(1.0, stands_for / mass) if mass else 0.0
            found[here] = judged * sum(self.weights[i] for i in band if self.is_positive[i]) / stands_for
            top = scores[band].min()
        return found


def curve(score: Numbers, slope: float, offset: float) -> Numbers:
    """The logistic curve: the probability at a score."""
    return np.asarray(1 / (1 + np.exp(-np.clip(slope * score + offset, -500, 500))))


def logistic(score: Numbers, right: Numbers, wrong: Numbers) -> tuple[float, float]:
    """Slope and offset of the logistic curve with the least log loss, by Newton's method."""
    x = np.stack([score, np.ones(len(score))], axis=1)
    total = right + wrong
    scale = total.sum()
    weights = np.zeros(2)
    for _ in range(100):
        p = curve(score, weights[0], weights[1])
        uphill = x.T @ (right - total * p) / scale
        bend = (x * (total * p * (1 - p))[:, None]).T @ x / scale + 1e-9 * np.eye(2)
        step = np.linalg.solve(bend, uphill)
        weights += step / max(1.0, float(np.abs(step).max()) / 5)
    return float(weights[0]), float(weights[1])


def lowest_with(precision: float, right: Numbers, wrong: Numbers, axis: Axis, *, least: float) -> float | None:
    """The lowest score >= `least` from which on the precision is reached; None if there is none.

    Never inside a gap: where nothing was seen between wrong and right pairs, the threshold is at
    the lowest right ones.
    """
    for bar in np.arange(least, axis.edges[-1], STEP):
        good, bad = passing(right, axis, float(bar)), passing(wrong, axis, float(bar))
        if good and good >= precision * (good + bad):
            seen = (axis.centres >= bar) & (right + wrong > 0)
            return max(float(bar), float(axis.edges[int(np.argmax(seen))]))
    return None


def passing(mass: Numbers, axis: Axis, bar: float | None) -> float:
    """The mass of a kind at or above a threshold; 0 without a threshold."""
    return 0.0 if bar is None else float(mass[axis.centres >= bar].sum())

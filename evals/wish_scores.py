"""Compares one wish with every phrase of a pool, with a judge or with a plain embedder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from claimtree.model.claims import TypeName
from claimtree.model.judging import Bars, Says, chances
from claimtree.model.pack import Curve, Pack
from claimtree.model.phrases import Floats, Vectors
from claimtree.ports import Embedder, Judge
from evals.judge_measures import Flags, Scores

Rows = NDArray[np.intp]


class WishScores(Protocol):
    """An embedder's scores for one wish."""

    def meeting(self) -> Scores:
        """Returns a score per phrase: the higher, the more likely it meets the wish."""

    def refuting(self) -> Scores | None:
        """Returns the same for refuting it; None for an embedder that cannot refute."""

    def shown(self, type: TypeName) -> tuple[Flags, Flags]:
        """Returns which phrases are shown as meeting and as refuting a wish of that type, at the
        shipped bars."""

    def chances(self, rows: Rows) -> NDArray[np.float64] | None:
        """Returns (rows, 3) chances for the given phrases; None for an embedder that is not a
        judge."""

    def cosines(self, rows: Rows) -> Scores | None:
        """Returns cosines for the given phrases; None for a judge, whose cosines mean nothing on
        their own."""

    def likely(self, rows: Rows, type: TypeName) -> Scores | None:
        """Returns the chance, by the pack's curve, that each phrase meets the wish; None if no
        curve was fitted."""


Scan = Callable[[Sequence[str], Vectors], Iterator[WishScores]]
"""Compares wishes with phrases; yields one result per wish, in order."""


def scan_with(embedder: Embedder, pack: Pack) -> Scan:
    """Returns the scan of the embedder: by judging if it is a judge, else by cosine."""
    return _judging(embedder, pack) if isinstance(embedder, Judge) else _likening(embedder, pack)


def _judging(judge: Judge, pack: Pack) -> Scan:
    def scan(wishes: Sequence[str], phrases: Vectors) -> Iterator[WishScores]:
        logits = judge.judge(judge.embed(wishes)).logits(phrases)
        for at in range(len(wishes)):
            yield JudgeScores(logits=logits[:, at], bars=lambda type: pack.bars(judge.name, type) or Bars())

    return scan


def _likening(embedder: Embedder, pack: Pack) -> Scan:
    def fitted(type: TypeName) -> tuple[Curve, float] | None:
        curve = pack.curve(embedder.name, type)
        # Fields other than the pack's have their own types: they use the default curve and default
        # bar.
        bar = pack.threshold(embedder.name, type if type in pack.types else pack.default_type)
        return (curve, bar) if curve is not None else None

    def scan(wishes: Sequence[str], phrases: Vectors) -> Iterator[WishScores]:
        similarity = embedder.embed(wishes).similarity(phrases)
        for at in range(len(wishes)):
            yield CosineScores(similarity=similarity[at], fitted=fitted)

    return scan


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeScores:
    """Three logits for each phrase."""

    logits: Floats
    bars: Callable[[TypeName], Bars]

    def meeting(self) -> Scores:
        return self._odds(Says.MEETS)

    def refuting(self) -> Scores:
        return self._odds(Says.REFUTES)

    def shown(self, type: TypeName) -> tuple[Flags, Flags]:
        bars = self.bars(type)
        judged = chances(self.logits, silence=bars.silence)
        return judged[:, Says.MEETS] >= bars.met, judged[:, Says.REFUTES] >= bars.refuted

    def chances(self, rows: Rows) -> NDArray[np.float64]:
        return chances(self.logits[rows])

    def cosines(self, rows: Rows) -> None:
        return None

    def likely(self, rows: Rows, type: TypeName) -> None:
        return None

    def _odds(self, says: Says) -> Scores:
        """Returns log odds, which still differ where chances round to 1."""
        logits = self.logits.astype(np.float64)
        first, second = (logits[:, other] for other in Says if other is not says)
        odds: Scores = logits[:, says] - np.logaddexp(first, second)
        return odds


@dataclass(frozen=True, slots=True, kw_only=True)
class CosineScores:
    """A cosine for each phrase."""

    similarity: Floats
    fitted: Callable[[TypeName], tuple[Curve, float] | None]

    def meeting(self) -> Scores:
        return self.similarity.astype(np.float64)

    def refuting(self) -> None:
        return None

    def shown(self, type: TypeName) -> tuple[Flags, Flags]:
        everything = np.arange(len(self.similarity))
        likely, fitted = self.likely(everything, type), self.fitted(type)
        nothing = np.zeros(len(self.similarity), np.bool_)
        return (nothing if likely is None or fitted is None else likely >= fitted[1]), nothing

    def chances(self, rows: Rows) -> None:
        return None

    def cosines(self, rows: Rows) -> Scores:
        return self.similarity[rows].astype(np.float64)

    def likely(self, rows: Rows, type: TypeName) -> Scores | None:
        fitted = self.fitted(type)
        if fitted is None:
            return None
        curve, _ = fitted
        odds = curve.slope * self.similarity[rows].astype(np.float64) + curve.offset
        chance: Scores = 1.0 / (1.0 + np.exp(-odds))
        return chance

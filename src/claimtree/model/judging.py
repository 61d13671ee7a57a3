"""Wishes as a judge sees them: what meets one, what refutes it, and what is silent on it.

A plain embedder makes one vector of a wish, and what refutes it is as near as what meets it. A
judge makes three, and three dot products with a phrase's one vector give the probabilities that the
phrase meets the wish, refutes it, or says nothing about it. All phrases of a partition are judged
at once, by one matrix product.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from claimtree.model.phrases import Floats, Vectors
from claimtree.model.second_opinion import SecondOpinion

Chances: TypeAlias = NDArray[np.float64]
"""Probabilities; the last axis is in the order of `Says` and adds up to 1."""


class Says(IntEnum):
    """What a phrase says about a wish; the order of the three vectors and of the three
    probabilities.
    """

    MEETS = 0
    REFUTES = 1
    NOTHING = 2


@dataclass(frozen=True, eq=False, kw_only=True)
class JudgedWishes:
    """Wishes as three vectors each, ready to be compared with phrases."""

    vectors: Vectors
    """Three rows for each wish, in the order of `Says`."""
    lengths: Floats
    """(wishes, 3): how much a cosine with each vector counts."""
    bias: Floats
    """(3,): the logit of each answer before anything is compared; silence is the rule."""
    own: Vectors | None = None
    """The wishes' own vectors; needed for a second opinion."""
    second: SecondOpinion | None = None
    """What checks the phrases that meet a wish; None if the judge has the only say."""

    def __post_init__(self) -> None:
        if self.lengths.shape != (len(self), 3) or self.bias.shape != (3,) or len(self.vectors) % 3:
            raise ValueError(
                f"{len(self.vectors)} vectors, lengths {self.lengths.shape} and bias {self.bias.shape} do not fit"
            )

    def __len__(self) -> int:
        return len(self.vectors) // 3

    def take(self, rows: Sequence[int]) -> JudgedWishes:
        """Returns some of the wishes, in the order given."""
        index = np.asarray(rows, dtype=np.intp)
        threefold = (3 * index[:, None] + np.arange(3)).reshape(-1)
        return replace(
            self,
            vectors=self.vectors.take(threefold),
            lengths=self.lengths[index],
            own=self.own.take(index) if self.own is not None else None,
        )

    def confirms(
        self, wish: int, words: str, phrases: Sequence[str], vectors: Vectors, logits: Floats
    ) -> NDArray[np.bool_]:
        """Returns for each phrase whether the second opinion agrees that it meets a wish, in these words; all if there
        is none."""
        if self.second is None or self.own is None:
            return np.ones(len(phrases), np.bool_)
        return self.second.confirms(words, self.own.take([wish]), phrases, vectors, logits)

    def states(
        self, wish: int, words: str, phrases: Sequence[str], vectors: Vectors, logits: Floats
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Returns for each phrase whether it has all of the words of a wish, and whether it then says what is wished;
        none of both if nothing was trained to tell."""
        if self.second is None or self.own is None:
            return np.zeros(len(phrases), np.bool_), np.zeros(len(phrases), np.bool_)
        return self.second.states(words, self.own.take([wish]), phrases, vectors, logits)

    def logits(self, phrases: Vectors) -> Floats:
        """Returns (phrases, wishes, 3) logits: higher is more likely. Equal to the last bit on
        every machine.
        """
        logits = phrases.similarity(self.vectors).reshape(len(phrases), len(self), 3)
        logits *= self.lengths
        logits += self.bias
        return logits


def chances(logits: Floats, *, silence: float = 0.0) -> Chances:
    """Returns logits as probabilities. `silence` is added to the third: a corpus is mostly silence,
    labelled pairs are not.

    >>> chances(np.array([2.0, 0.0, 0.0], np.float32)).round(2).tolist()
    [0.79, 0.11, 0.11]
    """
    lifted = logits.astype(np.float64)
    lifted[..., Says.NOTHING] += silence
    spread = np.exp(lifted - lifted.max(axis=-1, keepdims=True))
    return np.asarray(spread / spread.sum(axis=-1, keepdims=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars:
    """The probabilities from which a judge's verdict counts, for a claim type; chosen on whole
    listings, where most is silence.
    """

    met: float = 0.9
    refuted: float = 0.9
    maybe: float = 0.5
    """From here up to the two above, the words are shown as doubtful: they decide nothing."""
    silence: float = 0.0
    """Added to the logit of silence: how much more of it a corpus holds than the judge's training
    pairs.
    """

    @property
    def least(self) -> float:
        """The probability from which words count at all, also as doubtful."""
        return min(self.met, self.refuted, self.maybe)

"""How taught wishes and labelled phrases help a judge, without training.

Three rules, the most certain first. A phrase with exactly the words of a labelled one has its label
for certain. For any other phrase the judge is asked with all taught wishes in addition to the one
asked, and the mean counts: one wording may mislead it, several hardly do. And every labelled phrase
pulls similar ones towards its label, steeply less the farther they are; of each label the nearest
counts in full and every other a tenth, so that many slightly similar phrases prove nothing. All of
it shifts the judge's logits, and its bars decide as always.

Similarity alone does not distinguish what meets a wish from what refutes it: to a plain embedder
the phrase nearest to "never dark in here" is "always dark in here". Without a judge only exact
words count. `training/judge/teach_measure.py` has the figures.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from claimtree.model.judging import Says
from claimtree.model.phrases import Floats

NO_VOTE = -1
_OTHERS = 0.1
"""The weight of each but the nearest of a label."""
_LEAST_ASKED = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteRule:
    """How strongly similarity counts; measured, not guessed."""

    wish: float
    """The cosine from which a wish is taken for a taught one; above 1: by exact words only."""
    near: float
    """The cosine from which a labelled phrase votes."""
    steepness: float
    """How fast a vote fades: e to the minus this, times how far the cosine is from 1."""
    strength: float
    """What a vote adds to the logit of its label, at a cosine of 1; 0 where only exact words count."""


WORDS_ONLY = VoteRule(wish=2.0, near=2.0, steepness=0.0, strength=0.0)
"""For an embedder that is not a judge."""
JUDGED = VoteRule(wish=0.8, near=0.5, steepness=4.0, strength=4.0)
"""For a judge, whose vectors keep apart what meets a wish and what refutes it."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Votes:
    """The effect of taught phrases on each phrase, row by row."""

    says: NDArray[np.int8]
    """A `Says` where the phrase has exactly the words of a labelled one, which is certain; else
    NO_VOTE.
    """
    lift: Floats
    """(phrases, 3): how strongly each label pulls; 0 where nothing labelled is near."""
    wished: Floats | None = None
    """(phrases, 3): a judge's logits for the taught wishes, on average; None without a judge."""
    asked: float = 1.0
    """The weight of the wish as it was asked beside them."""

    def __post_init__(self) -> None:
        for logits in (self.lift, self.wished):
            if logits is not None and logits.shape != (len(self.says), len(Says)):
                raise ValueError(f"says {self.says.shape} and logits {logits.shape} do not fit together")

    def __len__(self) -> int:
        return len(self.says)

    def moved(self, logits: Floats) -> Floats:
        """Returns (phrases, 3): a judge's logits for the wish as it was asked, shifted by what was
        taught.
        """
        both = logits if self.wished is None else self.asked * logits + (1 - self.asked) * self.wished
        return np.asarray(both + self.lift, np.float32)


def asked_share(wishes: int) -> float:
    """Returns the weight of the wish as it was asked beside so many taught ones: as much as each,
    with a minimum.
    """
    return max(1 / (1 + wishes), _LEAST_ASKED)


def lift(similarity: Floats, labels: NDArray[np.int8], rule: VoteRule) -> Floats:
    """Returns (phrases, 3): how strongly each label pulls, from (phrases, labelled phrases)
    cosines.

    >>> rule = VoteRule(wish=0.9, near=0.5, steepness=10.0, strength=4.0)
    >>> lift(np.array([[1.0, 0.4]], np.float32), np.array([Says.MEETS, Says.REFUTES], np.int8), rule).tolist()
    [[4.0, 0.0, 0.0]]
    """
    found = np.zeros((len(similarity), len(Says)), np.float32)
    if rule.strength <= 0:
        return found
    close = np.minimum(similarity, np.float32(1.0))
    weights = np.where(close >= rule.near, np.exp(rule.steepness * (close - 1.0)), 0.0)
    for says in Says:
        own = weights[:, labels == says]
        if own.shape[1]:
            best = own.max(axis=1)
            found[:, says] = rule.strength * (best + _OTHERS * (own.sum(axis=1) - best))
    return found

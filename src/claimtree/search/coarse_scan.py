"""Scans many vectors and selects those that are worth judging exactly for a wish.

A judge's result for a phrase is worth showing only if one of two sums exceeds a bound: the logit
for or against the wish, minus the logit for "says nothing". Those two sums are computed for every
phrase, with integer dot products and block by block, so that the data stays in the processor's
cache; the few rows that pass are then judged exactly.

An alternative was tried: a coarse copy of 96 rotated coordinates with a lossless bound. On vectors
of real listings it excludes 9 of 10 rows and takes as long as this scan, because integer products
are faster than computing the bound.
"""

from __future__ import annotations

from collections.abc import Sequence

import numkong
import numpy as np
from numpy.typing import NDArray

from claimtree.deadlines import check
from claimtree.model.judging import JudgedWishes, Says
from claimtree.model.phrases import Floats, Vectors

MANY = 4_096
"""Minimum number of vectors for which the scan pays off."""
_BLOCK = 8_192
_ROUNDING = 1e-3
"""Upper bound for the rounding error of the float sums."""


class CoarseVectors:
    """Vectors that wishes are compared with; thread-safe."""

    def __init__(self, vectors: Vectors) -> None:
        self.vectors = vectors

    def __len__(self) -> int:
        return len(self.vectors)

    def may_pass(self, wishes: JudgedWishes, margins: Sequence[float]) -> list[NDArray[np.intp]]:
        """Returns for each wish the rows whose logit for or against it may exceed that of "says
        nothing" by its margin. There are false positives, but no false negatives."""
        packed = numkong.dots_pack(np.ascontiguousarray(wishes.vectors.codes))
        weights, bounds = _directions(wishes, margins)
        found = np.zeros((len(wishes), len(self)), np.bool_)

        for start in range(0, len(self), _BLOCK):
            check()
            rows = slice(start, start + _BLOCK)
            dots = np.asarray(numkong.dots_packed(np.ascontiguousarray(self.vectors.codes[rows]), packed))
            sums = dots.astype(np.float32) @ weights
            sums *= self.vectors.scales[rows, None]
            reached = sums >= bounds
            found[:, rows] = (reached[:, 0::2] | reached[:, 1::2]).T

        return [np.flatnonzero(one) for one in found]


def _directions(wishes: JudgedWishes, margins: Sequence[float]) -> tuple[Floats, Floats]:
    """Returns the weights of two sums per wish (meets minus nothing, refutes minus nothing), and
    the bounds that they have to reach."""
    count, each = len(wishes), np.arange(len(wishes))
    lengths = wishes.vectors.scales.reshape(count, 3) * wishes.lengths
    weights = np.zeros((count, 3, count, 2), np.float32)
    for column, says in enumerate((Says.MEETS, Says.REFUTES)):
        weights[each, says, each, column] = lengths[:, says]
        weights[each, Says.NOTHING, each, column] = -lengths[:, Says.NOTHING]
    bias = wishes.bias[[Says.MEETS, Says.REFUTES]] - wishes.bias[Says.NOTHING]
    bounds = np.asarray(margins, np.float32)[:, None] - bias - _ROUNDING
    return weights.reshape(3 * count, 2 * count), bounds.reshape(-1)

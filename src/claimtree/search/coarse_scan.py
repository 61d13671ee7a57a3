"""Many vectors side by side, and which of them are worth a closer look for a wish.

What a judge says of a phrase is worth showing only if one of two sums exceeds a bound: what speaks for the wish or
against it, less what speaks for silence. Those two are looked at for every phrase, in whole numbers and block by block,
so that nothing leaves the processor's cache; the few rows that pass are then judged as they would be alone.

A coarse copy of 96 turned coordinates, with a bound that loses nothing, was tried: on vectors of real listings it rules
out 9 of 10 rows, and takes as long as this. Whole numbers are multiplied faster than the bound is put together.
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
"""Vectors from which on it pays."""
_BLOCK = 8_192
_ROUNDING = 1e-3
"""More than sums of floats may be off by."""


class Sheet:
    """Vectors that wishes are held against; threads may share it."""

    def __init__(self, vectors: Vectors) -> None:
        self.vectors = vectors

    def __len__(self) -> int:
        return len(self.vectors)

    def may_pass(self, wishes: JudgedWishes, margins: Sequence[float]) -> list[NDArray[np.intp]]:
        """For each wish the rows that may say more for or against it than for silence, by its margin at least; some
        that do not may be among them, and none that does is missing."""
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
    """Per wish two sums of its three dot products, meeting and refuting less silence; and what they have to reach."""
    count, each = len(wishes), np.arange(len(wishes))
    lengths = wishes.vectors.scales.reshape(count, 3) * wishes.lengths
    weights = np.zeros((count, 3, count, 2), np.float32)
    for column, says in enumerate((Says.MEETS, Says.REFUTES)):
        weights[each, says, each, column] = lengths[:, says]
        weights[each, Says.NOTHING, each, column] = -lengths[:, Says.NOTHING]
    bias = wishes.bias[[Says.MEETS, Says.REFUTES]] - wishes.bias[Says.NOTHING]
    bounds = np.asarray(margins, np.float32)[:, None] - bias - _ROUNDING
    return weights.reshape(3 * count, 2 * count), bounds.reshape(-1)

"""Scans many vectors and selects those that are worth judging exactly for a wish.

A judge's result for a phrase is worth showing only if one of two sums exceeds a bound: the logit
for or against the wish, minus the logit for "says nothing". Those two sums are computed for every
phrase, with integer dot products and block by block, so that the data stays in the processor's
cache; the few rows that pass are then judged exactly. Each sum is one product with the difference
of two of the wish's vectors, rounded to small integers; the bound allows for what rounding loses.

An alternative was tried: a coarse copy of 96 rotated coordinates with a lossless bound. On vectors
of real listings it excludes 9 of 10 rows and takes as long as this scan, because integer products
are faster than computing the bound.

Many blocks are shared among the cores: the products do not hold the interpreter's lock.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import numkong
import numpy as np
from numpy.typing import NDArray

from claimtree import cores
from claimtree.deadlines import check
from claimtree.model.judging import JudgedWishes, Says
from claimtree.model.phrases import Floats, Vectors

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

_BLOCK = 8_192
_SHARED_FROM = 4
"""Fewer blocks take less time than to share them."""
_ROUNDING = 1e-3
"""Upper bound for the rounding error of the float sums."""
_LARGEST = 127
_LEAST_STEP = 1e-6
"""Keeps a difference of equal vectors from being divided by 0."""


class Directions:
    """What wishes are compared by; the same for one shelf after another."""

    def __init__(self, wishes: JudgedWishes, margins: Sequence[float]) -> None:
        directions, self.bounds = _directions(wishes, margins)
        self.packed = numkong.dots_pack(directions)


class CoarseVectors:
    """Vectors that wishes are compared with; thread-safe."""

    def __init__(self, vectors: Vectors) -> None:
        self.vectors = vectors

    def __len__(self) -> int:
        return len(self.vectors)

    def may_pass(self, directions: Directions) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
        """Returns the rows whose logit for or against some wish may exceed that of "says nothing" by its
        margin, and for each of them and each wish whether it may. There are false positives, but no
        false negatives."""
        found: list[NDArray[np.intp]] = []
        passing: list[NDArray[np.bool_]] = []
        starts, scan = range(0, len(self), _BLOCK), partial(self._block, directions)
        for rows, reached in _threads().map(scan, starts) if len(starts) >= _SHARED_FROM else map(scan, starts):
            check()
            found.append(rows)
            passing.append(reached)
        return _joined(found), _joined(passing)

    def _block(self, directions: Directions, start: int) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
        """Returns what `may_pass` does, of the rows of the block that begins there."""
        rows = slice(start, start + _BLOCK)
        dots = np.asarray(numkong.dots_packed(np.ascontiguousarray(self.vectors.codes[rows]), directions.packed))
        sums = dots.astype(np.float32)
        sums *= self.vectors.scales[rows, None]
        reached = sums >= directions.bounds
        # Not `reached.any(axis=1)`: numpy is slow to look along short rows.
        owners = np.flatnonzero(reached) // reached.shape[1]
        here = owners[np.flatnonzero(np.diff(owners, prepend=-1))]
        return start + here, reached[here, 0::2] | reached[here, 1::2]


@cache
def _threads() -> ThreadPoolExecutor:
    """The threads that share the blocks of all scans of this process."""
    from concurrent.futures import ThreadPoolExecutor  # a cold search of a small store needs none

    return ThreadPoolExecutor(cores.usable(), thread_name_prefix="scan")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_threads.cache_clear)  # a forked process has none of the threads


def _joined(parts: list[NDArray[Any]]) -> NDArray[Any]:
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _directions(wishes: JudgedWishes, margins: Sequence[float]) -> tuple[NDArray[np.int8], Floats]:
    """Returns two vectors per wish (meets minus nothing, refutes minus nothing), and the bounds that a unit vector's
    product with each has to reach."""
    lengths = (wishes.vectors.scales.reshape(-1, 3) * wishes.lengths)[:, :, None]
    scores = wishes.vectors.codes.reshape(len(wishes), 3, -1) * lengths
    exact = (scores[:, [Says.MEETS, Says.REFUTES]] - scores[:, [Says.NOTHING]]).reshape(2 * len(wishes), -1)
    steps = np.maximum(np.abs(exact).max(axis=1, initial=0.0), _LEAST_STEP) / _LARGEST
    rounded = np.rint(exact / steps[:, None])
    # The product of a unit vector with what rounding took away is at most that long.
    lost = np.linalg.norm(exact - rounded * steps[:, None], axis=1)
    bias = wishes.bias[[Says.MEETS, Says.REFUTES]] - wishes.bias[Says.NOTHING]
    bounds = (np.asarray(margins, np.float32)[:, None] - bias).reshape(-1) - lost - _ROUNDING
    return rounded.astype(np.int8), (bounds / steps).astype(np.float32)

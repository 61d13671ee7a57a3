"""Weighs a whole message by its meaning: one learned number per act and dimension of the reader's vectors.

Signs know the words that they were learned with; the vector of a message is near those of others that say the same in
other words. The reader has read the message anyway, so a vector costs next to nothing. Learned with the signs
(`training/acts`).
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np

from claimtree.model.phrases import Floats
from claimtree.models.scope import WIDTH, shipped_scope

FILE: Final = Path(__file__).parent / "act_head.npz"
LONGEST: Final = 300
"""Letters of a message that are looked at: what one does is said in few."""


class ActHead:
    """Weights of the dimensions of a message's vector for acts."""

    def __init__(self, weights: Floats, bias: Floats) -> None:
        if weights.ndim != 2 or weights.shape[0] != WIDTH or bias.shape != weights.shape[1:]:
            raise ValueError(f"{weights.shape} weights and {bias.shape} numbers of acts do not fit together")
        self._weights, self._bias = weights, bias

    def logits(self, message: str) -> Floats:
        """Returns what speaks for each act."""
        found: Floats = self._bias + vector_of(message) @ self._weights
        return found


def vector_of(message: str) -> Floats:
    """Returns the vector of a message."""
    return shipped_scope().read(message[:LONGEST], listing=False).meaning


@lru_cache(maxsize=1)
def shipped_head() -> ActHead:
    """Returns the weights of this release."""
    with np.load(FILE, allow_pickle=False) as file:
        return ActHead(file["weights"].astype(np.float32), file["bias"].astype(np.float32))


def write_head(path: Path, weights: Floats, bias: Floats) -> None:
    """Writes weights; the same weights give the same bytes."""
    np.savez_compressed(path, weights=weights.astype(np.float16), bias=bias.astype(np.float32))

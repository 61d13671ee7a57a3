"""Weighs signs: one learned number per sign and class, as softmax of their sums.

The weights are learned from sentences that this project wrote (`training/acts`, `training/stances`) and ship as small
integers in a file of the package.
"""

from __future__ import annotations

import zipfile
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from claimtree.model.phrases import Floats

MOST_BYTES: Final = 8_000_000


class SignModel:
    """Weights of signs for classes."""

    def __init__(self, signs: Sequence[str], weights: Floats, bias: Floats, classes: int) -> None:
        """`weights`: a row per sign and a column per class."""
        if weights.shape != (len(signs), classes) or bias.shape != (classes,):
            raise ValueError(f"{weights.shape} weights of {len(signs)} signs for {classes} classes")
        self._rows = {sign: at for at, sign in enumerate(signs)}
        self._weights, self._bias = weights, bias

    def shares(self, signs: Collection[str]) -> list[float]:
        """Returns the probability of each class."""
        rows = sorted(self._rows[sign] for sign in signs if sign in self._rows)
        logits = self._bias + self._weights[rows].sum(axis=0)
        shares = np.exp(logits - logits.max())
        found: list[float] = (shares / shares.sum()).tolist()
        return found


def read_weights(path: Path, classes: int) -> SignModel:
    """Returns the weights of a file that `write_weights` wrote."""
    with zipfile.ZipFile(path) as archive:
        if sum(member.file_size for member in archive.infolist()) > MOST_BYTES:
            raise ValueError(f"{path.name} is larger than {MOST_BYTES:,} bytes")
    with np.load(path, allow_pickle=False) as file:
        signs = bytes(file["signs"]).decode().split("\n")
        weights = file["weights"].astype(np.float32) * np.float32(file["step"])
        return SignModel(signs, weights, file["bias"].astype(np.float32), classes)


def write_weights(path: Path, signs: Sequence[str], weights: Floats, bias: Floats) -> None:
    """Writes weights as small integers: the same weights give the same bytes."""
    step = float(np.abs(weights).max()) / 127
    kept = np.rint(weights / step).astype(np.int8)
    said = np.flatnonzero(np.abs(kept).max(axis=1))  # what rounds to nothing says nothing
    np.savez_compressed(
        path,
        signs=np.frombuffer("\n".join(signs[k] for k in said.tolist()).encode(), dtype=np.uint8),
        weights=kept[said],
        step=np.float32(step),
        bias=bias.astype(np.float32),
    )

"""Stores trained weights for transfer from the training machine: dense layers in the seven bits of
the shipped format.

The shipped files are quantised the same way (export.py), so nothing is lost unless runs are
averaged, and a file is a third of the size.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

LARGEST = 63
"""Largest quantised weight: seven bits."""
_NUMBERS, _SCALES = "q/", "s/"


def quantised(weight: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Returns a dense layer's weight, (outputs, inputs), as integers, and a scale for each
    output."""
    scales = np.maximum(np.abs(weight).max(1), 1e-8) / LARGEST
    return np.rint(weight / scales[:, None]).astype(np.int8), scales.astype(np.float32)


def save(file: Path, weights: Mapping[str, NDArray[np.floating]]) -> None:
    """Writes dense layers of the encoder as integers, everything else in float16."""
    found: dict[str, NDArray[np.generic]] = {}
    for name, weight in weights.items():
        if name.startswith("encoder.layers.") and weight.ndim == 2:
            found[_NUMBERS + name], found[_SCALES + name] = quantised(weight.astype(np.float32))
        else:
            found[name] = weight.astype(np.float16)
    np.savez_compressed(file, **found)  # type: ignore[arg-type]  # numpy's stubs want arrays of one kind


def load(file: Path) -> dict[str, NDArray[np.float32]]:
    """Returns all weights as floats, in whichever form they were stored."""
    with np.load(file) as stored:
        found = {name: stored[name].astype(np.float32) for name in stored.files if name[:2] not in (_NUMBERS, _SCALES)}
        for name in (name[2:] for name in stored.files if name.startswith(_NUMBERS)):
            found[name] = stored[_NUMBERS + name].astype(np.float32) * stored[_SCALES + name][:, None]
    return found

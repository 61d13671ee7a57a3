"""Arithmetic of the small networks that the scope reader adds to its vectors, in numpy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from claimtree.model.phrases import Floats


def linear(weights: Mapping[str, Floats], name: str, x: Floats) -> Floats:
    """Returns the output of the layer of that name for a vector, or for each row of a matrix."""
    # Not x @ layer.T, which has the same bits: BLAS would rearrange the whole layer for a few rows, which takes longer
    # than the product itself.
    product = weights[f"{name}.weight"] @ x.T
    return np.asarray(np.add(product.T, weights[f"{name}.bias"], order="C"), np.float32)


def means(vectors: Floats, runs: Sequence[range]) -> Floats:
    """Returns the mean of each run of consecutive rows, none of which is empty."""
    found = np.empty((len(runs), vectors.shape[1]), np.float32)
    for mean, run in zip(found, runs, strict=True):
        np.add.reduce(vectors[run.start : run.stop], axis=0, out=mean)
    found /= np.array([len(run) for run in runs], np.float32)[:, None]
    return found

"""Logistic regression over signs: the weights of `claimtree.text.sign_model`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


def fit(
    rows: Sequence[Collection[str]],
    labels: Sequence[int],
    classes: int,
    *,
    least: int,
    penalty: float,
    steps: int = 300,
) -> tuple[list[str], Floats, Floats]:
    """Returns the signs that at least so many rows have, their weights and the bias, with a quadratic penalty, by
    gradient descent with momentum per weight (Adam)."""
    counts = Counter(sign for row in rows for sign in row)
    signs = sorted(sign for sign, count in counts.items() if count >= least)
    at = {sign: k for k, sign in enumerate(signs)}
    held = [np.array(sorted(at[sign] for sign in row if sign in at), dtype=np.int64) for row in rows]
    ends = np.cumsum([len(one) for one in held])
    columns = np.concatenate(held) if held else np.zeros(0, dtype=np.int64)
    of_row = np.repeat(np.arange(len(rows)), [len(one) for one in held])
    assert not len(held) or ends[-1] == len(columns)
    wanted = np.zeros((len(rows), classes), dtype=np.float32)
    wanted[range(len(rows)), labels] = 1
    weights = np.zeros((len(signs), classes), dtype=np.float32)
    bias = np.zeros(classes, dtype=np.float32)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        logits = np.zeros((len(rows), classes), dtype=np.float32)
        for k in range(classes):
            logits[:, k] = np.bincount(of_row, weights[columns, k], minlength=len(rows))
        logits += bias
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        wrong = (shares - wanted) / max(len(rows), 1)
        slope = penalty * weights
        for k in range(classes):
            slope[:, k] += np.bincount(columns, wrong[of_row, k], minlength=len(signs))
        bias -= 0.5 * wrong.sum(axis=0)
        first = 0.9 * first + 0.1 * slope
        second = 0.99 * second + 0.01 * slope**2
        rate = 0.02 * (1 - step / (steps + 1))
        weights -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
    return signs, weights.astype(np.float32), bias.astype(np.float32)


def fit_vectors(
    vectors: Floats, labels: Sequence[int], classes: int, *, penalty: float, steps: int = 400
) -> tuple[Floats, Floats]:
    """Returns the weights of the dimensions of vectors, and the bias, likewise."""
    wanted = np.eye(classes, dtype=np.float32)[np.asarray(labels)]
    weights, bias = np.zeros((vectors.shape[1], classes), np.float32), np.zeros(classes, np.float32)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        logits = vectors @ weights + bias
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        wrong = (shares - wanted) / len(vectors)
        slope = vectors.T @ wrong + penalty * weights
        bias -= 0.5 * wrong.sum(axis=0)
        first = 0.9 * first + 0.1 * slope
        second = 0.99 * second + 0.01 * slope**2
        rate = 0.1 * (1 - step / (steps + 1))
        weights -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
    return weights, bias

"""Tells whether words of a text mean what a word list takes them for.

"Castle Island" is no kitchen island, and "cozy towels" do not make a home cozy. For a word and the
wording of its list entry, the probability comes from the reader's vectors of the text around the
word: the word attends to its window, and two dense layers decide. The entry's wording is
represented by the mean of its tokens' word vectors, so that entries of any pack can be asked about.
The weights are trained on words of real listings that people marked (`training/reader/meaning.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from claimtree.model.phrases import Floats
from claimtree.models.encoder import gelu
from claimtree.models.layers import linear, means

_FARTHEST = 32
"""Tokens; beyond this distance from the word the distance no longer matters."""


class Offered(NamedTuple):
    """What the tokens of a window offer to the words that attend to them: for each head, a row a token."""

    keys: Sequence[Floats]
    values: Sequence[Floats]


class WordMeaning:
    """The trained layers, by name."""

    def __init__(self, weights: Mapping[str, Floats]) -> None:
        offered = {
            f"offered.{kind}": np.concatenate([weights[f"key.{kind}"], weights[f"value.{kind}"]])
            for kind in ("weight", "bias")
        }
        self._weights: Mapping[str, Floats] = {**weights, **offered}
        self._heads = weights["distance.weight"].shape[1]

    def wanted(self, words: Floats, *, negated: bool) -> Floats:
        """Returns the vector of a list entry from the word vectors of its tokens. `negated`: the
        text is taken to deny the entry. An entry without tokens is like none that was trained on."""
        mean = words.mean(0) - self._weights["centre"] if len(words) else self._weights["centre"]
        length = float(np.linalg.norm(mean)) or 1.0
        return np.asarray(
            linear(self._weights, "entry", mean / length) + self._weights["negated"][int(negated)], np.float32
        )

    def offered(self, vectors: Floats) -> Offered:
        """Returns what the tokens of a window offer, from their vectors; the same for all words in it."""
        columns = _by_head(linear(self._weights, "offered", vectors), 2 * self._heads)
        return Offered(columns[: self._heads], columns[self._heads :])

    def probabilities(self, vectors: Floats, offered: Offered, words: Sequence[range], wanted: Floats) -> Floats:
        """Returns a row for each of some words: the probability that they mean the entry wanted, and
        what else the layers were trained to tell.

        `vectors`: of the tokens of one window. `offered`: by them. `words`: the rows of each.
        `wanted`: a row for each, from `wanted`.
        """
        mean = means(vectors, words)
        queries = _by_head(linear(self._weights, "query", np.concatenate([mean, wanted], 1)), self._heads)
        first = np.array([rows.start for rows in words])
        distance = np.clip(np.arange(len(vectors)) - first[:, None], -_FARTHEST, _FARTHEST) + _FARTHEST
        near = self._weights["distance.weight"][distance]
        context = [
            _attended(query, keys, values, near[:, :, head])
            for head, (query, keys, values) in enumerate(zip(queries, *offered, strict=True))
        ]
        hidden = gelu(linear(self._weights, "hidden", np.concatenate([mean, *context, mean * wanted], 1)))
        return np.asarray(1 / (1 + np.exp(-linear(self._weights, "out", hidden))), np.float32)


def _by_head(rows: Floats, heads: int) -> Sequence[Floats]:
    """Returns the columns of each head."""
    width = rows.shape[1] // heads
    return [rows[:, head * width : (head + 1) * width] for head in range(heads)]


def _attended(query: Floats, keys: Floats, values: Floats, bias: Floats) -> Floats:
    """Returns the mean of the values that each query attends to, for one head."""
    scores = query @ keys.T / np.sqrt(query.shape[1]) + bias
    raised = np.exp(scores - scores.max(1, keepdims=True))
    return np.asarray(raised @ values / raised.sum(1, keepdims=True), np.float32)

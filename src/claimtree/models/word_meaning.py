"""Tells whether words of a text mean what a word list takes them for.

"Castle Island" is no kitchen island, and "cozy towels" do not make a home cozy. For a word and the
wording of its list entry, the probability comes from the reader's vectors of the text around the
word: the word attends to its window, and two dense layers decide. The entry's wording is
represented by the mean of its tokens' word vectors, so that entries of any pack can be asked about.
The weights are trained on words of real listings that people marked (`training/reader/meaning.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from claimtree.model.phrases import Floats
from claimtree.models.encoder import gelu

_FARTHEST = 32
"""Tokens; beyond this distance from the word the distance no longer matters."""


class WordMeaning:
    """The trained layers, by name."""

    def __init__(self, weights: Mapping[str, Floats]) -> None:
        self._weights = weights
        self._heads = weights["distance.weight"].shape[1]

    def wanted(self, words: Floats, *, negated: bool) -> Floats:
        """Returns the vector of a list entry from the word vectors of its tokens. `negated`: the
        text is taken to deny the entry. An entry without tokens is like none that was trained on."""
        mean = words.mean(0) - self._weights["centre"] if len(words) else self._weights["centre"]
        length = float(np.linalg.norm(mean)) or 1.0
        return np.asarray(self._linear("entry", mean / length) + self._weights["negated"][int(negated)], np.float32)

    def probabilities(self, vectors: Floats, words: Sequence[range], wanted: Floats) -> Floats:
        """Returns a row for each of some words: the probability that they mean the entry wanted, and
        what else the layers were trained to tell.

        `vectors`: of the tokens of one window. `words`: the rows of each. `wanted`: a row for each,
        from `wanted`.
        """
        mean = np.stack([vectors[rows.start : rows.stop].mean(0) for rows in words])
        query = self._linear("query", np.concatenate([mean, wanted], 1))
        first = np.array([rows.start for rows in words])
        distance = np.clip(np.arange(len(vectors)) - first[:, None], -_FARTHEST, _FARTHEST) + _FARTHEST
        offered = (query, self._linear("key", vectors), self._linear("value", vectors))
        queries, keys, values = (np.split(x, self._heads, 1) for x in offered)
        near = self._weights["distance.weight"][distance]
        context = [_attended(queries[h], keys[h], values[h], near[:, :, h]) for h in range(self._heads)]
        hidden = gelu(self._linear("hidden", np.concatenate([mean, *context, mean * wanted], 1)))
        return np.asarray(1 / (1 + np.exp(-self._linear("out", hidden))), np.float32)

    def _linear(self, name: str, x: Floats) -> Floats:
        return np.asarray(x @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"], np.float32)


def _attended(query: Floats, keys: Floats, values: Floats, bias: Floats) -> Floats:
    """Returns the mean of the values that each query attends to, for one head."""
    scores = query @ keys.T / np.sqrt(query.shape[1]) + bias
    raised = np.exp(scores - scores.max(1, keepdims=True))
    return np.asarray(raised @ values / raised.sum(1, keepdims=True), np.float32)

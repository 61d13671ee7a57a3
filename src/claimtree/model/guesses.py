"""Guesses the type and level of words that no list has: a small linear model over the vectors of an
embedder.

Trained once for a pack and an embedder (training/train_guesses.py) and shipped with the pack. It
has a direction for each claim type and level; one more is for asides, words that neither wish for
nor state anything: "my sister's idea".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from claimtree.model.claims import LevelName, TypeName
from claimtree.model.phrases import Floats, Vectors


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """The most likely type and level of some words."""

    type: TypeName
    level: LevelName
    """The most likely one for that type."""
    probability: float
    """The probability of the type, given that the words are not an aside."""
    aside: float
    """The probability that the words say nothing about any entity."""
    is_aside: bool


@dataclass(frozen=True, eq=False, kw_only=True)
class Guesses:
    """The model for one pack and one embedder: softmax over `vectors @ weights + bias`."""

    classes: tuple[tuple[TypeName, LevelName], ...]
    weights: Floats
    """One column for each class, and the last one for asides."""
    bias: Floats
    aside_from: float
    """Words that are an aside with at least this probability are left out."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Guesses):
            return NotImplemented
        same = self.classes == other.classes and self.aside_from == other.aside_from
        return same and np.array_equal(self.weights, other.weights) and np.array_equal(self.bias, other.bias)

    __hash__ = None  # type: ignore[assignment]

    @property
    def dimensions(self) -> int:
        return int(self.weights.shape[0])

    @cached_property
    def types(self) -> tuple[TypeName, ...]:
        """The types that it distinguishes."""
        return tuple(dict.fromkeys(type for type, _ in self.classes))

    def guess(self, vectors: Vectors) -> list[Guess]:
        """Returns one guess for each vector, in order."""
        return [self._guess(row) for row in self.probabilities(vectors)]

    def probabilities(self, vectors: Vectors) -> Floats:
        """Returns one row for each vector: the probability of every class, and last of being an
        aside.
        """
        # In double precision, and rounded: the guess for a text must not depend on its neighbours
        # in the batch.
        floats = vectors.codes.astype(np.float64) * vectors.scales[:, None]
        scores = floats @ self.weights.astype(np.float64) + self.bias
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(np.round(scores / scores.sum(axis=1, keepdims=True), 5), np.float32)

    def _guess(self, row: Sequence[float] | Floats) -> Guess:
        aside = float(row[-1])
        by_type = dict.fromkeys(self.types, 0.0)
        for (type, _), probability in zip(self.classes, row[:-1], strict=True):
            by_type[type] += float(probability)
        likeliest = max(self.types, key=lambda type: by_type[type])
        of_type = [(float(row[k]), level) for k, (type, level) in enumerate(self.classes) if type == likeliest]
        total = sum(by_type.values())
        return Guess(
            type=likeliest,
            level=max(of_type, key=lambda one: one[0])[1],
            probability=by_type[likeliest] / total if total > 0 else 0.0,
            aside=aside,
            is_aside=aside >= self.aside_from,
        )

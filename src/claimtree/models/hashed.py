"""An embedder for tests without a model or files: texts that share words get similar vectors.

Every word and every character trigram adds to or subtracts from a few positions of the vector,
chosen by its hash. This separates inputs, which a constant vector would not, but knows no meaning:
"cheap" and "inexpensive" are unrelated.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from struct import unpack

import numpy as np

from claimtree.model.phrases import Floats, Vectors

WORD = re.compile(r"\w+")
WORD_WEIGHT = 1.0
TRIGRAM_WEIGHT = 0.3
"""Less than a word, since there are more of them: "rent" is nearer to "monthly rent" than to "renovated"."""


class HashedEmbedder:
    """Words and character trigrams, hashed."""

    def __init__(self, dimensions: int = 256) -> None:
        self.dimensions = dimensions
        self.name = f"hashed-{dimensions}"

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row per text, in order; a blank text gets a zero row."""
        rows = np.zeros((len(texts), self.dimensions), np.float32)
        for row, text in zip(rows, texts, strict=True):
            self._add(row, text)
        return Vectors.from_floats(rows)

    def _add(self, row: Floats, text: str) -> None:
        found = tuple(features(text))
        if not found:
            return
        numbers = np.array([_hashed(feature) for feature, _ in found])
        weights = np.array([weight for _, weight in found], np.float32)[:, None]
        np.add.at(row, (numbers >> 1) % self.dimensions, np.where(numbers & 1, weights, -weights))


_LONGEST = 64
"""Letters of a feature whose numbers are remembered."""


def _hashed(feature: str) -> tuple[int, ...]:
    """Returns the numbers of a feature; long ones are not remembered, as a text may have any."""
    return _remembered(feature) if len(feature) <= _LONGEST else _numbers(feature)


def _numbers(feature: str) -> tuple[int, ...]:
    """Four numbers that say which positions a feature changes, and in which direction: with one,
    two words in 256 would share theirs and be equal.
    """
    digest = hashlib.blake2b(feature.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return unpack("<4H", digest)


_remembered = lru_cache(maxsize=1 << 15)(_numbers)


def features(text: str) -> Iterator[tuple[str, float]]:
    """The words of a text and its trigrams, with their weights.

    >>> [feature for feature, _ in features("No pets")]
    ['w:no', 'w:pets', 't: no', 't:no ', 't:o p', 't: pe', 't:pet', 't:ets', 't:ts ']
    """
    plain = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    for word in WORD.findall(plain):
        yield f"w:{word}", WORD_WEIGHT
    padded = f" {plain} "
    for start in range(len(padded) - 2):
        yield f"t:{padded[start : start + 3]}", TRIGRAM_WEIGHT

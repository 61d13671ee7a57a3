"""Finds the phrases that have given words, among many thousand, in a millisecond.

A phrase has the words of a wish only if its signature has their bits (see `model/word_signatures`); the few that have
are then looked at word by word.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from claimtree.model.stated_words import WishWords, words_of
from claimtree.model.word_signatures import LETTERS, Signatures, signatures


class SoughtWords:
    """The words of a wish, with the bits of each of their forms."""

    def __init__(self, wish: WishWords) -> None:
        self.wish = wish
        # Most forms of a word share the letters that choose its bits.
        self.bits = [signatures(sorted({form[:LETTERS] for form in forms})) for forms in wish.forms]


class WordIndex:
    """The signatures of some phrases."""

    def __init__(self, found: Signatures, pattern: Callable[[int], str]) -> None:
        """`found` has the signature of each phrase by row; `pattern` returns its words."""
        self._pattern = pattern
        self._halves = [np.ascontiguousarray(half) for half in found.T]

    def rows_with(self, sought: SoughtWords) -> NDArray[np.intp]:
        """Returns the rows of the phrases that have all words of a wish, in order."""
        may: NDArray[np.intp] | None = None
        for forms in sought.bits:
            some = [self._with(bits, may) for bits in forms]
            may = some[0] if len(some) == 1 else np.unique(np.concatenate(some))
        if may is None:
            return np.zeros(0, np.intp)
        found_in, pattern = sought.wish.found_in, self._pattern
        rows = [row for row in may.tolist() if found_in(words_of(pattern(row))) is not None]
        return np.array(rows, np.intp)

    def _with(self, bits: Signatures, among: NDArray[np.intp] | None) -> NDArray[np.intp]:
        """Returns the rows whose signatures have these bits, of all or of some."""
        first, second = bits
        rows = np.flatnonzero((self._halves[0] & first) == first) if among is None else among
        if among is not None:
            rows = rows[(self._halves[0][rows] & first) == first]
        found: NDArray[np.intp] = rows[(self._halves[1][rows] & second) == second]
        return found

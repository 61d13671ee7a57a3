"""Finds the phrases that have given words, among many thousand, in a millisecond.

Each phrase gets a signature of 128 bits, of which every word of it sets four, chosen by its first letters. A phrase
has the words of a wish only if its signature has their bits; the few that have (of others a half per cent) are then
looked at word by word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from claimtree.model.stated_words import WishWords, words_of

_LETTERS = 4
"""How many bytes of a word choose its bits: forms of a word share them."""
_NO_WORD = re.compile(r"[^\w\n]+")
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_IS_LETTER = np.array([byte >= 128 or chr(byte).isalnum() or byte == ord("_") for byte in range(256)], np.bool_)

Signatures = NDArray[np.uint64]


class SoughtWords:
    """The words of a wish, with the bits of each of their forms."""

    def __init__(self, wish: WishWords) -> None:
        self.wish = wish
        # Most forms of a word share the letters that choose its bits.
        self.bits = [signatures(sorted({form[:_LETTERS] for form in forms})) for forms in wish.forms]


class WordIndex:
    """The signatures of some phrases."""

    def __init__(self, count: int, pattern: Callable[[int], str]) -> None:
        """`pattern` returns the words of a phrase by its row."""
        self._pattern = pattern
        self._halves = [np.ascontiguousarray(half) for half in signatures([pattern(row) for row in range(count)]).T]

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


def signatures(texts: Sequence[str]) -> Signatures:
    """Returns the signature of each text, in two halves."""
    found = np.zeros((2, len(texts)), np.uint64).T
    # A line break within a text would shift all that follow.
    whole = "\n".join(text.replace("\n", " ") for text in texts).casefold()
    if not whole.isascii():
        whole = _NO_WORD.sub(" ", whole)
    letters = np.frombuffer(f"\n{whole}{chr(10) * _LETTERS}".encode(), np.uint8)
    is_letter = _IS_LETTER[letters]
    starts = np.flatnonzero(is_letter[1:] & ~is_letter[:-1]) + 1
    if not len(starts):
        return found
    known = np.where(is_letter, letters, np.uint8(0))
    heads = np.zeros((len(starts), _LETTERS), np.uint8)
    for k in range(_LETTERS):
        heads[:, k] = known[starts + k]
        if k:
            heads[heads[:, k - 1] == 0, k] = 0  # behind the end of the word
    spread = heads.view(np.uint32)[:, 0].astype(np.uint64) * _SPREAD
    line = np.searchsorted(np.flatnonzero(letters == ord("\n")), starts) - 1
    first = np.flatnonzero(np.diff(line, prepend=-1))
    for half, shifts in enumerate(((58, 52), (46, 40))):
        one, other = (np.uint64(1) << ((spread >> np.uint64(shift)) & np.uint64(63)) for shift in shifts)
        found[line[first], half] = np.bitwise_or.reduceat(one | other, first)
    return found

"""Signatures of texts: 128 bits that tell quickly which of many texts lack some words.

Every word of a text sets four bits, chosen by its first letters. A text has given words only if its signature has
their bits; of other texts half a per cent have them too. Stores keep signatures, so they are part of their format.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

LETTERS = 4
"""How many bytes of a word choose its bits: forms of a word share them."""
_NO_WORD = re.compile(r"[^\w\n]+")
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_IS_LETTER = np.array([byte >= 128 or chr(byte).isalnum() or byte == ord("_") for byte in range(256)], np.bool_)

Signatures = NDArray[np.uint64]


def signatures(texts: Sequence[str]) -> Signatures:
    """Returns the signature of each text, in two halves."""
    found = np.zeros((2, len(texts)), np.uint64).T
    # A line break within a text would shift all that follow.
    whole = "\n".join(text.replace("\n", " ") for text in texts).casefold()
    if not whole.isascii():
        whole = _NO_WORD.sub(" ", whole)
    letters = np.frombuffer(f"\n{whole}{chr(10) * LETTERS}".encode(), np.uint8)
    is_letter = _IS_LETTER[letters]
    starts = np.flatnonzero(is_letter[1:] & ~is_letter[:-1]) + 1
    if not len(starts):
        return found
    known = np.where(is_letter, letters, np.uint8(0))
    heads = np.zeros((len(starts), LETTERS), np.uint8)
    for k in range(LETTERS):
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

"""Finds keys that are a few typos away from a name, and how similar they are.

A typo is a letter that is missing, extra, wrong, or swapped with the next. Short names are allowed
one, long ones more, names of up to three letters none: "USU" is not "UMSU". Numbers, single letters
and words that distinguish namesakes are never mistyped into one another: "SMA 1" is not "SMA 2",
"East Village" not "West Village".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from claimtree.lazy_imports import lazy_module
from claimtree.places.names import Words

if TYPE_CHECKING:
    from rapidfuzz import fuzz, process
    from rapidfuzz.distance import OSA
else:
    fuzz, process = lazy_module("rapidfuzz.fuzz"), lazy_module("rapidfuzz.process")
    OSA = lazy_module("rapidfuzz.distance.OSA")

_CLASSES: Final = 31
"""Number of classes that letters are hashed to; each has two bits of a mask: present, and present
twice."""
_NUMBER: Final = re.compile(r"\d+")
_ENOUGH: Final = (4, 11, 17)
"""Minimum number of letters for one, two and three typos."""
_FIRST_SURE: Final = 6
"""In shorter names the first letter is never a typo ("Noho" is not "Soho"); nor if there are two
typos."""
_LONG_WORD: Final = 8
_SLOWNESS: Final = 4
"""Added to a name's length before typos are weighed against it: one typo in "Soho" does not count
as a quarter of it."""


def allowed_slips(letters: int) -> int:
    """Returns the number of typos allowed in a name of this length.

    >>> [allowed_slips(letters) for letters in (3, 4, 10, 11, 16, 17)]
    [0, 1, 1, 2, 2, 3]
    """
    return sum(letters >= enough for enough in _ENOUGH)


def likeness_after(slips: int, letters: int) -> float:
    """Returns the likeness of two names, the longer with this many letters: below 1, and at least
    0.8 for an allowed number of typos."""
    return 1 - slips / (letters + _SLOWNESS)


def may_be_mistyped(asked: Words, own: Words, distinguishing: frozenset[str]) -> bool:
    """Whether one may be the other with typos, compared word by word; the keys have been compared
    before."""
    if any(word in distinguishing and word not in own for word in asked) or numbers_in(asked) != numbers_in(own):
        return False
    for word in own:
        if word in distinguishing and word not in asked and not any(_one_word(word, other) for other in asked):
            return False
    return len(asked) != len(own) or all(map(_one_word, asked, own))


def numbers_in(words: Words) -> list[str]:
    """Returns the numbers in the words, in order."""
    return _NUMBER.findall(" ".join(words))


def _one_word(one: str, other: str) -> bool:
    letters = max(len(one), len(other))
    return one == other or (letters > 1 and OSA.distance(one, other) <= (2 if letters >= _LONG_WORD else 1))


class Typos:
    """An index of keys by their letters, so that only few need to be compared."""

    def __init__(self, keys: Sequence[str]) -> None:
        self._keys = keys
        self._lengths = np.fromiter(map(len, keys), np.int64, len(keys))
        self._masks = _masks(keys, self._lengths)

    def near(self, key: str) -> Iterable[tuple[int, int]]:
        """Yields the positions of keys within the allowed number of typos, with that number.
        Complete, unordered."""
        most = allowed_slips(len(key))
        if not most:
            return
        mask = _masks([key], np.array([len(key)]))[0]
        # A typo removes at most one letter and adds at most one, and each flips one bit.
        apart = np.bitwise_count(self._masks ^ mask)
        few = np.flatnonzero((np.abs(self._lengths - len(key)) <= most) & (apart <= 2 * most))
        for position in few.tolist():
            other = self._keys[position]
            slips = OSA.distance(key, other, score_cutoff=most)
            if slips > min(most, allowed_slips(len(other))):
                continue
            if key[0] == other[0] or (slips == 1 and max(len(key), len(other)) >= _FIRST_SURE):
                yield position, slips

    def similar(self, key: str, *, limit: int) -> list[int]:
        """Returns the most similar keys, even if the similarity is low: for "did you mean"."""
        found = process.extract(key, self._keys, scorer=fuzz.ratio, score_cutoff=60, limit=limit)
        return [position for _, _, position in found]


def _masks(keys: Sequence[str], lengths: NDArray[np.int64]) -> NDArray[np.uint64]:
    letters = np.frombuffer("".join(keys).encode("utf-32-le", "surrogatepass"), np.uint32).astype(np.int64) % _CLASSES
    owners = np.repeat(np.arange(len(keys)), lengths)
    counts = np.bincount(owners * _CLASSES + letters, minlength=len(keys) * _CLASSES).reshape(len(keys), _CLASSES)
    once = (np.uint64(1) << np.arange(_CLASSES, dtype=np.uint64)).astype(np.uint64)
    twice = once << np.uint64(_CLASSES)
    masks: NDArray[np.uint64] = np.where(counts > 0, once, 0).sum(axis=1) + np.where(counts > 1, twice, 0).sum(axis=1)
    return masks

"""Tells how far the words of a wish and of phrases are the same.

A search compares the words of a wish with those of thousands of phrases, so this is done for all phrases at once: each
different word is looked at once, and what it has in common with the wish is then known of every phrase that has it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

FEATURES: Final = 19
"""How many numbers tell of a wish and a phrase what their words have in common."""
_WORD = re.compile(r"\w+")
_WORD_OR_END = re.compile(r"\w+|\n")
_PARTICLE = 2
"""Words of at most this many letters are not compared."""
_ALIKE = 4
"""Number of leading letters by which another form of the same word is recognised."""
_STEM = _PARTICLE + 1
"""Forms of one word have at least so many first letters in common."""


@dataclass(frozen=True, slots=True, eq=False)
class SharedWords:
    """What the words of a wish and of some phrases have in common, by phrase."""

    features: NDArray[np.float64]
    """(phrases, FEATURES)"""
    all_words: NDArray[np.bool_]
    """True if a phrase has all of the several words of the wish: 48 of 52 such pairs were marked right, which are too
    few to be learned."""


def shared_words(wish: str, phrases: Sequence[str]) -> SharedWords:
    """Returns what the words of a wish have in common with those of each phrase.

    >>> shared_words("pizza oven", ["a pizza oven on the patio", "pizza"]).all_words.tolist()
    [True, False]
    >>> shared_words("water", ["water fountain"]).all_words.tolist()
    [False]
    """
    asked = _compared(_WORD.findall(wish.casefold()))
    count, rows = len(asked), len(phrases)
    others, same, alike, back = _occurrences(asked, phrases)
    found = np.empty((rows, FEATURES), np.float64)
    found[:, 0:4] = _flags(same)
    found[:, 4:8] = _flags(alike)
    found[:, 8] = alike[:, 0]
    found[:, 9] = back / np.maximum(others, 1)
    found[:, 10] = (back == others) & (others > 0)
    found[:, 11], found[:, 12] = min(count, 6), np.minimum(others, 20)
    found[:, 13], found[:, 14] = others == 1, count == 1
    found[:, 15] = np.minimum((~alike).sum(1), 4)
    found[:, 16] = np.minimum(np.maximum(others, 1) - back, 10)
    found[:, 17] = any(map(str.isdigit, asked))
    found[:, 18] = found[:, 4] * count / (others + 1)
    return SharedWords(found, (count > 1) & np.all(same, axis=1))


def is_alike(one: str, other: str) -> bool:
    """True if two words may be forms of one word.

    >>> is_alike("bar", "bars"), is_alike("shared", "sharing"), is_alike("lease", "leather")
    (True, True, False)
    """
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    return len(short) > _PARTICLE and long.startswith(short[:_ALIKE])


def _compared(words: Sequence[str]) -> list[str]:
    return [word for word in words if len(word) > _PARTICLE or word.isdigit()]


def _occurrences(
    asked: Sequence[str], phrases: Sequence[str]
) -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.bool_], NDArray[np.int64]]:
    """Returns of each phrase the number of words that are compared; for each word of the wish whether the phrase has
    it, and whether it has a form of it; and how many words of the phrase are a form of one of the wish."""
    numbers = {"\n": 0}
    # A line break within a phrase would shift all that follow.
    words = _WORD_OR_END.findall("\n".join(phrase.replace("\n", " ") for phrase in phrases).casefold())
    tokens = np.fromiter((numbers.setdefault(word, len(numbers)) for word in words), np.intp, len(words))
    phrase = np.cumsum(tokens == 0)
    compares = np.fromiter((len(word) > _PARTICLE or word.isdigit() for word in numbers), np.bool_, len(numbers))
    others = np.bincount(phrase[compares[tokens]], minlength=len(phrases))
    same, alike = (np.zeros((len(phrases), max(len(asked), 1)), np.bool_) for _ in range(2))
    back = np.zeros(len(phrases), np.int64)
    known, stems = set(asked), {word[:_STEM] for word in asked}
    shared = {number: word for word, number in numbers.items() if word[:_STEM] in stems}
    is_shared = np.zeros(len(numbers), np.bool_)
    is_shared[list(shared)] = True
    here = np.flatnonzero(is_shared[tokens])
    tokens, phrase = tokens[here], phrase[here]
    for number, word in shared.items():
        forms, rows = [is_alike(word, other) for other in asked], phrase[tokens == number]
        if any(forms):
            alike[rows] |= forms
            np.add.at(back, rows, 1)
        if word in known:
            same[rows] |= [word == other for other in asked]
    return others, same, alike, back


def _flags(flags: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Returns of each row which share of the flags is set, whether all are, whether any is, and the last."""
    return np.stack([flags.sum(1) / flags.shape[1], flags.all(1), flags.any(1), flags[:, -1]], 1)

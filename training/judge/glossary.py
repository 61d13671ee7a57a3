"""Adds missing words to the vocabulary, each initialised with the mean vector of its meaning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    # Only for type checking: the GPU machine need not have the package.
    from claimtree.models.wordpiece import WordPieces

SHORTEST = 2
"""Minimum number of letters of an added word."""
LONGEST_MEANING = 48
"""Maximum number of tokens of a meaning."""

Numbers = NDArray[np.float32]
Gloss = tuple[str, str]
"""A word and its meaning in English."""


def read_glossary(file: Path | None) -> list[Gloss]:
    """Returns every word with its meaning, in file order; empty without a file."""
    if file is None:
        return []
    rows = (line.split("\t") for line in file.read_text(encoding="utf-8").splitlines())
    return [(row[0], row[1]) for row in rows]


def added_words(glossary: Iterable[Gloss], vocabulary: Iterable[str]) -> dict[str, str]:
    """Returns the words to add to the vocabulary with their meanings; the first entry of a word
    wins.

    >>> added_words([("ac", "air conditioning"), ("of", "of"), ("e-ktp", "card"), ("ac", "cold")], ["of", "card"])
    {'ac': 'air conditioning'}
    """
    known, added = set(vocabulary), {}
    for word, meaning in glossary:
        if word not in known and len(word) >= SHORTEST and word.isalpha() and meaning:
            known.add(word)
            added[word] = meaning
    return added


def meant(meanings: Sequence[str], pieces: WordPieces, table: Numbers) -> Numbers:
    """Returns, for each meaning, the mean of its tokens' rows in the table, without [CLS] and
    [SEP]."""
    rows = [table[pieces.numbers(meaning, LONGEST_MEANING)[1:-1]].mean(axis=0) for meaning in meanings]
    return np.array(rows, np.float32).reshape(-1, table.shape[1])

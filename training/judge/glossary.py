"""Words that the vocabulary lacks: each is added to it, and starts from the mean of the vectors of its meaning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    # Not when it runs: the machine with the GPU need not have the package.
    from claimtree.models.wordpiece import WordPieces

SHORTEST = 2
"""Letters of a word that is added."""
LONGEST_MEANING = 48
"""Pieces of a meaning that are read."""

Numbers = NDArray[np.float32]
Gloss = tuple[str, str]
"""A word and its meaning in English."""


def read_glossary(file: Path | None) -> list[Gloss]:
    """Every word with its meaning, in the order of the file; no file is an empty glossary."""
    if file is None:
        return []
    rows = (line.split("\t") for line in file.read_text(encoding="utf-8").splitlines())
    return [(row[0], row[1]) for row in rows]


def added_words(glossary: Iterable[Gloss], vocabulary: Iterable[str]) -> dict[str, str]:
    """The words to add to the vocabulary with their meanings; of a word that comes twice, the first.

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
    """For each meaning the mean of its pieces' rows in the table, without those of its two ends."""
    rows = [table[pieces.numbers(meaning, LONGEST_MEANING)[1:-1]].mean(axis=0) for meaning in meanings]
    return np.array(rows, np.float32).reshape(-1, table.shape[1])

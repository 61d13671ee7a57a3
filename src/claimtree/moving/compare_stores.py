"""Compares two stores: counts, and phrases and vectors bit for bit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

import numpy as np

from claimtree.moving.scan import Chunk, phrase_chunks
from claimtree.ports import MovableStore


def counts(store: MovableStore) -> dict[str, int]:
    """Returns the number of stored things, by name (level, "claims", "phrases", …)."""
    about = store.info()
    return {
        **{str(level): count for level, count in about.entities.items()},
        "claims": about.claims,
        "phrases": about.phrases,
        "edges": about.edges,
        "places": about.places,
        "relations": about.relations,
    }


def differing_counts(one: MovableStore, other: MovableStore) -> Iterator[str]:
    """Yields a sentence for each count that differs."""
    theirs = counts(other)
    for name, count in counts(one).items():
        if theirs.get(name, 0) != count:
            yield f"{name}: {count:,} in {one.info().address}, {theirs.get(name, 0):,} in {other.info().address}"


def differing_phrases(one: MovableStore, other: MovableStore) -> Iterator[str]:
    """Yields a sentence for each partition whose phrases or vectors differ in any bit, and for
    edges that differ.
    """
    for key in one.partition_keys():
        difference = _differing(phrase_chunks(one, [key]), phrase_chunks(other, [key]))
        if difference:
            yield f"the {difference} of {key[0]}, {key[1]} differ"
    for phrases, _ in phrase_chunks(one):
        ids = [phrase.id for phrase in phrases]
        if list(one.edges(ids)) != list(other.edges(ids)):
            yield f"steps to some of the phrases from {phrases[0].pattern!r} to {phrases[-1].pattern!r} differ"


def _differing(mine: Iterator[Chunk], theirs: Iterator[Chunk]) -> str:
    for one, other in zip_longest(mine, theirs):
        if one is None or other is None or one[0] != other[0]:
            return "phrases"
        if not (np.array_equal(one[1].codes, other[1].codes) and np.array_equal(one[1].scales, other[1].scales)):
            return "vectors of the phrases"
    return ""

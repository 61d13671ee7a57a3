"""Is one store the other's equal? What is counted, and what is compared to the last bit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from claimtree.model.phrases import Phrase, Vectors
from claimtree.ports import Store

AT_ONCE: Final = 5_000
"""Phrases that are looked up or written together."""


def counts(store: Store) -> dict[str, int]:
    """How much of everything there is, by name."""
    about = store.info()
    return {
        **{str(level): count for level, count in about.entities.items()},
        "claims": about.claims,
        "phrases": about.phrases,
        "edges": about.edges,
        "places": about.places,
    }


def differing_counts(one: Store, other: Store) -> Iterator[str]:
    """A sentence for each count that is not equal."""
    theirs = counts(other)
    for name, count in counts(one).items():
        if theirs.get(name, 0) != count:
            yield f"{name}: {count:,} in {one.info().address}, {theirs.get(name, 0):,} in {other.info().address}"


def differing_phrases(one: Store, other: Store) -> Iterator[str]:
    """A sentence for each partition whose phrases or vectors are not equal, bit for bit, and for steps that differ."""
    for key in one.partition_keys():
        (mine,), theirs = one.partitions([key]), other.partitions([key])
        where = f"of {key[0]}, {key[1]}"
        if not theirs or mine.phrases != theirs[0].phrases:
            yield f"the phrases {where} differ"
        elif not (
            np.array_equal(mine.vectors.codes, theirs[0].vectors.codes)
            and np.array_equal(mine.vectors.scales, theirs[0].vectors.scales)
        ):
            yield f"the vectors of the phrases {where} differ"
    for phrases, _ in phrase_chunks(one):
        ids = [phrase.id for phrase in phrases]
        if list(one.edges(ids)) != list(other.edges(ids)):
            yield f"steps to some of the phrases from {phrases[0].pattern!r} to {phrases[-1].pattern!r} differ"


def phrase_chunks(store: Store) -> Iterator[tuple[tuple[Phrase, ...], Vectors]]:
    """All phrases with their vectors, some thousand at once: small partitions together, large ones in slices."""
    phrases: list[Phrase] = []
    vectors: list[Vectors] = []
    for key in store.partition_keys():
        for partition in store.partitions([key]):
            for start in range(0, len(partition.phrases), AT_ONCE):
                some = partition.phrases[start : start + AT_ONCE]
                phrases += some
                vectors.append(partition.vectors.take(range(start, start + len(some))))
                if len(phrases) >= AT_ONCE:
                    yield tuple(phrases), Vectors.concatenate(vectors)
                    phrases, vectors = [], []
    if phrases:
        yield tuple(phrases), Vectors.concatenate(vectors)

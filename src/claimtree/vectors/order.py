"""The order of an answer: the most similar first, and of the equally similar the smallest id.

Every index ends here. An engine may be asked which items come near; how near each one is, is computed from its vector
by the one definition that we have, so that two indexes never give different numbers for the same pair.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from claimtree.model.phrases import Floats, Vectors
from claimtree.model.vector_items import ItemId, Neighbour

ASKED_AT_ONCE = 32
"""Vectors asked in one go, so that the table of similarities stays small beside what it is computed from."""


def best(ids: Sequence[ItemId], stored: Vectors, asked: Vectors, limit: int) -> list[tuple[Neighbour, ...]]:
    """The nearest of the stored, for each vector that is asked; `ids` are those of the stored, in ascending order."""
    answers: list[tuple[Neighbour, ...]] = []
    for start in range(0, len(asked), ASKED_AT_ONCE):
        part = asked.take(range(start, min(start + ASKED_AT_ONCE, len(asked))))
        table = np.ascontiguousarray(stored.similarity(part).T)
        for similarities in table:
            chosen = _highest(similarities, limit)
            answers.append(
                tuple(
                    Neighbour(id=ids[row], similarity=similarity)
                    for row, similarity in zip(chosen.tolist(), similarities[chosen].tolist(), strict=True)
                )
            )
    return answers


def merged(parts: Sequence[tuple[Neighbour, ...]], limit: int) -> tuple[Neighbour, ...]:
    """One answer out of several, whose ids differ."""
    if len(parts) == 1:
        return parts[0]
    every = [one for part in parts for one in part]
    every.sort(key=lambda one: (-one.similarity, one.id))
    return tuple(every[:limit])


def _highest(similarities: Floats, limit: int) -> NDArray[np.intp]:
    """Where the highest are, in order; of equal ones the first."""
    if len(similarities) <= limit:
        chosen = np.arange(len(similarities))
    else:
        least = np.partition(similarities, len(similarities) - limit)[len(similarities) - limit]
        above = np.flatnonzero(similarities > least)
        chosen = np.concatenate([above, np.flatnonzero(similarities == least)[: limit - len(above)]])
    return chosen[np.lexsort((chosen, -similarities[chosen]))]

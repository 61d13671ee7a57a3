"""The order of an answer: by similarity, and among equal similarities by id.

Every index uses it. An engine may be asked for the nearest items; their similarities are computed
from their vectors by our one definition, so that two indexes never give different numbers for the
same pair.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from claimtree.model.phrases import Floats, Vectors
from claimtree.model.vector_items import ItemId, Neighbour

ASKED_AT_ONCE = 32
"""Query vectors per batch, so that the table of similarities stays small compared to its input."""


def best(ids: Sequence[ItemId], stored: Vectors, asked: Vectors, limit: int) -> list[tuple[Neighbour, ...]]:
    """The nearest stored items for each query vector; the stored `ids` are in ascending order."""
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
    """Merges several answers with disjoint ids into one."""
    if len(parts) == 1:
        return parts[0]
    every = [one for part in parts for one in part]
    every.sort(key=lambda one: (-one.similarity, one.id))
    return tuple(every[:limit])


def _highest(similarities: Floats, limit: int) -> NDArray[np.intp]:
    """The positions of the highest values, in order; among equal ones the first."""
    if len(similarities) <= limit:
        chosen = np.arange(len(similarities))
    else:
        least = np.partition(similarities, len(similarities) - limit)[len(similarities) - limit]
        above = np.flatnonzero(similarities > least)
        chosen = np.concatenate([above, np.flatnonzero(similarities == least)[: limit - len(above)]])
    return chosen[np.lexsort((chosen, -similarities[chosen]))]

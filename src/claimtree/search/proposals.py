"""Which phrases a wish is held against when only the nearest ones are wanted.

A store with a graph of neighbours (`ports.Neighbours`) proposes some for each wish, and chances are computed for those
alone. Rules by concept, name, words, amount and step do not come here: they stay complete.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from claimtree.model.judging import JudgedWishes, Says
from claimtree.model.phrases import PhraseId, Vectors
from claimtree.ports import Neighbours, Reach


def directions(judged: JudgedWishes) -> Vectors:
    """Two rows for each wish: where phrases lie that meet it, and that refute it, rather than say nothing about it.

    What a judge goes by is how far one logit lies above that of silence. That is linear in the phrase's vector, so the
    phrases for which it is highest are those nearest to the difference of the two vectors.
    """
    unit = judged.vectors.codes * judged.vectors.scales[:, None]
    three = unit.reshape(len(judged), 3, -1) * judged.lengths[..., None]
    spoken = three[:, [Says.MEETS, Says.REFUTES]] - three[:, [Says.NOTHING]]
    return Vectors.from_floats(spoken.reshape(2 * len(judged), -1).astype(np.float32))


def propose(
    asked: Mapping[int, Vectors], reaches: Mapping[int, Reach], graph: Neighbours, limit: int
) -> dict[int, frozenset[PhraseId]]:
    """For each wish the phrases near to any of its vectors, `limit` for each; all wishes in one question."""
    wishes = [i for i, vectors in asked.items() for _ in range(len(vectors))]
    if not wishes:
        return {}
    vectors = Vectors.concatenate([asked[i] for i in asked])
    found: dict[int, frozenset[PhraseId]] = dict.fromkeys(asked, frozenset())
    near = graph.neighbours(vectors, [reaches[i] for i in wishes], limit=limit)
    for i, some in zip(wishes, near, strict=True):
        found[i] |= some
    return found

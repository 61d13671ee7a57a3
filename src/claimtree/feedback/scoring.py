"""Vectorized scores of many pairs, as `search.resolve` computes them, and their gradient with
respect to the weights.

A claim's share of the full score depends half on the weight of its level and half on the weights of
the claims alone:

    share = (1 - LEAN) * level / levels spoken of * claim / claims of the level  +  LEAN * claim / all claims

Of alternatives only the heaviest counts in "claims"; which one that is, and which of them has the
best evidence, is taken as it was when they were shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from claimtree.feedback.comparisons import Claims, Pair, counting
from claimtree.feedback.opinions import ShownClaim
from claimtree.model.claims import LevelName, TypeName, units_of
from claimtree.model.pack import Pack
from claimtree.search.resolve import LEAN
from claimtree.text.wishes import HEAVIEST, LIGHTEST

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.intp]
Back: TypeAlias = Callable[[Floats], tuple[Floats, Floats]]
"""Maps the gradient with respect to each pair's lead to that with respect to the weights of levels
and claim types."""


class Scores:
    """The lead of the better hit of each pair, as a share of the full score, for any weights."""

    def __init__(self, pairs: Sequence[Pair], pack: Pack) -> None:
        self.levels = tuple(pack.level_weights)
        self.types = tuple(pack.types)
        level_at = {name: n for n, name in enumerate(self.levels)}
        type_at = {name: n for n, name in enumerate(self.types)}
        # Claims of a level or type that the pack no longer has cannot be weighed.
        known = [pair for pair in pairs if all(c.level in level_at and c.type in type_at for c in pair.better)]
        self.weights: Floats = np.array([pair.weight for pair in known], dtype=float)
        readings = list(dict.fromkeys(_reading(pair.better) for pair in known))
        row_of = {reading: n for n, reading in enumerate(readings)}
        self._row: Ints = np.array([row_of[_reading(pair.better)] for pair in known], dtype=np.intp)
        shape = len(readings), max((len(reading) for reading in readings), default=0)
        self._level: Ints = np.zeros(shape, dtype=np.intp)
        self._type: Ints = np.zeros(shape, dtype=np.intp)
        self._offset = np.zeros(shape)
        self._fixed = np.full(shape, np.nan)
        self._head = np.zeros(shape)
        for n, reading in enumerate(readings):
            heads = _heads(reading)
            for c, (level, type, offset, weight, _) in enumerate(reading):
                self._level[n, c], self._type[n, c] = level_at[level], type_at[type]
                self._offset[n, c], self._head[n, c] = offset or 0.0, c in heads
                if offset is None:
                    self._fixed[n, c] = weight
            self._fixed[n, len(reading) :] = 0.0
        self._difference = np.zeros((len(known), shape[1]))
        for n, pair in enumerate(known):
            more, less = counting(pair.better), counting(pair.worse)
            self._difference[n, : len(more)] = np.array(more) - np.array(less)
        # One column per level: which claims belong to it.
        self._at = (self._level[..., None] == np.arange(len(self.levels))).astype(float)

    def ahead(self, levels: Floats, types: Floats) -> tuple[Floats, Back]:
        """Returns the lead of the better hit of each pair, and a function for the gradient."""
        by_type = types[self._type] + self._offset
        follows = np.isnan(self._fixed)
        weight = np.where(follows, np.clip(by_type, LIGHTEST, HEAVIEST), self._fixed)
        moves = follows & (by_type >= LIGHTEST - 1e-12) & (by_type <= HEAVIEST + 1e-12)
        counted = weight * self._head
        per_level = np.einsum("nc,ncl->nl", counted, self._at)
        spoken = np.einsum("nc,ncl->nl", self._head, self._at) > 0
        level_total = _or_one((spoken * levels).sum(axis=1))
        claim_total = _or_one(counted.sum(axis=1))
        own_level = _or_one(np.take_along_axis(per_level, self._level, axis=1))
        by_level = (1 - LEAN) * levels[self._level] / level_total[:, None] / own_level
        by_claim = np.broadcast_to((LEAN / claim_total)[:, None], weight.shape)
        ahead = np.einsum("nc,nc->n", self._difference, ((by_level + by_claim) * weight)[self._row])

        def back(matters: Floats) -> tuple[Floats, Floats]:
            per_share = np.zeros_like(weight)
            np.add.at(per_share, self._row, matters[:, None] * self._difference)
            through_level = per_share * by_level * weight
            at_level = np.einsum("nc,ncl->nl", through_level, self._at)
            through_claim = (per_share * by_claim * weight).sum(axis=1)
            shared = (
                np.take_along_axis(at_level, self._level, axis=1) / own_level + (through_claim / claim_total)[:, None]
            )
            per_weight = (per_share * (by_level + by_claim) - self._head * shared) * moves
            to_types = np.zeros(len(types))
            np.add.at(to_types, self._type, per_weight)
            raised = np.divide(at_level, levels, out=np.zeros_like(at_level), where=levels > 0)
            to_levels = (raised - spoken * (at_level.sum(axis=1) / level_total)[:, None]).sum(axis=0)
            return to_levels, to_types

        return ahead, back


Reading: TypeAlias = tuple[tuple[LevelName, TypeName, float | None, float, int | None], ...]


def _reading(claims: Claims) -> Reading:
    """Returns everything that the shares of a question's claims depend on."""

    def row(claim: ShownClaim) -> tuple[LevelName, TypeName, float | None, float, int | None]:
        # If the weight comes from the type, the weight at the time does not matter.
        return claim.level, claim.type, claim.offset, claim.weight, claim.or_group

    return tuple(row(claim) for claim in claims)


def _heads(reading: Reading) -> set[int]:
    """Returns the positions of the claims that represent their unit: the heaviest of alternatives,
    and every single claim."""
    weights, or_groups = [row[3] for row in reading], [row[4] for row in reading]
    return {max(unit, key=lambda c: weights[c]) for unit in units_of(or_groups)}


def _or_one(totals: Floats) -> Floats:
    return np.where(totals > 0, totals, 1.0)

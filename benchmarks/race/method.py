"""The per-claim method, as it is done today: nearest neighbours of each claim, mapped to homes and intersected.

Every claim of the corpus is a row with its vector, in a table per level. A wish is one filtered search among the rows
of its level: its own type and facet, and for amounts the overlap that we use too. Of what is found, those texts count
that our own plan takes for proof, so that no engine loses for a threshold. Homes that are found for every wish are the
answer, ordered by weighted likeness: the best row of a claim in full, the next ones at a half, a quarter, an eighth.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from benchmarks.generator import AREA_LEVEL, HOME_LEVEL, ROOM_LEVEL
from benchmarks.measure import Progress
from benchmarks.race.prepared import Prepared, said, slot_of
from claimtree.model.claims import LevelName, QueryClaim
from claimtree.model.phrases import Codes
from claimtree.ports import Embedder

M, EF_CONSTRUCTION = 16, 200
LEVEL_WEIGHTS: Mapping[LevelName, float] = MappingProxyType({ROOM_LEVEL: 0.35, HOME_LEVEL: 0.40, AREA_LEVEL: 0.25})

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Reach:
    """How many neighbours a search brings, and how many it looks at, by level."""

    title: str
    k: Mapping[LevelName, int]
    candidates: Mapping[LevelName, int]


DOCUMENT = Reach(
    title="k = 100 / 200 / 50",
    k={ROOM_LEVEL: 100, HOME_LEVEL: 200, AREA_LEVEL: 50},
    candidates={ROOM_LEVEL: 500, HOME_LEVEL: 500, AREA_LEVEL: 200},
)
THOUSAND = Reach(
    title="k = 1,000",
    k=dict.fromkeys((ROOM_LEVEL, HOME_LEVEL, AREA_LEVEL), 1_000),
    candidates=dict.fromkeys((ROOM_LEVEL, HOME_LEVEL, AREA_LEVEL), 2_500),
)
REACHES = (DOCUMENT, THOUSAND)


@dataclass(frozen=True, eq=False, kw_only=True)
class Wanted:
    """A wish as the method asks it."""

    level: LevelName
    vector: Floats
    codes: Codes
    """The same direction in whole numbers, which are shorter to send."""
    type: str
    facet: str | None
    negated: bool
    slot: str | None
    """What an amount is asked of; None where none is asked."""
    low: float
    high: float
    proving: frozenset[int]
    """The texts that prove it."""
    weight: float


@dataclass(frozen=True, eq=False, kw_only=True)
class Nearest:
    """What a search found: keys of rows, and their cosines."""

    keys: Numbers
    cosines: Floats

    @classmethod
    def of(cls, keys: Sequence[Any] | NDArray[Any], cosines: Sequence[float] | NDArray[Any]) -> Nearest:
        return cls(keys=np.asarray(keys, np.int64), cosines=np.asarray(cosines, np.float32))


class Peer(Protocol):
    """An engine that keeps rows with vectors."""

    @property
    def name(self) -> str:
        """With its version."""

    @property
    def port(self) -> int | None:
        """Of the server on this machine whose memory it takes; None when it runs in our process."""

    def load(self, prepared: Prepared, progress: Progress) -> None:
        """Write every row, a table per level; what an interrupted run left behind goes first."""

    def index(self, prepared: Prepared, progress: Progress) -> None:
        """Make ready to be searched."""

    def nearest(self, wanted: Sequence[Wanted], reach: Reach) -> Sequence[Nearest]:
        """One filtered search for each wish."""

    def size(self) -> int:
        """Bytes on disk."""

    def drop(self) -> None:
        """Remove what was written."""

    def close(self) -> None: ...


def wanted(claim: QueryClaim, proving: Collection[int], embedder: Embedder) -> Wanted:
    """A query claim for the method, embedded, with the numbers of the texts that prove it."""
    found = embedder.embed([said(claim.pattern, negated=claim.negated)])
    amount = claim.amounts[0] if claim.amounts else None
    return Wanted(
        level=claim.level,
        vector=found.codes[0].astype(np.float32) * found.scales[0],
        codes=found.codes[0],
        type=str(claim.type),
        facet=None if claim.facet is None else str(claim.facet),
        negated=claim.negated,
        slot=None if amount is None else slot_of(amount),
        low=-math.inf if amount is None else amount.low,
        high=math.inf if amount is None else amount.high,
        proving=frozenset(proving),
        weight=claim.weight,
    )


@dataclass(frozen=True, eq=False, kw_only=True)
class _Proof:
    """Rows that prove a wish: whose they are (homes, or areas at their level), and their cosines."""

    owners: Numbers
    cosines: Floats


def answer(area_of: NDArray[np.int32], texts: int, asked: Sequence[Wanted], found: Sequence[Nearest]) -> list[int]:
    """Numbers of the homes that are found for every wish, best first; `texts` is how many there are."""
    proofs = [_proof(one, wish.proving, texts) for wish, one in zip(asked, found, strict=True)]
    homes = _everywhere(area_of, asked, proofs)
    scores = np.zeros(len(homes))
    for level, weight in LEVEL_WEIGHTS.items():
        of_level = [(wish, one) for wish, one in zip(asked, proofs, strict=True) if wish.level == level]
        total = sum(wish.weight for wish, _ in of_level)
        owners = area_of[homes] if level == AREA_LEVEL else homes
        for wish, one in of_level:
            scores += weight * wish.weight / total * _likeness(owners, one)
    return [int(home) for home in homes[np.lexsort((homes, -scores))]]


def _proof(found: Nearest, proving: frozenset[int], texts: int) -> _Proof:
    owners, said = np.divmod(found.keys, texts)
    keep = np.array([text in proving for text in said.tolist()], np.bool_)
    return _Proof(owners=owners[keep], cosines=found.cosines[keep])


def _everywhere(area_of: NDArray[np.int32], asked: Sequence[Wanted], proofs: Sequence[_Proof]) -> Numbers:
    homes: Numbers | None = None
    for wish, proof in zip(asked, proofs, strict=True):
        if wish.level != AREA_LEVEL:
            owners = np.unique(proof.owners)
            homes = owners if homes is None else np.intersect1d(homes, owners, assume_unique=True)
    if homes is None:
        homes = np.arange(len(area_of))
    for wish, proof in zip(asked, proofs, strict=True):
        if wish.level == AREA_LEVEL:
            homes = homes[np.isin(area_of[homes], proof.owners)]
    return homes


def _likeness(owners: Numbers | NDArray[np.int32], proof: _Proof) -> NDArray[np.float64]:
    """What a claim scores for each owner: its four best rows, each at half the weight of the one before."""
    rows: dict[int, list[float]] = {}
    asked = set(owners.tolist())
    for owner, cosine in zip(proof.owners.tolist(), proof.cosines.tolist(), strict=True):
        if owner in asked:
            rows.setdefault(owner, []).append(cosine)
    scores = {}
    for owner, cosines in rows.items():
        best = sorted(cosines, reverse=True)[:4]
        weights = [0.5**place for place in range(len(best))]
        scores[owner] = sum(map(float.__mul__, best, weights)) / sum(weights)
    return np.array([scores.get(owner, 0.0) for owner in owners.tolist()])

"""The per-claim method that is common today: nearest neighbours of each claim, mapped to homes and
intersected.

Every claim of the corpus is a row with its vector, in a table per level. A wish is one filtered
search among the rows of its level: by its type and facet, and for amounts by the overlap that we
use too. Of the results, only texts that our own plan accepts as proof count, so that no engine
loses because of a threshold. The answer is the homes found for every wish, ordered by weighted
similarity: the best row of a claim in full, the next ones at a half, a quarter, an eighth.
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
from benchmarks.race.prepared import Prepared, phrase_text, slot_of
from claimtree.model.claims import LevelName, QueryClaim
from claimtree.model.phrases import Codes
from claimtree.ports import Embedder

M, EF_CONSTRUCTION = 16, 200
LEVEL_WEIGHTS: Mapping[LevelName, float] = MappingProxyType({ROOM_LEVEL: 0.35, HOME_LEVEL: 0.40, AREA_LEVEL: 0.25})

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Reach:
    """How many neighbours a search returns, and how many candidates it examines, by level."""

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
    """The same direction in integers, which are shorter to send."""
    type: str
    facet: str | None
    negated: bool
    slot: str | None
    """What the amount measures; None without an amount."""
    low: float
    high: float
    proving: frozenset[int]
    """The texts that prove it."""
    weight: float


@dataclass(frozen=True, eq=False, kw_only=True)
class Nearest:
    """The result of a search: keys of rows, and their cosines."""

    keys: Numbers
    cosines: Floats

    @classmethod
    def of(cls, keys: Sequence[Any] | NDArray[Any], cosines: Sequence[float] | NDArray[Any]) -> Nearest:
        return cls(keys=np.asarray(keys, np.int64), cosines=np.asarray(cosines, np.float32))


class Peer(Protocol):
    """An engine that stores rows with vectors."""

    @property
    def name(self) -> str:
        """The name with the version."""

    @property
    def port(self) -> int | None:
        """The port of the local server whose memory counts; None if it runs in our process."""

    def load(self, prepared: Prepared, progress: Progress) -> None:
        """Writes every row, a table per level; first removes what an interrupted run left."""

    def index(self, prepared: Prepared, progress: Progress) -> None:
        """Builds the indexes for searching."""

    def nearest(self, wanted: Sequence[Wanted], reach: Reach) -> Sequence[Nearest]:
        """Runs one filtered search for each wish."""

    def size(self) -> int:
        """Returns the bytes on disk."""

    def drop(self) -> None:
        """Removes what was written."""

    def close(self) -> None: ...


def wanted(claim: QueryClaim, proving: Collection[int], embedder: Embedder) -> Wanted:
    """Returns a query claim for the method, embedded, with the numbers of the texts that prove
    it."""
    found = embedder.embed([phrase_text(claim.pattern, negated=claim.negated)])
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
    """Rows that prove a wish: their owners (homes, or areas at their level), and their cosines."""

    owners: Numbers
    cosines: Floats


def answer(area_of: NDArray[np.int32], texts: int, asked: Sequence[Wanted], found: Sequence[Nearest]) -> list[int]:
    """Returns the homes that are found for every wish, best first; `texts` is the number of
    texts."""
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
    owners, phrase_text = np.divmod(found.keys, texts)
    keep = np.array([text in proving for text in phrase_text.tolist()], np.bool_)
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
    """Returns a claim's score for each owner: its four best rows, each at half the weight of the
    previous."""
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

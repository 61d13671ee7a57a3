"""Do two versions of a store answer alike? Questions are made of what the homes themselves say."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from claimtree.engine import Engine
from claimtree.model.answers import Answer, Found
from claimtree.model.claims import ClaimKind, EntityId
from claimtree.ports import Store

HITS: Final = 20
LONGEST: Final = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What came of asking two versions the same."""

    asked: int = 0
    different: tuple[str, ...] = ()
    """The questions that they answer differently, each with what is different."""


def questions(store: Store, ids: Sequence[EntityId], *, seed: int = 0) -> list[str]:
    """One question for each home: some of what it and its parts say, or its title where they say nothing.

    Equal seeds ask the same.
    """
    rng = random.Random(seed)
    found: list[str] = []
    for item in store.get(ids):
        family = (item, *store.get(store.children(item.entity.id)))
        said = sorted({claim.text for one in family for claim in one.claims if claim.kind is ClaimKind.BASE})
        some = rng.sample(said, min(len(said), rng.randint(1, 3)))
        question = ", ".join(some) or item.entity.title
        if question and len(question) <= LONGEST:
            found.append(question)
    return found


def compare(old: Engine, new: Engine, asked: Sequence[str]) -> Comparison:
    """The same questions to both: which hits, in which order, with what they meet, and the whole ladder."""
    different: list[str] = []
    for question in asked:
        before, after = (_shown(engine.search(question, limit=HITS)) for engine in (old, new))
        if before != after:
            different.append(f"{question!r}: {_told(before)} before, {_told(after)} now")
    return Comparison(asked=len(asked), different=tuple(different))


_Shown = tuple[tuple[tuple[EntityId, object], ...], object]


def _shown(answer: Answer) -> _Shown:
    if not isinstance(answer, Found):
        return (), None
    ladder = answer.ladder
    return (
        tuple((hit.id, hit.standing) for hit in answer.hits),
        (ladder.total, tuple(sorted(ladder.met.items())), ladder.more),
    )


def _told(shown: _Shown) -> str:
    hits, _ = shown
    return f"{hits[0][0]} first of {len(hits)} shown" if hits else "nothing"

"""Compares the answers of two versions of a store, on questions made from the stored claims."""

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
    """The result of asking both versions the same questions."""

    asked: int = 0
    different: tuple[str, ...] = ()
    """The questions whose answers differ, each with the difference."""


def questions(store: Store, ids: Sequence[EntityId], *, seed: int = 0) -> list[str]:
    """Returns one question per entity: some of its claims and those of its parts, or its title if
    there are none.

    Equal seeds give equal questions.
    """
    rng = random.Random(seed)
    found: list[str] = []
    for item in store.get(ids):
        family = (item, *store.get(store.children(item.entity.id)))
        texts = sorted({claim.text for one in family for claim in one.claims if claim.kind is ClaimKind.BASE})
        some = rng.sample(texts, min(len(texts), rng.randint(1, 3)))
        question = ", ".join(some) or item.entity.title
        if question and len(question) <= LONGEST:
            found.append(question)
    return found


def compare(old: Engine, new: Engine, asked: Sequence[str]) -> Comparison:
    """Asks both engines the same questions and compares hits, their order and standing, and the
    ladder.
    """
    different: list[str] = []
    for question in asked:
        before, after = (_comparable(engine.search(question, limit=HITS)) for engine in (old, new))
        if before != after:
            different.append(f"{question!r}: {_summary(before)} before, {_summary(after)} now")
    return Comparison(asked=len(asked), different=tuple(different))


_Shown = tuple[tuple[tuple[EntityId, object], ...], object]


def _comparable(answer: Answer) -> _Shown:
    if not isinstance(answer, Found):
        return (), None
    ladder = answer.ladder
    return (
        tuple((hit.id, hit.standing) for hit in answer.hits),
        (ladder.total, tuple(sorted(ladder.met.items())), ladder.more),
    )


def _summary(shown: _Shown) -> str:
    hits, _ = shown
    return f"{hits[0][0]} first of {len(hits)} shown" if hits else "nothing"

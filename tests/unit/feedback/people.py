"""Simulated users with known preferences who rate hits: what is learned from them can be compared
with the truth.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import numpy as np

from claimtree.feedback.comparisons import Pair
from claimtree.feedback.opinions import Opinion, Shown, ShownClaim, Thumb
from claimtree.feedback.scoring import Scores
from claimtree.model.answers import Verdict
from claimtree.model.claims import ClaimId, EntityId, LevelName, Strength, TypeName
from claimtree.model.pack import Pack
from claimtree.packs.weights_file import Weights

Claims = tuple[ShownClaim, ...]


class People:
    """Makes questions, hits and opinions."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack

    def claim(self, type: str = "features", level: str = "apartment", id: str = "c1", **changes: Any) -> ShownClaim:
        """A plain wish of a type; `met` is the grade with which it is met."""
        grade = changes.pop("met", 0)
        weight = self.pack.types[TypeName(type)].weight
        claim = ShownClaim(
            id=ClaimId(id),
            text=f"wish {id}",
            type=TypeName(type),
            level=LevelName(level),
            strength=Strength.PREFERRED,
            weight=weight,
            offset=0.0,
            or_group=None,
            verdict=Verdict.MET if grade else Verdict.UNKNOWN,
            grade=grade,
        )
        return replace(claim, **changes)

    def opinion(self, *claims: ShownClaim, place: int | None = 1, **said: Any) -> Opinion:
        given = {
            "collection": "rentals",
            "owner": "",
            "question": "a quiet home",
            "entity": EntityId("home-1"),
            "given_at": datetime(2026, 11, 15, 20, 0, tzinfo=UTC),
        }
        return Opinion(shown=Shown(place=place, claims=claims), **{**given, **said})

    def question(self, rng: random.Random, wishes: int) -> Claims:
        """Wishes over all levels and types, as they would be read."""
        claims = []
        for n in range(wishes):
            spec = rng.choice(list(self.pack.types.values()))
            weight = round(min(0.95, max(0.3, spec.weight + rng.choice([0.0, 0.0, 0.1, -0.1]))), 2)
            offset = round(weight - spec.weight, 4)
            level = str(rng.choice(spec.levels))
            claims.append(self.claim(str(spec.name), level, id=f"c{n + 1}", weight=weight, offset=offset))
        return tuple(claims)

    def hit(self, asked: Sequence[ShownClaim], rng: random.Random, *, met: int) -> Claims:
        """A hit that is proven to meet so many of the wishes."""
        chosen = set(rng.sample(range(len(asked)), met))
        return tuple(
            replace(claim, verdict=Verdict.MET, grade=rng.choice([12, 14, 16])) if n in chosen else claim
            for n, claim in enumerate(asked)
        )

    def score(self, claims: Claims, weights: Weights) -> float:
        """The score of one hit by a user's own weights."""
        nothing = tuple(replace(claim, verdict=Verdict.UNKNOWN, grade=0) for claim in claims)
        scores = Scores([Pair(asked=("", ()), better=claims, worse=nothing, weight=1.0)], self.pack)
        levels = np.array([weights.levels[level] for level in scores.levels])
        types = np.array([weights.types[name] for name in scores.types])
        return float(scores.ahead(levels, types)[0][0])

    def thumbs(
        self, factors: Mapping[str, float], *, questions: int, seed: int = 1, hits: int = 6, owner: str = ""
    ) -> list[Opinion]:
        """Of a person to whom some levels and claim types matter so many times more than the pack thinks: up for the
        better half of the hits of each question, down for the worse one."""
        rng = random.Random(seed)
        own = Weights(
            levels={name: weight * factors.get(str(name), 1.0) for name, weight in self.pack.level_weights.items()},
            types={name: spec.weight * factors.get(str(name), 1.0) for name, spec in self.pack.types.items()},
        )
        said: list[Opinion] = []
        for q in range(questions):
            asked = self.question(rng, wishes=6)
            shown = [self.hit(asked, rng, met=3) for _ in range(hits)]
            for n, claims in enumerate(sorted(shown, key=lambda claims: -self.score(claims, own))):
                said.append(
                    self.opinion(
                        *claims,
                        id=len(said) + 1,
                        question=f"question {seed}/{q}",
                        entity=EntityId(f"home-{n}"),
                        owner=owner,
                        thumb=Thumb.UP if n < hits // 2 else Thumb.DOWN,
                    )
                )
        return said

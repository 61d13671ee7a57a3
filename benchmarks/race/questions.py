"""Builds questions with known answers: wishes that some home meets, asked of all homes, every wish
required.

Each wish is first asked alone, to find the homes that meet it. A question then picks a random home
and asks for things that it has, two each of room, home and area, from what half of all homes offer
to what one in fifty does. So every question has an answer. Brute force determines the true answer.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.brute import Truth, evaluate
from benchmarks.generator import AREA_LEVEL, HOME_LEVEL, ROOM_LEVEL
from benchmarks.measure import Progress
from benchmarks.race.corpus import Corpus
from benchmarks.race.prepared import Prepared, phrase_text
from claimtree.model.answers import Ranked
from claimtree.model.claims import ClaimId, QueryClaim, Strength
from claimtree.model.phrases import Phrase, PhraseId
from claimtree.model.plans import Plan
from claimtree.ports import Store

KINDS = (("1 claim", 1, 0.0), ("2 claims", 2, 0.0), ("4 claims", 4, 0.0), ("6 claims", 6, 0.0),
         ("6 common claims", 6, 0.15))  # fmt: skip
"""Label of a kind of question, its number of claims, and the minimum share of homes that meet each
claim."""
_TURNS = (HOME_LEVEL, ROOM_LEVEL, AREA_LEVEL)
_SHARES = (0.5, 0.3, 0.2, 0.1, 0.05, 0.02)
_TRIES = 60
FIRST = 1_000
"""Number of hits of the standard queries that are kept for comparison."""

Resolver = Callable[[tuple[QueryClaim, ...]], Plan]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Wishes that are all required, and the homes that meet them all."""

    label: str
    claims: tuple[QueryClaim, ...]
    truth: tuple[int, ...] = ()
    """Numbers of homes, best first."""
    places: tuple[int, ...] = ()
    """The rank of each of them; equally good homes share a rank."""
    proving: tuple[frozenset[int], ...] = ()
    """For each claim, the numbers of the texts that prove it in our own plan, so that no engine
    needs a threshold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standard:
    """A query of `claimtree bench`, as users ask: some wishes required, some not."""

    label: str
    claims: tuple[QueryClaim, ...]
    truth: Truth | None = None
    """The first hits and the ladder, if brute force was run."""
    total: int = 0

    def wrong(self, ranked: Ranked) -> str:
        """Describes the error of a store that was asked for the first hits; empty if it is right or
        unknown."""
        if self.truth is None:
            return ""
        if ranked.ladder.total != self.total:
            return f"{ranked.ladder.total} answers, and there are {self.total}"
        if dict(ranked.ladder.met) != self.truth.met:
            return f"met {dict(ranked.ladder.met)}, and it is {self.truth.met}"
        wrong = (
            place for place, pair in enumerate(zip(ranked.hits, self.truth.hits, strict=False), 1) if _differ(pair)
        )
        place = next(wrong, 0)
        if not place and len(ranked.hits) != len(self.truth.hits):
            return f"{len(ranked.hits)} hits on a page that has {len(self.truth.hits)}"
        return f"place {place} is another" if place else ""


def _differ(pair: tuple[object, object]) -> bool:
    return pair[0] != pair[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """All questions and queries for one corpus."""

    questions: tuple[Question, ...]
    standard: tuple[Standard, ...] = ()

    def keep(self, folder: Path) -> None:
        (folder / "asked.pickle").write_bytes(pickle.dumps(self))

    @staticmethod
    def kept(folder: Path) -> Asked:
        """Loads what an earlier job of the same run has written."""
        found = pickle.loads((folder / "asked.pickle").read_bytes())
        if not isinstance(found, Asked):
            raise TypeError(f"asked.pickle holds {type(found).__name__}")
        return found


class Maker:
    """Builds questions, using a store that holds the corpus."""

    def __init__(self, store: Store, resolver: Resolver, numbers: Mapping[str, int], seed: int) -> None:
        self._store = store
        self._resolver = resolver
        self._numbers = numbers
        self._rng = random.Random(seed)

    def questions(self, wishes: Sequence[QueryClaim], each: int, progress: Progress) -> tuple[Question, ...]:
        """Returns questions of every kind, except those that the corpus is too small for."""
        met: list[tuple[QueryClaim, NDArray[np.bool_], float]] = []
        for number, claim in enumerate(wishes):
            homes = self._meeting(claim)
            if homes.any():
                met.append((claim, homes, float(homes.mean())))
            progress("asking each wish alone", number + 1, len(wishes))
        made = []
        for label, size, least in KINDS:
            pool = [one for one in met if one[2] >= least]
            for _ in range(each):
                made += list(self._question(label, size, pool))
            progress("putting questions together", len(made), each * len(KINDS))
        return tuple(made)

    def _meeting(self, claim: QueryClaim) -> NDArray[np.bool_]:
        plan = self._resolver((replace(claim, strength=Strength.REQUIRED),))
        homes = np.zeros(len(self._numbers), np.bool_)
        if plan.wishes[0].matches:
            homes[[self._numbers[hit.id] for hit in self._store.rank(plan, limit=len(homes)).hits]] = True
        return homes

    def _question(
        self, label: str, size: int, pool: Sequence[tuple[QueryClaim, NDArray[np.bool_], float]]
    ) -> Iterator[Question]:
        for _ in range(_TRIES):
            home = self._rng.randrange(len(self._numbers))
            has = [(claim, share) for claim, homes, share in pool if homes[home]]
            chosen = self._chosen(has, size)
            if len(chosen) == size and self._store.rank(self._resolver(chosen), limit=1).hits:
                yield Question(label=label, claims=chosen)
                return

    def _chosen(self, has: Sequence[tuple[QueryClaim, float]], size: int) -> tuple[QueryClaim, ...]:
        """Chooses a wish of each level in turn, near the share of that turn."""
        chosen: list[QueryClaim] = []
        for i in range(size):
            share = _SHARES[(i + self._rng.randrange(2)) % len(_SHARES)]
            fresh = [
                (claim, its)
                for claim, its in has
                if claim.level == _TURNS[i % 3] and all(claim.pattern != other.pattern for other in chosen)
            ]
            if not fresh:
                return ()
            fresh.sort(key=lambda one: max(one[1] / share, share / one[1]))
            claim, _ = self._rng.choice(fresh[:5])
            chosen.append(
                replace(
                    claim,
                    id=ClaimId(f"c{i + 1}"),
                    weight=round(self._rng.uniform(0.6, 0.95), 2),
                    strength=Strength.REQUIRED,
                )
            )
        return tuple(chosen)


def with_truth(
    corpus: Corpus,
    asked: Asked,
    strictly: Resolver,
    plainly: Resolver,
    prepared: Prepared,
    phrases: Mapping[PhraseId, Phrase],
    progress: Callable[[int], None],
    *,
    checked: int,
) -> Asked:
    """Returns all questions with their true answers by brute force; of the standard queries the
    first few of each label."""
    plans = [strictly(question.claims) for question in asked.questions]
    counts: dict[str, int] = {}
    looked: list[int] = []
    for number, one in enumerate(asked.standard):
        counts[one.label] = counts.get(one.label, 0) + 1
        if counts[one.label] <= checked:
            looked.append(number)
            plans.append(plainly(one.claims))
    truths = evaluate(corpus, plans, progress=progress)
    questions = [
        replace(_with_truth(one, truth, prepared.numbers), proving=_proving(plan, prepared.texts, phrases))
        for one, plan, truth in zip(asked.questions, plans, truths, strict=False)
        if truth.hits
    ]
    standard = list(asked.standard)
    for number, truth in zip(looked, truths[len(asked.questions) :], strict=True):
        short = replace(truth, hits=truth.hits[:FIRST])
        standard[number] = replace(standard[number], truth=short, total=len(truth.hits))
    return Asked(questions=tuple(questions), standard=tuple(standard))


def _proving(plan: Plan, texts: Mapping[str, int], phrases: Mapping[PhraseId, Phrase]) -> tuple[frozenset[int], ...]:
    """Returns the texts of the phrases that prove each wish, at its own level and of its own
    type."""
    found = []
    for wish in plan.wishes:
        proof = (phrases[match.phrase] for match in wish.matches if match.holds > 0)
        written = (phrase_text(phrase.pattern, negated=phrase.negated) for phrase in proof)
        found.append(frozenset(texts[text] for text in written if text in texts))
    return tuple(found)


def _with_truth(question: Question, truth: Truth, numbers: Mapping[str, int]) -> Question:
    places, last = list[int](), None
    for number, hit in enumerate(truth.hits, 1):
        places.append(places[-1] if hit.standing == last else number)
        last = hit.standing
    return replace(question, truth=tuple(numbers[hit.id] for hit in truth.hits), places=tuple(places))

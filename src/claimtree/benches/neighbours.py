"""Nearest neighbours beside the comparison of everything: what they overlook, and what they cost.

The phrases of a generated world go into a store that knows neighbours (`ports.Neighbours`), without any homes. Whole
questions are then resolved both ways.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median

from claimtree.benches.generator import World, phrases_of
from claimtree.benches.measure import identity_of
from claimtree.errors import BadInput
from claimtree.model.pack import Pack
from claimtree.model.phrases import Batch, Phrase, PhraseId, Vectors
from claimtree.model.plans import Basis, Plan
from claimtree.models.cached import cached
from claimtree.models.encoder import NAME as OWN
from claimtree.models.open import open_embedder
from claimtree.models.scope import open_scope
from claimtree.packs.load import load_pack
from claimtree.ports import Embedder, Neighbours, Reach, Store
from claimtree.search.phrase_index import Vocabulary
from claimtree.search.resolve import resolve
from claimtree.stores.open import open_store
from claimtree.text.rule_reader import RuleReader

LIMITS = (50, 200, 1_000)
QUESTIONS = (
    "quiet street, sunny living room, oak floors, dogs allowed, a garden to sit in and somewhere safe for a bike",
    "modern kitchen with marble counters, a walk-in shower, covered parking, no bars nearby, close to a park",
    "charming old building with high ceilings, bookshelves built in, a desk by the window, laundry, no carpets",
    "spacious bedroom with a large closet, freshly painted, a balcony over the yard, friendly doorman, good light",
)
_TIMES = 5
_BY_CHANCE = (Basis.JUDGE, Basis.LIKENESS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One number of neighbours, over all questions."""

    limit: int
    recall: float
    """Of the phrases that comparing all of them finds nearest, the share that was proposed; equally near ones count."""
    least: float
    """The same for the one vector that fared worst."""
    kept: float
    """Of the phrases that a complete search takes as evidence by a chance, the share that is still taken."""
    ms: float
    """To resolve a question of some six wishes, the median."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    phrases: int
    fill_s: float
    exact_ms: float
    """To resolve a question by comparing all phrases, which misses nothing."""
    rows: tuple[Row, ...]


class Exhaustive:
    """The neighbours that there are: everything is compared."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def fill_neighbours(self, tell: Callable[[int, int], None] | None = None) -> int:
        return 0

    def neighbours(self, asked: Vectors, reaches: Sequence[Reach], *, limit: int) -> tuple[frozenset[PhraseId], ...]:
        """Also those that are exactly as near as the last of them."""
        return tuple(
            frozenset(self._nearest(asked.take([row]), reach, limit) if asked.scales[row] > 0 else ())
            for row, reach in enumerate(reaches)
        )

    def _nearest(self, asked: Vectors, reach: Reach, limit: int) -> Iterator[PhraseId]:
        found: list[tuple[float, PhraseId]] = []
        for partition in self._store.partitions(reach.keys):
            similarity = partition.vectors.similarity(asked)[:, 0].tolist()
            blank = (partition.vectors.scales == 0).tolist()
            for phrase, near, empty in zip(partition.phrases, similarity, blank, strict=True):
                if phrase.name is None and not empty and not (reach.unlisted and phrase.concept is not None):
                    found.append((near, phrase.id))
        found.sort(reverse=True)
        last = found[min(limit, len(found)) - 1][0] if found else 0.0
        yield from (id for near, id in found if near >= last)


class _Watched(Vocabulary):
    """A store's phrases; whatever its graph proposes is compared with what is there."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._truth = Exhaustive(store)
        self._inner = super().graph()
        self.recalls: list[float] = []

    def graph(self) -> Neighbours:
        return self

    def fill_neighbours(self, tell: Callable[[int, int], None] | None = None) -> int:
        return self._inner.fill_neighbours(tell)

    def neighbours(self, asked: Vectors, reaches: Sequence[Reach], *, limit: int) -> tuple[frozenset[PhraseId], ...]:
        proposed = self._inner.neighbours(asked, reaches, limit=limit)
        for near, true in zip(proposed, self._truth.neighbours(asked, reaches, limit=limit), strict=True):
            if true:
                self.recalls.append(min(1.0, len(near & true) / min(limit, len(true))))
        return proposed


def measured(
    address: str,
    *,
    homes: int = 7_500,
    seed: int = 7,
    pack: str = "rentals",
    embedder: str = OWN,
    limits: Sequence[int] = LIMITS,
) -> Measured:
    """Both ways over the phrases of a world of so many homes, in a store at an address where there is none yet."""
    known = load_pack(pack)
    with (
        tempfile.TemporaryDirectory() as folder,
        # Kept, so that embedding the wishes again and again is no part of what is timed.
        closing(cached(open_embedder(embedder), Path(folder) / "vectors")) as embeds,
        closing(open_store(address, identity_of(known, embeds), known.hierarchy)) as store,
    ):
        if store.info().phrases:
            raise BadInput(f"there is a store at {address} already", hint="Give a prefix of its own.")
        graph = Vocabulary(store).graph()
        for phrases in _phrases(World(known, homes, seed)):
            store.put(Batch(phrases=phrases, vectors=embeds.embed([phrase.pattern for phrase in phrases])))
        started = time.perf_counter()
        graph.fill_neighbours()
        fill_s = time.perf_counter() - started
        exact_ms, rows = _both_ways(store, known, embeds, limits)
        return Measured(phrases=store.info().phrases, fill_s=fill_s, exact_ms=exact_ms, rows=rows)


def _both_ways(store: Store, pack: Pack, embedder: Embedder, limits: Sequence[int]) -> tuple[float, tuple[Row, ...]]:
    reader = RuleReader(pack, scope=open_scope(pack.languages))
    asked = [reader.read_query(question).claims for question in QUESTIONS]
    plain, watched = Vocabulary(store), _Watched(store)

    def timed(limit: int | None) -> float:
        taken = []
        for claims in asked * _TIMES:
            started = time.perf_counter()
            resolve(claims, pack, plain, embedder, neighbours=limit)
            taken.append(1000 * (time.perf_counter() - started))
        return median(taken)

    whole = [resolve(claims, pack, plain, embedder) for claims in asked]
    exact_ms = timed(None)
    rows = []
    for limit in limits:
        watched.recalls.clear()
        some = [resolve(claims, pack, watched, embedder, neighbours=limit) for claims in asked]
        recalls = tuple(watched.recalls)
        rows.append(
            Row(limit=limit, recall=fmean(recalls), least=min(recalls), kept=_kept(whole, some), ms=timed(limit))
        )
    return exact_ms, tuple(rows)


def _phrases(world: World) -> Iterator[tuple[Phrase, ...]]:
    """Each phrase once, in the order in which it is first said."""
    seen: set[PhraseId] = set()
    for block in world.entities():
        fresh = {phrase.id: phrase for phrase in phrases_of(block) if phrase.id not in seen}
        seen |= fresh.keys()
        yield tuple(fresh.values())


def _kept(whole: Sequence[Plan], some: Sequence[Plan]) -> float:
    found, there = _by_chance(some), _by_chance(whole)
    return len(found & there) / len(there) if there else 1.0


def _by_chance(plans: Sequence[Plan]) -> set[tuple[int, int, PhraseId]]:
    return {
        (number, i, match.phrase)
        for number, plan in enumerate(plans)
        for i, wish in enumerate(plan.wishes)
        for match in (*wish.matches, *wish.doubtful)
        if match.by in _BY_CHANCE
    }

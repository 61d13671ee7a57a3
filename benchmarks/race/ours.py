"""Our own stores in the race: queried like an engine does, with every wish resolved against all
phrases first."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.measure import Progress, Remembering, identity_of
from benchmarks.race.corpus import Corpus
from benchmarks.race.prepared import Prepared
from benchmarks.race.questions import FIRST, Question, Standard
from benchmarks.race.rest import Rest
from benchmarks.race.scores import TOP
from benchmarks.timing import Latency, Stopwatch
from claimtree.model.claims import QueryClaim
from claimtree.model.pack import Pack
from claimtree.model.plans import Plan
from claimtree.model.verdicts import judge
from claimtree.ports import Store
from claimtree.search.phrase_index import Vocabulary
from claimtree.search.resolve import resolve
from claimtree.stores.open import open_store

SHOWN = 10


def store_address(engine: str, folder: Path, server: str) -> str:
    """Returns the address of our store of a corpus."""
    if engine == "ours-sqlite":
        return f"sqlite:///{folder / 'ours.db'}"
    scheme = engine.removeprefix("ours-")
    return f"{scheme}://{server}/race-ours-{folder.name}"


def remove_store(engine: str, folder: Path, server: str) -> None:
    """Removes our store of a corpus, including partial remains."""
    if engine == "ours-sqlite":
        for file in folder.glob("ours.db*"):
            file.unlink()
        return
    with closing(Rest(server)) as rest:
        for index in rest.ask(
            "GET", f"/race-ours-{folder.name}*/_settings?expand_wildcards=all&filter_path=*.settings.index.uuid"
        ):
            rest.ask("DELETE", f"/{index}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """The time of writing, without generating and embedding."""

    put_s: float
    compact_s: float
    bytes: int


def fill(address: str, corpus: Corpus, prepared: Prepared, progress: Progress) -> Filled:
    """Writes the corpus into a store."""
    store = open_store(address, identity_of(corpus.pack, corpus.embedder), corpus.pack.hierarchy, create=True)
    spent, homes = 0.0, 0
    for batch in prepared.batches(corpus):
        started = time.perf_counter()
        store.put(batch)
        spent += time.perf_counter() - started
        homes += sum(item.entity.level == corpus.pack.hierarchy.answers for item in batch.entities)
        progress("writing our store", homes, prepared.sizes.homes)
    started = time.perf_counter()
    store.compact()
    compact_s = time.perf_counter() - started
    size = store.info().bytes
    store.close()
    return Filled(put_s=round(spent, 2), compact_s=round(compact_s, 2), bytes=size)


def reopened(address: str, corpus: Corpus) -> Store:
    """Opens a store that was filled before."""
    return open_store(address, identity_of(corpus.pack, corpus.embedder), corpus.pack.hierarchy, create=False)


class OurStore:
    """One of our stores, ready for queries."""

    def __init__(self, store: Store, corpus: Corpus, prepared: Prepared) -> None:
        self.store = store
        self._pack = corpus.pack
        # The method has no evidence from other levels and types, so ours does without it too.
        self._plain = replace(corpus.pack, evidence=())
        self._numbers = prepared.numbers
        self._vocabulary = Vocabulary(store)
        self._embedder = Remembering(corpus.embedder)

    def strictly(self, claims: tuple[QueryClaim, ...]) -> Plan:
        """Returns the plan of a question of the race."""
        return self._resolve(claims, self._plain, strict=True)

    def plainly(self, claims: tuple[QueryClaim, ...]) -> Plan:
        """Returns the plan of a query as users ask it."""
        return self._resolve(claims, self._pack, strict=False)

    def page(self, question: Question) -> Callable[[], object]:
        """Returns a function that gets the first page, including resolving; embeddings are cached
        before."""
        self.strictly(question.claims)
        return lambda: self.store.rank(self.strictly(question.claims), limit=TOP)

    def all_hits(self, question: Question) -> Sequence[int]:
        """Returns all homes, best first."""
        ranked = self.store.rank(self.strictly(question.claims), limit=len(self._numbers))
        return [self._numbers[hit.id] for hit in ranked.hits]

    def standard(
        self, asked: Sequence[Standard], runs: int, progress: Progress
    ) -> tuple[dict[str, Latency], list[str]]:
        """Returns latencies of whole searches by label, and the differences from brute force."""
        watch, wrong = Stopwatch(), list[str]()
        for number, one in enumerate(asked):
            if one.truth is not None:
                problem = one.wrong(self.store.rank(self.plainly(one.claims), limit=FIRST))
                if problem:
                    wrong.append(f"{one.label}: {problem}")
            self._search(one.claims)
            for _ in range(runs):
                with watch.lap(one.label):
                    self._search(one.claims)
            progress("standard queries", number + 1, len(asked))
        return {label: watch.latency(label) for label in watch.wall}, wrong

    def _search(self, claims: tuple[QueryClaim, ...]) -> None:
        plan = self.plainly(claims)
        ranked = self.store.rank(plan, limit=SHOWN)
        for dossier in self.store.dossiers(plan, [hit.id for hit in ranked.hits]):
            judge(plan, dossier)

    def _resolve(self, claims: tuple[QueryClaim, ...], pack: Pack, *, strict: bool) -> Plan:
        return resolve(claims, pack, self._vocabulary, self._embedder, strict=strict)

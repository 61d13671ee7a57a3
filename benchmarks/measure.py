"""Measures one world: the time to build it, its size, its search latency, and its correctness.

Building and searching run in separate processes (see `worker`), so that memory and the first search
are those of a fresh process.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.brute import evaluate
from benchmarks.generator import World, phrases_of, with_curve
from benchmarks.machine import resident_bytes
from benchmarks.queries import Query, candidates, queries, sample
from benchmarks.timing import Latency, Stopwatch
from claimtree.model.claims import QueryClaim
from claimtree.model.pack import Pack
from claimtree.model.phrases import Batch, PhraseId, Vectors
from claimtree.model.plans import Plan
from claimtree.model.verdicts import judge
from claimtree.models.hashed import HashedEmbedder
from claimtree.models.open import open_embedder
from claimtree.models.scope import open_scope
from claimtree.packs.load import load_pack
from claimtree.ports import Embedder, Store, StoreIdentity
from claimtree.search.phrase_index import Vocabulary
from claimtree.search.resolve import resolve
from claimtree.stores.memory import MemoryStore
from claimtree.stores.sqlite import SqliteStore
from claimtree.text.rule_reader import RuleReader

FAST_EMBEDDER = "hashed-384"
"""Hashed words and trigrams at the width of bge-small: as slow to scan, and fast to compute."""

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """The world to measure, and the amount of measurement."""

    homes: int
    seed: int
    embedder: str
    pack: str
    folder: str
    each: int = 10
    """Queries of each series."""
    checked: int = 3
    """Queries compared with brute force; 0 for none."""
    places: int = 0
    """Number of places around the homes; 0 for a world without coordinates."""

    @property
    def path(self) -> Path:
        around = f"-places-{self.places}" if self.places else ""
        return Path(self.folder) / f"homes-{self.homes}{around}.db"


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """The cost of building, and the size of the result."""

    homes: int
    entities: int
    claims: int
    phrases: int
    generate_s: float
    embed_s: float
    put_s: float
    compact_s: float
    claims_per_s: float
    """Claims written per second of the store's own CPU time."""
    bytes: int
    bytes_per_claim: float
    peak_rss_mb: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """The latencies of one kind of query."""

    series: str
    label: str
    queries: int
    postings: float
    """Per wish."""
    answers: float
    """Mean number of remaining candidates."""
    stages: dict[str, Latency]


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """Search figures of a world that was built before."""

    homes: int
    open_ms: float
    first_ms: float
    """The first search of a fresh process, including opening the store."""
    rss_before_mb: float
    rss_opened_mb: float
    rss_mb: float
    """After all queries."""
    rss_bytes_per_claim: float
    series: list[Series]
    checked: int
    right: int
    wrong: list[str]


class Bench:
    """A pack, an embedder and a world, needed by every job."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.embedder = named_embedder(job.embedder)
        self.pack = with_curve(load_pack(job.pack), self.embedder)
        self.world = World(self.pack, job.homes, job.seed)

    @property
    def identity(self) -> StoreIdentity:
        return identity_of(self.pack, self.embedder)

    def open(self, *, create: bool = False) -> SqliteStore:
        return SqliteStore(self.job.path, self.identity, self.pack.hierarchy, create=create)

    def resolver(self, store: Store) -> Callable[[tuple[QueryClaim, ...]], Plan]:
        """Returns a resolver that caches the vectors of wishes, since embedding is reported
        separately."""
        vocabulary, remembered = Vocabulary(store), Remembering(self.embedder)
        return lambda claims: resolve(claims, self.pack, vocabulary, remembered)


class Remembering:
    """An embedder with a cache of all vectors."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self.name = inner.name
        self.dimensions = inner.dimensions
        self._known: dict[str, Vectors] = {}

    def embed(self, texts: Sequence[str]) -> Vectors:
        for text in texts:
            if text not in self._known:
                self._known[text] = self._inner.embed([text])
        if not texts:
            return Vectors.empty(self.dimensions)
        return Vectors.concatenate([self._known[text] for text in texts])


def named_embedder(name: str) -> Embedder:
    return HashedEmbedder(384) if name == FAST_EMBEDDER else open_embedder(name)


def identity_of(pack: Pack, embedder: Embedder) -> StoreIdentity:
    return StoreIdentity(
        pack=pack.name, pack_version=pack.version, embedder=embedder.name, dimensions=embedder.dimensions
    )


def build(job: Job, progress: Progress) -> Built:
    """Builds the world's store, and saves the frequency of each phrase beside it."""
    bench = Bench(job)
    store = bench.open(create=True)
    watch = Stopwatch()
    counts: Counter[PhraseId] = Counter()
    seen: set[PhraseId] = set()
    peak = resident_bytes()
    blocks = bench.world.entities()
    done = 0
    while True:
        with watch.lap("generate"):
            block = next(blocks, None)
            if block is None:
                break
            phrases = list(phrases_of(block))
            counts.update(phrase.id for phrase in phrases)
            fresh = tuple({phrase.id: phrase for phrase in phrases if phrase.id not in seen}.values())
            seen.update(phrase.id for phrase in fresh)
        with watch.lap("embed"):
            vectors = bench.embedder.embed([phrase.pattern for phrase in fresh])
        with watch.lap("put"):
            store.put(Batch(entities=block, phrases=fresh, vectors=vectors))
        peak = max(peak, resident_bytes())
        done += 1
        progress(f"building {job.homes:,} homes", min(job.homes, (done - 1) * 1000), job.homes)
    with watch.lap("compact"):
        store.compact()
    info = store.info()
    store.close()
    size = sum(file.stat().st_size for file in job.path.parent.glob(job.path.name + "*"))
    keep_counts(job, counts)
    total = {stage: sum(laps) / 1000 for stage, laps in watch.wall.items()}
    store_cpu = (sum(watch.cpu["put"]) + sum(watch.cpu["compact"])) / 1000
    return Built(
        homes=job.homes,
        entities=sum(info.entities.values()),
        claims=info.claims,
        phrases=info.phrases,
        generate_s=round(total["generate"], 1),
        embed_s=round(total["embed"], 1),
        put_s=round(total["put"], 1),
        compact_s=round(total["compact"], 1),
        claims_per_s=round(info.claims / store_cpu),
        bytes=size,
        bytes_per_claim=round(size / info.claims, 1),
        peak_rss_mb=round(peak / 1e6, 1),
    )


def search(job: Job, progress: Progress) -> Searched:
    """Opens the world in this fresh process and runs all queries; the first run of each is timed
    separately.

    Some of the answers are also compared with brute force.
    """
    bench = Bench(job)
    wishes = sample(bench.world)
    before = resident_bytes()
    started = time.perf_counter()
    store = bench.open()
    resolver = bench.resolver(store)
    open_ms = 1000 * (time.perf_counter() - started)
    store.rank(resolver(wishes), limit=10)
    first_ms = 1000 * (time.perf_counter() - started)
    opened = resident_bytes()
    counts = counts_of(job)
    claims = sum(counts.values())
    watch = Stopwatch()
    progress(f"wishes of {job.homes:,} homes", 0, 1)
    found = candidates(bench.world, store, resolver, counts, seed=job.seed)
    asked = (*queries(bench.world, found, seed=job.seed, each=job.each), *_sentences(bench))
    answers: dict[tuple[str, str], list[int]] = {}
    for number, query in enumerate(asked):
        key = (query.series, query.label)
        for run in range(4):
            # The first run fetches postings that no query has fetched before.
            total = _ask(query, store, resolver, watch, f"{query.series} {query.label}", first=run == 0)
            if run == 0:
                answers.setdefault(key, []).append(total)
        progress(f"searching {job.homes:,} homes", number + 1, len(asked))
    rss = resident_bytes()
    checked, wrong = _compare(bench, store, resolver, asked, progress) if job.checked else (0, [])
    store.close()
    return Searched(
        homes=job.homes,
        open_ms=round(open_ms, 1),
        first_ms=round(first_ms, 1),
        rss_before_mb=round(before / 1e6, 1),
        rss_opened_mb=round(opened / 1e6, 1),
        rss_mb=round(rss / 1e6, 1),
        rss_bytes_per_claim=round((rss - before) / claims, 1),
        series=[
            _series(key, [query for query in asked if (query.series, query.label) == key], found_answers, watch)
            for key, found_answers in answers.items()
        ],
        checked=checked,
        right=checked - len(wrong),
        wrong=wrong,
    )


def _sentences(bench: Bench) -> Iterator[Query]:
    """Yields the pack's suggested queries, read like those of a user."""
    reader = RuleReader(bench.pack, embedder=bench.embedder, scope=open_scope(bench.pack.languages))
    for sentence in bench.pack.queries:
        claims = reader.read_query(sentence).claims
        if claims:
            yield Query(series="sentences", label="", claims=claims)


def _ask(
    query: Query,
    store: Store,
    resolver: Callable[[tuple[QueryClaim, ...]], Plan],
    watch: Stopwatch,
    key: str,
    *,
    first: bool,
) -> int:
    """Runs one search and times each stage; returns the number of answers."""
    started, cpu = time.perf_counter(), time.process_time()
    plan = resolver(query.claims)
    resolved, resolved_cpu = time.perf_counter(), time.process_time()
    ranked = store.rank(plan, limit=10)
    ordered, ordered_cpu = time.perf_counter(), time.process_time()
    for dossier in store.dossiers(plan, [hit.id for hit in ranked.hits]):
        judge(plan, dossier)
    ended, ended_cpu = time.perf_counter(), time.process_time()
    if first:
        watch.note(f"{key} first", ended - started, ended_cpu - cpu)
    else:
        watch.note(f"{key} resolve", resolved - started, resolved_cpu - cpu)
        watch.note(f"{key} rank", ordered - resolved, ordered_cpu - resolved_cpu)
        watch.note(f"{key} evidence", ended - ordered, ended_cpu - ordered_cpu)
        watch.note(f"{key} total", ended - started, ended_cpu - cpu)
    return ranked.ladder.total


def _series(key: tuple[str, str], asked: Sequence[Query], answers: Sequence[int], watch: Stopwatch) -> Series:
    name = f"{key[0]} {key[1]}"
    return Series(
        series=key[0],
        label=key[1],
        queries=len(asked),
        postings=round(sum(query.postings for query in asked) / len(asked)),
        answers=round(sum(answers) / len(answers), 1),
        stages={stage: watch.latency(f"{name} {stage}") for stage in ("resolve", "rank", "evidence", "total", "first")},
    )


def _compare(
    bench: Bench,
    store: Store,
    resolver: Callable[[tuple[QueryClaim, ...]], Plan],
    asked: Sequence[Query],
    progress: Progress,
) -> tuple[int, list[str]]:
    """Compares complete answers, in order, with brute force, for queries of different kinds."""
    kinds: dict[tuple[str, str], Query] = {}
    for query in asked:
        kinds.setdefault((query.series, query.label), query)
    wanted = [("claims", "6"), ("selectivity", "0.1"), ("claims", "8"), ("selectivity", "0.5"), ("postings", "1000")]
    chosen = [kinds[key] for key in wanted if key in kinds][: bench.job.checked]
    plans = [resolver(query.claims) for query in chosen]
    homes = bench.world.homes
    truths = evaluate(bench.world, plans, progress=lambda done: progress("brute force", done, homes))
    wrong = []
    for query, plan, truth in zip(chosen, plans, truths, strict=True):
        problem = truth.differs(store.rank(plan, limit=homes))
        if problem:
            wrong.append(f"{homes:,} homes, {query.series} {query.label}: {problem}")
    return len(chosen), wrong


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Whether the default store and the reference agree, ladder included."""

    homes: int
    queries: int
    right: int
    wrong: list[str]


def agree(job: Job, progress: Progress) -> Agreement:
    """Runs all kinds of queries on a small world with the memory store and sqlite.

    Hits, standings and ladder have to be equal.
    """
    bench = Bench(job)
    reference = MemoryStore(bench.identity, bench.pack.hierarchy)
    store = bench.open(create=True)
    counts: Counter[PhraseId] = Counter()
    for batch in bench.world.batches(bench.embedder):
        reference.put(batch)
        store.put(batch)
        counts.update(phrase.id for phrase in phrases_of(batch.entities))
    resolver = bench.resolver(store)
    found = candidates(bench.world, store, resolver, counts, seed=job.seed)
    asked = queries(bench.world, found, seed=job.seed, each=job.each)
    wrong = []
    for number, query in enumerate(asked):
        plan = resolver(query.claims)
        theirs, ours = store.rank(plan, limit=job.homes), reference.rank(plan, limit=job.homes)
        if theirs != ours:
            wrong.append(f"{query.series} {query.label}: {[claim.text for claim in query.claims]}")
        progress("comparing with the memory store", number + 1, len(asked))
    store.close()
    return Agreement(homes=job.homes, queries=len(asked), right=len(asked) - len(wrong), wrong=wrong)


def keep_counts(job: Job, counts: Counter[PhraseId]) -> None:
    """Saves the phrase frequencies beside the world, to build queries from later."""
    np.savez(
        _counts_path(job),
        ids=np.fromiter(counts.keys(), np.int64, len(counts)),
        counts=np.fromiter(counts.values(), np.int64, len(counts)),
    )


def counts_of(job: Job) -> dict[PhraseId, int]:
    """Returns the frequency of each phrase of a world that was built before."""
    with np.load(_counts_path(job)) as saved:
        return {PhraseId(id): n for id, n in zip(saved["ids"].tolist(), saved["counts"].tolist(), strict=True)}


def _counts_path(job: Job) -> Path:
    return job.path.with_suffix(".counts.npz")

"""Jobs of the prose benchmark, each in its own process: index listings, search them.

They use the same path as `claimtree index` and `claimtree search`: the workspace opens everything,
the real encoder reads and judges. Indexing saves the time spent beside the store, so that a run
that resumes after an interruption still reports the total.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.airbnb import prose_records
from benchmarks.generator import HOME_LEVEL
from benchmarks.machine import peak_bytes, resident_bytes
from benchmarks.measure import Progress
from benchmarks.prose.market import Home, Market, write_market
from benchmarks.prose.planted import FACTS, Fact
from benchmarks.prose.questions import Questions, is_own, questions
from benchmarks.starting import Started, start
from benchmarks.timing import Latency, Stopwatch, percentile
from claimtree.engine import Engine
from claimtree.errors import ClaimtreeError
from claimtree.model.claims import EntityId, QueryClaim
from claimtree.ports import MovableStore
from claimtree.settings import Settings
from claimtree.sources.read import read_files
from claimtree.workspace import Workspace

STARTS = 5
"""Fresh processes for each kind of question."""
KEEP_EVERY_S = 1.0
AGAIN = 2
"""How often a question is repeated after the first time."""
KNOWN, OWN = "known", "own"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProseJob:
    """Which listings, and how many questions."""

    folder: str
    """The folder of these listings: their store, their caches and the time spent."""
    homes: int
    """0 for real listings."""
    seed: int
    pack: str
    embedder: str
    each: int = 30
    """Questions of each kind."""
    data: str = ""
    """The folder of real listings."""
    store: str = ""
    """An existing store of these listings. Empty: one in the folder."""

    @property
    def listings(self) -> Path:
        return Path(self.folder) / "listings.jsonl"

    @property
    def spent(self) -> Path:
        return Path(self.folder) / "spent.json"

    @property
    def settings(self) -> Settings:
        """The settings given here, ignoring the environment: figures have to be comparable."""
        address = self.store or str(Path(self.folder) / "listings.db")
        return Settings(home=Path(self.folder) / "home", pack=self.pack, store=address, embedder=self.embedder)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """Time spent on indexing so far, over all runs."""

    wall_s: float = 0.0
    cpu_s: float = 0.0
    runs: int = 0
    done: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Indexed:
    """Listings in a store, and the cost of indexing them."""

    listings: int
    words: float
    """Mean number of words of a text."""
    claims: int
    phrases: int
    bytes: int
    spent: Spent | None
    """None if the store was made elsewhere."""
    peak_mb: float


def index(job: ProseJob, progress: Progress) -> Indexed:
    """Builds the store, or resumes building it; it starts without any cache of these texts."""
    if not job.listings.exists():
        _write_listings(job)
    listings, words = _counted(job.listings)
    spent = _spent_so_far(job)
    if not job.store and not spent.done:
        spent = _index(job, listings, spent, progress)
    with Workspace(job.settings) as workspace:
        info = workspace.store.info()
    file = Path(job.settings.store)
    return Indexed(
        listings=listings,
        words=round(words, 1),
        claims=info.claims,
        phrases=info.phrases,
        bytes=sum(part.stat().st_size for part in file.parent.glob(f"{file.name}*")),
        spent=None if job.store else spent,
        peak_mb=round(peak_bytes() / 1e6, 1),
    )


def _write_listings(job: ProseJob) -> None:
    """Writes the file atomically: a partial file would be taken for complete the next time."""
    half = job.listings.with_suffix(".half")
    if job.data:
        records = prose_records(Path(job.data))
        half.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    else:
        write_market(Market(job.homes, job.seed), half)
    half.replace(job.listings)


def _counted(file: Path) -> tuple[int, float]:
    """Returns the number of homes, and the mean number of words of their texts."""
    homes = words = 0
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            if record["level"] == HOME_LEVEL:
                homes += 1
                words += len(record["text"].split())
    return homes, words / max(1, homes)


def _spent_so_far(job: ProseJob) -> Spent:
    with suppress(FileNotFoundError):
        return Spent(**json.loads(job.spent.read_text(encoding="utf-8")))
    return Spent()


def _index(job: ProseJob, listings: int, before: Spent, progress: Progress) -> Spent:
    began, began_cpu = time.perf_counter(), _cpu_s()
    title = f"indexing {listings:,} {'real listings' if job.data else 'homes'}"
    kept_at = began

    def spent(*, done: bool) -> Spent:
        return Spent(
            wall_s=round(before.wall_s + time.perf_counter() - began, 3),
            cpu_s=round(before.cpu_s + _cpu_s() - began_cpu, 3),
            runs=before.runs + 1,
            done=done,
        )

    def report_progress(done: int, total: int | None, message: str) -> None:
        nonlocal kept_at
        progress(title, min(done, listings), listings)
        if time.perf_counter() - kept_at > KEEP_EVERY_S:
            kept_at = time.perf_counter()
            _keep(job, spent(done=False))

    with Workspace(job.settings) as workspace:
        indexer = workspace.indexer(workspace.store_to_write(), in_processes=True)
        report = indexer.index(read_files([job.listings], workspace.pack), report_progress)
    if report.skipped:
        raise ClaimtreeError(f"{report.skipped} listings were not indexed: {report.bad[0].message}")
    found = spent(done=not report.interrupted)
    _keep(job, found)
    if report.interrupted:
        raise ClaimtreeError("indexing was interrupted", hint="With --keep the next run goes on from there.")
    return found


def _keep(job: ProseJob, spent: Spent) -> None:
    job.spent.write_text(json.dumps(asdict(spent)), encoding="utf-8")


def _cpu_s() -> float:
    """Returns the CPU time of this process and of its finished children, all threads together."""
    times = os.times()  # Of this process itself it knows hundredths of a second only.
    return time.process_time() + times.children_user + times.children_system


@dataclass(frozen=True, slots=True, kw_only=True)
class Cold:
    """A whole `claimtree search` in a fresh process, the median; each question is new to the
    caches."""

    wall_ms: float
    cpu_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """Figures for questions of one kind."""

    new: Latency
    """The first time that a question is asked, in a process that has answered others."""
    again: Latency
    reading: Latency
    """Reading the sentence alone, for the second time."""
    scan: Latency
    """The same wishes, already embedded, against every vector of the store: one product of float32
    matrices only."""
    cold: Cold


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """How well a planted fact was found."""

    name: str
    known: bool
    stated: int
    """Homes whose text states it."""
    found: int
    """Number of those that were found."""
    met: int
    """Homes judged to have it."""
    denied: int
    """Homes judged to have it whose text denies it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """Search figures of listings that were indexed before."""

    questions: int
    """Number of each kind."""
    vectors: int
    open_ms: float
    first_ms: float
    """Opening and the first question of a fresh process, without its imports."""
    kinds: dict[str, Kind]
    planted: list[Planted]
    misread: list[str]
    """Wishes for planted facts that were read as something else; they are not searched for."""
    rss_mb: float


def search(job: ProseJob, progress: Progress) -> Searched:
    """Runs all questions in this fresh process, then some in new processes for cold starts."""
    what = f"searching {job.homes:,} homes" if job.homes else "searching real listings"
    began = time.perf_counter()
    with Workspace(job.settings) as workspace:
        engine = workspace.engine
        open_ms = 1000 * (time.perf_counter() - began)
        engine.search(workspace.pack.queries[0])
        first_ms = 1000 * (time.perf_counter() - began)
        asked = questions(workspace.pack, workspace.reader, each=job.each + STARTS + 1, seed=job.seed)
        latencies = {kind: _timed(engine, sentences, job.each, what, progress) for kind, sentences in _kinds(asked)}
        rss = resident_bytes()
        peer = Scan(workspace.store, engine)
        scans = {kind: peer.timed(sentences[1 : job.each + 1]) for kind, sentences in _kinds(asked)}
        planted, misread = ([], []) if job.data else _planted(engine, Market(job.homes, job.seed), progress)
    cold = {kind: _cold(job, sentences[-STARTS:], progress) for kind, sentences in _kinds(asked)}
    return Searched(
        questions=job.each,
        vectors=peer.count,
        open_ms=round(open_ms, 1),
        first_ms=round(first_ms, 1),
        kinds={
            kind: Kind(new=new, again=again, reading=reading, scan=scans[kind], cold=cold[kind])
            for kind, (new, again, reading) in latencies.items()
        },
        planted=planted,
        misread=misread,
        rss_mb=round(rss / 1e6, 1),
    )


def _kinds(asked: Questions) -> Iterator[tuple[str, tuple[str, ...]]]:
    yield KNOWN, asked.known
    yield OWN, asked.own


def _timed(
    engine: Engine, sentences: Sequence[str], each: int, what: str, progress: Progress
) -> tuple[Latency, Latency, Latency]:
    """Times new questions, repeated ones, and reading alone; the first sentence is a warm-up and
    does not count."""
    watch = Stopwatch()
    engine.search(sentences[0])
    for number, sentence in enumerate(sentences[1 : each + 1], start=1):
        with watch.lap("new"):
            engine.search(sentence)
        for _ in range(AGAIN):
            with watch.lap("again"):
                engine.search(sentence)
            with watch.lap("reading"):
                engine.read(sentence)
        progress(what, number, each)
    return watch.latency("new"), watch.latency("again"), watch.latency("reading")


class Scan:
    """Lower bound of a search that compares every vector, with plain numpy."""

    def __init__(self, store: MovableStore, engine: Engine) -> None:
        parts = [partition.vectors for partition in store.partitions(store.partition_keys())]
        self._rows: NDArray[np.float32] = np.concatenate(
            [part.codes.astype(np.float32) * part.scales[:, None] for part in parts]
        )
        self._engine = engine

    @property
    def count(self) -> int:
        return len(self._rows)

    def timed(self, sentences: Sequence[str]) -> Latency:
        watch = Stopwatch()
        for sentence in sentences:
            wishes = self._engine.embedder.embed([claim.pattern for claim in self._engine.read(sentence).claims])
            asked = (wishes.codes.astype(np.float32) * wishes.scales[:, None]).T
            with watch.lap("scan"):
                self._rows @ asked
        return watch.latency("scan")


def _planted(engine: Engine, market: Market, progress: Progress) -> tuple[list[Planted], list[str]]:
    """Returns how well each fact is found, and the facts whose wish is read as something else."""
    homes = list(market.all_homes())
    found: list[Planted] = []
    misread: list[str] = []
    for number, fact in enumerate(FACTS, start=1):
        claims = engine.read(fact.wish).claims
        if len(claims) == 1 and (claims[0].concept == fact.name if fact.known else is_own(claims[0])):
            found.append(_found(fact, claims, engine, homes))
        else:
            misread.append(f'"{fact.wish}" as {", ".join(claim.text for claim in claims) or "nothing"}')
        progress("looking for what is planted", number, len(FACTS))
    return found, misread


def _found(fact: Fact, claims: tuple[QueryClaim, ...], engine: Engine, homes: Sequence[Home]) -> Planted:
    plan = engine.plan(claims)
    ranked = engine.store.rank(plan, limit=len(homes))
    met = {hit.id for hit in ranked.hits if hit.standing.met}
    stated = _ids(homes, lambda home: fact.name in home.has)
    denied = _ids(homes, lambda home: fact.name in home.lacks)
    return Planted(
        name=fact.name,
        known=fact.known,
        stated=len(stated),
        found=len(stated & met),
        met=len(met),
        denied=len(denied & met),
    )


def _ids(homes: Sequence[Home], which: Callable[[Home], bool]) -> set[EntityId]:
    return {EntityId(home.record["id"]) for home in homes if which(home)}


def _cold(job: ProseJob, sentences: Sequence[str], progress: Progress) -> Cold:
    environment = {"CLAIMTREE_HOME": str(job.settings.home)}
    chosen = ("--store", job.settings.store, "--pack", job.pack, "--embedder", job.embedder, "--json")
    started: list[Started] = []
    for number, sentence in enumerate(sentences, start=1):
        one = start("search", sentence, *chosen, environment=environment)
        if one.code:
            raise ClaimtreeError(f"`claimtree search {sentence!r}` ended with {one.code}: {one.errors.strip()[-300:]}")
        started.append(one)
        progress("cold starts", number, len(sentences))
    return Cold(
        wall_ms=round(percentile([one.wall_ms for one in started], 0.5), 1),
        cpu_ms=round(percentile([one.cpu_ms for one in started], 0.5), 1),
    )

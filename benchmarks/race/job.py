"""Jobs of the race, each in its own process: fill one engine, query one engine."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

from benchmarks.machine import this_machine
from benchmarks.measure import Progress
from benchmarks.race.corpus import Corpus, Listings, Market, market
from benchmarks.race.engines import engine_named
from benchmarks.race.memory import watched
from benchmarks.race.method import REACHES, Peer, Reach, answer, wanted
from benchmarks.race.ours import OurStore, fill, remove_store, reopened, store_address
from benchmarks.race.prepared import Prepared
from benchmarks.race.questions import Asked, Question
from benchmarks.race.rest import Rest
from benchmarks.race.scores import Means, Score, means, score
from benchmarks.timing import Latency, Stopwatch

RUNS = 2
"""Timed runs, after an untimed one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceJob:
    """Which corpus, and which engine."""

    folder: str
    """The corpus's folder; its name tells indexes of several corpora apart."""
    homes: int
    """0 for real listings."""
    seed: int
    pack: str
    embedder: str
    each: int = 12
    """Questions of each kind."""
    data: str = ""
    """The folder of real listings."""
    engine: str = ""
    address: str = ""
    """Address of the engine's server."""

    def corpus(self) -> Market | Listings:
        if self.data:
            return Listings(Path(self.folder), self.pack, self.embedder)
        return market(self.pack, self.homes, self.seed, self.embedder)


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineBuilt:
    """The cost of filling an engine."""

    name: str
    load_s: float
    index_s: float
    bytes: int
    peak_mb: float
    memory_known: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """Figures for questions of one kind, or of all kinds."""

    latency: Latency
    means: Means


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """Figures of one setting of an engine."""

    setting: str
    all: Kind
    by: dict[str, Kind]


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineAsked:
    """The search figures of an engine."""

    peak_mb: float
    memory_known: bool
    load: float
    """Load average of the last minute when the questions began."""
    series: list[Series]
    standard: dict[str, Latency] = field(default_factory=dict)
    """Whole searches, including evidence, of the queries of `claimtree bench`; for our stores
    only."""
    checked: int = 0
    wrong: list[str] = field(default_factory=list)


def build(job: RaceJob, progress: Progress) -> EngineBuilt:
    """Fills one engine."""
    folder, prepared = Path(job.folder), Prepared(Path(job.folder))
    engine = engine_named(job.engine)
    if engine.ours:
        port = Rest(job.address).port if engine.server else None
        with watched(port) as memory:
            remove_store(job.engine, folder, job.address)
            address = store_address(job.engine, folder, job.address)
            filled = fill(address, job.corpus(), prepared, progress)
        return EngineBuilt(
            name=engine.title,
            load_s=filled.put_s,
            index_s=filled.compact_s,
            bytes=filled.bytes,
            peak_mb=round(memory.peak / 1e6, 1),
            memory_known=memory.known,
        )
    with closing(_peer(job)) as peer, watched(peer.port) as memory:
        started = time.perf_counter()
        peer.load(prepared, progress)
        loaded = time.perf_counter()
        peer.index(prepared, progress)
        indexed = time.perf_counter()
        size = peer.size()
    return EngineBuilt(
        name=peer.name,
        load_s=round(loaded - started, 2),
        index_s=round(indexed - loaded, 2),
        bytes=size,
        peak_mb=round(memory.peak / 1e6, 1),
        memory_known=memory.known,
    )


def ask(job: RaceJob, progress: Progress) -> EngineAsked:
    """Queries one engine that was filled before, in this fresh process."""
    prepared, asked, corpus = Prepared(Path(job.folder)), Asked.kept(Path(job.folder)), job.corpus()
    engine, load = engine_named(job.engine), this_machine().load
    if engine.ours:
        port = Rest(job.address).port if engine.server else None
        with closing(reopened(store_address(job.engine, Path(job.folder), job.address), corpus)) as store:
            ours = OurStore(store, corpus, prepared)
            with watched(port) as memory:
                series = [_series("complete", asked.questions, ours.page, ours.all_hits, progress)]
                standard, wrong = ours.standard(asked.standard, RUNS, progress)
        remove_store(job.engine, Path(job.folder), job.address)
        checked = sum(one.truth is not None for one in asked.standard)
        return EngineAsked(
            peak_mb=round(memory.peak / 1e6, 1), memory_known=memory.known, load=load, series=series,
            standard=standard, checked=checked, wrong=wrong,
        )  # fmt: skip
    with closing(_peer(job)) as peer:
        with watched(peer.port) as memory:
            series = _peer_series(peer, corpus, prepared, asked.questions, progress)
        peer.drop()
    return EngineAsked(peak_mb=round(memory.peak / 1e6, 1), memory_known=memory.known, load=load, series=series)


def _peer_series(
    peer: Peer, corpus: Corpus, prepared: Prepared, questions: Sequence[Question], progress: Progress
) -> list[Series]:
    """Runs the method at each reach; wishes are embedded before timing."""
    area_of, texts = prepared.area_of, prepared.sizes.texts
    wishes = {
        id(one): [wanted(*pair, corpus.embedder) for pair in zip(one.claims, one.proving, strict=True)]
        for one in questions
    }
    found = []
    for reach in REACHES:

        def all_hits(question: Question, reach: Reach = reach) -> Sequence[int]:
            asked = wishes[id(question)]
            return answer(area_of, texts, asked, peer.nearest(asked, reach))

        def page(question: Question, all_hits: Callable[[Question], Sequence[int]] = all_hits) -> Callable[[], object]:
            return lambda: all_hits(question)

        found.append(_series(reach.title, questions, page, all_hits, progress))
    return found


def _series(
    setting: str,
    questions: Sequence[Question],
    page: Callable[[Question], Callable[[], object]],
    all_hits: Callable[[Question], Sequence[int]],
    progress: Progress,
) -> Series:
    watch = Stopwatch()
    scores: dict[str, list[Score]] = {}
    for number, question in enumerate(questions):
        scores.setdefault(question.label, []).append(score(all_hits(question), question.truth, question.places))
        ask_once = page(question)
        ask_once()
        for _ in range(RUNS):
            with watch.lap(question.label):
                ask_once()
        progress(f"asking, {setting}", number + 1, len(questions))
    watch.wall["all"] = [ms for laps in watch.wall.values() for ms in laps]
    watch.cpu["all"] = [ms for laps in watch.cpu.values() for ms in laps]
    every = [one for found in scores.values() for one in found]
    return Series(
        setting=setting,
        all=Kind(latency=watch.latency("all"), means=means(every)),
        by={label: Kind(latency=watch.latency(label), means=means(found)) for label, found in scores.items()},
    )


def _peer(job: RaceJob) -> Peer:
    module, _, name = engine_named(job.engine).made_by.partition(":")
    peer: Peer = getattr(import_module(module), name)(Path(job.folder), job.address)
    return peer

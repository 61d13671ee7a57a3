"""Measures places: what a place wish adds to a search, how fast homes are grounded, and
correctness.

A search is timed with and without one place wish in alternation, so that other load on the machine
affects both; the added cost is the difference of adjacent runs.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from benchmarks.generator import HOME_LEVEL
from benchmarks.machine import peak_bytes, resident_bytes
from benchmarks.measure import Job, Progress, counts_of, keep_counts
from benchmarks.queries import candidates, queries
from benchmarks.scene import Scene
from benchmarks.timing import Latency, Stopwatch
from claimtree.engine import Engine
from claimtree.geo import Area
from claimtree.indexing.remeasure import remeasure
from claimtree.model.claims import ClaimId, QueryClaim
from claimtree.model.place_tests import away_m
from claimtree.model.places import Place, PlaceKind
from claimtree.model.questions import Question
from claimtree.models.scope import open_scope
from claimtree.ports import PlaceStore
from claimtree.stores.memory import MemoryStore
from claimtree.text.rule_reader import RuleReader

PLANS = 5
"""Number of plans whose complete answers are compared with the memory store."""
_TURNS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounded:
    """The cost of measuring the surroundings of every home."""

    homes: int
    places: int
    kinds: int
    facts: int
    load_s: float
    """Time to write the places."""
    homes_per_s: float
    """By CPU time, which other programs affect less."""
    wall_per_s: float
    again_per_s: float
    """The same when all facts were written before, and places have changed."""
    rss_before_mb: float
    rss_mb: float
    """Peak while measuring."""
    bytes_per_fact: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """What one wish adds to a search."""

    label: str
    text: str
    without: Latency
    having: Latency
    added: Latency
    """The differences of adjacent runs."""
    locate: Latency
    """Time to look the place up."""
    rank: Latency
    """Time that it adds to ranking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Located:
    """Search figures of a world with places."""

    homes: int
    places: int
    gazetteer_s: float
    """Time to read the places and index their names, once per process."""
    rss_mb: float
    reading: Latency
    """Time to read a sentence that names a place, with the names of all places loaded."""
    reading_without: Latency
    """The same sentence with a reader that has no places."""
    wishes: list[Added]


@dataclass(frozen=True, slots=True, kw_only=True)
class Right:
    """Whether the answers equal those of comparing everything with everything."""

    homes: int
    places: int
    facts: int
    wrong_facts: int
    plans: int
    wrong: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A world with coordinates, before its places are loaded."""

    homes: int


def build(job: Job, progress: Progress) -> Placed:
    """Builds the world, with coordinates and without places."""
    scene = Scene(job)
    store = scene.bench.open(create=True)
    keep_counts(job, scene.fill(store, progress=progress))
    store.close()
    return Placed(homes=job.homes)


def measure(job: Job, progress: Progress) -> Grounded:
    """Loads the places and grounds every home, twice."""
    scene = Scene(job)
    store = scene.bench.open()
    places = scene.city.places()
    started = time.perf_counter()
    store.put_places(places)
    load_s = time.perf_counter() - started
    with store.connections.writing() as connection:  # a world kept from an earlier run has facts
        connection.execute("DELETE FROM nearby")
    with store.connections.reading() as connection:
        (free,) = connection.execute("PRAGMA freelist_count").fetchone()
        (page,) = connection.execute("PRAGMA page_size").fetchone()
    store.compact()
    bytes_before, rss_before = store.info().bytes - free * page, resident_bytes()
    watch = Stopwatch()

    def report_progress(done: int, of: int) -> None:
        progress("grounding again" if watch.wall else "grounding", done, of)

    done = 0
    for turn in ("first", "again"):
        with watch.lap(turn):
            done = remeasure(store, scene.city.spec, progress=report_progress)
    peak = peak_bytes()
    store.compact()
    with store.connections.reading() as connection:
        (facts,) = connection.execute("SELECT count(*) FROM nearby").fetchone()
    grown = store.info().bytes - bytes_before
    store.close()
    return Grounded(
        homes=job.homes,
        places=len(places),
        kinds=len(scene.city.spec.kinds),
        facts=facts,
        load_s=round(load_s, 2),
        homes_per_s=round(1000 * done / watch.cpu["first"][0]),
        wall_per_s=round(1000 * done / watch.wall["first"][0]),
        again_per_s=round(1000 * done / watch.cpu["again"][0]),
        rss_before_mb=round(rss_before / 1e6, 1),
        rss_mb=round(peak / 1e6, 1),
        bytes_per_fact=round(grown / max(facts, 1), 1),
    )


def search(job: Job, progress: Progress) -> Located:
    """Runs queries of six claims, each with and without each of the wishes."""
    scene = Scene(job)
    store = scene.bench.open()
    started = time.perf_counter()
    engine, locator = scene.engine(store)
    wishes = list(scene.wishes(engine))
    gazetteer_s = time.perf_counter() - started
    found = candidates(scene.bench.world, store, scene.bench.resolver(store), counts_of(job), seed=job.seed)
    asked = queries(scene.bench.world, found, seed=job.seed, each=job.each)
    bases = [query.claims for query in asked if (query.series, query.label) == ("claims", "6")]
    watch = Stopwatch()
    _read(scene, engine, watch)
    for number, (label, wish) in enumerate(wishes):
        for base in bases:
            _with_other_wishes(engine, base, wish, label, watch)
        progress("searching with places", number + 1, len(wishes))
    return Located(
        homes=job.homes,
        places=len(locator.gazetteer),
        gazetteer_s=round(gazetteer_s, 2),
        rss_mb=round(resident_bytes() / 1e6, 1),
        reading=watch.latency("reading"),
        reading_without=watch.latency("reading without"),
        wishes=[
            Added(
                label=label,
                text=wish.text,
                **{part: watch.latency(f"{label} {part}") for part in ("without", "having", "added", "locate", "rank")},
            )
            for label, wish in wishes
        ],
    )


def _with_other_wishes(
    engine: Engine, base: tuple[QueryClaim, ...], wish: QueryClaim, label: str, watch: Stopwatch
) -> None:
    """Runs the two searches in turn; the first turn, which fetches data for the first time, does
    not count."""
    both = (*base, wish)
    for turn in range(_TURNS):
        times = []
        for claims in (base, both):
            cpu, wall = time.process_time(), time.perf_counter()
            engine.search(Question(claims=claims))
            times.append((time.perf_counter() - wall, time.process_time() - cpu))
        cpu, wall = time.process_time(), time.perf_counter()
        engine.locate(both)
        located = time.perf_counter() - wall, time.process_time() - cpu
        ranks = []
        for plan in (engine.plan(base), engine.plan(both)):
            cpu, wall = time.process_time(), time.perf_counter()
            engine.store.rank(plan, limit=10)
            ranks.append((time.perf_counter() - wall, time.process_time() - cpu))
        if turn:
            (without, without_cpu), (having, having_cpu) = times
            watch.note(f"{label} without", without, without_cpu)
            watch.note(f"{label} having", having, having_cpu)
            watch.note(f"{label} added", having - without, having_cpu - without_cpu)
            watch.note(f"{label} locate", *located)
            watch.note(f"{label} rank", ranks[1][0] - ranks[0][0], ranks[1][1] - ranks[0][1])


def _read(scene: Scene, engine: Engine, watch: Stopwatch) -> None:
    plain = RuleReader(scene.pack, embedder=scene.embedder, scope=open_scope(scene.pack.languages))
    for _ in range(_TURNS):
        for sentence, text in product(scene.pack.queries, [text for _, text in scene.texts()]):
            for name, reader in (("reading", engine.reader), ("reading without", plain)):
                with watch.lap(name):
                    reader.read_query(f"{sentence}, {text}")


def agree(job: Job, progress: Progress) -> Right:
    """Compares facts with all pairs, and complete answers to random plans with the memory store's:
    hits, order and ladder."""
    scene = Scene(job)
    store = scene.bench.open(create=True)
    reference = MemoryStore(scene.bench.identity, scene.pack.hierarchy)
    counts = scene.fill(store, reference, progress=progress)
    for one in (store, reference):
        one.put_places(scene.city.places())
        remeasure(one, scene.city.spec)
    facts, wrong_facts = _check_facts(scene, store, progress)
    engine, _ = scene.engine(store)
    wishes = list(scene.wishes(engine))
    found = candidates(scene.bench.world, store, scene.bench.resolver(store), counts, seed=job.seed)
    bases = [query.claims for query in queries(scene.bench.world, found, seed=job.seed, each=PLANS)]
    rng, wrong = random.Random(job.seed), []
    for number in range(PLANS):
        chosen = rng.sample(wishes, 2)
        base = rng.choice([claims for claims in bases if len(claims) <= 4])
        claims = (*base, *(replace(wish, id=ClaimId(f"p{i}")) for i, (_, wish) in enumerate(chosen)))
        plan = engine.plan(claims)
        if store.rank(plan, limit=job.homes) != reference.rank(plan, limit=job.homes):
            wrong.append("; ".join(claim.text for claim in claims))
        progress("comparing with the memory store", number + 1, PLANS)
    places = len(store.places())
    store.close()
    return Right(homes=job.homes, places=places, facts=facts, wrong_facts=wrong_facts, plans=PLANS, wrong=wrong)


def _check_facts(scene: Scene, store: PlaceStore, progress: Progress) -> tuple[int, int]:
    """Returns the number of facts, and how many differ from comparing every home with every
    place."""
    ids, points = store.positions(HOME_LEVEL)
    facts_of = [{fact.kind: (fact.place, fact.metres) for fact in item.nearby} for item in store.get(ids)]
    by_kind: dict[PlaceKind, list[Place]] = {}
    for place in store.places():
        by_kind.setdefault(place.kind, []).append(place)
    wrong = 0
    for number, (kind, places) in enumerate(by_kind.items()):
        reach = 0.0 if kind in scene.city.spec.regions else scene.city.spec.reach_m
        nearest, smallest = np.full(len(ids), np.inf), np.full(len(ids), np.inf)
        best = np.full(len(ids), -1)
        for i, place in enumerate(places):
            away = away_m(place, points)
            size = place.ground.shape.area if reach == 0 and isinstance(place.ground, Area) else 0.0
            better = (away <= reach) & ((away < nearest) | ((away == nearest) & (size < smallest)))
            nearest[better], smallest[better], best[better] = away[better], size, i
        for facts, i, metres in zip(facts_of, best.tolist(), nearest.tolist(), strict=True):
            wrong += facts.pop(kind, None) != ((places[i].id, metres) if i >= 0 else None)
        progress("comparing every home with every place", number + 1, len(by_kind))
    # The remaining facts are of kinds without places.
    return sum(len(item.nearby) for item in store.get(ids)), wrong + sum(map(len, facts_of))

"""The document's method on an embedded peer: per-claim nearest neighbours, k = 200, mapped to homes and intersected.

Every claim is a row with its vector, in a table per level (LanceDB, HNSW with m 16 and ef_construction 200, cosine).
A wish is one filtered search in the table of its level: its own claim type and facet, and for amounts the same
overlap as ours. Homes that are found for every wish are the answer. So that both play one game, our store is asked
with evidence of the wish's own level and type only, and likeness counts from the same cosine on.
"""

from __future__ import annotations

import importlib
import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from claimtree.benches.brute import evaluate
from claimtree.benches.generator import AREA_LEVEL, HOME_LEVEL, World
from claimtree.benches.measure import Bench, Job, Progress, Remembering
from claimtree.benches.queries import candidates, queries
from claimtree.benches.timing import Latency, Stopwatch
from claimtree.errors import MissingExtra
from claimtree.model.claims import EntityId, LevelName, QueryClaim, Strength
from claimtree.model.pack import Pack
from claimtree.model.phrases import IndexedEntity
from claimtree.model.plans import Plan
from claimtree.ports import Embedder, Store
from claimtree.search.resolve import resolve
from claimtree.search.vocabulary import Vocabulary

K = 200
CANDIDATES = 500
"""Looked at by the graph search, as the document says."""
ROWS = 50_000


@dataclass(frozen=True, slots=True, kw_only=True)
class PeerSeries:
    """One kind of query on both sides."""

    label: str
    queries: int
    answers: float
    """Homes that meet every wish, on average."""
    recall: float
    """Of these, the share that the peer finds, averaged over queries."""
    top10: float
    """Of our first ten, the share that the peer finds."""
    our_recall: float
    """What our store finds beside the truth: 1.0 when the two sets are equal."""
    peer: Latency
    ours: Latency


@dataclass(frozen=True, slots=True, kw_only=True)
class PeerResult:
    """Both on the very same world."""

    name: str
    homes: int
    claims: int
    build_s: float
    index_s: float
    bytes: int
    bytes_per_claim: float
    recall: float
    series: list[PeerSeries]


def compare(job: Job, progress: Progress) -> PeerResult:
    """Build the peer's tables from the world that our store holds already, and ask both."""
    bench = Bench(job)
    peer = LancePeer(Path(job.folder) / "lancedb", bench.embedder, bench.pack)
    started = time.perf_counter()
    claims = peer.load(bench.world, progress)
    loaded = time.perf_counter()
    peer.index(progress)
    indexed = time.perf_counter()
    series = _ask_both(bench, peer, progress)
    size = sum(file.stat().st_size for file in peer.folder.rglob("*") if file.is_file())
    asked = sum(one.queries for one in series)
    return PeerResult(
        name=peer.name,
        homes=job.homes,
        claims=claims,
        build_s=round(loaded - started, 1),
        index_s=round(indexed - loaded, 1),
        bytes=size,
        bytes_per_claim=round(size / claims, 1),
        recall=round(sum(one.recall * one.queries for one in series) / asked, 4) if asked else math.nan,
        series=series,
    )


class LancePeer:
    """The claims of a world in LanceDB, a table per level."""

    def __init__(self, folder: Path, embedder: Embedder, pack: Pack) -> None:
        try:
            self._lancedb: Any = importlib.import_module("lancedb")
            self._arrow: Any = importlib.import_module("pyarrow")
        except ImportError as error:
            raise MissingExtra(
                f"the peer needs the package {error.name!r}, which is not installed",
                hint="pip install 'claimtree[bench]', or run with --peer none",
                values={"package": error.name},
            ) from error
        self.folder = folder
        self.name = f"LanceDB {self._lancedb.__version__}"
        self._db = self._lancedb.connect(str(folder))
        self._embedder = Remembering(embedder)
        self._pack = pack
        self._tables: dict[LevelName, Any] = {}
        self._homes: dict[int, list[int]] = {}
        """Homes by the number of their area."""

    def load(self, world: World, progress: Progress) -> int:
        """All claims as rows; how many."""
        arrow = self._arrow
        width = self._embedder.dimensions
        schema = arrow.schema(
            [
                ("vector", arrow.list_(arrow.float32(), width)),
                ("owner", arrow.int64()),
                ("type", arrow.string()),
                ("facet", arrow.string()),
                ("negated", arrow.bool_()),
                ("slot", arrow.string()),
                ("low", arrow.float64()),
                ("high", arrow.float64()),
            ]
        )
        self._tables = {
            level: self._db.create_table(level, schema=schema, mode="overwrite")
            for level in self._pack.hierarchy.levels
        }
        total = 0
        waiting: dict[LevelName, list[tuple[Any, ...]]] = {level: [] for level in self._tables}
        done = 0
        for block in world.entities():
            for level, row in self._rows(block):
                waiting[level].append(row)
                total += 1
            done += sum(item.entity.level == HOME_LEVEL for item in block)
            for level, rows in waiting.items():
                if len(rows) >= ROWS:
                    self._add(level, rows, schema)
                    rows.clear()
            progress(f"{self.name}: loading {world.homes:,} homes", done, world.homes)
        for level, rows in waiting.items():
            if rows:
                self._add(level, rows, schema)
        return total

    def index(self, progress: Progress) -> None:
        for number, table in enumerate(self._tables.values()):
            table.create_index(
                metric="cosine", vector_column_name="vector", index_type="IVF_HNSW_SQ", num_partitions=1, m=16,
                ef_construction=200,
            )  # fmt: skip
            table.create_scalar_index("type", index_type="BITMAP")
            progress(f"{self.name}: indexing", number + 1, len(self._tables))

    def search(self, claims: Sequence[QueryClaim]) -> set[int]:
        """Numbers of the homes that are found for every wish."""
        found: set[int] | None = None
        for claim in claims:
            homes = self._wish(claim)
            found = homes if found is None else found & homes
        return found or set()

    def _wish(self, claim: QueryClaim) -> set[int]:
        text = _said(claim.pattern, negated=claim.negated)
        vector = self._embedder.embed([text])
        floats = vector.codes[0].astype(np.float32) * vector.scales[0]
        rows = (
            self._tables[claim.level]
            .search(floats, vector_column_name="vector")
            .distance_type("cosine")
            .where(_filter(claim), prefilter=True)
            .select(["owner", "_distance"])
            .ef(CANDIDATES)
            .limit(K)
            .to_arrow()
        )
        owners, distances = rows["owner"].to_numpy(), rows["_distance"].to_numpy()
        near = owners[distances <= 1.0 - self._least(claim)].tolist()
        if claim.level != AREA_LEVEL:
            return set(near)
        return {home for area in set(near) for home in self._homes.get(area, ())}

    def _least(self, claim: QueryClaim) -> float:
        """The cosine from which our curve calls a likeness probable enough."""
        if claim.amounts or claim.concept is not None or claim.name is not None:
            return 0.98
        curve = self._pack.curve(self._embedder.name, claim.type)
        threshold = self._pack.threshold(self._embedder.name, claim.type)
        assert curve is not None, "with_curve gives every embedder one"
        return (math.log(threshold / (1 - threshold)) - curve.offset) / curve.slope

    def _rows(self, block: Sequence[IndexedEntity]) -> Iterator[tuple[LevelName, tuple[Any, ...]]]:
        for item in block:
            entity = item.entity
            owner = _number(entity.id)
            if entity.level == HOME_LEVEL and entity.parent is not None:
                self._homes.setdefault(_number(entity.parent), []).append(owner)
            for claim in item.claims:
                amount = claim.amounts[0] if claim.amounts else None
                yield (
                    entity.level,
                    (
                        _said(claim.pattern, negated=claim.negated),
                        owner,
                        str(claim.type),
                        str(entity.facet or ""),
                        claim.negated,
                        _slot(amount.kind, amount.unit, amount.noun) if amount else "",
                        amount.low if amount else math.nan,
                        amount.high if amount else math.nan,
                    ),
                )

    def _add(self, level: LevelName, rows: Sequence[tuple[Any, ...]], schema: Any) -> None:
        arrow = self._arrow
        vectors = self._embedder.embed([row[0] for row in rows])
        floats = vectors.codes.astype(np.float32) * vectors.scales[:, None]
        columns = list(zip(*rows, strict=True))
        arrays = [arrow.FixedSizeListArray.from_arrays(arrow.array(floats.ravel()), floats.shape[1])]
        arrays += [
            arrow.array(column, type=field.type) for column, field in zip(columns[1:], list(schema)[1:], strict=True)
        ]
        self._tables[level].add(arrow.table(arrays, schema=schema))


@dataclass(frozen=True, kw_only=True)
class _Asked:
    """A query for both sides, every wish required, and the homes that meet it by brute force, best first."""

    label: str
    claims: tuple[QueryClaim, ...]
    plan: Plan
    truth: tuple[int, ...] = ()


def _ask_both(bench: Bench, peer: LancePeer, progress: Progress) -> list[PeerSeries]:
    """The same queries on the peer and on our store, each against the truth."""
    plain = replace(bench.pack, evidence=())
    store = bench.open()
    vocabulary, embedder = Vocabulary(store), Remembering(bench.embedder)

    def resolver(claims: tuple[QueryClaim, ...]) -> Plan:
        return resolve(claims, plain, vocabulary, embedder, strict=True)

    asked = _asked(bench, store, resolver, progress)
    watch = Stopwatch()
    seen: dict[str, list[tuple[float, float, float, int]]] = {}
    for number, one in enumerate(asked):
        theirs = peer.search(one.claims)
        for _ in range(2):
            with watch.lap(f"{one.label} ours"):
                store.rank(resolver(one.claims), limit=10)
            with watch.lap(f"{one.label} peer"):
                peer.search(one.claims)
        ours = {_number(hit.id) for hit in store.rank(one.plan, limit=bench.world.homes).hits}
        right, first = set(one.truth), set(one.truth[:10])
        seen.setdefault(one.label, []).append(
            (
                len(theirs & right) / len(right),
                len(theirs & first) / len(first),
                len(ours & right) / len(ours | right),
                len(right),
            )
        )
        progress(f"{peer.name}: searching", number + 1, len(asked))
    store.close()
    return [
        PeerSeries(
            label=label,
            queries=len(found),
            answers=round(sum(one[3] for one in found) / len(found), 1),
            recall=round(sum(one[0] for one in found) / len(found), 4),
            top10=round(sum(one[1] for one in found) / len(found), 4),
            our_recall=round(sum(one[2] for one in found) / len(found), 4),
            peer=watch.latency(f"{label} peer"),
            ours=watch.latency(f"{label} ours"),
        )
        for label, found in sorted(seen.items())
    ]


def _asked(
    bench: Bench, store: Store, resolver: Callable[[tuple[QueryClaim, ...]], Plan], progress: Progress
) -> list[_Asked]:
    """Queries that some home meets in full."""
    found = candidates(bench.world, store, resolver, _Everything(), seed=bench.job.seed)
    asked: list[_Asked] = []
    for query in queries(bench.world, found, seed=bench.job.seed, each=bench.job.each):
        if query.series == "claims":
            label = f"{query.label} claim{'s' * (query.label != '1')}"
        elif query.label in ("0.1", "0.5"):
            label = f"6 claims, {float(query.label):.0%} each"
        else:
            continue
        claims = tuple(replace(claim, strength=Strength.REQUIRED) for claim in query.claims)
        asked.append(_Asked(label=label, claims=claims, plan=resolver(claims)))
    homes = bench.world.homes
    truths = evaluate(
        bench.world, [one.plan for one in asked], progress=lambda done: progress("brute force", done, homes)
    )
    return [
        replace(one, truth=tuple(_number(hit.id) for hit in truth.hits))
        for one, truth in zip(asked, truths, strict=True)
        if truth.hits
    ]


class _Everything(dict[Any, int]):
    """Postings are not counted here: every phrase passes."""

    def get(self, key: Any, default: Any = None) -> int:
        return 1


def _filter(claim: QueryClaim) -> str:
    said = [f"type = '{claim.type}'", f"negated = {'true' if claim.negated else 'false'}"]
    if claim.facet is not None:
        said.append(f"facet = '{claim.facet}'")
    for amount in claim.amounts:
        said.append(f"slot = '{_slot(amount.kind, amount.unit, amount.noun)}'")
        if math.isfinite(amount.high):
            said.append(f"low <= {amount.high!r}")
        if math.isfinite(amount.low):
            said.append(f"high >= {amount.low!r}")
    return " AND ".join(said)


def _slot(kind: str, unit: str, noun: str) -> str:
    return f"{kind} {unit} {noun}"


def _said(pattern: str, *, negated: bool) -> str:
    return f"no {pattern}" if negated else pattern


def _number(id: EntityId) -> int:
    """7 of "home-0000007", of its rooms, and of "area-00007"."""
    return int(id.partition("-")[2].partition("/")[0])

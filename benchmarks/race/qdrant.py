"""Qdrant's engine in-process: a shard per level; payload indexes are created first, so that the
graph supports the filters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.measure import Progress
from benchmarks.race.engines import folder_bytes, package, remove_folder
from benchmarks.race.method import EF_CONSTRUCTION, M, Nearest, Reach, Wanted
from benchmarks.race.prepared import LEVELS, Prepared

ROWS = 2_000
FULL_SCAN_KB = 10_000
"""Below this size a filtered set is scanned: the engine's own default."""


class QdrantPeer:
    """Claims in shards of qdrant-edge."""

    port = None

    def __init__(self, folder: Path, address: str) -> None:
        self._engine = package("qdrant_edge")
        self.name = f"Qdrant edge {version('qdrant-edge-py')}"
        self._folder = folder / "qdrant"
        self._shards: dict[str, Any] = {}

    def load(self, prepared: Prepared, progress: Progress) -> None:
        engine, done = self._engine, 0
        kinds = dict.fromkeys(("type", "facet", "slot", "negated"), "Keyword") | {"low": "Float", "high": "Float"}
        config = engine.EdgeConfig(
            vectors=engine.EdgeVectorParams(size=prepared.vectors.dimensions, distance=engine.Distance.Cosine),
            hnsw_config=engine.HnswIndexConfig(
                m=M, ef_construct=EF_CONSTRUCTION, full_scan_threshold=FULL_SCAN_KB
            ),
        )  # fmt: skip
        remove_folder(self._folder)
        for level in LEVELS:
            (self._folder / level).mkdir(parents=True)
            shard = self._shards[level] = engine.EdgeShard.create(str(self._folder / level), config)
            for name, kind in kinds.items():
                schema = getattr(engine.PayloadSchemaType, kind)
                shard.update(engine.UpdateOperation.create_field_index(name, schema))
            first = 0
            for rows in prepared.rows(level).chunks(ROWS):
                # A boolean is stored as a string: with a boolean filter the engine finds nothing.
                points = [
                    engine.Point(first + i, vector, {**record, "negated": str(record["negated"])})
                    for i, (vector, record) in enumerate(
                        zip(prepared.floats(rows.text).tolist(), prepared.records(rows), strict=True)
                    )
                ]
                shard.update(engine.UpdateOperation.upsert_points(points))
                first += len(rows)
                done += len(rows)
                progress(f"{self.name}: loading", done, prepared.sizes.rows)
            shard.flush()

    def index(self, prepared: Prepared, progress: Progress) -> None:
        for number, shard in enumerate(self._shards.values()):
            shard.optimize()
            shard.flush()
            progress(f"{self.name}: indexing", number + 1, len(self._shards))

    def nearest(self, wanted: Sequence[Wanted], reach: Reach) -> Sequence[Nearest]:
        return [self._wish(wish, reach) for wish in wanted]

    def _wish(self, wish: Wanted, reach: Reach) -> Nearest:
        engine = self._engine
        shard = self._shards.get(wish.level)
        if shard is None:
            shard = self._shards[wish.level] = engine.EdgeShard.load(str(self._folder / wish.level))
        found = shard.query(
            engine.QueryRequest(
                limit=reach.k[wish.level],
                query=engine.Query.Nearest(wish.vector.tolist()),
                filter=self._filter(wish),
                params=engine.SearchParams(hnsw_ef=reach.candidates[wish.level]),
                with_payload=["key"],
            )
        )
        return Nearest.of([point.payload["key"] for point in found], [point.score for point in found])

    def _filter(self, wish: Wanted) -> Any:
        engine = self._engine

        def equals(key: str, value: str) -> Any:
            return engine.FieldCondition(key, match=engine.MatchValue(value))

        parts = [equals("type", wish.type), equals("negated", str(wish.negated))]
        if wish.facet is not None:
            parts.append(equals("facet", wish.facet))
        if wish.slot is not None:
            parts.append(equals("slot", wish.slot))
            if math.isfinite(wish.high):
                parts.append(engine.FieldCondition("low", range=engine.RangeFloat(lte=wish.high)))
            if math.isfinite(wish.low):
                parts.append(engine.FieldCondition("high", range=engine.RangeFloat(gte=wish.low)))
        return engine.Filter(must=parts)

    def size(self) -> int:
        return folder_bytes(self._folder)

    def drop(self) -> None:
        self.close()
        remove_folder(self._folder)

    def close(self) -> None:
        for shard in self._shards.values():
            shard.close()
        self._shards.clear()

"""Chroma: an in-process collection per level, an HNSW index with the method's settings, metadata
filters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.measure import Progress
from benchmarks.race.engines import folder_bytes, package, remove_folder
from benchmarks.race.method import EF_CONSTRUCTION, M, Nearest, Reach, Wanted
from benchmarks.race.prepared import LEVELS, Prepared

ROWS = 5_000
"""Rows per write; Chroma's own limit is about five thousand."""


class ChromaPeer:
    """Claims in Chroma. The key is part of each row's id, so that no metadata has to be fetched."""

    port = None

    def __init__(self, folder: Path, address: str) -> None:
        chromadb = package("chromadb")
        self.name = f"Chroma {chromadb.__version__}"
        self._folder = folder / "chroma"
        settings = package("chromadb.config").Settings(anonymized_telemetry=False, allow_reset=True)
        self._client = chromadb.PersistentClient(path=str(self._folder), settings=settings)
        self._collections: dict[str, tuple[Any, int]] = {}

    def load(self, prepared: Prepared, progress: Progress) -> None:
        done = 0
        hnsw = {"space": "cosine", "ef_construction": EF_CONSTRUCTION, "max_neighbors": M, "ef_search": 500}
        self._client.reset()
        for level in LEVELS:
            collection = self._client.create_collection(level, configuration={"hnsw": hnsw}, embedding_function=None)
            for rows in prepared.rows(level).chunks(min(ROWS, self._client.get_max_batch_size())):
                collection.add(
                    ids=[f"{key}-{done + i}" for i, key in enumerate(prepared.keys(rows).tolist())],
                    embeddings=prepared.floats(rows.text),
                    metadatas=prepared.records(rows),
                )
                done += len(rows)
                progress(f"{self.name}: loading", done, prepared.sizes.rows)

    def index(self, prepared: Prepared, progress: Progress) -> None:
        """Does nothing: Chroma indexes rows as they are added."""

    def nearest(self, wanted: Sequence[Wanted], reach: Reach) -> Sequence[Nearest]:
        return [self._wish(wish, reach) for wish in wanted]

    def _wish(self, wish: Wanted, reach: Reach) -> Nearest:
        found = self._collection(wish.level, reach.candidates[wish.level]).query(
            query_embeddings=[wish.vector], n_results=reach.k[wish.level], where=where(wish), include=["distances"]
        )
        keys = [int(id.partition("-")[0]) for id in found["ids"][0]]
        return Nearest.of(keys, [1.0 - distance for distance in found["distances"][0]])

    def _collection(self, level: str, candidates: int) -> Any:
        known, ef = self._collections.get(level, (None, 0))
        if known is None:
            known = self._client.get_collection(level, embedding_function=None)
        if ef != candidates:
            known.modify(configuration={"hnsw": {"ef_search": candidates}})
            self._collections[level] = (known, candidates)
        return known

    def size(self) -> int:
        return folder_bytes(self._folder)

    def drop(self) -> None:
        remove_folder(self._folder)

    def close(self) -> None:
        self._collections.clear()


def where(wish: Wanted) -> dict[str, Any]:
    """Returns a wish's filter in Chroma's syntax."""
    parts: list[dict[str, Any]] = [{"type": wish.type}, {"negated": wish.negated}]
    if wish.facet is not None:
        parts.append({"facet": wish.facet})
    if wish.slot is not None:
        parts.append({"slot": wish.slot})
        if math.isfinite(wish.high):
            parts.append({"low": {"$lte": wish.high}})
        if math.isfinite(wish.low):
            parts.append({"high": {"$gte": wish.low}})
    return {"$and": parts}

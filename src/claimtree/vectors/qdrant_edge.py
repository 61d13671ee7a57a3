"""A Qdrant index in our own process: a folder, no server, for one process at a time."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from claimtree.errors import StoreError, StoreUnavailable
from claimtree.model.phrases import Floats
from claimtree.model.vector_items import Filter, ItemId, VectorItem, VectorSpace
from claimtree.vectors.engine_base import ForeignIndex, Kept, check_identity, identity_of
from claimtree.vectors.optional_packages import imported
from claimtree.vectors.qdrant_points import EF, FIELDS, PAGE, M, conditions, id_of, item_at, point_of

IDENTITY = "claimtree.json"
"""The file in the folder that holds the embedder's name; the engine cannot store it."""
FULL_SCAN_KB = 10_000
"""Below this size of vectors the engine compares everything, as it does by default."""


class QdrantEdgeIndex(ForeignIndex):
    """A Qdrant shard in a folder. Call `compact` after adding many items: it builds the graph."""

    def __init__(
        self, folder: Path | str, space: VectorSpace, *, create: bool = True, full_scan_kb: int = FULL_SCAN_KB
    ) -> None:
        folder = Path(folder).absolute()
        super().__init__(f"qdrant-edge:///{folder}", space, batch=1_000)
        self._folder = folder
        self._engine = imported("qdrant_edge", package="qdrant-edge-py", extra="qdrant")
        # The engine handles concurrent readers; writers are serialised here.
        self._writing = threading.Lock()
        known = self._recognise(create)
        with self._translated():
            if known and (folder / "segments").is_dir():
                self._shard = self._engine.EdgeShard.load(str(folder))
            else:
                self._shard = self._engine.EdgeShard.create(str(folder), self._config(full_scan_kb))
            indexed = self._shard.info().payload_schema
            for field in FIELDS:
                if field not in indexed:
                    self._update("create_field_index", field, self._engine.PayloadSchemaType.Keyword)

    def compact(self) -> None:
        with self._writing, self._translated():
            self._shard.optimize()
            self._shard.flush()

    def close(self) -> None:
        with self._writing, self._translated():
            self._shard.close()

    def _recognise(self, create: bool) -> bool:
        """True if the folder is ours already; an empty or missing one is marked if `create`."""
        file = self._folder / IDENTITY
        with self._translated():
            if file.is_file():
                try:
                    stored = json.loads(file.read_text(encoding="utf-8"))
                except ValueError:
                    stored = None
                check_identity(stored, self.space, self.address)
                return True
            if self._folder.is_dir() and any(self._folder.iterdir()):
                check_identity(None, self.space, self.address)
            if not create:
                raise StoreUnavailable(
                    f"there is no vector index at {self._folder}",
                    hint="Build it first, or name another folder.",
                    values={"path": str(self._folder)},
                )
            self._folder.mkdir(parents=True, exist_ok=True)
            # Written atomically: a concurrent reader, or one after a crash, finds all of it or
            # nothing.
            draft = file.with_suffix(".draft")
            draft.write_text(json.dumps(identity_of(self.space)), encoding="utf-8")
            draft.replace(file)
            return False

    def _config(self, full_scan_kb: int) -> Any:
        engine = self._engine
        return engine.EdgeConfig(
            vectors=engine.EdgeVectorParams(size=self.space.dimensions, distance=engine.Distance.Cosine),
            hnsw_config=engine.HnswIndexConfig(m=M, ef_construct=EF, full_scan_threshold=full_scan_kb),
            optimizers=engine.EdgeOptimizersConfig(indexing_threshold=full_scan_kb),
        )

    def _write(self, items: Sequence[VectorItem], fields: list[dict[str, Any]], numbers: Floats) -> None:
        points = [
            self._engine.Point(point_of(item.id), row, {"id": item.id, **extra})
            for item, extra, row in zip(items, fields, numbers.tolist(), strict=True)
        ]
        self._update("upsert_points", points)

    def _erase(self, ids: Sequence[ItemId]) -> None:
        self._update("delete_points", [point_of(id) for id in ids])

    def _update(self, operation: str, *arguments: object) -> None:
        with self._writing:
            self._shard.update(getattr(self._engine.UpdateOperation, operation)(*arguments))

    def _known(self, ids: Sequence[ItemId]) -> list[ItemId]:
        records = self._shard.retrieve([point_of(id) for id in ids], with_payload=True, with_vector=False)
        return [id_of(record.payload) for record in records]

    def _read(self, ids: Sequence[ItemId]) -> list[Kept]:
        records = self._shard.retrieve([point_of(id) for id in ids], with_payload=True, with_vector=True)
        return [item_at(record.payload, record.vector) for record in records]

    def _search(self, asked: list[list[float]], limit: int, where: Filter) -> list[list[Kept]]:
        engine = self._engine
        # Without it, a filter breaks the graph apart, and sometimes most of the answer is missed.
        acorn = engine.AcornSearchParams(enable=True, max_selectivity=1.0)
        params = engine.SearchParams(hnsw_ef=max(EF, limit), acorn=acorn)
        queries = [
            engine.QueryRequest(
                limit=limit,
                query=engine.Query.Nearest(row),
                with_vector=True,
                with_payload=True,
                filter=self._filter(where),
                params=params,
            )
            for row in asked
        ]
        answers = self._shard.query_batch(engine.QueryBatchRequest(queries))
        return [[item_at(point.payload, point.vector) for point in answer] for answer in answers]

    def _filter(self, where: Filter) -> Any:
        def one_of(field: str, values: list[str]) -> Any:
            return self._engine.FieldCondition(key=field, match=self._engine.MatchAny(values))

        must = [one_of(field, values) for field, values in conditions(where)]
        without = [one_of("labels", sorted(where.without))] if where.without else []
        return self._engine.Filter(must=[*must], must_not=[*without]) if must or without else None

    def _every_id(self) -> Iterator[ItemId]:
        offset = None
        while True:
            request = self._engine.ScrollRequest(offset=offset, limit=PAGE, with_payload=True, with_vector=False)
            records, offset = self._shard.scroll(request)
            for record in records:
                yield id_of(record.payload)
            if offset is None:
                return

    def _count(self) -> int:
        return int(self._shard.count(self._engine.CountRequest(exact=True)))

    @contextmanager
    def _translated(self) -> Iterator[None]:
        values = {"address": self.address}
        try:
            yield
        except StoreError:
            raise
        except OSError as error:
            raise StoreUnavailable(
                f"vector index {self.address} cannot be used: {error.strerror}",
                hint="Check the folder and its permissions.",
                values=values,
            ) from error
        except Exception as error:
            # The engine only raises Exception itself; any subclass is a bug of ours.
            if type(error) is not Exception:
                raise
            if "not initialized" in str(error):
                raise StoreUnavailable(
                    f"vector index {self.address} is closed", hint="Open it again.", values=values
                ) from error
            raise StoreUnavailable(
                f"vector index {self.address} failed: {error}",
                hint="If another process has it open, wait until it has closed it; else restore or rebuild the index.",
                values=values,
            ) from error

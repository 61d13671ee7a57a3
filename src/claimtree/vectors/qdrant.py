"""A Qdrant index through Qdrant's client: a server, or the client's local mode (folder or memory).

Local mode has the same interface, compares all vectors, and is meant for trying out; one process at
a time.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from claimtree.errors import StoreDamaged, StoreError, StoreUnavailable
from claimtree.model.phrases import Floats
from claimtree.model.vector_items import Filter, ItemId, VectorItem, VectorSpace
from claimtree.vectors.engine_base import ForeignIndex, Kept, check_identity, identity_of
from claimtree.vectors.optional_packages import imported
from claimtree.vectors.qdrant_points import EF, FIELDS, PAGE, M, conditions, id_of, item_at, point_of
from claimtree.vectors.server_address import Server, meaning_of

PORT = 6333
BATCH = 500


class QdrantIndex(ForeignIndex):
    """A Qdrant collection."""

    def __init__(
        self,
        place: Server | Path | None,
        collection: str,
        space: VectorSpace,
        *,
        create: bool = True,
    ) -> None:
        """On a server, in a folder, or in memory without a place."""
        server = place if isinstance(place, Server) else None
        if server is not None:
            address = server.address("qdrant", collection)
        else:
            address = f"qdrant:///{Path(place).absolute()}/{collection}" if isinstance(place, Path) else "qdrant:"
        super().__init__(address, space, batch=BATCH)
        self.exact = server is None
        self._collection = collection
        self._server = server
        # Local mode is not thread-safe; a server is.
        self._turns = threading.RLock() if server is None else None
        client = imported("qdrant_client", package="qdrant-client", extra="qdrant")
        self._faults = imported("qdrant_client.http.exceptions", package="qdrant-client", extra="qdrant")
        self._models = client.models
        with self._translated():
            if server is not None:
                self._client = client.QdrantClient(
                    url=server.url,
                    api_key=server.api_key or None,
                    timeout=max(1, round(server.timeout_s)),
                    # The check would query the server's version in the constructor, and warn.
                    check_compatibility=False,
                )
            elif isinstance(place, Path):
                if not create and not place.is_dir():
                    raise self._missing()
                place.mkdir(parents=True, exist_ok=True)
                self._client = client.QdrantClient(path=str(place), force_disable_check_same_thread=True)
            else:
                self._client = client.QdrantClient(":memory:")
        try:
            self._prepare(create, served=server is not None)
        except BaseException:
            self._client.close()
            raise

    def close(self) -> None:
        with self._translated():
            self._client.close()

    def _prepare(self, create: bool, *, served: bool) -> None:
        with self._translated():
            if not self._client.collection_exists(self._collection):
                if not create:
                    raise self._missing()
                self._make()
            stored = self._client.get_collection(self._collection).config.metadata
        check_identity(stored, self.space, self.address)
        with self._translated():
            for field in FIELDS if served else ():
                self._client.create_payload_index(self._collection, field, field_schema="keyword", wait=True)

    def _make(self) -> None:
        models = self._models
        try:
            self._client.create_collection(
                self._collection,
                vectors_config=models.VectorParams(size=self.space.dimensions, distance=models.Distance.COSINE),
                hnsw_config=models.HnswConfigDiff(m=M, ef_construct=EF),
                metadata=identity_of(self.space),
            )
        except self._faults.UnexpectedResponse as error:
            # Another process created it first: it is checked like any other collection.
            if error.status_code != 409:
                raise

    def _write(self, items: Sequence[VectorItem], fields: list[dict[str, Any]], numbers: Floats) -> None:
        self._client.upsert(
            self._collection,
            points=self._models.Batch(
                ids=[point_of(item.id) for item in items],
                vectors=numbers.tolist(),
                payloads=[{"id": item.id, **extra} for item, extra in zip(items, fields, strict=True)],
            ),
            wait=True,
        )

    def _known(self, ids: Sequence[ItemId]) -> list[ItemId]:
        points = [point_of(id) for id in ids]
        records = self._client.retrieve(self._collection, points, with_payload=True, with_vectors=False)
        return [id_of(record.payload) for record in records]

    def _erase(self, ids: Sequence[ItemId]) -> None:
        selected = self._models.PointIdsList(points=[point_of(id) for id in ids])
        self._client.delete(self._collection, selected, wait=True)

    def _read(self, ids: Sequence[ItemId]) -> list[Kept]:
        points = [point_of(id) for id in ids]
        records = self._client.retrieve(self._collection, points, with_payload=True, with_vectors=True)
        return [item_at(record.payload, record.vector) for record in records]

    def _search(self, asked: list[list[float]], limit: int, where: Filter) -> list[list[Kept]]:
        models = self._models
        # Without it, a filter breaks the graph apart, and sometimes most of the answer is missed.
        acorn = models.AcornSearchParams(enable=True, max_selectivity=1.0)
        # Local mode compares everything, and warns about settings for a graph that it does not
        # have.
        params = None if self.exact else models.SearchParams(hnsw_ef=max(EF, limit), acorn=acorn)
        requests = [
            models.QueryRequest(
                query=row,
                limit=limit,
                filter=self._filter(where),
                params=params,
                with_payload=True,
                with_vector=True,
            )
            for row in asked
        ]
        answers = self._client.query_batch_points(self._collection, requests)
        return [[item_at(point.payload, point.vector) for point in answer.points] for answer in answers]

    def _filter(self, where: Filter) -> Any:
        models = self._models

        def one_of(field: str, values: list[str]) -> Any:
            return models.FieldCondition(key=field, match=models.MatchAny(any=values))

        must: list[Any] = [one_of(field, values) for field, values in conditions(where)]
        without: list[Any] = [one_of("labels", sorted(where.without))] if where.without else []
        return models.Filter(must=must, must_not=without) if must or without else None

    def _every_id(self) -> Iterator[ItemId]:
        offset = None
        while True:
            records, offset = self._client.scroll(
                self._collection, limit=PAGE, offset=offset, with_payload=True, with_vectors=False
            )
            for record in records:
                yield id_of(record.payload)
            if offset is None:
                return

    def _count(self) -> int:
        return int(self._client.count(self._collection, exact=True).count)

    @contextmanager
    def _translated(self) -> Iterator[None]:
        if self._turns is not None:
            self._turns.acquire()
        try:
            yield
        except self._faults.UnexpectedResponse as error:
            code = error.status_code or 0
            kind, hint = meaning_of(code)
            raise self._error(kind, f"answered with status {code}: {error.reason_phrase}", hint) from error
        except self._faults.ApiException as error:
            raise self._error(StoreUnavailable, f"could not be reached: {error}", "Is the server running?") from error
        except (AssertionError, ValueError) as error:
            # The client raises these if the server is not Qdrant. In local mode they are a bug of
            # ours.
            if self._server is None:
                raise
            hint = "Check host and port."
            raise self._error(StoreDamaged, "is on a server that does not speak as Qdrant does", hint) from error
        except OSError as error:
            raise self._error(StoreUnavailable, f"cannot be used: {error}", "Check the folder.") from error
        except RuntimeError as error:
            # Raised by local mode for a closed client, and for a folder that another client has
            # locked.
            hint = "Open it again, or close whatever else has the folder open; a server takes many at once."
            raise self._error(StoreUnavailable, f"cannot be used: {error}", hint) from error
        finally:
            if self._turns is not None:
                self._turns.release()

    def _missing(self) -> StoreError:
        return self._error(StoreUnavailable, "does not exist", "Build it first, or name another collection.")

    def _error(self, kind: type[StoreError], what: str, hint: str) -> StoreError:
        what = self._server.cleaned(what) if self._server else what
        return kind(f"vector index {self.address} {what}", hint=hint, values={"address": self.address})

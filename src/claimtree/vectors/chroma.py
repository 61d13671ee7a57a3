"""A Chroma index: a collection on a server (`chroma run`), or in a folder of our own process.

By default its client would send telemetry and download an embedding model; both are switched off.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from claimtree.errors import StoreDamaged, StoreError, StoreUnavailable
from claimtree.model.phrases import Floats
from claimtree.model.vector_items import Filter, ItemId, VectorItem, VectorSpace
from claimtree.vectors.engine_base import ForeignIndex, Kept, check_identity, identity_of, kept_of
from claimtree.vectors.optional_packages import imported
from claimtree.vectors.server_address import Server, meaning_of

PORT = 8000
BATCH = 500
PAGE = 5_000
GRAPH = {"space": "cosine", "max_neighbors": 32, "ef_construction": 200, "ef_search": 200}
"""With 16 neighbours one trial in a hundred missed a vector behind 400 nearly equal ones; with 32
none of 250 did."""


class ChromaIndex(ForeignIndex):
    """A Chroma collection."""

    def __init__(self, place: Server | Path, collection: str, space: VectorSpace, *, create: bool = True) -> None:
        """On a server or in a folder."""
        self._server = place if isinstance(place, Server) else None
        if isinstance(place, Server):
            address = place.address("chroma", collection)
        else:
            address = f"chroma:///{place.absolute()}/{collection}"
        super().__init__(address, space, batch=BATCH)
        self._closed = False
        self._sessions: list[Any] = []
        """The client's connections to a server."""
        self._chroma = imported("chromadb", package="chromadb", extra="chroma")
        self._faults = imported("chromadb.errors", package="chromadb", extra="chroma")
        self._http = imported("httpx", package="httpx", extra="chroma")
        with self._translated():
            self._client = self._connect(place, create)
        try:
            with self._translated():
                self._batch = min(BATCH, self._client.get_max_batch_size())
                self._collection = self._find(collection, create)
            check_identity(self._collection.metadata, space, self.address)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._client.close()
            # The client drops its connections without closing them.
            for session in self._sessions:
                session.close()

    def _connect(self, place: Server | Path, create: bool) -> Any:
        settings = self._chroma.Settings(anonymized_telemetry=False)
        if not isinstance(place, Server):
            if not create and not place.is_dir():
                raise self._missing()
            place.mkdir(parents=True, exist_ok=True)
            return self._chroma.PersistentClient(path=place.absolute(), settings=settings)
        self._check_reachable(place)
        client = self._chroma.HttpClient(
            host=place.host,
            port=place.port,
            ssl=place.encrypted,
            headers={"Authorization": f"Bearer {place.api_key}"} if place.api_key else None,
            settings=settings,
        )
        self._sessions = [client._server._session, client._admin_client._server._session]
        # There is no setting for the timeout, and without one a request to a hanging server never
        # ends.
        for session in self._sessions:
            session.timeout = place.timeout_s
        return client

    def _check_reachable(self, server: Server) -> None:
        """Checks that a Chroma server answers; the client's constructor asks without a timeout."""
        answer = self._http.get(f"{server.url}/api/v2/heartbeat", timeout=server.timeout_s)
        try:
            known = answer.status_code != 200 or "nanosecond heartbeat" in answer.json()
        except ValueError:
            known = False
        if answer.status_code != 200:
            kind, hint = meaning_of(answer.status_code)
            raise self._error(kind, f"answered with status {answer.status_code}", hint)
        if not known:
            raise self._error(StoreDamaged, "is on a server that is not Chroma", "Check host and port.")

    def _find(self, name: str, create: bool) -> Any:
        try:
            return self._client.get_collection(name, embedding_function=None)
        except self._faults.NotFoundError:
            if not create:
                raise self._missing() from None
        return self._client.get_or_create_collection(
            name,
            embedding_function=None,
            metadata=identity_of(self.space),
            configuration={"hnsw": GRAPH},
        )

    def _write(self, items: Sequence[VectorItem], fields: list[dict[str, Any]], numbers: Floats) -> None:
        self._collection.upsert(
            ids=[str(item.id) for item in items],
            embeddings=numbers,
            # An omitted field would keep its old value.
            metadatas=[{"labels": None, "blank": None, **extra} for extra in fields],
        )

    def _known(self, ids: Sequence[ItemId]) -> list[ItemId]:
        return [ItemId(id) for id in self._collection.get(ids=list(ids), include=[])["ids"]]

    def _erase(self, ids: Sequence[ItemId]) -> None:
        self._collection.delete(ids=list(ids))

    def _read(self, ids: Sequence[ItemId]) -> list[Kept]:
        found = self._collection.get(ids=list(ids), include=["embeddings", "metadatas"])
        return _kept(found["ids"], found["metadatas"], found["embeddings"])

    def _search(self, asked: list[list[float]], limit: int, where: Filter) -> list[list[Kept]]:
        found = self._collection.query(
            query_embeddings=asked, n_results=limit, where=_where(where), include=["embeddings", "metadatas"]
        )
        return [
            _kept(ids, fields, numbers)
            for ids, fields, numbers in zip(found["ids"], found["metadatas"], found["embeddings"], strict=True)
        ]

    def _every_id(self) -> Iterator[ItemId]:
        offset = 0
        while page := self._collection.get(limit=PAGE, offset=offset, include=[])["ids"]:
            yield from (ItemId(id) for id in page)
            offset += len(page)

    def _count(self) -> int:
        return int(self._collection.count())

    @contextmanager
    def _translated(self) -> Iterator[None]:
        if self._closed:
            raise self._error(StoreUnavailable, "is closed", "Open it again.")
        try:
            yield
        except self._faults.ChromaError as error:
            kind, hint = meaning_of(error.code())
            raise self._error(kind, f"refused: {error.message() or error}", hint) from error
        except self._http.TimeoutException as error:
            seconds = self._server.timeout_s if self._server else 0
            raise self._error(StoreUnavailable, f"gave no answer within {seconds:g} s", "Try again later.") from error
        except self._http.HTTPError as error:
            raise self._error(StoreUnavailable, f"could not be reached: {error}", "Is the server running?") from error
        except OSError as error:
            raise self._error(StoreUnavailable, f"cannot be used: {error.strerror}", "Check the folder.") from error
        except json.JSONDecodeError as error:
            raise self._error(StoreUnavailable, "gave half an answer", "Try again.") from error
        except Exception as error:
            # Unrecognised server errors come as Exception itself; any subclass is a bug of ours.
            if type(error) is not Exception:
                raise
            raise self._error(StoreUnavailable, f"failed: {error}", "Look into the server's log.") from error

    def _missing(self) -> StoreError:
        return self._error(StoreUnavailable, "does not exist", "Build it first, or name another collection.")

    def _error(self, kind: type[StoreError], what: str, hint: str) -> StoreError:
        what = self._server.cleaned(what) if self._server else what
        return kind(f"vector index {self.address} {what}", hint=hint, values={"address": self.address})


def _kept(ids: Sequence[str], fields: Sequence[Mapping[str, object]], numbers: Sequence[Any]) -> list[Kept]:
    return [kept_of(id, one, row) for id, one, row in zip(ids, fields, numbers, strict=True)]


def _where(where: Filter) -> dict[str, Any] | None:
    """The filter as a Chroma condition: a single one stands alone, several are joined by $and."""
    conditions: list[dict[str, Any]] = []
    if where.levels is not None:
        conditions.append({"level": {"$in": sorted(where.levels)}})
    if where.types is not None:
        conditions.append({"type": {"$in": sorted(where.types)}})
    conditions += [
        _joined("$or", [{"labels": {"$contains": label}} for label in sorted(some)]) for some in where.labels
    ]
    conditions += [{"labels": {"$not_contains": label}} for label in sorted(where.without)]
    return _joined("$and", conditions) if conditions else None


def _joined(word: str, conditions: list[dict[str, Any]]) -> dict[str, Any]:
    return conditions[0] if len(conditions) == 1 else {word: conditions}

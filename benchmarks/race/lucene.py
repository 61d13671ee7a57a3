"""Elasticsearch and OpenSearch: an index per level, HNSW with the method's settings, one `_msearch`
for all wishes.

As both recommend for vectors: no refresh and no replica while loading, vectors excluded from
`_source`, and two connections at once.
"""

from __future__ import annotations

import json
import math
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from benchmarks.measure import Progress
from benchmarks.race.method import EF_CONSTRUCTION, M, Nearest, Reach, Wanted
from benchmarks.race.prepared import LEVELS, Prepared, Rows
from benchmarks.race.rest import Rest
from claimtree.errors import ClaimtreeError

ROWS = 2_000
WRITERS = 2
_FIELDS: dict[str, Any] = {
    "key": {"type": "long", "index": False},
    "type": {"type": "keyword"},
    "facet": {"type": "keyword"},
    "negated": {"type": "boolean"},
    "slot": {"type": "keyword"},
    "low": {"type": "double"},
    "high": {"type": "double"},
}


class LucenePeer(ABC):
    """The common part of both servers; a subclass defines the vector mapping and the search."""

    product: ClassVar[str]
    merged: ClassVar[bool] = True
    """Whether all is merged into one segment at the end."""

    def __init__(self, folder: Path, address: str) -> None:
        self._rest = Rest(address)
        self._address = address
        nodes = self._rest.ask("GET", "/_nodes/process")["nodes"]
        self.name = f"{self.product} {next(iter(nodes.values()))['version']}"
        self.port = self._rest.port
        self._prefix = f"race-{folder.name}"

    @abstractmethod
    def mapping(self, dimensions: int) -> dict[str, Any]:
        """Returns the settings and mappings of an index."""

    @abstractmethod
    def search(self, wish: Wanted, reach: Reach) -> dict[str, Any]:
        """Returns the body of one filtered search."""

    def load(self, prepared: Prepared, progress: Progress) -> None:
        self.drop()
        done = 0
        with ThreadPoolExecutor(WRITERS) as pool:
            for level in LEVELS:
                self._rest.ask("PUT", f"/{self._index(level)}", self.mapping(prepared.vectors.dimensions))
                waiting = set()
                for rows in prepared.rows(level).chunks(ROWS):
                    body = b"".join(_lines(prepared, rows))
                    waiting.add(pool.submit(self._bulk, level, body))
                    if len(waiting) > WRITERS:
                        finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                        for one in finished:
                            one.result()
                    done += len(rows)
                    progress(f"{self.name}: loading", done, prepared.sizes.rows)
                for one in waiting:
                    one.result()

    def _bulk(self, level: str, body: bytes) -> None:
        rest = Rest(self._address)
        answer = rest.ask("POST", f"/{self._index(level)}/_bulk?filter_path=errors,items.*.error", body)
        rest.close()
        if answer.get("errors"):
            raise ClaimtreeError(f"{self.name} refused rows: {json.dumps(answer['items'][:1])[:300]}")

    def index(self, prepared: Prepared, progress: Progress) -> None:
        for number, level in enumerate(LEVELS):
            name = self._index(level)
            self._rest.ask("POST", f"/{name}/_refresh")
            if self.merged:
                self._rest.ask("POST", f"/{name}/_forcemerge?max_num_segments=1")
                self._rest.ask("POST", f"/{name}/_refresh")
            while self._rest.ask("GET", f"/{name}/_stats/merge")["_all"]["total"]["merges"]["current"]:
                time.sleep(0.5)
            progress(f"{self.name}: indexing", number + 1, len(LEVELS))

    def nearest(self, wanted: Sequence[Wanted], reach: Reach) -> Sequence[Nearest]:
        lines = []
        for wish in wanted:
            page = {"size": reach.k[wish.level], "_source": False, "docvalue_fields": ["key"]}
            page["track_total_hits"] = False
            lines += [{"index": self._index(wish.level)}, self.search(wish, reach) | page]
        body = "".join(json.dumps(line) + "\n" for line in lines).encode()
        # `status` is included because a response without any remaining field would be dropped
        # entirely.
        kept = "responses.status,responses.error,responses.hits.hits._score,responses.hits.hits.fields"
        found = []
        for one in self._rest.ask("POST", f"/_msearch?filter_path={kept}", body)["responses"]:
            if "error" in one:
                raise ClaimtreeError(f"{self.name} refused a search: {json.dumps(one['error'])[:300]}")
            hits = one.get("hits", {}).get("hits", ())
            keys = [hit["fields"]["key"][0] for hit in hits]
            # Both map a cosine to (1 + cosine) / 2, to keep scores positive.
            found.append(Nearest.of(keys, [2 * hit["_score"] - 1 for hit in hits]))
        return found

    def size(self) -> int:
        self._rest.ask("POST", f"/{self._prefix}-*/_flush")
        answer = self._rest.ask("GET", f"/{self._prefix}-*/_stats/store")
        return int(answer["_all"]["total"]["store"]["size_in_bytes"])

    def drop(self) -> None:
        for level in LEVELS:
            self._rest.ask("DELETE", f"/{self._index(level)}?ignore_unavailable=true")

    def close(self) -> None:
        self._rest.close()

    def _index(self, level: str) -> str:
        return f"{self._prefix}-{level}"


class ElasticsearchPeer(LucenePeer):
    """`dense_vector` with HNSW, and the `knn` search with its filter."""

    product = "Elasticsearch"
    # Many claims have the same words; in one segment the graph of such equal vectors becomes
    # disconnected, and a search then ends among 33 of them. Elasticsearch's own merges keep several
    # graphs, and find more.
    merged = False

    def mapping(self, dimensions: int) -> dict[str, Any]:
        vector = {
            "type": "dense_vector", "dims": dimensions, "index": True, "similarity": "cosine",
            "index_options": {"type": "hnsw", "m": M, "ef_construction": EF_CONSTRUCTION},
        }  # fmt: skip
        return {
            "settings": {"number_of_shards": 1, "number_of_replicas": 0, "refresh_interval": "-1"},
            "mappings": {
                "dynamic": "strict",
                "_source": {"excludes": ["vector"]},
                "properties": _FIELDS | {"vector": vector},
            },
        }

    def search(self, wish: Wanted, reach: Reach) -> dict[str, Any]:
        return {
            "knn": {
                "field": "vector",
                "query_vector": wish.codes.tolist(),
                "k": reach.k[wish.level],
                "num_candidates": reach.candidates[wish.level],
                "filter": {"bool": {"filter": conditions(wish)}},
            }
        }


class OpensearchPeer(LucenePeer):
    """`knn_vector` on the Lucene engine, and the `knn` query with its efficient filter."""

    product = "OpenSearch"

    def mapping(self, dimensions: int) -> dict[str, Any]:
        method = {
            "name": "hnsw", "engine": "lucene", "space_type": "cosinesimil",
            "parameters": {"m": M, "ef_construction": EF_CONSTRUCTION},
        }  # fmt: skip
        vector = {"type": "knn_vector", "dimension": dimensions, "method": method}
        settings = {"knn": True, "number_of_shards": 1, "number_of_replicas": 0, "refresh_interval": "-1"}
        # It excludes vectors from `_source` by itself.
        return {
            "settings": {"index": settings},
            "mappings": {"dynamic": "strict", "properties": _FIELDS | {"vector": vector}},
        }

    def search(self, wish: Wanted, reach: Reach) -> dict[str, Any]:
        knn = {
            "vector": wish.codes.tolist(),
            "k": reach.k[wish.level],
            "method_parameters": {"ef_search": reach.candidates[wish.level]},
            "filter": {"bool": {"filter": conditions(wish)}},
        }
        return {"query": {"knn": {"vector": knn}}}


def conditions(wish: Wanted) -> list[dict[str, Any]]:
    """Returns a wish's filter as clauses."""
    parts: list[dict[str, Any]] = [{"term": {"type": wish.type}}, {"term": {"negated": wish.negated}}]
    if wish.facet is not None:
        parts.append({"term": {"facet": wish.facet}})
    if wish.slot is not None:
        parts.append({"term": {"slot": wish.slot}})
        if math.isfinite(wish.high):
            parts.append({"range": {"low": {"lte": wish.high}}})
        if math.isfinite(wish.low):
            parts.append({"range": {"high": {"gte": wish.low}}})
    return parts


def _lines(prepared: Prepared, rows: Rows) -> Iterator[bytes]:
    """Yields two lines per row. Vectors are sent as integers, since a cosine does not depend on
    length."""
    written = {
        text: json.dumps(prepared.vectors.codes[text].tolist(), separators=(",", ":"))
        for text in np.unique(rows.text).tolist()
    }
    for text, record in zip(rows.text.tolist(), prepared.records(rows), strict=True):
        yield f'{{"index":{{}}}}\n{json.dumps(record)[:-1]},"vector":{written[text]}}}\n'.encode()

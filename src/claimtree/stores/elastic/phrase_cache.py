"""A cache of phrases and edges read from the cluster; a phrase never changes once it is written."""

from __future__ import annotations

import base64
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice

import numpy as np

from claimtree.errors import StoreDamaged
from claimtree.model.claims import LevelName, TypeName
from claimtree.model.phrases import Edge, Partition, Phrase, PhraseId, Vectors
from claimtree.stores.elastic.amount_codes import phrase_of_term, term
from claimtree.stores.elastic.cluster_client import PAGE, ElasticClient
from claimtree.stores.elastic.dialects import Json, Refusal
from claimtree.stores.elastic.ledger import View
from claimtree.stores.encoding import decode_phrase, encode_phrase, pack, unpack

Key = tuple[LevelName, TypeName]


_SLICE = 5_000
"""Phrases per slice: some megabytes of a response."""


class PhraseCache:
    """The cached phrases, partitions and edges of a store, updated as the store grows.

    It keeps at most `most` phrases. A partition that does not fit is read again for every search,
    slice by slice: this is slower, but complete.
    """

    def __init__(self, client: ElasticClient, dimensions: int, *, most: int) -> None:
        self._client = client
        self._dimensions = dimensions
        self._most = most
        self._made = ""
        self._phrases: dict[int, Phrase] = {}
        self._shelves: dict[Key, tuple[int, Partition | None]] = {}
        """Partitions, and the generation up to which each is complete."""
        self._too_large: set[Key] = set()
        """Partitions that do not fit into the cache together with the others."""
        self._edges: dict[PhraseId, list[Edge]] = {}
        self._edges_of = -1
        """The generation of the last write of edges when they were read."""
        self._lock = threading.RLock()

    def phrases(self, view: View, numbers: Iterable[int]) -> dict[int, Phrase]:
        """Returns phrases by id; raises an error if one is missing."""
        wanted = set(numbers)
        with self._lock:
            self._follow(view)
            found = self._known(view, wanted)
            try:
                return {number: found[number] for number in wanted}
            except KeyError as error:
                raise StoreDamaged(
                    f"store {self._client.address} lacks the phrase {error.args[0]}, which a claim uses",
                    hint="Run `claimtree check`, then `claimtree rebuild`.",
                ) from error

    def known(self, view: View, ids: Collection[PhraseId]) -> frozenset[PhraseId]:
        """Returns those of the phrases that are stored."""
        with self._lock:
            self._follow(view)
            found = self._known(view, ids)
            return frozenset(id for id in ids if id in found)

    def partitions(self, view: View, keys: Collection[Key]) -> Iterator[Partition]:
        """Returns the partitions; those that fit are fetched at once, the others lazily in
        slices."""
        kept: list[tuple[Key, Partition | None]] = []
        with self._lock:
            self._follow(view)
            for key in sorted(set(keys)):
                fits = key not in self._too_large and self._fits(view, key)
                kept.append((key, self._shelves[key][1] if fits else None))
            too_large = frozenset(self._too_large)
        return (
            one
            for key, partition in kept
            for one in (self._slices(view, key) if key in too_large else (partition,))
            if one is not None
        )

    def edges(self, view: View, derived: Collection[PhraseId]) -> list[Edge]:
        with self._lock:
            self._follow(view)
            if view.state.edges != self._edges_of:
                self._edges.clear()
                self._edges_of = view.state.edges
            if len(self._edges) > self._most:
                self._edges.clear()
            missing = {id for id in derived if id not in self._edges}
            if missing:
                fetched: dict[PhraseId, list[Edge]] = {id: [] for id in missing}
                for edge in self._fetch_edges(view, missing):
                    fetched[edge.derived].append(edge)
                self._edges.update(fetched)
            found = [edge for id in set(derived) for edge in self._edges[id]]
        return sorted(found, key=lambda edge: (edge.derived, edge.base))

    def _fetch_edges(self, view: View, derived: Collection[PhraseId]) -> Iterator[Edge]:
        wanted = [term(id) for id in derived]
        for at in range(0, len(wanted), PAGE):
            query = {"bool": {"filter": [view.filters, {"terms": {"derived": wanted[at : at + PAGE]}}]}}
            body = {"query": query, "sort": [{"id": "asc"}], "_source": ["derived", "base", "body"]}
            for hit in self._client.all_hits(view.names.ledger, body):
                yield edge_of(hit["_source"])

    def keys(self, view: View) -> list[Key]:
        """Returns all levels and types that have phrases."""
        sources = [{"level": {"terms": {"field": "level"}}}, {"type": {"terms": {"field": "type"}}}]
        found: list[Key] = []
        after: Json | None = None
        while True:
            page: Json = {"size": 1_000, "sources": sources}
            if after is not None:
                page["after"] = after
            body = {"size": 0, "query": {"bool": {"filter": [view.filters]}}, "aggs": {"keys": {"composite": page}}}
            answer = self._client.search(view.names.phrases, body)["aggregations"]["keys"]
            found += [(LevelName(one["key"]["level"]), TypeName(one["key"]["type"])) for one in answer["buckets"]]
            after = answer.get("after_key")
            if after is None or not answer["buckets"]:
                return sorted(found)

    def _follow(self, view: View) -> None:
        """Clears the cache if the view belongs to another version of the store, which may have
        other phrases."""
        if view.state.made != self._made:
            self._phrases.clear()
            self._shelves.clear()
            self._too_large.clear()
            self._edges.clear()
            self._made = view.state.made

    def _known(self, view: View, numbers: Collection[int]) -> Mapping[int, Phrase]:
        """Returns a mapping with those of the phrases that exist, and possibly others."""
        missing = {number for number in numbers if number not in self._phrases}
        if not missing:
            return self._phrases
        fetched = self._fetch(view, missing)
        if len(self._phrases) + len(fetched) > 2 * self._most:
            # Phrases of cached partitions stay in those partitions.
            known = {number: self._phrases[number] for number in numbers if number in self._phrases}
            self._phrases = known
            fetched |= known
        self._phrases.update(fetched)
        return self._phrases

    def _fetch(self, view: View, numbers: Iterable[int]) -> dict[int, Phrase]:
        found: dict[int, Phrase] = {}
        listed = [term(PhraseId(number)) for number in numbers]
        for at in range(0, len(listed), PAGE):
            asked = {"ids": listed[at : at + PAGE]}
            docs = self._client.ask(
                "POST", f"/{view.names.phrases}/_mget", asked, _source_includes="level,type,wording,born"
            )["docs"]
            for doc in docs:
                if "error" in doc:
                    error = doc["error"]
                    kind, reason = str(error.get("type", "")), str(error.get("reason", ""))
                    raise self._client.error(Refusal(status=404, kind=kind, reason=reason))
                if doc.get("found") and is_visible(doc["_source"]["born"], view):
                    source = doc["_source"]
                    number = phrase_of_term(doc["_id"])
                    found[number] = decode_phrase(source["level"], source["type"], source["wording"])
        return found

    def _fits(self, view: View, key: Key) -> bool:
        """Brings a cached partition up to date; returns False if it does not fit into the cache."""
        complete, known = self._shelves.get(key, (-1, None))
        if complete >= view.state.phrases:
            return True
        room = self._most - sum(len(shelf.phrases) for _, shelf in self._shelves.values() if shelf is not None)
        fresh: list[tuple[int, Json]] = []
        # Phrases are only ever added, so only those since the last update can be missing.
        for hit in self._hits(view, key, since=complete):
            if len(fresh) == room:
                self._shelves.pop(key, None)
                self._too_large.add(key)
                return False
            fresh.append(hit)
        self._shelves[key] = view.state.phrases, self._joined(key, known, fresh) if fresh else known
        return True

    def _slices(self, view: View, key: Key) -> Iterator[Partition]:
        """Yields a partition in slices. Phrases of a view do not change, so no lock is needed and
        no caller is blocked."""
        hits = self._hits(view, key)
        while fresh := list(islice(hits, min(_SLICE, self._most))):
            phrases, vectors = self._read(key, fresh)
            yield Partition(level=key[0], type=key[1], phrases=tuple(phrases), vectors=vectors, is_slice=True)

    def _hits(self, view: View, key: Key, *, since: int = -1) -> Iterator[tuple[int, Json]]:
        """Yields the phrases of a partition that were born after a generation, ordered by id."""
        query = {
            "bool": {
                "filter": [
                    view.filters,
                    {"term": {"level": key[0]}},
                    {"term": {"type": key[1]}},
                    {"range": {"born": {"gt": since}}},
                ]
            }
        }
        body = {"query": query, "sort": [{"id": "asc"}], "_source": ["wording", "codes", "scale"]}
        for hit in self._client.all_hits(view.names.phrases, body, page=2_000):
            yield phrase_of_term(hit["_id"]), hit["_source"]

    def _read(self, key: Key, fresh: Sequence[tuple[int, Json]]) -> tuple[list[Phrase], Vectors]:
        phrases = [decode_phrase(key[0], key[1], source["wording"]) for _, source in fresh]
        codes = b"".join(base64.b64decode(source["codes"]) for _, source in fresh)
        vectors = Vectors(
            codes=np.frombuffer(codes, np.int8).reshape(len(fresh), self._dimensions),
            scales=np.array([source["scale"] for _, source in fresh], np.float32),
        )
        return phrases, vectors

    def _joined(self, key: Key, known: Partition | None, fresh: Sequence[tuple[int, Json]]) -> Partition:
        phrases, vectors = self._read(key, fresh)
        self._phrases.update({phrase.id: phrase for phrase in phrases})
        if known is not None:
            phrases = [*known.phrases, *phrases]
            vectors = Vectors.concatenate([known.vectors, vectors])
        order = sorted(range(len(phrases)), key=lambda at: phrases[at].id)
        return Partition(
            level=key[0], type=key[1], phrases=tuple(phrases[at] for at in order), vectors=vectors.take(order)
        )


def is_visible(born: int, view: View) -> bool:
    """True if documents born in a generation are visible in the view."""
    return born <= view.state.generation and born not in view.state.lost


def phrase_document(phrase: Phrase, codes: np.ndarray, scale: float, born: int) -> Json:
    """Returns the document of a phrase, with its vector bit for bit."""
    return {
        "id": term(phrase.id),
        "level": phrase.level,
        "type": phrase.type,
        "wording": encode_phrase(phrase),
        "codes": base64.b64encode(codes.tobytes()).decode("ascii"),
        "scale": float(scale),
        "born": born,
    }


def edge_document(edge: Edge, born: int) -> Json:
    return {
        "kind": "edge",
        "id": edge_key(edge.derived, edge.base),
        "derived": term(edge.derived),
        "base": term(edge.base),
        "body": base64.b64encode(pack([edge.excludes, edge.discount])).decode("ascii"),
        "born": born,
    }


def edge_key(derived: PhraseId, base: PhraseId) -> str:
    return f"{term(derived)}-{term(base)}"


def edge_of(source: Json) -> Edge:
    excludes, discount = unpack(base64.b64decode(source["body"]))
    return Edge(
        base=phrase_of_term(source["base"]),
        derived=phrase_of_term(source["derived"]),
        excludes=bool(excludes),
        discount=discount,
    )

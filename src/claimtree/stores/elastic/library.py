"""Phrases and edges, read back from the cluster and kept: a phrase never changes once it is written."""

from __future__ import annotations

import base64
import threading
from collections.abc import Collection, Iterable, Iterator, Sequence

import numpy as np

from claimtree.errors import StoreDamaged
from claimtree.model.claims import LevelName, TypeName
from claimtree.model.phrases import Edge, Partition, Phrase, PhraseId, Vectors
from claimtree.stores.elastic.codes import phrase_of_term, term
from claimtree.stores.elastic.dialects import Json, Refusal
from claimtree.stores.elastic.ledger import View
from claimtree.stores.elastic.wire import PAGE, Wire
from claimtree.stores.records import decode_phrase, encode_phrase, pack, unpack

Key = tuple[LevelName, TypeName]


class Library:
    """What the store knows of wordings; follows the store as it grows."""

    def __init__(self, wire: Wire, dimensions: int) -> None:
        self._wire = wire
        self._dimensions = dimensions
        self._made = ""
        self._phrases: dict[int, Phrase] = {}
        self._shelves: dict[Key, tuple[int, Partition | None]] = {}
        """Partitions, and the generation up to which each is complete."""
        self._edges: dict[PhraseId, list[Edge]] = {}
        self._edges_of = -1
        """The generation in which edges were last written when they were read."""
        self._lock = threading.RLock()

    def phrases(self, view: View, numbers: Iterable[int]) -> dict[int, Phrase]:
        """Phrases by their ids; all of them have to be there."""
        wanted = set(numbers)
        with self._lock:
            self._follow(view)
            missing = wanted - self._phrases.keys()
            if missing:
                self._phrases.update(self._fetch(view, missing))
            try:
                return {number: self._phrases[number] for number in wanted}
            except KeyError as error:
                raise StoreDamaged(
                    f"store {self._wire.address} lacks the phrase {error.args[0]}, which a claim uses",
                    hint="Run `claimtree check`, then `claimtree rebuild`.",
                ) from error

    def known(self, view: View, ids: Collection[PhraseId]) -> frozenset[PhraseId]:
        """Those of the phrases that are stored."""
        with self._lock:
            self._follow(view)
            missing = {id for id in ids if id not in self._phrases}
            if missing:
                self._phrases.update(self._fetch(view, missing))
            return frozenset(id for id in ids if id in self._phrases)

    def partitions(self, view: View, keys: Collection[Key]) -> list[Partition]:
        with self._lock:
            self._follow(view)
            found = [self._partition(view, key) for key in sorted(set(keys))]
            return [partition for partition in found if partition is not None]

    def edges(self, view: View, derived: Collection[PhraseId]) -> list[Edge]:
        with self._lock:
            self._follow(view)
            if view.state.edges != self._edges_of:
                self._edges.clear()
                self._edges_of = view.state.edges
            missing = {id for id in derived if id not in self._edges}
            if missing:
                self._edges.update({id: [] for id in missing})
                for edge in self._fetch_edges(view, missing):
                    self._edges[edge.derived].append(edge)
            found = [edge for id in set(derived) for edge in self._edges[id]]
        return sorted(found, key=lambda edge: (edge.derived, edge.base))

    def _fetch_edges(self, view: View, derived: Collection[PhraseId]) -> Iterator[Edge]:
        wanted = [term(id) for id in derived]
        for at in range(0, len(wanted), PAGE):
            query = {"bool": {"filter": [view.filters, {"terms": {"derived": wanted[at : at + PAGE]}}]}}
            body = {"query": query, "sort": [{"id": "asc"}], "_source": ["derived", "base", "body"]}
            for hit in self._wire.all_hits(view.names.ledger, body):
                yield edge_of(hit["_source"])

    def keys(self, view: View) -> list[Key]:
        """The levels and types that there are phrases of."""
        sources = [{"level": {"terms": {"field": "level"}}}, {"type": {"terms": {"field": "type"}}}]
        found: list[Key] = []
        after: Json | None = None
        while True:
            page: Json = {"size": 1_000, "sources": sources}
            if after is not None:
                page["after"] = after
            body = {"size": 0, "query": {"bool": {"filter": [view.filters]}}, "aggs": {"keys": {"composite": page}}}
            answer = self._wire.search(view.names.phrases, body)["aggregations"]["keys"]
            found += [(LevelName(one["key"]["level"]), TypeName(one["key"]["type"])) for one in answer["buckets"]]
            after = answer.get("after_key")
            if after is None or not answer["buckets"]:
                return sorted(found)

    def _follow(self, view: View) -> None:
        """Another version of the store may have other phrases."""
        if view.state.made != self._made:
            self._phrases.clear()
            self._shelves.clear()
            self._edges.clear()
            self._made = view.state.made

    def _fetch(self, view: View, numbers: Iterable[int]) -> dict[int, Phrase]:
        found: dict[int, Phrase] = {}
        listed = [term(PhraseId(number)) for number in numbers]
        for at in range(0, len(listed), PAGE):
            asked = {"ids": listed[at : at + PAGE]}
            docs = self._wire.ask(
                "POST", f"/{view.names.phrases}/_mget", asked, _source_includes="level,type,wording,born"
            )["docs"]
            for doc in docs:
                if "error" in doc:
                    error = doc["error"]
                    kind, reason = str(error.get("type", "")), str(error.get("reason", ""))
                    raise self._wire.error(Refusal(status=404, kind=kind, reason=reason))
                if doc.get("found") and seen(doc["_source"]["born"], view):
                    source = doc["_source"]
                    number = phrase_of_term(doc["_id"])
                    found[number] = decode_phrase(source["level"], source["type"], source["wording"])
        return found

    def _partition(self, view: View, key: Key) -> Partition | None:
        complete, known = self._shelves.get(key, (-1, None))
        if complete >= view.state.phrases:
            return known
        # Phrases are only ever added: what came since the last look is all that can be missing.
        query = {
            "bool": {
                "filter": [
                    view.filters,
                    {"term": {"level": key[0]}},
                    {"term": {"type": key[1]}},
                    {"range": {"born": {"gt": complete}}},
                ]
            }
        }
        body = {"query": query, "sort": [{"id": "asc"}], "_source": ["wording", "codes", "scale"]}
        fresh = [
            (phrase_of_term(hit["_id"]), hit["_source"])
            for hit in self._wire.all_hits(view.names.phrases, body, page=2_000)
        ]
        partition = self._joined(key, known, fresh) if fresh else known
        self._shelves[key] = view.state.phrases, partition
        return partition

    def _joined(self, key: Key, known: Partition | None, fresh: Sequence[tuple[int, Json]]) -> Partition:
        phrases = [decode_phrase(key[0], key[1], source["wording"]) for _, source in fresh]
        self._phrases.update({phrase.id: phrase for phrase in phrases})
        codes = b"".join(base64.b64decode(source["codes"]) for _, source in fresh)
        vectors = Vectors(
            codes=np.frombuffer(codes, np.int8).reshape(len(fresh), self._dimensions),
            scales=np.array([source["scale"] for _, source in fresh], np.float32),
        )
        if known is not None:
            phrases = [*known.phrases, *phrases]
            vectors = Vectors.concatenate([known.vectors, vectors])
        order = sorted(range(len(phrases)), key=lambda at: phrases[at].id)
        return Partition(
            level=key[0], type=key[1], phrases=tuple(phrases[at] for at in order), vectors=vectors.take(order)
        )


def seen(born: int, view: View) -> bool:
    """Whether what was born in a generation can be seen in the view."""
    return born <= view.state.generation and born not in view.state.lost


def phrase_document(phrase: Phrase, codes: np.ndarray, scale: float, born: int) -> Json:
    """A phrase as it is stored, its vector bit for bit. It is put into the graph of neighbours only when somebody asks
    for neighbours: that takes far longer than writing it."""
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

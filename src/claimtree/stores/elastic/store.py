"""The store on Elasticsearch or OpenSearch, with the same answers as every other store.

The cluster stores everything and ranks where the data is: one request for the order and the ladder,
one for the evidence. An acknowledged write is found by the next search on any node, because a
writer refreshes before it makes its generation current (see `ledger`).
"""

from __future__ import annotations

import base64
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from claimtree.errors import StoreReadOnly, StoreUnavailable
from claimtree.geo import LatLon, Points
from claimtree.model.answers import Dossier, Ranked
from claimtree.model.claims import EntityId, LevelName, TypeName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.phrases import Batch, Edge, Expected, IndexedEntity, Partition, PhraseId
from claimtree.model.places import NearbyFact, Place, PlaceId, PlaceKind, check_place
from claimtree.model.plans import Plan
from claimtree.model.relations import Link, Links, RelationQuery, Waiting, Walk, walk
from claimtree.ports import Stamped, StoreIdentity, StoreInfo
from claimtree.stores.batch_checks import check_measured
from claimtree.stores.elastic import checking, cleanup, relations, writing
from claimtree.stores.elastic.address import Address, Secrets, read_address, read_secrets
from claimtree.stores.elastic.ancestor_cache import AncestorCache
from claimtree.stores.elastic.bulk_writer import BulkWriter, document_key
from claimtree.stores.elastic.cluster_client import Conflict, ElasticClient, operation
from claimtree.stores.elastic.create_indices import check_server, make
from claimtree.stores.elastic.layout import RELATION_FIELDS, SCHEMA
from claimtree.stores.elastic.ledger import REST_S, Ledger, View, WriteLock, check_identity
from claimtree.stores.elastic.linked import RelatedVerdicts
from claimtree.stores.elastic.phrase_cache import PhraseCache
from claimtree.stores.elastic.ranking import Ranking
from claimtree.stores.elastic.reading import Reading
from claimtree.stores.encoding import decode_place, encode_place

WAIT_S = 60.0
"""How long a writer waits for another one: longer than the write lock of a dead writer lasts."""

T = TypeVar("T")


class ElasticStore:
    """Entities, claims and phrases in a cluster; see `claimtree.ports.Store`."""

    def __init__(
        self,
        address: Address | str,
        identity: StoreIdentity,
        hierarchy: Hierarchy,
        *,
        create: bool = True,
        read_only: bool = False,
        wait_s: float = WAIT_S,
        secrets: Secrets | None = None,
        version: int | None = None,
    ) -> None:
        """Opens the live version, or the given one; if there is none and `create` is set, creates a
        first one.

        Raises an error, and changes nothing, if what is there belongs to another program, is newer
        than supported, or was built with another `identity`.
        """
        self._address = read_address(address) if isinstance(address, str) else address
        self._identity = identity
        self._hierarchy = hierarchy
        self._read_only = read_only
        self._pinned = version
        self._client = ElasticClient(self._address, secrets if secrets is not None else read_secrets())
        self._ledger = Ledger(self._client, wait_s=wait_s)
        try:
            check_server(self._client)
            view = self._ledger.find(version) if create else self._ledger.view(version)
            if view is None:
                view = make(self._client, self._ledger, identity, hierarchy, version=version or 1, live=version is None)
            self._check(view)
        except BaseException:
            self._client.close()
            raise
        self._opened = view.names.version
        self._phrase_cache = PhraseCache(self._client, identity.dimensions, most=self._address.phrases)
        self._ancestors = AncestorCache()
        self._linkable: set[str] = set()
        """Versions, by the names that no others have, whose indices have fields for relations."""
        self._related = RelatedVerdicts()
        self._rankings: deque[tuple[Plan, tuple[str, int], Ranking]] = deque(maxlen=4)

    @property
    def identity(self) -> StoreIdentity:
        return self._identity

    @property
    def address(self) -> Address:
        return self._address

    # --- writing

    def put(self, batch: Batch) -> None:
        with self._writing() as (writer, reading):
            check_measured(batch.measured_with, reading.view.state.places_version)
            if any(item.entity.relations for item in batch.entities):
                self._make_relation_fields(reading.view)
            writing.put(writer, reading, self._phrase_cache, self._ancestors, self._hierarchy, batch)

    def remove(self, ids: Iterable[EntityId], *, expected: Expected | None = None) -> int:
        with self._writing() as (writer, reading):
            return writing.remove(writer, reading, self._ancestors, self._hierarchy, ids, expected or {})

    def put_nearby(
        self,
        facts: Mapping[EntityId, Sequence[NearbyFact]],
        *,
        kinds: Collection[PlaceKind] | None = None,
        measured_at: Mapping[EntityId, LatLon] | None = None,
        measured_with: int | None = None,
    ) -> None:
        with self._writing() as (writer, reading):
            check_measured(measured_with, reading.view.state.places_version)
            writing.put_nearby(writer, reading, self._ancestors, self._hierarchy, facts, kinds, measured_at)

    def put_places(self, places: Sequence[Place]) -> None:
        for place in places:
            check_place(place)
        by_id = {place.id: place for place in places}
        with self._writing() as (writer, reading):
            ledger = reading.view.names.ledger
            writer.write(writer.deletion(old) for old in reading.ledger_documents("place", by_id))
            writer.write(
                operation(
                    "create",
                    ledger,
                    document_key(f"place {place.id}", writer.generation),
                    {
                        "kind": "place",
                        "id": place.id,
                        "body": base64.b64encode(encode_place(place)).decode("ascii"),
                        "born": writer.generation,
                    },
                )
                for place in by_id.values()
            )
            writer.lock.changes["places_version"] = reading.view.state.places_version + 1

    def remove_places(self, ids: Iterable[PlaceId]) -> int:
        with self._writing() as (writer, reading):
            gone = list(reading.ledger_documents("place", set(ids)))
            writer.write(writer.deletion(old) for old in gone)
            if gone:
                writer.lock.changes["places_version"] = reading.view.state.places_version + 1
            return len(gone)

    def set_measured_version(self, version: int) -> None:
        self._note(grounded=version)

    def set_note(self, name: str, text: str) -> None:
        with self._write_lock() as lock:
            notes = {key: value for key, value in lock.view.state.notes.items() if key != name}
            lock.changes["notes"] = {**notes, name: text} if text else notes

    def compact(self) -> None:
        """Deletes documents that died a while ago, and has the cluster merge its segments."""
        with self._writing() as (writer, reading):
            cleanup.sweep(self._client, writer, reading)
        # Merging may take long, and no caller has to wait for it.
        merged = {"only_expunge_deletes": "true", "wait_for_completion": "false"}
        self._client.ask("POST", f"/{','.join(self._view().names.all)}/_forcemerge", missing_ok=False, **merged)

    @contextmanager
    def holding(self) -> Iterator[None]:
        with self._write_lock() as lock, lock.kept():
            yield
            lock.look()

    # --- reading

    def known_phrases(self, ids: Collection[PhraseId]) -> frozenset[PhraseId]:
        return self._read(lambda reading: self._phrase_cache.known(reading.view, ids))

    def partitions(self, keys: Collection[tuple[LevelName, TypeName]]) -> Iterator[Partition]:
        return self._read(lambda reading: self._phrase_cache.partitions(reading.view, keys))

    def partition_keys(self) -> tuple[tuple[LevelName, TypeName], ...]:
        return self._read(lambda reading: tuple(self._phrase_cache.keys(reading.view)))

    def edges(self, derived: Collection[PhraseId]) -> Sequence[Edge]:
        return self._read(lambda reading: self._phrase_cache.edges(reading.view, derived))

    def rank(self, plan: Plan, *, limit: int, offset: int = 0) -> Ranked:
        return self._read(lambda reading: self._ranking(reading, plan).rank(limit=limit, offset=offset))

    def place(self, plan: Plan, id: EntityId) -> int | None:
        return self._read(lambda reading: self._ranking(reading, plan).place(id))

    def dossiers(self, plan: Plan, ids: Sequence[EntityId]) -> tuple[Dossier, ...]:
        return self._read(lambda reading: self._related.dossiers(reading, plan, ids))

    def get(self, ids: Sequence[EntityId]) -> tuple[IndexedEntity, ...]:
        return self._read(lambda reading: reading.items(ids))

    def children(self, id: EntityId) -> tuple[EntityId, ...]:
        return self._read(lambda reading: tuple(sorted(one.id for one in reading.find("parent", [id]))))

    def digests(self, ids: Collection[EntityId]) -> dict[EntityId, str]:
        return self._read(
            lambda reading: {one.id: one.digest for one in reading.find("id", ids, fields=("id", "digest"))}
        )

    def places(self) -> tuple[Place, ...]:
        return self._read(
            lambda reading: tuple(
                decode_place(one.id, base64.b64decode(one.source["body"])) for one in reading.ledger_documents("place")
            )
        )

    def places_version(self) -> int:
        return self._view().state.places_version

    def measured_version(self) -> int:
        return self._view().state.grounded

    def note(self, name: str) -> str:
        return str(self._view().state.notes.get(name, ""))

    def generation(self) -> int:
        return self._view().state.generation

    def scan(
        self, level: LevelName, *, after: EntityId | None = None, since: int = 0, limit: int = 1_000
    ) -> tuple[Stamped, ...]:
        return self._read(lambda reading: reading.scan(level, after=after, since=since, limit=limit))

    def orphans(self, level: LevelName) -> tuple[EntityId, ...]:
        alone = {"bool": {"must_not": [{"exists": {"field": "parent"}}]}}
        return self._read(lambda reading: tuple(one.id for one in reading.all(alone, levels=(level,))))

    def related(self, ids: Collection[EntityId], query: RelationQuery) -> Links:
        return self._read(lambda reading: relations.related(reading, ids, query))

    def first_links(self, id: EntityId, query: RelationQuery, *, limit: int) -> tuple[tuple[Link, ...], int]:
        links = self.related([id], query).get(id, ())
        return links[:limit], max(0, len(links) - limit)

    def walk(self, ids: Iterable[EntityId], query: RelationQuery, *, depth: int, limit: int) -> Walk:
        starts = list(ids)
        return self._read(
            lambda reading: walk(lambda some: relations.related(reading, some, query), starts, depth=depth, limit=limit)
        )

    def waiting(self, *, limit: int = 5) -> Waiting:
        return self._read(lambda reading: relations.waiting(reading, limit))

    def positions(self, level: LevelName) -> tuple[tuple[EntityId, ...], Points]:
        return self._read(lambda reading: reading.positions(level))

    def info(self) -> StoreInfo:
        return self._read(self._info)

    def check(self) -> tuple[str, ...]:
        return self._read(
            lambda reading: tuple(checking.problems(self._client, reading, self._hierarchy, self._phrase_cache))
        )

    def close(self) -> None:
        """Closes the connections; closing twice is fine."""
        self._client.close()

    # --- views and the write lock

    def _check(self, view: View) -> None:
        check_identity(view, self._identity, self._hierarchy.levels, self._hierarchy.answers, str(self._address))

    def _view(self) -> View:
        """Returns the live version if it was built with our identity and hierarchy, else the
        version opened before."""
        view = self._ledger.view(self._pinned)
        if view.names.version != self._opened:
            built = view.state.identity, view.state.levels, view.state.answers
            if built == (self._identity, self._hierarchy.levels, self._hierarchy.answers):
                self._opened = view.names.version
            else:
                return self._ledger.view(self._opened)
        return view

    def _read(self, read: Callable[[Reading], T]) -> T:
        """Reads from one view; repeats it if it took so long that documents of the view may have
        been deleted."""
        while True:
            view = self._view()
            found = read(Reading(self._client, view, self._hierarchy, self._phrase_cache))
            if time.monotonic() - view.at < REST_S / 2:
                return found
            now = self._view().state
            if max(now.resting, now.swept) <= view.state.generation:
                return found

    def _ranking(self, reading: Reading, plan: Plan) -> Ranking:
        """Returns the ranking of the plan on this view; cached, because paging through a plan asks
        for it repeatedly."""
        generation = reading.view.state.made, reading.view.state.generation
        for known, at, ranking in tuple(self._rankings):
            if known is plan and at == generation:
                return ranking
        ranking = Ranking(self._client, reading, plan, self._related)
        self._rankings.append((plan, generation, ranking))
        return ranking

    @contextmanager
    def _write_lock(self) -> Iterator[WriteLock]:
        if self._read_only:
            raise StoreReadOnly(f"store {self._address} was opened only to read", hint="Open it to write.")
        try:
            with self._ledger.write_lock(self._pinned) as lock:
                if lock.view.names.version != self._opened:
                    self._check(lock.view)
                    self._opened = lock.view.names.version
                yield lock
        except Conflict as conflict:
            raise StoreUnavailable(
                f"store {self._address}: another writer came between", hint="Try again; nothing of this is visible."
            ) from conflict

    @contextmanager
    def _writing(self) -> Iterator[tuple[BulkWriter, Reading]]:
        """Writes one generation, which becomes current when the block ends; searches that begin
        after that see it."""
        with self._write_lock() as lock:
            reading = Reading(self._client, lock.view, self._hierarchy, self._phrase_cache)
            with lock.kept():
                if lock.view.state.dirty:
                    cleanup.clear(self._client, lock)
                writer = BulkWriter(self._client, lock)
                with writer.sending():
                    yield writer, reading
                if lock.wrote:
                    self._client.refresh(",".join(lock.view.names.all))

    def _make_relation_fields(self, view: View) -> None:
        """Give indices that were made before there were relations the fields for them; others have them already."""
        if view.state.made not in self._linkable:
            self._client.ask("PUT", f"/{view.names.entities}/_mapping", {"properties": RELATION_FIELDS})
            self._linkable.add(view.state.made)

    def _note(self, **changes: Any) -> None:
        with self._write_lock() as lock:
            lock.changes.update(changes)

    def _info(self, reading: Reading) -> StoreInfo:
        view = reading.view
        names = view.names
        counted = {"size": 0, "track_total_hits": True, "query": view.filters}
        searches = [
            (
                names.level(level),
                {**counted, "aggs": {name: {"sum": {"field": name}} for name in ("claims", "related")}},
            )
            for level in self._hierarchy.levels
        ]
        searches.append((names.phrases, counted))
        for kind in ("edge", "place"):
            query = {"bool": {"filter": [view.filters, {"term": {"kind": kind}}]}}
            searches.append((names.ledger, {**counted, "query": query}))
        answers = self._client.searches(searches)
        totals = [int(answer["hits"]["total"]["value"]) for answer in answers]
        levels = len(self._hierarchy.levels)
        stats = self._client.ask("GET", f"/{','.join(names.all)}/_stats/store")
        return StoreInfo(
            identity=self._identity,
            entities=dict(zip(self._hierarchy.levels, totals[:levels], strict=True)),
            claims=sum(int(answer["aggregations"]["claims"]["value"]) for answer in answers[:levels]),
            phrases=totals[levels],
            edges=totals[levels + 1],
            bytes=int(stats["_all"]["total"]["store"]["size_in_bytes"]),
            schema=SCHEMA,
            address=str(self._address),
            places=totals[levels + 2],
            relations=sum(int(answer["aggregations"]["related"]["value"]) for answer in answers[:levels]),
        )

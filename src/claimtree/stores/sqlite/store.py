"""The default store: one SQLite file, with numpy for the arithmetic of ranking.

SQLite makes each write atomic and durable. Ranking runs on a snapshot: arrays of one generation of
the file, shared by all threads of a process and renewed when another generation is seen. When a
rebuild has replaced this file, the next call opens the new one.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from claimtree.errors import IndexMismatch
from claimtree.geo import LatLon, Points
from claimtree.model.answers import Dossier, Ranked, RankedHit
from claimtree.model.claims import EntityId, LevelName, TypeName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.nearby import Nearby
from claimtree.model.packed import PackedBatch
from claimtree.model.phrases import Batch, Edge, Expected, IndexedEntity, Partition, PhraseId
from claimtree.model.places import NearbyFact, Place, PlaceId, PlaceKind, check_place
from claimtree.model.plans import Plan
from claimtree.model.precomputed import Key, PrecomputedEdges
from claimtree.model.relations import Link, Links, RelationQuery, Waiting, Walk, walk
from claimtree.ports import PhraseCriteria, Stamped, StoreIdentity, StoreInfo
from claimtree.stores.batch_checks import check_expected, check_measured
from claimtree.stores.sqlite import (
    blocks,
    checking,
    checksums,
    geography,
    key_rows,
    linked,
    packing,
    posting_merge,
    precomputed,
    ranking,
    reading,
    relations,
    writing,
)
from claimtree.stores.sqlite.connection_pool import Connections, FileId, FileReplaced, file_id
from claimtree.stores.sqlite.faults import readable
from claimtree.stores.sqlite.open_version import OpenVersion
from claimtree.stores.sqlite.parameters import AMONG
from claimtree.stores.sqlite.schema import VERSION
from claimtree.stores.sqlite.snapshot import Snapshot

if TYPE_CHECKING:
    import sqlite3

WAIT_S = 10.0
"""How long a writer waits for another one."""


class SqliteStore:
    """Entities, claims and phrases in one file; see `claimtree.ports.Store`."""

    def __init__(
        self,
        path: Path | str,
        identity: StoreIdentity,
        hierarchy: Hierarchy,
        *,
        create: bool = True,
        read_only: bool = False,
        wait_s: float = WAIT_S,
    ) -> None:
        """Open the file; create it first if it is missing and `create` is true.

        A file that is not ours, has a newer schema, or was built with something other than
        `identity` is refused and left untouched.
        """
        self._path = Path(path)
        self._identity = identity
        self._hierarchy = hierarchy
        self._read_only = read_only
        self._wait_s = wait_s
        self._edition = self._open(create=create)
        self._moving = threading.Lock()
        self._strange: tuple[FileId, IndexMismatch] | None = None
        """The file that replaced ours and was built with something else, and the error of opening
        it.
        """

    @property
    def identity(self) -> StoreIdentity:
        return self._identity

    @property
    def hierarchy(self) -> Hierarchy:
        return self._hierarchy

    @property
    def path(self) -> Path:
        return self._path

    @property
    def connections(self) -> Connections:
        """The connections of the version that is live now."""
        return self._current().connections

    def put(self, batch: Batch) -> None:
        with self._writing() as connection:
            check_expected(batch.expected, reading.digests(connection, batch.expected))
            check_measured(batch.measured_with, geography.noted(connection, "places"))
            writing.write_batch(connection, batch, self._hierarchy, self._identity.dimensions)
            posting_merge.merge_when_due(connection)

    @property
    def packer(self) -> packing.RowPacker:
        return packing.RowPacker()

    def put_packed(self, batch: PackedBatch) -> int:
        with self._writing() as connection:
            new = dict.fromkeys(id for some in batch.entities for id in some.ids)
            check_expected(new, reading.digests(connection, new))
            phrases = packing.write(connection, batch, self._hierarchy, self._identity.dimensions)
            posting_merge.merge_when_due(connection)
            return phrases

    def remove(self, ids: Iterable[EntityId], *, expected: Expected | None = None) -> int:
        with self._writing() as connection:
            check_expected(expected or {}, reading.digests(connection, expected or {}))
            gone = writing.subtree(connection, key_rows.entities(connection, ids).values())
            if gone:
                writing.bump(connection)
                writing.erase(connection, set(gone.values()))
            return len(gone)

    def compact(self) -> None:
        """Merge postings into one chunk per phrase without dead ones; worth it after indexing much."""
        with self._writing() as connection:
            writing.bump(connection)
            posting_merge.merge(connection, everything=True)
            precomputed.merge(connection, everything=True)
            blocks.merge(connection, self._identity.dimensions)
            geography.forget_landmarks(connection)
        self._current().connections.checkpoint_log()

    def known_phrases(self, ids: Collection[PhraseId]) -> frozenset[PhraseId]:
        with self._reading() as (edition, connection):
            edition.check_phrase_ids(connection)
            return frozenset(writing.phrase_numbers(connection, ids))

    def partitions(self, keys: Collection[tuple[LevelName, TypeName]]) -> Sequence[Partition]:
        with self._reading() as (edition, connection):
            return edition.library.partitions(connection, keys)

    def find_phrases(self, keys: Collection[Key], by: PhraseCriteria) -> Sequence[Partition]:
        with self._reading() as (edition, connection):
            edition.counted.require(connection, "phrase")
            return precomputed.find_phrases(connection, keys, by, self._identity.dimensions, edition.numbers)

    def precomputed_edges(self, wishes: Collection[str]) -> PrecomputedEdges:
        with self._reading() as (edition, connection):
            return precomputed.precomputed_edges(connection, wishes, edition.runs)

    def put_precomputed(
        self, wishes: Collection[str], judge: Callable[[Partition, frozenset[str]], PrecomputedEdges]
    ) -> int:
        with self._reading() as (edition, connection):
            newest = precomputed.newest_phrase(connection)
            missing = precomputed.missing_wishes(connection, wishes)
            unknown = precomputed.stored_wishes(connection).keys() - set(wishes)
            keys = self.partition_keys() if missing else ()
            judged = [judge(partition, missing) for partition in edition.library.partitions(connection, keys)]
        if not missing and not unknown:
            return 0
        with self._writing() as connection:
            return (
                len(missing) if precomputed.catch_up(connection, wishes, judged, missing=missing, newest=newest) else 0
            )

    def edges(self, derived: Collection[PhraseId]) -> Sequence[Edge]:
        with self._reading() as (edition, connection):
            edition.counted.require(connection, "edge")
            return reading.edges(connection, derived)

    def rank(self, plan: Plan, *, limit: int, offset: int = 0) -> Ranked:
        with self._snapshot_reading() as (edition, connection, snapshot):
            snapshot.prepare(connection, plan)
            desk = edition.take_builder(snapshot)
            page = ranking.rank(plan, desk, limit=limit, offset=offset)
            # Not in a finally: the scratch arrays of an interrupted desk are not blank.
            edition.give_back(desk)
            nums = snapshot.levels[snapshot.answers].nums[list(page.ordinals)].tolist()
            known = snapshot.ids(connection, nums)
            ids = [known[num] for num in nums]
        return Ranked(
            hits=tuple(RankedHit(id=id, standing=standing) for id, standing in zip(ids, page.standings, strict=True)),
            ladder=page.ladder,
        )

    def place(self, plan: Plan, id: EntityId) -> int | None:
        with self._snapshot_reading() as (edition, connection, snapshot):
            num = key_rows.entities(connection, [id]).get(id)
            at = np.flatnonzero(snapshot.levels[snapshot.answers].nums == (num or 0))
            if not len(at):
                return None
            snapshot.prepare(connection, plan)
            ordinal = int(at[0])
            desk = edition.take_builder(snapshot)
            place = ranking.place(plan, desk, ordinal)
            edition.give_back(desk)
            return place

    def put_places(self, places: Sequence[Place]) -> None:
        for place in places:
            check_place(place)
        with self._writing() as connection:
            geography.write_places(connection, places)

    def remove_places(self, ids: Iterable[PlaceId]) -> int:
        with self._writing() as connection:
            return geography.remove_places(connection, ids)

    def places(self) -> tuple[Place, ...]:
        with self._reading() as (_, connection):
            return geography.places(connection)

    def places_version(self) -> int:
        with self._reading() as (_, connection):
            return geography.noted(connection, "places")

    def orphans(self, level: LevelName) -> tuple[EntityId, ...]:
        with self._reading() as (_, connection):
            found = checksums.all_entities(connection)
            rows = np.flatnonzero((found.depths == self._hierarchy.depth_of(level)) & (found.parents == 0))
            return tuple(EntityId(id) for id in sorted(found.ids[row] for row in rows.tolist()))

    def positions(self, level: LevelName) -> tuple[tuple[EntityId, ...], Points]:
        with self._reading() as (_, connection):
            return geography.positions(connection, self._hierarchy.depth_of(level))

    def put_nearby(
        self,
        facts: Mapping[EntityId, Sequence[NearbyFact]],
        *,
        kinds: Collection[PlaceKind] | None = None,
        measured_at: Mapping[EntityId, LatLon] | None = None,
        measured_with: int | None = None,
    ) -> None:
        with self._writing() as connection:
            check_measured(measured_with, geography.noted(connection, "places"))
            nums = {EntityId(id): num for id, num in key_rows.entities(connection, facts).items()}
            if measured_at is not None:
                nums = geography.still_at(connection, nums, measured_at)
            if isinstance(facts, Nearby):
                geography.write_measured(connection, facts, nums, kinds=kinds)
            else:
                geography.write_nearby(connection, {num: facts[id] for id, num in nums.items()}, kinds=kinds)
            writing.bump(connection)

    def measured_version(self) -> int:
        with self._reading() as (_, connection):
            return geography.noted(connection, "grounded")

    def set_measured_version(self, version: int) -> None:
        with self._writing() as connection:
            geography.note(connection, "grounded", version)

    def generation(self) -> int:
        with self._reading() as (_, connection):
            return writing.generation(connection)

    def scan(
        self, level: LevelName, *, after: EntityId | None = None, since: int = 0, limit: int = 1_000
    ) -> tuple[Stamped, ...]:
        depth = self._hierarchy.depth_of(level)
        with self._reading() as (edition, connection):
            if after is None:
                edition.check_order(connection)
            return reading.scan(connection, depth, after=after, since=since, limit=limit)

    def related(self, ids: Collection[EntityId], query: RelationQuery) -> Links:
        with self._reading() as (_, connection):
            return relations.related(connection, ids, query)

    def first_links(self, id: EntityId, query: RelationQuery, *, limit: int) -> tuple[tuple[Link, ...], int]:
        with self._reading() as (_, connection):
            return relations.first_links(connection, id, query, limit)

    def walk(self, ids: Iterable[EntityId], query: RelationQuery, *, depth: int, limit: int) -> Walk:
        with self._reading() as (_, connection):
            return walk(lambda some: relations.related(connection, some, query), ids, depth=depth, limit=limit)

    def waiting(self, *, limit: int = 5) -> Waiting:
        with self._reading() as (_, connection):
            return relations.waiting(connection, limit)

    def partition_keys(self) -> tuple[tuple[LevelName, TypeName], ...]:
        with self._reading() as (_, connection):
            return reading.partition_keys(connection)

    def note(self, name: str) -> str:
        with self._reading() as (_, connection):
            return writing.note(connection, name)

    def set_note(self, name: str, text: str) -> None:
        with self._writing() as connection:
            writing.set_note(connection, name, text)

    @contextmanager
    def holding(self) -> Iterator[None]:
        with self._held():
            yield

    def dossiers(self, plan: Plan, ids: Sequence[EntityId]) -> tuple[Dossier, ...]:
        with self._snapshot_reading() as (edition, connection, snapshot):
            known: dict[int, linked.RelatedVerdicts] = {}
            if any(wish.linked is not None for wish in plan.wishes):
                snapshot.prepare(connection, plan)
                desk = edition.take_builder(snapshot)
                known = linked.related_verdicts(plan, desk)
                edition.give_back(desk)
            return edition.library.dossiers(connection, snapshot, plan, ids, known)

    def get(self, ids: Sequence[EntityId]) -> tuple[IndexedEntity, ...]:
        with self._reading() as (edition, connection):
            if not ids:
                return ()
            edition.counted.require(connection, "nearby")
            return edition.library.items(connection, ids)

    def children(self, id: EntityId) -> tuple[EntityId, ...]:
        with self._reading() as (_, connection):
            nums = [num for _, num in key_rows.parts(connection, key_rows.entities(connection, [id]).values())]
            return tuple(
                sorted(map(EntityId, checksums.entities(connection, f"WHERE num {AMONG}", (json.dumps(nums),)).ids))
            )

    def digests(self, ids: Collection[EntityId]) -> dict[EntityId, str]:
        with self._reading() as (_, connection):
            return reading.digests(connection, ids)

    def info(self) -> StoreInfo:
        with self._reading() as (edition, connection):
            counts, claims = checksums.counts(connection, len(self._hierarchy.levels))
            phrases = precomputed.newest_phrase(connection)
            edges, places, stated = (checksums.count(connection, table) for table in ("edge", "place", "relation"))
        files = (edition.connections.file, edition.connections.log)
        return StoreInfo(
            identity=self._identity,
            entities=dict(zip(self._hierarchy.levels, counts, strict=True)),
            claims=claims,
            phrases=phrases,
            edges=edges,
            bytes=sum(file.stat().st_size for file in files if file.exists()),
            schema=VERSION,
            address=f"sqlite:///{self._path.absolute()}",
            places=places,
            relations=stated,
        )

    def check(self) -> tuple[str, ...]:
        with self._reading() as (_, connection):
            return tuple(checking.problems(connection, self._identity.dimensions))

    def close(self) -> None:
        """Release the file; closing twice is fine."""
        self._edition.connections.close()

    def _open(self, *, create: bool) -> OpenVersion:
        return OpenVersion(
            self._path,
            self._identity,
            self._hierarchy,
            create=create,
            read_only=self._read_only,
            wait_s=self._wait_s,
        )

    def _current(self) -> OpenVersion:
        """Returns the version that is live now; the previous one while the live one was built with
        something else.
        """
        edition = self._edition
        if edition.connections.current and self._strange is None:
            return edition
        with self._moving:
            edition, mark = self._edition, file_id(self._path)
            known = edition.connections.current if self._strange is None else mark == self._strange[0]
            if known or mark is None:
                return edition
            try:
                self._edition = self._open(create=False)
            except IndexMismatch as error:
                self._strange = mark, error
                edition.connections.keep_open_files()
                return edition
            self._strange = None
            edition.connections.retire()
            return self._edition

    @contextmanager
    def _reading(self) -> Iterator[tuple[OpenVersion, sqlite3.Connection]]:
        """Context manager: the live version, and a connection in a read transaction."""
        with ExitStack() as stack:
            while True:
                edition = self._current()
                try:
                    connection = stack.enter_context(edition.connections.reading())
                except FileReplaced:
                    continue
                break
            yield edition, connection

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Context manager like `_held`, for our own code: a decoding error means that the file is
        damaged.
        """
        with self._held() as connection, readable(self._path):
            yield connection

    @contextmanager
    def _held(self) -> Iterator[sqlite3.Connection]:
        """Context manager: the live version's connection for writing, in a transaction."""
        with ExitStack() as stack:
            while True:
                edition = self._current()
                try:
                    connection = stack.enter_context(edition.connections.writing())
                except FileReplaced:
                    if self._current() is edition and self._strange is not None:
                        raise self._strange[1] from None
                    continue
                break
            yield connection

    @contextmanager
    def _snapshot_reading(self) -> Iterator[tuple[OpenVersion, sqlite3.Connection, Snapshot]]:
        """Context manager like `_reading`, with a snapshot of the generation that the connection
        sees.
        """
        while True:
            with self._reading() as (edition, connection):
                snapshot = edition.snapshot_of(connection)
                if snapshot is not None:
                    yield edition, connection, snapshot
                    return

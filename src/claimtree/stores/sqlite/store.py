"""The default store: one SQLite file, with numpy for the arithmetic of ranking.

SQLite keeps everything and makes each write whole and durable. Ranking runs on a snapshot: arrays of one generation of
the file, shared by all threads of a process and made anew when another generation is seen.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from claimtree.geo import Points
from claimtree.model.answers import Dossier, Ranked, RankedHit
from claimtree.model.claims import EntityId, LevelName, TypeName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.nearby import Nearby
from claimtree.model.phrases import Batch, Edge, IndexedEntity, Partition, PhraseId
from claimtree.model.places import NearbyFact, Place, PlaceId, PlaceKind, check_place
from claimtree.model.plans import Plan
from claimtree.ports import StoreIdentity, StoreInfo
from claimtree.stores.sqlite import checking, folding, geography, ranking, reading, writing
from claimtree.stores.sqlite.connections import Connections
from claimtree.stores.sqlite.evidence import Desk
from claimtree.stores.sqlite.faults import translated
from claimtree.stores.sqlite.schema import VERSION, prepare, recognise
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
        """Open the file, and make it first if it is missing and `create` says so.

        A file that is not ours, newer than we know, or built with something else than `identity` is refused untouched.
        """
        self._path = Path(path)
        self._identity = identity
        self._hierarchy = hierarchy
        self.connections = Connections(self._path, create=create, read_only=read_only, wait_s=wait_s)
        try:
            with translated(self._path):
                recognise(self.connections.any, self._path)
                self.connections.use_wal()
                prepare(
                    self.connections.any,
                    self._path,
                    identity,
                    hierarchy,
                    writable=self.connections.writable,
                )
        except BaseException:
            self.connections.close()
            raise
        self._library = reading.Library(hierarchy, identity.dimensions)
        self._snapshot: Snapshot | None = None
        self._desks: list[Desk] = []
        self._making = threading.Lock()

    @property
    def identity(self) -> StoreIdentity:
        return self._identity

    @property
    def path(self) -> Path:
        return self._path

    def put(self, batch: Batch) -> None:
        with self.connections.writing() as connection:
            writing.write_batch(connection, batch, self._hierarchy, self._identity.dimensions)
            folding.fold_when_due(connection)

    def remove(self, ids: Iterable[EntityId]) -> int:
        with self.connections.writing() as connection:
            found = writing.select_texts(connection, "SELECT num FROM entity WHERE id IN", set(ids))
            gone = writing.subtree(connection, [num for (num,) in found])
            if gone:
                writing.bump(connection)
                writing.erase(connection, set(gone.values()))
            return len(gone)

    def compact(self) -> None:
        """Leave one run of postings per phrase and nothing dead; worth it after indexing much."""
        with self.connections.writing() as connection:
            writing.bump(connection)
            folding.fold(connection, everything=True)
            geography.forget_landmarks(connection)
        self.connections.tidy()

    def known_phrases(self, ids: Collection[PhraseId]) -> frozenset[PhraseId]:
        with self.connections.reading() as connection:
            return frozenset(writing.phrase_numbers(connection, ids))

    def partitions(self, keys: Collection[tuple[LevelName, TypeName]]) -> Sequence[Partition]:
        with self.connections.reading() as connection:
            return self._library.partitions(connection, keys)

    def edges(self, derived: Collection[PhraseId]) -> Sequence[Edge]:
        with self.connections.reading() as connection:
            return reading.edges(connection, derived)

    def rank(self, plan: Plan, *, limit: int, offset: int = 0) -> Ranked:
        with self._snapshot_reading() as (connection, snapshot):
            snapshot.prepare(connection, plan)
            desk = self._take_desk(snapshot)
            page = ranking.rank(plan, desk, limit=limit, offset=offset)
            # Not in a finally: a desk that was left in the middle of something is not blank.
            self._desks.append(desk)
            nums = snapshot.levels[snapshot.answers].nums
            ids = [_id_of(connection, int(nums[ordinal])) for ordinal in page.ordinals]
        return Ranked(
            hits=tuple(RankedHit(id=id, standing=standing) for id, standing in zip(ids, page.standings, strict=True)),
            ladder=page.ladder,
        )

    def place(self, plan: Plan, id: EntityId) -> int | None:
        with self._snapshot_reading() as (connection, snapshot):
            row = connection.execute("SELECT num, depth FROM entity WHERE id = ?", (id,)).fetchone()
            if row is None or row[1] != snapshot.answers:
                return None
            snapshot.prepare(connection, plan)
            ordinal = int(np.flatnonzero(snapshot.levels[snapshot.answers].nums == row[0])[0])
            desk = self._take_desk(snapshot)
            place = ranking.place(plan, desk, ordinal)
            self._desks.append(desk)
            return place

    def put_places(self, places: Sequence[Place]) -> None:
        for place in places:
            check_place(place)
        with self.connections.writing() as connection:
            geography.write_places(connection, places)

    def remove_places(self, ids: Iterable[PlaceId]) -> int:
        with self.connections.writing() as connection:
            return geography.remove_places(connection, ids)

    def places(self) -> tuple[Place, ...]:
        with self.connections.reading() as connection:
            return geography.places(connection)

    def places_version(self) -> int:
        with self.connections.reading() as connection:
            return geography.noted(connection, "places")

    def orphans(self, level: LevelName) -> tuple[EntityId, ...]:
        query = "SELECT id FROM entity WHERE depth = ? AND parent IS NULL ORDER BY id"
        with self.connections.reading() as connection:
            return tuple(EntityId(id) for (id,) in connection.execute(query, (self._hierarchy.depth_of(level),)))

    def positions(self, level: LevelName) -> tuple[tuple[EntityId, ...], Points]:
        with self.connections.reading() as connection:
            return geography.positions(connection, self._hierarchy.depth_of(level))

    def put_nearby(
        self, facts: Mapping[EntityId, Sequence[NearbyFact]], *, kinds: Collection[PlaceKind] | None = None
    ) -> None:
        with self.connections.writing() as connection:
            nums = dict(writing.select_texts(connection, "SELECT id, num FROM entity WHERE id IN", facts))
            if isinstance(facts, Nearby):
                geography.write_measured(connection, facts, nums, kinds=kinds)
            else:
                geography.write_nearby(connection, {num: facts[id] for id, num in nums.items()}, kinds=kinds)
            writing.bump(connection)

    def grounded(self) -> int:
        with self.connections.reading() as connection:
            return geography.noted(connection, "grounded")

    def set_grounded(self, version: int) -> None:
        with self.connections.writing() as connection:
            geography.note(connection, "grounded", version)

    def dossiers(self, plan: Plan, ids: Sequence[EntityId]) -> tuple[Dossier, ...]:
        with self.connections.reading() as connection:
            return self._library.dossiers(connection, plan, ids)

    def get(self, ids: Sequence[EntityId]) -> tuple[IndexedEntity, ...]:
        with self.connections.reading() as connection:
            return self._library.items(connection, ids)

    def children(self, id: EntityId) -> tuple[EntityId, ...]:
        with self.connections.reading() as connection:
            rows = connection.execute(
                "SELECT part.id FROM entity AS whole JOIN entity AS part ON part.parent = whole.num "
                "WHERE whole.id = ? ORDER BY part.id",
                (id,),
            )
            return tuple(EntityId(part) for (part,) in rows)

    def digests(self, ids: Collection[EntityId]) -> dict[EntityId, str]:
        query = "SELECT id, digest FROM entity JOIN record USING (num) WHERE id IN"
        with self.connections.reading() as connection:
            return dict(writing.select_texts(connection, query, set(ids)))

    def info(self) -> StoreInfo:
        with self.connections.reading() as connection:
            rows = connection.execute("SELECT depth, count(*), sum(claims) FROM entity GROUP BY depth").fetchall()
            counts = {depth: count for depth, count, _ in rows}
            (phrases,) = connection.execute("SELECT count(*) FROM phrase").fetchone()
            (edges,) = connection.execute("SELECT count(*) FROM edge").fetchone()
            (places,) = connection.execute("SELECT count(*) FROM place").fetchone()
        files = (self._path, self._path.with_name(self._path.name + "-wal"))
        return StoreInfo(
            identity=self._identity,
            entities={level: counts.get(depth, 0) for depth, level in enumerate(self._hierarchy.levels)},
            claims=sum(claims for _, _, claims in rows),
            phrases=phrases,
            edges=edges,
            bytes=sum(file.stat().st_size for file in files if file.exists()),
            schema=VERSION,
            address=f"sqlite:///{self._path.absolute()}",
            places=places,
        )

    def check(self) -> tuple[str, ...]:
        with self.connections.reading() as connection:
            return tuple(checking.problems(connection, self._identity.dimensions))

    def close(self) -> None:
        """Release the file; closing twice is fine."""
        self.connections.close()

    @contextmanager
    def _snapshot_reading(self) -> Iterator[tuple[sqlite3.Connection, Snapshot]]:
        """A connection and a snapshot of the generation that it sees."""
        while True:
            with self.connections.reading() as connection:
                snapshot = self._snapshot_of(connection)
                if snapshot is not None:
                    yield connection, snapshot
                    return

    def _snapshot_of(self, connection: sqlite3.Connection) -> Snapshot | None:
        """The shared snapshot, made anew if the connection sees more; None if the connection sees less."""
        seen, snapshot = writing.generation(connection), self._snapshot
        if snapshot is not None and snapshot.generation == seen:
            return snapshot
        with self._making:
            snapshot = self._snapshot
            if snapshot is None or snapshot.generation < seen:
                snapshot = self._snapshot = Snapshot(connection, self._hierarchy, seen)
            return snapshot if snapshot.generation == seen else None

    def _take_desk(self, snapshot: Snapshot) -> Desk:
        while self._desks:
            desk = self._desks.pop()
            if desk.snapshot is snapshot:
                return desk
        return Desk(snapshot)


def _id_of(connection: sqlite3.Connection, num: int) -> EntityId:
    return EntityId(connection.execute("SELECT id FROM entity WHERE num = ?", (num,)).fetchone()[0])

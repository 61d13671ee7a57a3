"""One opened version of the store: its connections and caches.

Everything cached of a file belongs to that file: numbers of entities and phrases mean nothing in
another.
"""

from __future__ import annotations

import sqlite3
import threading
from itertools import pairwise
from pathlib import Path

from claimtree.model.hierarchy import Hierarchy
from claimtree.ports import StoreIdentity
from claimtree.stores.sqlite import blocks, checksums, reading, writing
from claimtree.stores.sqlite.connection_pool import Connections, FileReplaced
from claimtree.stores.sqlite.evidence import MaskBuilder
from claimtree.stores.sqlite.faults import DamagedRow, readable, translated
from claimtree.stores.sqlite.key_rows import PhraseNumbers
from claimtree.stores.sqlite.precomputed import Runs
from claimtree.stores.sqlite.schema import prepare, recognise
from claimtree.stores.sqlite.snapshot import Snapshot


class OpenVersion:
    """The file that the store's path names when this is made; one that does not match is refused
    and left untouched.
    """

    def __init__(
        self,
        path: Path,
        identity: StoreIdentity,
        hierarchy: Hierarchy,
        *,
        create: bool,
        read_only: bool,
        wait_s: float,
    ) -> None:
        self.connections = _connected(path, create=create, read_only=read_only, wait_s=wait_s)
        try:
            with translated(path), readable(path):
                recognise(self.connections.any, path)
                self.connections.use_wal()
                prepare(self.connections.any, path, identity, hierarchy, writable=self.connections.writable)
        except BaseException:
            self.connections.close()
            raise
        self.numbers = PhraseNumbers()
        self.library = reading.RowReader(hierarchy, identity.dimensions, self.numbers)
        self.runs = Runs()
        self.counted = checksums.KeyCheck()
        self._ids_checked = False
        self._hierarchy = hierarchy
        self._snapshot: Snapshot | None = None
        self._builders: list[MaskBuilder] = []
        self._ordered = -1
        """The generation in which the order of entities was checked."""
        self._making = threading.Lock()

    def snapshot_of(self, connection: sqlite3.Connection) -> Snapshot | None:
        """Returns the shared snapshot, renewed if the connection sees a later generation; None if
        it sees an earlier one.
        """
        current, snapshot = writing.generation(connection), self._snapshot
        if snapshot is not None and snapshot.generation == current:
            return snapshot
        with self._making:
            snapshot = self._snapshot
            if snapshot is None or snapshot.generation < current:
                earlier = None if snapshot is None else snapshot.latest_statements
                snapshot = Snapshot(connection, self._hierarchy, current, self.numbers, earlier_statements=earlier)
                self._snapshot = snapshot
            return snapshot if snapshot.generation == current else None

    def check_phrase_ids(self, connection: sqlite3.Connection) -> None:
        """Raise unless phrases can be found by the ids that they were written with; checked once."""
        if not self._ids_checked:
            blocks.require_ids(connection)
            self._ids_checked = True

    def check_order(self, connection: sqlite3.Connection) -> None:
        """Raise unless the index by id has all entities in order; checked once per generation."""
        current = writing.generation(connection)
        if self._ordered != current:
            found = checksums.entities(connection, "INDEXED BY sqlite_autoindex_entity_1 ORDER BY id")
            checksums.require_intact(connection, "entity", len(found.ids), int(found.seals.sum()))
            if any(one >= other for one, other in pairwise(found.ids)):
                raise DamagedRow("entities are not in order")
            self._ordered = current

    def take_builder(self, snapshot: Snapshot) -> MaskBuilder:
        while True:
            try:
                desk = self._builders.pop()
            except IndexError:  # another thread may have taken the last one
                return MaskBuilder(snapshot)
            if desk.snapshot is snapshot:
                return desk

    def give_back(self, desk: MaskBuilder) -> None:
        desk.forget()
        self._builders.append(desk)


def _connected(path: Path, *, create: bool, read_only: bool, wait_s: float) -> Connections:
    while True:
        try:
            return Connections(path, create=create, read_only=read_only, wait_s=wait_s)
        except FileReplaced:
            continue

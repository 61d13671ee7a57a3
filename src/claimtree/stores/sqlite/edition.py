"""One version of the store, opened: its connections, and what of it is kept in memory.

Everything that is remembered of a file belongs to that file: numbers of entities and phrases mean nothing in another.
"""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

from claimtree.model.hierarchy import Hierarchy
from claimtree.ports import StoreIdentity
from claimtree.stores.sqlite import reading, writing
from claimtree.stores.sqlite.connections import Connections, Moved
from claimtree.stores.sqlite.evidence import Desk
from claimtree.stores.sqlite.faults import translated
from claimtree.stores.sqlite.foresight import Runs
from claimtree.stores.sqlite.schema import prepare, recognise
from claimtree.stores.sqlite.snapshot import Snapshot


class Edition:
    """The file that the store's name means when this is made; refused untouched if it is not what is wanted."""

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
            with translated(path):
                recognise(self.connections.any, path)
                self.connections.use_wal()
                prepare(self.connections.any, path, identity, hierarchy, writable=self.connections.writable)
        except BaseException:
            self.connections.close()
            raise
        self.library = reading.Library(hierarchy, identity.dimensions)
        self.runs = Runs()
        self._hierarchy = hierarchy
        self._snapshot: Snapshot | None = None
        self._desks: list[Desk] = []
        self._making = threading.Lock()

    def snapshot_of(self, connection: sqlite3.Connection) -> Snapshot | None:
        """The shared snapshot, made anew if the connection sees more; None if the connection sees less."""
        seen, snapshot = writing.generation(connection), self._snapshot
        if snapshot is not None and snapshot.generation == seen:
            return snapshot
        with self._making:
            snapshot = self._snapshot
            if snapshot is None or snapshot.generation < seen:
                snapshot = self._snapshot = Snapshot(connection, self._hierarchy, seen)
            return snapshot if snapshot.generation == seen else None

    def take_desk(self, snapshot: Snapshot) -> Desk:
        while True:
            try:
                desk = self._desks.pop()
            except IndexError:  # another thread may have taken the last one
                return Desk(snapshot)
            if desk.snapshot is snapshot:
                return desk

    def give_back(self, desk: Desk) -> None:
        self._desks.append(desk)


def _connected(path: Path, *, create: bool, read_only: bool, wait_s: float) -> Connections:
    while True:
        try:
            return Connections(path, create=create, read_only=read_only, wait_s=wait_s)
        except Moved:
            continue

"""The file of the exact index: one SQLite file with atomic writes that survive a crash.

    meta   the embedder and dimensions of the index, and the stamp: the number of the last write
    item   a row per item; a removed one leaves its id, so that other handles notice the removal

Every row carries the stamp of its last write. A reader that has read up to a stamp reads only newer
rows.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from claimtree.errors import StoreDamaged, StoreError, StoreFull, StoreReadOnly, StoreTooNew, StoreUnavailable
from claimtree.model.claims import LevelName, TypeName
from claimtree.model.phrases import Vectors
from claimtree.model.vector_items import ItemId, Label, VectorBatch, VectorItem, VectorSpace
from claimtree.vectors.checks import check_space

APPLICATION_ID = 0x436C7476
"""SQLite application id that marks the file as ours: "Cltv"."""
VERSION = 1
ROWS = 20_000
"""Rows per fetch: a large index is loaded without holding its rows twice."""

_TABLES = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID",
    """CREATE TABLE item (
        id TEXT NOT NULL UNIQUE, stamp INTEGER NOT NULL, level TEXT, type TEXT, labels TEXT, codes BLOB, scale REAL
    )""",
    "CREATE INDEX item_stamp ON item (stamp)",
)
_FAULTS: dict[int, tuple[type[StoreError], str, str]] = {
    sqlite3.SQLITE_BUSY: (StoreUnavailable, "is being written by another process", "Wait for it, then try again."),
    sqlite3.SQLITE_READONLY: (StoreReadOnly, "cannot be written", "Check the permissions of the file and its folder."),
    sqlite3.SQLITE_PERM: (StoreReadOnly, "cannot be used", "Check the permissions of the file."),
    sqlite3.SQLITE_FULL: (
        StoreFull,
        "could not grow: the disk is full",
        "Free some space; what was put before is kept.",
    ),
    sqlite3.SQLITE_CORRUPT: (StoreDamaged, "is damaged", "Restore it from a copy, or build it again."),
    sqlite3.SQLITE_NOTADB: (StoreDamaged, "is not a vector index", "Name the index's own file, or a new one."),
    sqlite3.SQLITE_CANTOPEN: (StoreUnavailable, "cannot be opened", "Check that its folder exists and may be read."),
    sqlite3.SQLITE_IOERR: (StoreUnavailable, "could not be read or written", "Check the disk, then try again."),
}


class VectorFile:
    """Items and vectors in one file, or in memory without a path."""

    def __init__(self, path: Path | None, space: VectorSpace, *, create: bool, wait_s: float) -> None:
        self.name = str(path) if path else "in memory"
        self._space = space
        self._wait_s = wait_s
        if path and not create and not path.exists():
            raise StoreUnavailable(
                f"there is no vector index at {path}",
                hint="Build it first, or name another file.",
                values={"path": str(path)},
            )
        with self._translated():
            if path and create:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._writer = self._open(path)
            try:
                self._prepare()
                # An in-memory database has only one connection, so reads and writes share it and
                # its lock.
                self._reader = self._open(path) if path else self._writer
            except BaseException:
                self._writer.close()
                raise
        self._writing = threading.Lock()
        self._reading = threading.Lock() if path else self._writing

    def write(self, batch: VectorBatch) -> None:
        codes = np.ascontiguousarray(batch.vectors.codes)
        scales = batch.vectors.scales.tolist()
        with self._transaction() as stamp:
            self._writer.executemany(
                "INSERT INTO item VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET stamp = excluded.stamp, "
                "level = excluded.level, type = excluded.type, labels = excluded.labels, codes = excluded.codes, "
                "scale = excluded.scale",
                (
                    (item.id, stamp, item.level, item.type, json.dumps(sorted(item.labels)), row.tobytes(), scale)
                    for item, row, scale in zip(batch.items, codes, scales, strict=True)
                ),
            )

    def erase(self, ids: Sequence[ItemId]) -> int:
        with self._transaction() as stamp:
            statement = (
                "UPDATE item SET stamp = ?, level = NULL, type = NULL, labels = NULL, codes = NULL, scale = NULL "
                "WHERE id = ? AND codes IS NOT NULL"
            )
            return sum(self._writer.execute(statement, (stamp, id)).rowcount for id in ids)

    @contextmanager
    def newer_than(self, stamp: int) -> Iterator[tuple[int, Iterator[tuple[list[ItemId], VectorBatch]]]]:
        """The file's current stamp, and batches of the ids removed and items written since `stamp`.

        All of it comes from one snapshot of the file. A new item may replace an older one.
        """
        with self._reading, self._translated():
            self._reader.execute("BEGIN")
            try:
                (current,) = self._reader.execute("SELECT value FROM meta WHERE key = 'stamp'").fetchone()
                yield current, self._blocks(stamp) if current != stamp else iter(())
            finally:
                self._reader.execute("ROLLBACK")

    def close(self) -> None:
        with self._writing:
            self._writer.close()
        if self._reading is not self._writing:
            with self._reading:
                self._reader.close()

    def _blocks(self, stamp: int) -> Iterator[tuple[list[ItemId], VectorBatch]]:
        # A first read has no items yet, so earlier removals do not matter.
        gone = "" if stamp else " AND codes IS NOT NULL"
        with closing(
            self._reader.execute(
                f"SELECT id, level, type, labels, codes, scale FROM item WHERE stamp > ?{gone}", (stamp,)
            )
        ) as cursor:
            labels: dict[str, frozenset[Label]] = {}
            while rows := cursor.fetchmany(ROWS):
                yield [ItemId(row[0]) for row in rows if row[4] is None], self._batch(rows, labels)

    def _batch(self, rows: list[tuple[Any, ...]], decoded: dict[str, frozenset[Label]]) -> VectorBatch:
        items: list[VectorItem] = []
        codes: list[bytes] = []
        scales: list[float] = []
        for id, level, type, labels, row, scale in rows:
            if row is None:
                continue
            # Many items share few label sets: each is created once.
            if labels not in decoded:
                decoded[labels] = frozenset(Label(label) for label in json.loads(labels))
            items.append(VectorItem(id=ItemId(id), level=LevelName(level), type=TypeName(type), labels=decoded[labels]))
            codes.append(row)
            scales.append(scale)
        table = np.frombuffer(b"".join(codes), np.int8).reshape(len(items), self._space.dimensions)
        return VectorBatch(items=tuple(items), vectors=Vectors(codes=table, scales=np.array(scales, np.float32)))

    @contextmanager
    def _transaction(self) -> Iterator[int]:
        """A write transaction; yields its stamp."""
        with self._writing, self._translated():
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                (stamp,) = self._writer.execute(
                    "UPDATE meta SET value = value + 1 WHERE key = 'stamp' RETURNING value"
                ).fetchone()
                yield stamp
                self._writer.execute("COMMIT")
            except BaseException:
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
                raise

    def _open(self, path: Path | None) -> sqlite3.Connection:
        connection = sqlite3.connect(
            path or ":memory:", timeout=self._wait_s, isolation_level=None, check_same_thread=False
        )
        # FULL: an acknowledged write survives a power failure, not only a crash of the process.
        connection.execute("PRAGMA synchronous = FULL")
        return connection

    def _prepare(self) -> None:
        """Creates the tables of a new file; rejects a file that is not ours, too new, or has
        another embedder."""
        application, version = (
            self._writer.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
        )
        (tables,) = self._writer.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables and application != APPLICATION_ID:
            raise StoreDamaged(
                f"{self.name} is an SQLite file, but no vector index of ours",
                hint="Name the index's own file, or a new one.",
                values={"path": self.name},
            )
        if version > VERSION:
            raise StoreTooNew(
                f"vector index {self.name} has version {version}; this Claimtree knows up to {VERSION}",
                hint="Update Claimtree, or build a new index.",
                values={"path": self.name, "version": version},
            )
        # Check the mode first: switching needs an exclusive lock, which opening does not.
        if self._writer.execute("PRAGMA journal_mode").fetchone()[0] == "delete":
            self._writer.execute("PRAGMA journal_mode = WAL")
        self._writer.execute("BEGIN IMMEDIATE")
        try:
            # Check again, now that no other process can be creating them.
            if not self._writer.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                self._make()
            meta = dict(self._writer.execute("SELECT key, value FROM meta"))
            self._writer.execute("COMMIT")
        except BaseException:
            self._writer.execute("ROLLBACK")
            raise
        check_space(VectorSpace(embedder=meta["embedder"], dimensions=meta["dimensions"]), self._space, self.name)

    def _make(self) -> None:
        for statement in _TABLES:
            self._writer.execute(statement)
        self._writer.executemany(
            "INSERT INTO meta VALUES (?, ?)",
            [("embedder", self._space.embedder), ("dimensions", self._space.dimensions), ("stamp", 0)],
        )
        self._writer.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        self._writer.execute(f"PRAGMA user_version = {VERSION}")

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Context that turns SQLite's errors into ours."""
        values = {"path": self.name}
        try:
            yield
        except sqlite3.ProgrammingError as error:
            if "closed" not in str(error):
                raise
            raise StoreUnavailable(
                f"vector index {self.name} is closed", hint="Open it again.", values=values
            ) from error
        except sqlite3.Error as error:
            # The low byte of an extended code is the primary code.
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            kind, what, hint = _FAULTS.get(code, (StoreError, "failed", ""))
            raise kind(f"vector index {self.name} {what} ({error})", hint=hint, values=values) from error
        except OSError as error:
            raise StoreUnavailable(
                f"vector index {self.name} cannot be opened: {error.strerror}",
                hint="Name a place that you may write.",
                values=values,
            ) from error

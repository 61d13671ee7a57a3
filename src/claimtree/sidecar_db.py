"""Small SQLite files beside the stores: API keys, saved searches, feedback on hits.

Several processes may use a file at once. Acknowledged writes survive a crash; a file of another
kind, or of a newer version, is refused and not changed.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

from claimtree.errors import StoreDamaged, StoreTooNew, StoreTooOld, StoreUnavailable
from claimtree.stores.sqlite.faults import translated
from claimtree.stores.sqlite.read_only import connect_to_read

_PAUSE_S = 0.02
_WAY_OUT = "Restore it from a copy, or move it away and begin it anew."
_MOST_CHECKED = 4_000_000
"""Files up to this many bytes are checked for damage when opened."""
WAIT_S = 10.0
"""How long to wait for another process that is writing."""
MOST_IDLE = 8
"""Idle connections kept open in the pool."""

_Identity = tuple[int, int]
"""Device and inode: identify a file independently of its name."""


class SidecarFile:
    """An SQLite file that is created by its first write, and upgraded step by step."""

    def __init__(self, path: Path, *, kind: str, application_id: int, steps: Sequence[str]) -> None:
        """`kind` is its name in messages ("keys"). `application_id` marks a file of this kind;
        `steps` are the migration scripts from an empty file to the current format, one per version:
        never change one, add one."""
        self.path = path
        self.kind = kind
        self._application_id = application_id
        self._steps = tuple(steps)
        self._idle: list[tuple[_Identity, sqlite3.Connection]] = []
        self._lock = threading.Lock()
        self._closed = False

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A read transaction on one snapshot. A missing file reads as empty, and is not created."""
        with translated(self.path, way_out=_WAY_OUT), self._to_read() as connection:
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    def _to_read(self) -> AbstractContextManager[sqlite3.Connection]:
        if not self.path.exists():
            return self._empty()
        may_write = os.access(self.path, os.W_OK) and os.access(self.path.parent, os.W_OK)
        return self._connection() if may_write else self._read_only()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A write transaction: all of the block is committed, or nothing."""
        with translated(self.path, way_out=_WAY_OUT), self._connection() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    def close(self) -> None:
        with self._lock:
            self._closed = True
            for _, connection in self._idle:
                connection.close()
            self._idle.clear()

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """A pooled connection for exclusive use. Any thread may get it next: a server's threads
        come and go."""
        identity, connection = self._idle_one() or self._new_one()
        try:
            yield connection
        finally:
            with self._lock:
                # If a commit failed, as on a full disk, the transaction is still open: closing
                # rolls it back.
                whole = not connection.in_transaction
                if keep := whole and not self._closed and len(self._idle) < MOST_IDLE:
                    self._idle.append((identity, connection))
            if not keep:
                connection.close()

    def _idle_one(self) -> tuple[_Identity, sqlite3.Connection] | None:
        """An idle connection to the file that exists now: after a restore from a copy, a connection
        to the former file would still return its content."""
        while True:
            with self._lock:
                if self._closed:
                    raise StoreUnavailable(
                        f"{self.path} is closed", hint="Open it again.", values={"path": str(self.path)}
                    )
                if not self._idle:
                    return None
                identity, connection = self._idle.pop()
            if identity == self._identity():
                return identity, connection
            connection.close()

    def _new_one(self) -> tuple[_Identity, sqlite3.Connection]:
        if not self.path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            # Private to the user: it may hold keys or what people search for.
            self.path.touch(mode=0o600)
        identity = self._identity()
        connection = sqlite3.connect(self.path, timeout=WAIT_S, isolation_level=None, check_same_thread=False)
        try:
            self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        return identity, connection

    def _identity(self) -> _Identity:
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return 0, 0
        return found.st_dev, found.st_ino

    @contextmanager
    def _read_only(self) -> Iterator[sqlite3.Connection]:
        """A connection for one use to a file that this process may not write."""
        connection, unlocked = connect_to_read(self.path, wait_s=WAIT_S)
        with closing(connection):
            self._refuse_foreign(connection)
            if self._version(connection) < len(self._steps):
                raise StoreTooOld(
                    f"{self.path} was written by an older version of Claimtree, and may not be brought up to date",
                    hint="Use it once as a user who may write it.",
                    values={"path": str(self.path)},
                )
            yield connection
        if unlocked is not None:
            unlocked.check_unchanged()

    @contextmanager
    def _empty(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
            for step in self._steps:
                connection.executescript(step)
            yield connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA foreign_keys = ON")
        self._refuse_foreign(connection)
        self._refuse_damaged(connection)
        version = self._version(connection)
        if version == len(self._steps):
            return
        _write_ahead(connection)
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Another process may have upgraded it in the meantime.
            for step in self._steps[self._version(connection) :]:
                for statement in step.split(";"):
                    connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {self._application_id}")
            connection.execute(f"PRAGMA user_version = {len(self._steps)}")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")

    def _refuse_damaged(self, connection: sqlite3.Connection) -> None:
        """Raises an error if the file's pages are corrupt; a large file is not checked here."""
        if self.path.stat().st_size > _MOST_CHECKED:
            return
        for (finding,) in connection.execute("PRAGMA quick_check(1)"):
            if finding != "ok":
                raise StoreDamaged(f"{self.path} is damaged: {finding}", hint=_WAY_OUT, values={"path": str(self.path)})

    def _refuse_foreign(self, connection: sqlite3.Connection) -> None:
        # In one transaction: another process may be creating the file.
        connection.execute("BEGIN")
        (mark,) = connection.execute("PRAGMA application_id").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        connection.execute("ROLLBACK")
        if mark != self._application_id and (mark or tables):
            raise StoreDamaged(
                f"{self.path} is not a file of {self.kind}",
                hint="Move it away, or set CLAIMTREE_HOME to another folder.",
                values={"path": str(self.path)},
            )

    def _version(self, connection: sqlite3.Connection) -> int:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > len(self._steps):
            raise StoreTooNew(
                f"{self.path} was written by a newer version of Claimtree (format {version}; this one knows "
                f"{len(self._steps)})",
                hint="Update Claimtree; the file was not touched.",
                values={"path": str(self.path), "version": version},
            )
        return int(version)


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Switches the file to WAL mode, with retries: SQLite does not wait for concurrent switches."""
    end = time.monotonic() + WAIT_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(_PAUSE_S)

"""Small files of our own beside the stores: keys, saved searches, what people said of hits.

One SQLite file each, that several processes may use at once. What was acknowledged survives a crash; a file of another
kind, or of a newer version, is refused untouched.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from claimtree.errors import StoreDamaged, StoreTooNew, StoreUnavailable
from claimtree.stores.sqlite.faults import translated

WAIT_S = 10.0
"""How long to wait for another process that writes."""


class KeptFile:
    """An SQLite file that is made when first written to, and upgraded step by step."""

    def __init__(self, path: Path, *, kind: str, application_id: int, steps: Sequence[str]) -> None:
        """`kind` is what a person calls it ("keys"). `application_id` marks a file of this kind; `steps` are the
        scripts that lead from an empty file to today's, one for each version: never change one, add one."""
        self.path = path
        self.kind = kind
        self._application_id = application_id
        self._steps = tuple(steps)
        self._here = threading.local()
        self._opened: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        self._closed = False

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """One state of the file. One that does not exist yet is an empty one, and is not made."""
        with translated(self.path):
            connection = self._connection() if self.path.exists() else self._empty()
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                connection.execute("ROLLBACK")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """All of it is kept at the end of the block, or nothing."""
        with translated(self.path):
            connection = self._connection()
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    def close(self) -> None:
        with self._lock:
            self._closed = True
            for connection in self._opened:
                connection.close()
            self._opened.clear()

    def _connection(self) -> sqlite3.Connection:
        """This thread's own."""
        if self._closed:
            raise StoreUnavailable(f"{self.path} is closed", hint="Open it again.", values={"path": str(self.path)})
        found: sqlite3.Connection | None = getattr(self._here, "connection", None)
        if found is not None:
            return found
        if not self.path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            # Nobody else has a business with keys or with what people search for.
            self.path.touch(mode=0o600)
        connection = sqlite3.connect(self.path, timeout=WAIT_S, isolation_level=None, check_same_thread=False)
        try:
            self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        with self._lock:
            self._opened.append(connection)
        self._here.connection = connection
        return connection

    def _empty(self) -> sqlite3.Connection:
        found: sqlite3.Connection | None = getattr(self._here, "empty", None)
        if found is None:
            found = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
            for step in self._steps:
                found.executescript(step)
            self._here.empty = found
            with self._lock:
                self._opened.append(found)
        return found

    def _prepare(self, connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA foreign_keys = ON")
        (mark,) = connection.execute("PRAGMA application_id").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if mark != self._application_id and (mark or tables):
            raise StoreDamaged(
                f"{self.path} is not a file of {self.kind}",
                hint="Move it away, or set CLAIMTREE_HOME to another folder.",
                values={"path": str(self.path)},
            )
        version = self._version(connection)
        if version == len(self._steps):
            return
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Another process may have been quicker.
            for step in self._steps[self._version(connection) :]:
                for statement in step.split(";"):
                    connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {self._application_id}")
            connection.execute(f"PRAGMA user_version = {len(self._steps)}")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")

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

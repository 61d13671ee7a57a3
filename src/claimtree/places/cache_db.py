"""One SQLite file for cached provider answers and for the rate limits that processes share.

It is a convenience and never fails a search. A broken file is moved aside and replaced; a file of
another application is left alone; if the file cannot be written, nothing is cached, and `notice`
says why.
"""

from __future__ import annotations

import sqlite3
import threading
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

Given = TypeVar("Given")

APPLICATION_ID = 0x436C_506C
"""Marks a file as Claimtree's: "ClPl"."""
BUSY_S = 2.0
"""How long to wait for a lock of another process; then the file is skipped for this call."""
SCHEMA = """
CREATE TABLE answers (key BLOB PRIMARY KEY, answer TEXT NOT NULL, kept_s REAL NOT NULL, until_s REAL NOT NULL);
CREATE INDEX answers_by_age ON answers (kept_s);
CREATE TABLE turns (host TEXT PRIMARY KEY, next REAL NOT NULL);
"""
BROKEN = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class CacheFile:
    """A cache file, opened on first use. Thread-safe; each process opens its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.notice = ""
        """Why the file is not used, or what happened to the previous one, as a sentence; empty if
        it works."""
        self._usable = True
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._closing: Callable[[], object] | None = None

    def read(self, work: Callable[[sqlite3.Connection], Given]) -> Given | None:
        """Returns the result of `work`; None if the file cannot be used now."""
        return self._tried(work)

    def write(self, work: Callable[[sqlite3.Connection], Given]) -> Given | None:
        """Runs `work` in a transaction and returns its result; None if the file cannot be used
        now."""

        def transaction(connection: sqlite3.Connection) -> Given:
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                return work(connection)

        return self._tried(transaction)

    def close(self) -> None:
        """Closes the file; it is opened again on the next use."""
        with self._lock:
            closing, self._connection, self._closing = self._closing, None, None
            if closing is not None:
                closing()  # calling the finalizer also unregisters it

    def _tried(self, work: Callable[[sqlite3.Connection], Given]) -> Given | None:
        with self._lock:
            for renewed in (False, True):
                if not self._usable:
                    return None
                try:
                    return work(self._opened())
                except (sqlite3.Error, OSError) as error:
                    if _code(error) == sqlite3.SQLITE_BUSY:
                        return None
                    if renewed or _code(error) not in BROKEN or not self._renewed(error):
                        self._give_up(error)
        return None

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            connection = _connected(self.path)
            self._closing = weakref.finalize(self, connection.close)
            self._connection = connection
        return self._connection

    def _renewed(self, error: sqlite3.Error | OSError) -> bool:
        """Moves a broken file aside, so that a new one can be created; returns whether that
        succeeded."""
        self.close()
        with suppress(sqlite3.Error, OSError):
            if _is_sound(self.path):
                return True  # another process has replaced it already
        aside = self.path.with_name(f"{self.path.name}.broken-{time.time_ns()}")
        try:
            self.path.rename(aside)
            for ending in ("-wal", "-shm"):
                self.path.with_name(self.path.name + ending).unlink(missing_ok=True)
        except OSError:
            return False
        self.notice = f"the cache of places was broken ({error}) and begun anew; the old file is now {aside}"
        return True

    def _give_up(self, error: sqlite3.Error | OSError) -> None:
        self.close()
        self._usable = False
        self.notice = (
            f"the cache of places {self.path} is not used: {error}; "
            "delete it if it is damaged, or name a folder that can be written"
        )


def _connected(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    until = time.monotonic() + BUSY_S
    while True:
        connection = sqlite3.connect(path, timeout=BUSY_S, check_same_thread=False, isolation_level=None)
        try:
            _prepare(connection)
        except sqlite3.Error as error:
            connection.close()
            # Two processes that switch a new file to WAL at once do not wait for each other,
            # whatever the timeout.
            if _code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.02)
        else:
            return connection


def _prepare(connection: sqlite3.Connection) -> None:
    """Initializes a new file; rejects, without changes, a file with other content."""
    if not _is_ours(connection):
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            if not _is_ours(connection):  # another process may have done it meanwhile
                if connection.execute("SELECT 1 FROM sqlite_schema").fetchone():
                    raise sqlite3.DatabaseError("it is an SQLite file of another kind")
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                for statement in SCHEMA.split(";"):
                    connection.execute(statement)
    # With WAL, readers never wait for a writer; after a power cut the last answers may have to be
    # requested again.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")


def _is_ours(connection: sqlite3.Connection) -> bool:
    return bool(connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID)


def _is_sound(path: Path) -> bool:
    connection = sqlite3.connect(path, timeout=BUSY_S)
    try:
        return _is_ours(connection) and connection.execute("PRAGMA quick_check").fetchone()[0] == "ok"
    finally:
        connection.close()


def _code(error: sqlite3.Error | OSError) -> int:
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def drop_oldest(connection: sqlite3.Connection, most_bytes: int) -> None:
    """Drops the oldest answers until the rest is within the limit."""
    over = connection.execute("SELECT coalesce(sum(length(answer)), 0) FROM answers").fetchone()[0] - most_bytes
    if over <= 0:
        return
    gone = []
    for key, size in connection.execute("SELECT key, length(answer) FROM answers ORDER BY kept_s, key"):
        gone.append((key,))
        over -= size
        if over <= 0:
            break
    connection.executemany("DELETE FROM answers WHERE key = ?", gone)

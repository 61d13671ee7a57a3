"""Opens the file: one connection for writing, and one for reading per concurrent reader.

The store's path may come to name another file: a rebuild swaps a new version in. Connections stay
with the file that they were opened on, notice when the path no longer names it, and write nothing
more into it.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal
from urllib.parse import quote

from claimtree.errors import StoreDamaged, StoreReadOnly, StoreUnavailable
from claimtree.stores.sqlite.checksums import install_triggers
from claimtree.stores.sqlite.faults import WAY_OUT, readable, translated, unwritable
from claimtree.stores.sqlite.read_only import Unlocked, connect_to_read, connect_unlocked, release
from claimtree.stores.sqlite.wal import damage_in, log_of

FileId = tuple[int, int]
"""Device and inode: identifies a file whatever its name."""
_CACHES = 2
"""Idle readers that keep their page cache, of 8 MiB each: as many as a server searches with at
once."""


class FileReplaced(Exception):
    """The path names another file now; the caller starts over with that one."""


class Connections:
    """Connections to one file. Writers take turns; each reader sees one state of the store from
    begin to end.
    """

    def __init__(self, path: Path, *, create: bool, read_only: bool, wait_s: float) -> None:
        self.path = path
        self.file = path.resolve()
        """The path with links resolved. SQLite names the log after it, so each version has its own."""
        self._wait_s = wait_s
        self._read_only = read_only
        self._unlocked: Unlocked | None = None
        """The file's state when it was opened, if it can only be read without a lock."""
        self._closed = False
        self._retired = False
        self._outlived = False
        self._idle: list[sqlite3.Connection] = []
        """Readers that no thread uses; those without a page cache come first."""
        self._emptied = 0
        """How many of them have no page cache."""
        self._guard = threading.Condition(threading.Lock())
        self._writing = threading.Lock()
        self._writer: sqlite3.Connection | None = None
        self._counts_rows = False
        """True if the connection for writing has the triggers that keep totals."""
        self._file_id: FileId | None = None
        if not path.exists():
            self._refuse_missing(create and not read_only)
        elif not create or read_only:
            self._refuse_empty()
        if not read_only:
            self._refuse_unwritable()
        # Before opening: closing a connection moves the readable part of the log into the file and
        # drops the rest.
        self._refuse_damaged_log()
        before = file_id(self.file)
        with translated(path):
            if read_only:
                connection, self._unlocked = connect_to_read(self.file, wait_s=wait_s)
                self._idle.append(self._prepared(connection, "ro"))
            else:
                self._writer = self._open("rwc" if create else "rw")
            self._file_id = file_id(path)
            if before not in (None, self._file_id):
                self.close()
                raise FileReplaced
            self._refuse_truncated()

    @property
    def writable(self) -> bool:
        return self._writer is not None

    @property
    def any(self) -> sqlite3.Connection:
        """A connection for the first look at the file."""
        return self._writer or self._idle[0]

    @property
    def current(self) -> bool:
        """True if the path still names this file, and it can still be read the same way. A deleted
        file can still be read, and a closed one stays closed.
        """
        if self._closed or (mark := file_id(self.path)) is None:
            return True
        return mark == self._file_id and (self._unlocked is None or self._unlocked.is_same)

    @property
    def log(self) -> Path:
        return log_of(self.file)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Context manager: a connection in a read transaction, so that what it shows does not
        change.
        """
        with translated(self.path), readable(self.path):
            connection = self._take()
            try:
                connection.execute("BEGIN")
                yield connection
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                self._give_back(connection)
                if self._unlocked is not None:
                    # Also after an error: a concurrent write looks like damage.
                    self._unlocked.check_unchanged()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Context manager: the connection for writing, in a transaction that is committed at the
        end or rolled back.
        """
        if self._read_only:
            raise StoreReadOnly(
                f"store {self.path} was opened for reading only",
                hint="Open it without read_only.",
                values={"path": str(self.path)},
            )
        # The other writer may be a thread of this process, so waiting for it is bounded like
        # waiting for a process.
        if not self._writing.acquire(timeout=self._wait_s):
            raise StoreUnavailable(
                f"store {self.path} is being written by another thread and did not become free in time",
                hint="Wait for the other writer to finish, then try again.",
                values={"path": str(self.path)},
            )
        try:
            self._refuse_closed()
            connection = self._writer
            if connection is None:
                raise FileReplaced
            with translated(self.path):
                if not self._counts_rows:
                    # Only now: they take longer than the rest of opening, and most processes only search. Before the
                    # transaction: a rollback would remove them.
                    install_triggers(connection)
                    self._counts_rows = True
                connection.execute("BEGIN IMMEDIATE")
                try:
                    # Checked only now: versions are not swapped while a write transaction is open.
                    if not self.current:
                        raise FileReplaced
                    yield connection
                    connection.execute("COMMIT")
                except BaseException:
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
                    raise
        finally:
            if self._outlived and not self._retired:
                self._share_writer()
            self._writing.release()
            self._end_writing()

    def checkpoint_log(self) -> None:
        """Move the write-ahead log into the file, as far as readers allow."""
        with self._writing, translated(self.path):
            if self._writer is not None:
                self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def retire(self) -> None:
        """Close everything as soon as it is idle: another version has replaced this one."""
        with self._guard:
            self._retired = True
            for connection in self._idle:
                release(connection, self._unlocked)
            self._idle.clear()
        self._end_writing()

    def keep_open_files(self) -> None:
        """Continue to read a file that the path no longer names. No more connections can be opened:
        readers share these.
        """
        self._outlived = True
        if self._writing.acquire(blocking=False):
            try:
                self._share_writer()
            finally:
                self._writing.release()

    def close(self) -> None:
        """Close the idle connections. One that a thread is using is closed when that thread has
        finished: closing it under a running statement would crash the process.
        """
        with self._guard:
            if self._closed:
                return
            self._closed = True
            for connection in self._idle:
                release(connection, self._unlocked)
            self._idle.clear()
            self._guard.notify_all()
        self._end_writing()

    def _end_writing(self) -> None:
        """Close the connection for writing if this is closed or retired, unless a thread is
        writing: that thread calls this again when it has finished.
        """
        if (self._closed or self._retired) and self._writing.acquire(blocking=False):
            try:
                # A reader that closes last cannot checkpoint: the file alone should be the whole
                # store.
                self._close_writer("TRUNCATE" if self._closed else "PASSIVE")
            finally:
                self._writing.release()

    def _refuse_closed(self) -> None:
        if self._closed:
            raise StoreUnavailable(
                f"store {self.path} is closed", hint="Open it again.", values={"path": str(self.path)}
            )

    def _close_writer(self, checkpoint: Literal["PASSIVE", "TRUNCATE"]) -> None:
        """Close the connection for writing, after moving the log into the file as far as readers
        allow.
        """
        if self._writer is not None:
            with suppress(sqlite3.OperationalError):
                self._writer.execute(f"PRAGMA wal_checkpoint({checkpoint})")
            with self._guard:
                self._writer.close()
                self._writer = None

    def _share_writer(self) -> None:
        with self._guard:
            if self._writer is not None and not self._closed:
                self._idle.append(self._writer)
                self._writer = None
                self._guard.notify()

    def _take(self) -> sqlite3.Connection:
        deadline = time.monotonic() + self._wait_s
        with self._guard:
            while True:
                self._refuse_closed()
                if self._retired:
                    raise FileReplaced
                if self._idle:
                    connection = self._idle.pop()
                    self._emptied = min(self._emptied, len(self._idle))
                    return connection
                if not self._outlived:
                    break
                if not self._guard.wait(deadline - time.monotonic()):
                    raise StoreUnavailable(
                        f"store {self.path} was rebuilt, and too many read the former version at once",
                        hint="Open the store again.",
                        values={"path": str(self.path)},
                    )
        return self._open("ro")

    def _give_back(self, connection: sqlite3.Connection) -> None:
        with self._guard:
            if self._retired or self._closed:
                release(connection, self._unlocked)
                return
            if len(self._idle) - self._emptied < _CACHES:
                self._idle.append(connection)
            else:
                connection.execute("PRAGMA shrink_memory")
                self._idle.insert(0, connection)
                self._emptied += 1
            self._guard.notify()

    def _open(self, mode: str) -> sqlite3.Connection:
        if self._unlocked is not None:
            connection = connect_unlocked(self._unlocked, wait_s=self._wait_s)
        else:
            address = f"file:{quote(str(self.file))}?mode={mode}"
            connection = sqlite3.connect(
                address, uri=True, timeout=self._wait_s, isolation_level=None, check_same_thread=False
            )
        if self._file_id is not None and not self.current:
            release(connection, self._unlocked)
            raise FileReplaced
        return self._prepared(connection, mode)

    def _prepared(self, connection: sqlite3.Connection, mode: str) -> sqlite3.Connection:
        connection.execute("PRAGMA cell_size_check = ON")
        if mode == "ro":
            connection.execute("PRAGMA cache_size = -8192")
        else:
            # FULL: a commit that has returned survives a power failure, not only a crash of the
            # process.
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA cache_size = -65536")
        return connection

    def use_wal(self) -> None:
        """Switch the file to a write-ahead log, which readers beside a writer need. The mode is
        stored in the file, so the file must be ours.
        """
        connection = self._writer
        if connection is None:
            return
        deadline = time.monotonic() + self._wait_s
        while connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
            try:
                connection.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                # Two processes may create the file at once: SQLite does not wait by itself here.
                busy = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
                if not busy or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)
        connection.execute("PRAGMA wal_autocheckpoint = 8000")

    def _refuse_empty(self) -> None:
        if self.path.stat().st_size == 0:
            raise StoreDamaged(
                f"store {self.path} is an empty file",
                hint="Move it away and index again, or restore it from a copy.",
                values={"path": str(self.path)},
            )

    def _refuse_unwritable(self) -> None:
        """Raise if the file cannot be written: SQLite opens it for reading, and fails only at the
        first write.
        """
        if self.file.exists() and not os.access(self.file, os.W_OK):
            raise unwritable(self.path)

    def _refuse_missing(self, create: bool) -> None:
        if not create:
            raise StoreUnavailable(
                f"there is no store at {self.path}",
                hint="Index something into it first, or name another file.",
                values={"path": str(self.path)},
            )
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreUnavailable(
                f"the folder of {self.path} cannot be made: {error.strerror}",
                hint="Name a place that you may write.",
                values={"path": str(self.path)},
            ) from error

    def _refuse_truncated(self) -> None:
        """Raise if the last page is cut short; SQLite notices only missing pages."""
        if self.log.exists() and self.log.stat().st_size:
            return
        (page,) = self.any.execute("PRAGMA page_size").fetchone()
        size = self.file.stat().st_size
        if size % page:
            raise StoreDamaged(
                f"store {self.path} is truncated: {size} bytes are no whole number of pages",
                hint="Restore it from a copy, or index the documents again into a new file.",
                values={"path": str(self.path), "bytes": size},
            )

    def _refuse_damaged_log(self) -> None:
        found = damage_in(self.log)
        if found:
            raise StoreDamaged(
                f"store {self.path} is damaged: {found}", hint=WAY_OUT, values={"path": str(self.path), "what": found}
            )


def file_id(path: Path) -> FileId | None:
    """Returns which file a path names; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino

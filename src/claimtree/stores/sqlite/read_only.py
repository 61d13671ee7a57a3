"""Reads a file that cannot be written, also where no file can be created beside it.

Readers and writers of a WAL file coordinate through a small file beside it (`-shm`), which even a
reader has to create if it is missing. A process that cannot create it reads without a lock
(`Unlocked`). That is correct only while no process writes, so the file's state is checked before
and after every read: if it changed before, the file is opened anew; if after, the result is
discarded with an error.
"""

from __future__ import annotations

import os
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from claimtree.errors import StoreUnavailable
from claimtree.stores.sqlite.wal import log_of

SETTLE_S = 0.03
"""Longer than the resolution of any file system's timestamps: two writes within one tick cannot be
told apart.
"""

_parked: list[sqlite3.Connection] = []
"""Unused connections that must not be closed: closing any descriptor of a file drops all locks that
the process holds on it, also those of connections that read with a lock.
"""

_State = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unlocked:
    """The state of a file without a writer when it was checked."""

    file: Path
    main: _State
    log: _State
    """State of the write-ahead log; empty if there is none, or nothing in it."""

    @property
    def is_same(self) -> bool:
        """True if no write has begun since."""
        return self.is_unchanged and _state(log_of(self.file)) == self.log

    @property
    def is_unchanged(self) -> bool:
        """True if what was read is unchanged; what a new writer logs does not affect it yet."""
        return _state(self.file) == self.main and (not self.log or _state(log_of(self.file)) == self.log)

    def check_unchanged(self) -> None:
        if not self.is_unchanged:
            raise StoreUnavailable(
                f"store {self.file} was written by another process while it was read without a lock",
                hint="Try again. A user who may write its folder reads it with a lock.",
                values={"path": str(self.file)},
            )


def connect_to_read(file: Path, *, wait_s: float) -> tuple[sqlite3.Connection, Unlocked | None]:
    """Returns a connection for reading, and the file's state if it is read without a lock."""
    # Files beside the store that are owned by a mere reader would lock its owner out: none are
    # created then.
    may_write = os.access(file, os.W_OK)
    if may_write or _index_of_log(file).exists() or not os.access(file.parent, os.W_OK):
        try:
            return _connect(file, "", wait_s), None
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
                raise
            if _index_of_log(file).exists() and _state(log_of(file)):
                # Another process is writing, and how far it got cannot be read.
                raise
    unlocked = _stable_state(file, wait_s)
    return connect_unlocked(unlocked, wait_s=wait_s), unlocked


def connect_unlocked(unlocked: Unlocked, *, wait_s: float) -> sqlite3.Connection:
    """Returns another connection to a file that is read without a lock."""
    if not unlocked.log:
        return _connect(unlocked.file, "&immutable=1", wait_s)
    return _connect(unlocked.file, "&vfs=unix-none", wait_s)


def release(connection: sqlite3.Connection, unlocked: Unlocked | None) -> None:
    """Close a connection, unless that could drop the locks of others in this process."""
    # SQLite itself keeps descriptors open while a lock is held; with "unix-none" it does not.
    if unlocked is not None and unlocked.log:
        _parked.append(connection)
    else:
        connection.close()


def _connect(file: Path, how: str, wait_s: float) -> sqlite3.Connection:
    """Returns a connection that has read something: opening alone proves nothing."""
    address = f"file:{quote(str(file))}?mode=ro{how}"
    connection = sqlite3.connect(address, uri=True, timeout=wait_s, isolation_level=None, check_same_thread=False)
    try:
        if "unix-none" in how:
            # The index of the log is then made in memory, for this connection alone.
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("SELECT count(*) FROM sqlite_master")
    except BaseException:
        connection.close()
        raise
    return connection


def _stable_state(file: Path, wait_s: float) -> Unlocked:
    """Returns the file's state, once it has not been written to for a moment."""
    until = time.monotonic() + wait_s
    while True:
        found = Unlocked(file=file, main=_state(file), log=_state(log_of(file)))
        newest_s = max((state[-1] for state in (found.main, found.log) if state), default=0) / 1e9
        if abs(time.time() - newest_s) > SETTLE_S:
            return found
        if time.monotonic() > until:
            raise StoreUnavailable(
                f"store {file} is being written by another process, and cannot be read with a lock",
                hint="Try again, or ask for the right to write its folder.",
                values={"path": str(file)},
            )
        time.sleep(SETTLE_S)


def _state(file: Path) -> _State:
    """Returns values that change with every write to a file; empty if there is no file, or nothing
    in it.
    """
    try:
        found = file.stat()
    except OSError:
        return ()
    return (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns) if found.st_size else ()


def _index_of_log(file: Path) -> Path:
    return file.with_name(file.name + "-shm")

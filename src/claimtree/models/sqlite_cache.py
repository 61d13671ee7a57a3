"""A key-value cache in an SQLite file that many processes share, for computed or requested values.

The cache is optional: when the file is foreign or cannot be written, it returns nothing, and
`notice` says why. A damaged file of ours is deleted and created anew, and a row whose checksum is
wrong is treated as missing.
"""

from __future__ import annotations

import sqlite3
import threading
import weakref
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NewType

from claimtree.model.notices import Notice, NoticeCode, notice

Key = NewType("Key", bytes)
Row = NewType("Row", bytes)

BUSY_S = 1.0
"""How long to wait for another process; beyond that, computing is faster."""
_FAILURES = (sqlite3.Error, OSError, UnicodeDecodeError)
"""What using a file may raise; UnicodeDecodeError when SQLite's error message is not UTF-8."""
SLICE = 256
"""Keys queried in one statement."""
SCHEMA = "CREATE TABLE rows (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, row BLOB NOT NULL)"


class SharedFile:
    """An SQLite file of ours: opened at first use, closed when this object is garbage-collected."""

    def __init__(self, path: Path, *, application_id: int, schema: str) -> None:
        self.path = path
        self.application_id = application_id
        self.schema = schema
        self._connection: sqlite3.Connection | None = None
        self._closing: Callable[[], object] | None = None

    def opened(self) -> sqlite3.Connection:
        """The connection; raises an error when the file cannot be opened or is not ours."""
        if self._connection is None:
            connection = opened(self.path, application_id=self.application_id, schema=self.schema)
            self._closing = weakref.finalize(self, connection.close)
            self._connection = connection
        return self._connection

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        closing, self._connection, self._closing = self._closing, None, None
        if closing is not None:
            closing()  # the finalizer itself, so that it does not run again


class RowFile:
    """Rows in an SQLite file. It never raises: after a failure it returns nothing, see `notice`."""

    def __init__(self, path: Path, *, limit: int, application_id: int, what: str) -> None:
        """`limit`: rows kept; beyond, the oldest are deleted. `application_id` marks the file."""
        self.path = path
        self.limit = limit
        self.what = what
        self.notice: Notice | None = None
        self._renewed = False
        """Whether the file was created anew; after a second damage it is not used any more."""
        self._lock = threading.Lock()
        self._file = SharedFile(path, application_id=application_id, schema=SCHEMA)

    def get(self, keys: Sequence[Key]) -> dict[Key, Row]:
        """The cached rows of these keys."""
        found: dict[Key, Row] = {}
        with self._lock:
            try:
                if (connection := self._opened()) is not None:
                    for start in range(0, len(keys), SLICE):
                        some = keys[start : start + SLICE]
                        asked = f"SELECT key, row FROM rows WHERE key IN ({','.join('?' * len(some))})"
                        rows = ((key, _unsealed(key, row)) for key, row in connection.execute(asked, some))
                        found.update((key, row) for key, row in rows if row is not None)
            except _FAILURES as error:
                self._give_up(error)
        return found

    def put(self, rows: Mapping[Key, Row]) -> None:
        """Write rows, replacing those with the same key; rows from `get` are not put again."""
        with self._lock:
            try:
                if (connection := self._opened()) is not None:
                    with connection:
                        connection.execute("BEGIN IMMEDIATE")
                        connection.executemany(
                            "INSERT OR REPLACE INTO rows (key, row) VALUES (?, ?)",
                            ((key, _sealed(key, row)) for key, row in rows.items()),
                        )
                        # Ids grow by one and only the lowest are deleted: they count rows without a
                        # scan.
                        connection.execute("DELETE FROM rows WHERE id <= (SELECT max(id) FROM rows) - ?", (self.limit,))
            except _FAILURES as error:
                self._give_up(error)

    def close(self) -> None:
        with self._lock:
            self._file.close()

    def _opened(self) -> sqlite3.Connection | None:
        return None if self.notice else self._file.opened()

    def _give_up(self, error: sqlite3.Error | OSError | UnicodeDecodeError) -> None:
        """Stop using the file, with two exceptions: a busy file is tried again with the next text,
        and a damaged file of ours is deleted, so that the next use creates it anew."""
        if is_busy(error):
            return
        if not self._renewed and _is_damaged(error) and _says_it_is_ours(self.path, self._file.application_id):
            self._renewed = True
            self._file.close()
            for ending in ("", "-wal", "-shm"):
                self.path.with_name(self.path.name + ending).unlink(missing_ok=True)
            return
        self.notice = notice(NoticeCode.CACHE_NOT_USED, cache=self.what, path=str(self.path), problem=str(error))
        self._file.close()


def opened(path: Path, *, application_id: int, schema: str) -> sqlite3.Connection:
    """A connection to a file of ours, created if missing. Threads may share it, one at a time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path, timeout=BUSY_S, check_same_thread=False, isolation_level=None)
    try:
        _prepare(connection, application_id=application_id, schema=schema)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, *, application_id: int, schema: str) -> None:
    """Initialise a new file; raise, without changing the file, if it holds something else."""
    if not _is_ours(connection, application_id):
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            if not _is_ours(connection, application_id):  # another process may have been quicker
                if connection.execute("SELECT 1 FROM sqlite_schema").fetchone():
                    raise sqlite3.DatabaseError("it is an SQLite file of another kind")
                connection.execute(f"PRAGMA application_id = {application_id}")
                connection.execute(schema)
    # Readers never wait for a writer; after a power cut the last rows may have to be computed again.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")


def _is_ours(connection: sqlite3.Connection, application_id: int) -> bool:
    return bool(connection.execute("PRAGMA application_id").fetchone()[0] == application_id)


def _sealed(key: Key, row: Row) -> bytes:
    """A row with a checksum of itself and of its key."""
    return row + zlib.crc32(row, zlib.crc32(key)).to_bytes(4, "little")


def _unsealed(key: Key, kept: object) -> Row | None:
    """The row if its checksum is right, else None (disks can corrupt data)."""
    if not isinstance(kept, bytes) or len(kept) < 4:
        return None
    row = Row(kept[:-4])
    return row if kept == _sealed(key, row) else None


def _is_damaged(error: sqlite3.Error | OSError | UnicodeDecodeError) -> bool:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return isinstance(error, UnicodeDecodeError) or code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR)


def _says_it_is_ours(path: Path, application_id: int) -> bool:
    """True if the file's header has our mark; for a file that SQLite cannot open any more."""
    try:
        with path.open("rb") as file:
            head = file.read(72)
    except OSError:
        return False
    return head[:16] == b"SQLite format 3\0" and int.from_bytes(head[68:72], "big") == application_id


def is_busy(error: sqlite3.Error | OSError | UnicodeDecodeError) -> bool:
    """True if another process has locked the file for the moment."""
    return bool(getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY)

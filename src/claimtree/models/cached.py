"""Vectors that were computed once: the phrases of a corpus and the wishes of its users repeat.

Two caches stand before the model: the rows used last, in memory, and an SQLite file that many processes
share. A row's key is a hash of the embedder's name and the text, so nothing goes stale.

A cache is a convenience: when the file is damaged, foreign or cannot be written, the vectors are computed,
and `notice` says why that takes long.
"""

from __future__ import annotations

import hashlib
import sqlite3
import threading
import weakref
import zlib
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NewType

import numpy as np

from claimtree.model.phrases import Vectors
from claimtree.ports import Embedder

Key = NewType("Key", bytes)
Row = NewType("Row", bytes)
"""One vector: its codes, its scale as a float32, and a check sum of both."""

APPLICATION_ID = 0x436C_4563
"""Marks a file as ours: "ClEc"."""
BUSY_S = 1.0
"""How long to wait for another process; after that the model is quicker."""
SLICE = 256
"""Texts computed between two writes, so that an interrupted indexing starts again near where it stopped."""
SCHEMA = "CREATE TABLE rows (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, row BLOB NOT NULL)"


class CachedEmbedder:
    """Another embedder, asked once per text."""

    def __init__(self, inner: Embedder, path: Path, *, rows: int = 500_000, memory_rows: int = 20_000) -> None:
        """`rows`: kept in the file, at some 0.5 kB each; when there are more, the oldest go.

        Threads may share one; each process opens its own.
        """
        self.inner = inner
        self.name = inner.name
        self.dimensions = inner.dimensions
        self._file = RowFile(path, limit=rows)
        self._memory: OrderedDict[Key, Row] = OrderedDict()
        self._memory_rows = memory_rows
        self._lock = threading.Lock()

    @property
    def notice(self) -> str:
        """Why the file is not used, as a sentence; empty while all is well."""
        return self._file.notice

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row per text, in order, computed only for texts never seen."""
        keys = [self._key(text) for text in texts]
        wanted = dict(zip(keys, texts, strict=True))
        found = self._remembered(wanted)
        if len(found) < len(wanted):
            kept = {
                key: row
                for key, row in self._file.get([key for key in wanted if key not in found]).items()
                if is_sound(row, self.dimensions)
            }
            self._remember(kept)
            found |= kept
        missing = [key for key in wanted if key not in found]
        for start in range(0, len(missing), SLICE):
            some = missing[start : start + SLICE]
            fresh = dict(zip(some, packed(self.inner.embed([wanted[key] for key in some])), strict=True))
            self._file.put(fresh)
            self._remember(fresh)
            found |= fresh
        return unpacked([found[key] for key in keys], self.dimensions)

    def close(self) -> None:
        """Let go of the file; what was asked before can still be had from memory."""
        self._file.close()

    def _key(self, text: str) -> Key:
        said = f"{self.name}\x1f{text}".encode("utf-8", "surrogatepass")
        return Key(hashlib.blake2b(said, digest_size=16).digest())

    def _remembered(self, keys: Iterable[Key]) -> dict[Key, Row]:
        with self._lock:
            found = {key: self._memory[key] for key in keys if key in self._memory}
            for key in found:
                self._memory.move_to_end(key)
        return found

    def _remember(self, rows: Mapping[Key, Row]) -> None:
        with self._lock:
            self._memory.update(rows)
            while len(self._memory) > self._memory_rows:
                self._memory.popitem(last=False)


class RowFile:
    """Rows in an SQLite file. It never fails: it gives nothing, and says why in `notice`."""

    def __init__(self, path: Path, *, limit: int) -> None:
        self.path = path
        self.limit = limit
        self.notice = ""
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None

    def get(self, keys: Sequence[Key]) -> dict[Key, Row]:
        """The rows that are kept, of these keys."""
        found: dict[Key, Row] = {}
        with self._lock:
            try:
                if (connection := self._opened()) is not None:
                    for start in range(0, len(keys), SLICE):
                        some = keys[start : start + SLICE]
                        asked = f"SELECT key, row FROM rows WHERE key IN ({','.join('?' * len(some))})"
                        found.update(connection.execute(asked, some))
            except (sqlite3.Error, OSError) as error:
                self._give_up(error)
        return found

    def put(self, rows: Mapping[Key, Row]) -> None:
        """Keep rows; a row that another process kept meanwhile stays."""
        with self._lock:
            try:
                if (connection := self._opened()) is not None:
                    with connection:
                        connection.execute("BEGIN IMMEDIATE")
                        connection.executemany("INSERT OR IGNORE INTO rows (key, row) VALUES (?, ?)", rows.items())
                        # Ids grow by one and only the lowest go, so they count the rows without a scan.
                        connection.execute("DELETE FROM rows WHERE id <= (SELECT max(id) FROM rows) - ?", (self.limit,))
            except (sqlite3.Error, OSError) as error:
                self._give_up(error)

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _opened(self) -> sqlite3.Connection | None:
        if self._connection is None and not self.notice:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self.path, timeout=BUSY_S, check_same_thread=False, isolation_level=None)
            try:
                prepare(connection)
            except sqlite3.Error:
                connection.close()
                raise
            weakref.finalize(self, connection.close)
            self._connection = connection
        return self._connection

    def _give_up(self, error: sqlite3.Error | OSError) -> None:
        """Stop using the file, unless it is only busy: then it is tried again with the next text."""
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
            return
        self.notice = (
            f"the embedding cache {self.path} is not used: {error}; "
            "delete it if it is damaged, or name a path that can be written"
        )
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def prepare(connection: sqlite3.Connection) -> None:
    """Make a new file ours; refuse, untouched, one that holds something else."""
    if not is_ours(connection):
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            if not is_ours(connection):  # another process may have been quicker
                if connection.execute("SELECT 1 FROM sqlite_schema").fetchone():
                    raise sqlite3.DatabaseError("it is an SQLite file of another kind")
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(SCHEMA)
    # Readers never wait for a writer; after a power cut the last rows may have to be computed again.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")


def is_ours(connection: sqlite3.Connection) -> bool:
    return bool(connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID)


def packed(vectors: Vectors) -> Iterator[Row]:
    """Each vector as a row."""
    scales = vectors.scales.astype("<f4")
    for codes, scale in zip(vectors.codes, scales, strict=True):
        body = codes.tobytes() + scale.tobytes()
        yield Row(body + zlib.crc32(body).to_bytes(4, "little"))


def is_sound(row: object, dimensions: int) -> bool:
    """Whether a row is what was written; a disk may forget."""
    if not isinstance(row, bytes) or len(row) != dimensions + 8:
        return False
    return zlib.crc32(row[:-4]).to_bytes(4, "little") == row[-4:]


def unpacked(rows: Sequence[Row], dimensions: int) -> Vectors:
    """Rows as vectors, in order."""
    table = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), dimensions + 8)
    return Vectors(
        codes=table[:, :dimensions].view(np.int8).copy(),
        scales=table[:, dimensions:-4].copy().view("<f4").reshape(len(rows)).astype(np.float32),
    )

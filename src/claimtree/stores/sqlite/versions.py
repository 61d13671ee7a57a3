"""Versions of a store that is a file: the live one, the former one, and one that is being built.

    homes.db                     the live version: a file, or a link to one
    homes.db.former              what was live before
    homes.db.next                what is being built
    homes.db.2026-11-15-173452   a version, named after the time it was begun

A version is never renamed while it may be in use: SQLite names the log after the file, and two
files that take turns under one name would use each other's log. So each has a name of its own, and
`homes.db` becomes a link to one, which is replaced atomically. A first version, which is called
`homes.db` itself, is parked under a second name (a hard link), and comes back under its first one,
where its log is.
"""

from __future__ import annotations

import fcntl
import os
import re
import sqlite3
import weakref
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from claimtree.errors import StoreError, StoreUnavailable
from claimtree.ports import Built, MovableStore, VersionList
from claimtree.stores.sqlite import checksums, meta
from claimtree.stores.sqlite.connection_pool import FileId, file_id
from claimtree.stores.sqlite.faults import readable, translated
from claimtree.stores.sqlite.read_only import connect_to_read, release
from claimtree.stores.sqlite.schema import read_built
from claimtree.stores.sqlite.store import SqliteStore

_NAMED = r"\.\d{4}-\d\d-\d\d-\d{6}(-\d+)?"
_LOGS = ("-wal", "-shm", "-journal")
"""Files that SQLite keeps beside a file; the last until the file has a write-ahead log."""
_WAIT_S = 10.0


class SqliteVersions:
    """The versions of the store at a path; see `claimtree.ports.Versions`."""

    def __init__(self, path: Path | str) -> None:
        self._live = _base_path(Path(path))
        self._former = self._live.with_name(f"{self._live.name}.former")
        self._next = self._live.with_name(f"{self._live.name}.next")
        self._swap = self._live.with_name(f"{self._live.name}.swap")
        self._keep = self._live.with_name(f"{self._live.name}.keep")
        self._lock = self._live.with_name(f"{self._live.name}.rebuilding")
        self._rebuild_lock: weakref.finalize[[int, Path], SqliteVersions] | None = None

    def present(self) -> VersionList:
        live = _built(self._live) if self._live.exists() else None
        return VersionList(
            live=live,
            former=_built(self._former) if self._is_another(self._former) else None,
            unfinished=_built(self._next) if self._is_another(self._next) else None,
        )

    def begin(self, built: Built) -> MovableStore:
        self._check_live()
        self._lock_rebuild()
        self._sweep()
        _write_back(self._live)
        if not self._is_another(self._next) or _built(self._next) != built:
            self._drop_next()
            with self._translated("make a file and a link to it"):
                self._next.symlink_to(self._free_name())
        # Opened under its own name, which it keeps: no log named after the link may ever exist.
        return SqliteStore(self._next.resolve(), built.identity, built.hierarchy)

    def finish(self) -> None:
        if not self._is_another(self._next) or _built(self._next) is None:
            raise StoreError(f"no new version of {self._live} is being built", hint="Run `claimtree rebuild`.")
        _overtake(self._next.resolve(), _numbers_of(self._live))
        older = self._former.resolve() if self._former.is_symlink() else None
        with self._translated("swap the links"):
            self._alias(self._live, self._keep)
            self._alias(self._next, self._swap)
            self._keep.replace(self._former)
            self._swap.replace(self._live)  # from here on it is live
            self._next.unlink()
            self._keep.unlink(missing_ok=True)
            self._settle()
        if older is not None and older != self._former.resolve():
            _remove(older)
        self._remove_stale_logs()
        self._release_rebuild()

    def rollback(self) -> None:
        if not self._is_another(self._former):
            raise StoreError(
                f"there is no former version of {self._live}",
                hint="One is kept by `claimtree rebuild`, until `claimtree rebuild --forget`.",
                values={"path": str(self._live)},
            )
        numbers = _numbers_of(self._live)
        with self._translated("swap the links"):
            self._alias(self._live, self._keep)
            self._alias(self._former, self._swap)
            self._swap.replace(self._live)  # from here on it is live again
            self._keep.replace(self._former)
            self._swap.unlink(missing_ok=True)
            self._settle()
        _overtake(self._live, numbers)

    def forget(self) -> bool:
        there = self._is_another(self._former)
        if there and self._former.is_symlink():
            _remove(self._former.resolve())
        self._former.unlink(missing_ok=True)
        self._remove_stale_logs()
        return there

    def abandon(self) -> bool:
        if self._live.exists():
            self._lock_rebuild()
            self._sweep()
        there = self._drop_next()
        self._release_rebuild()
        return there

    def _drop_next(self) -> bool:
        there = self._is_another(self._next)
        if there or (self._next.is_symlink() and not self._next.exists()):
            _remove(self._next.resolve())
        self._next.unlink(missing_ok=True)
        return there

    def _lock_rebuild(self) -> None:
        """Take the lock that allows one rebuild at a time; it is released when the process ends,
        however that happens.
        """
        if self._rebuild_lock is not None:
            return
        with self._translated("make a file"):
            lock = os.open(self._lock, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            raise StoreUnavailable(
                f"a new version of {self._live} is being built by another process",
                hint="Wait for that rebuild to finish.",
                values={"path": str(self._live)},
            ) from None
        # Also when the process ends in the middle; after a crash the file stays, and the next
        # rebuild takes it over.
        self._rebuild_lock = weakref.finalize(self, _unlock_rebuild, lock, self._lock)
        if file_id(self._lock) != _open_file_id(lock):
            # The previous holder of the lock removed the file before we got it.
            self._rebuild_lock()
            self._rebuild_lock = None
            self._lock_rebuild()

    def _release_rebuild(self) -> None:
        if self._rebuild_lock is not None:
            self._rebuild_lock()
            self._rebuild_lock = None

    def _remove_stale_logs(self) -> None:
        """Remove the logs of a first version that is gone; while it is parked, its log is still
        named after the store.
        """
        if self._live.is_symlink() and (self._former.is_symlink() or not self._former.exists()):
            _remove_logs(self._live)

    def _is_another(self, name: Path) -> bool:
        """True if a name stands for a version other than the live one: an interrupted swap may
        leave other names of the live one.
        """
        mark = file_id(name)
        return mark is not None and mark != file_id(self._live)

    def _check_live(self) -> None:
        if not self._live.exists():
            raise StoreUnavailable(
                f"there is no store at {self._live}",
                hint="Index something into it first, or name another file.",
                values={"path": str(self._live)},
            )

    def _alias(self, name: Path, alias: Path) -> None:
        """Create another name of the same file."""
        alias.unlink(missing_ok=True)
        if name.is_symlink():
            alias.symlink_to(name.readlink())
        else:
            alias.hardlink_to(name)

    def _free_name(self) -> str:
        """Returns a name that no version has had: a process that still has an old one open must not
        find another's log under it.
        """
        first = f"{self._live.name}.{datetime.now(UTC):%Y-%m-%d-%H%M%S}"
        name, turn = first, 1
        while os.path.lexists(self._live.with_name(name)):
            name, turn = f"{first}-{turn}", turn + 1
        return name

    def _sweep(self) -> None:
        """Remove what an interrupted swap or rebuild has left."""
        kept = {name.resolve() for name in (self._live, self._former, self._next)}
        pattern = re.compile(re.escape(self._live.name) + _NAMED)
        for file in sorted(self._live.parent.iterdir()):
            if pattern.fullmatch(file.name) and file.resolve() not in kept:
                _remove(file)
        for name in (self._swap, self._keep):
            name.unlink(missing_ok=True)
        if file_id(self._former) == file_id(self._live):
            self._former.unlink(missing_ok=True)

    def _settle(self) -> None:
        """Sync the folder, so that the new names survive a power failure."""
        folder = os.open(self._live.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    @contextmanager
    def _translated(self, what: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise StoreUnavailable(
                f"the versions of {self._live} could not be changed: {error.strerror or error}",
                hint=f"Its folder has to let us {what}; the store itself is as it was.",
                values={"path": str(self._live)},
            ) from error


def _base_path(path: Path) -> Path:
    """Returns the path beside which versions lie. A user's own link is followed and left as it is."""
    path = Path(os.path.abspath(path))  # noqa: PTH100 - absolute, with the last link unresolved
    while path.is_symlink() and not re.fullmatch(re.escape(path.name) + _NAMED, str(path.readlink())):
        path = Path(os.path.abspath(path.parent / path.readlink()))  # noqa: PTH100
    return path


def _built(name: Path) -> Built | None:
    """Returns what a version was built with; None for a file that does not say."""
    # The log of a parked first version is named after the store: what is read here is in the file
    # itself.
    parked = name.suffix == ".former" and not name.is_symlink()
    with translated(name), readable(name):
        if parked:
            connection, unlocked = _connect(name, "ro&immutable=1"), None
        else:
            connection, unlocked = connect_to_read(name.resolve(), wait_s=_WAIT_S)
        try:
            return read_built(connection, name)
        finally:
            release(connection, unlocked)
            if unlocked is not None:
                unlocked.check_unchanged()


def _connect(name: Path, mode: str) -> sqlite3.Connection:
    address = f"file:{quote(str(name.resolve()))}?mode={mode}"
    return sqlite3.connect(address, uri=True, timeout=_WAIT_S, isolation_level=None)


def _write_back(name: Path) -> None:
    """Move the log into the file, as far as readers allow, so that the file alone is readable."""
    with translated(name), closing(_connect(name, "rw")) as connection:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")


def _overtake(version: Path, numbers: dict[str, int]) -> None:
    """Give a version higher numbers than these: readers notice changes by them."""
    with translated(version), readable(version), closing(_connect(version, "rw")) as connection:
        checksums.install_triggers(connection)
        connection.execute("BEGIN IMMEDIATE")
        own = _numbers(connection)
        places = max(numbers["places"], own["places"]) + 1
        current = own["grounded"] == own["places"]
        for key, value in (
            ("generation", max(numbers["generation"], own["generation"]) + 1),
            ("places", places),
            ("grounded", places if current else min(own["grounded"], places - 1)),
        ):
            meta.put(connection, key, value)
        connection.execute("COMMIT")


def _numbers_of(version: Path) -> dict[str, int]:
    with translated(version), readable(version), closing(_connect(version, "ro")) as connection:
        return _numbers(connection)


def _numbers(connection: sqlite3.Connection) -> dict[str, int]:
    return {key: meta.number(connection, key) for key in ("generation", "places", "grounded")}


def _unlock_rebuild(lock: int, path: Path) -> None:
    try:
        if file_id(path) == _open_file_id(lock):
            path.unlink(missing_ok=True)
    finally:
        os.close(lock)


def _open_file_id(descriptor: int) -> FileId:
    found = os.fstat(descriptor)
    return found.st_dev, found.st_ino


def _remove(file: Path) -> None:
    file.unlink(missing_ok=True)
    _remove_logs(file)


def _remove_logs(file: Path) -> None:
    for ending in _LOGS:
        file.with_name(file.name + ending).unlink(missing_ok=True)

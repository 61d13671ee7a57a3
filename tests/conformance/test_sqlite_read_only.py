"""A store that one may read and not write is searched like any other, and is never read half old and half new."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.unprivileged import IS_ROOT, give_away, public_folder, unprivileged

from claimtree.errors import StoreReadOnly, StoreUnavailable
from claimtree.stores.sqlite import SqliteStore
from claimtree.stores.sqlite import read_only as sqlite_read_only
from claimtree_testing.suites import HOUSE, IDENTITY, QUIET, TREE, asks, batch, house, order, proof, wants

QUIET_ONES = asks(wants(proof(QUIET), required=True))


@pytest.fixture
def folder() -> Iterator[Path]:
    with public_folder() as found:
        yield found


def filled(path: Path, *ids: str) -> SqliteStore:
    store = SqliteStore(path, IDENTITY, TREE)
    store.put(batch(*(house(id, QUIET) for id in ids)))
    return store


def read_only(path: Path) -> SqliteStore:
    return SqliteStore(path, IDENTITY, TREE, create=False, read_only=True)


def found(path: Path) -> list[str]:
    with closing(read_only(path)) as store:
        return order(store, QUIET_ONES)


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


def test_a_file_that_one_may_only_read_is_searched_and_not_written(folder: Path) -> None:
    filled(folder / "claims.db", "a", "b").close()
    give_away(folder)
    before = names(folder)

    def work() -> None:
        with closing(read_only(folder / "claims.db")) as store:
            assert order(store, QUIET_ONES) == ["a", "b"]
            assert store.info().entities[HOUSE] == 2
            assert store.check() == ()
            with pytest.raises(StoreReadOnly, match="reading only"):
                store.put(batch(house("c", QUIET)))

    unprivileged(work)
    assert names(folder) == before


def test_who_wants_to_write_it_is_told_that_it_cannot_be(folder: Path) -> None:
    filled(folder / "claims.db", "a").close()
    give_away(folder)

    def work() -> None:
        with pytest.raises(StoreReadOnly, match=r"claims\.db cannot be written") as caught:
            SqliteStore(folder / "claims.db", IDENTITY, TREE, create=False)
        assert "copy the store to a place that you may write" in caught.value.hint

    unprivileged(work)


@pytest.mark.parametrize("endings", [("-wal",), ("-wal", "-shm")], ids=["log", "log and index"])
def test_a_log_that_was_never_moved_into_the_file_is_read(folder: Path, endings: tuple[str, ...]) -> None:
    """As a process that was killed leaves it, or a copy of the two files."""
    with closing(filled(folder / "first.db", "a")) as store:
        store.connections.checkpoint_log()
        store.put(batch(house("b", QUIET)))
        (folder / "copied").mkdir()
        for ending in ("", *endings):
            shutil.copy(folder / f"first.db{ending}", folder / "copied" / f"claims.db{ending}")
    with closing(sqlite3.connect(f"file:{folder}/copied/claims.db?immutable=1", uri=True)) as alone:
        assert alone.execute("SELECT count(*) FROM entity").fetchone() == (1,), "the file alone says less"
    give_away(folder / "copied")

    def work() -> None:
        assert found(folder / "copied" / "claims.db") == ["a", "b"]
        # Where a log and its index lie there, SQLite itself opens the file to write and minds at the first write.
        with pytest.raises(StoreReadOnly, match=r"claims\.db cannot be written"):
            SqliteStore(folder / "copied" / "claims.db", IDENTITY, TREE, create=False)

    unprivileged(work)
    assert names(folder / "copied") == {f"claims.db{ending}" for ending in ("", *endings)}


class Owner:
    """The owner of a store, who may write it, in a separate process."""

    _CODE = """
import sys
from claimtree.stores.sqlite import SqliteStore
from claimtree_testing.suites import IDENTITY, QUIET, TREE, batch, house
store = None
for line in sys.stdin:
    verb, *ids = line.split()
    store = store or SqliteStore(sys.argv[1], IDENTITY, TREE)
    if ids:
        store.put(batch(*(house(id, QUIET) for id in ids)))
    if verb == "close":
        store = store.close()
    if verb == "move":
        store.connections.checkpoint_log()
    print("done", flush=True)
"""

    def __init__(self, path: Path) -> None:
        command = [sys.executable, "-c", self._CODE, str(path)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> Owner:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate(timeout=30)

    def does(self, *words: str) -> None:
        """`put ID …` leaves the store open, `close ID …` closes it, `move ID …` moves the log into the file."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(*words, file=self._process.stdin, flush=True)
        assert self._process.stdout.readline() == "done\n"


@pytest.mark.skipif(not IS_ROOT, reason="needs two users; what happens without a lock is tested below for everybody")
@pytest.mark.parametrize("verb", ["put", *(pytest.param(verb, marks=pytest.mark.slow) for verb in ("close", "move"))])
def test_what_its_owner_writes_meanwhile_is_seen(folder: Path, verb: str) -> None:
    path = folder / "claims.db"
    filled(path, "a").close()
    give_away(folder)

    def work() -> None:
        with closing(read_only(path)) as store:
            assert order(store, QUIET_ONES) == ["a"]
            for number in range(4):
                owner.does(verb, f"b{number}", f"c{number}")
                assert len(order(store, QUIET_ONES)) == 2 * number + 3
                assert store.check() == ()

    with Owner(path) as owner:
        unprivileged(work)


def test_who_may_not_write_the_file_leaves_nothing_beside_it(folder: Path) -> None:
    """In a world-writable folder: files of the reader there would lock the owner out."""
    path = folder / "claims.db"
    filled(path, "a").close()
    give_away(folder)
    folder.chmod(0o1777)
    unprivileged(lambda: _equal(found(path), ["a"]))
    assert names(folder) == {"claims.db"}


def _equal(one: object, other: object) -> None:
    assert one == other


def test_what_changes_under_a_read_without_a_lock_is_refused_and_then_read_anew(folder: Path) -> None:
    path = folder / "claims.db"
    filled(path, "a").close()
    with closing(_without_a_lock(path)) as store:
        assert order(store, QUIET_ONES) == ["a"]
        refused = pytest.raises(StoreUnavailable, match="was written by another process while it was read")
        with refused, store._reading():  # as any method does
            filled(path, "b").close()
        assert order(store, QUIET_ONES) == ["a", "b"]
        assert store.check() == ()


def test_what_is_only_logged_meanwhile_disturbs_no_read_without_a_lock(folder: Path) -> None:
    path = folder / "claims.db"
    filled(path, "a").close()
    with closing(_without_a_lock(path)) as store:
        with store._reading() as (_, connection):
            writer = filled(path, "b")
            assert connection.execute("SELECT id FROM entity").fetchall() == [("a",)]
        with closing(writer):
            assert order(store, QUIET_ONES) == ["a", "b"]


def _without_a_lock(path: Path) -> SqliteStore:
    """A store opened where no file can be made beside it; after that it can."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "access", lambda *_: False)
        patch.setattr(sqlite_read_only, "_connect", _refusing_locks)
        store = read_only(path)
    assert store.connections._unlocked is not None
    return store


_connect = sqlite_read_only._connect


def _refusing_locks(file: Path, how: str, wait_s: float) -> sqlite3.Connection:
    if how:
        return _connect(file, how, wait_s)
    error = sqlite3.OperationalError("unable to open database file")
    error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
    raise error


@pytest.mark.skipif(not IS_ROOT, reason="only root can mount; the same files in a folder of another are tested above")
def test_a_read_only_mount_is_searched(folder: Path) -> None:
    filled(folder / "claims.db", "a", "b").close()
    script = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && exec "$2" -c "$3" "$1/claims.db"'
    code = (
        "import os, sys; from claimtree.stores.sqlite import SqliteStore\n"
        "from claimtree_testing.suites import *\n"
        "assert os.statvfs(sys.argv[1]).f_flag & os.ST_RDONLY\n"
        "store = SqliteStore(sys.argv[1], IDENTITY, TREE, create=False, read_only=True)\n"
        "assert order(store, asks(wants(proof(QUIET), required=True))) == ['a', 'b']\n"
    )
    if subprocess.run(["unshare", "-m", "true"], check=False, capture_output=True).returncode:
        pytest.skip("this system lets nobody mount; the same files in a folder of another are tested above")
    done = subprocess.run(
        ["unshare", "-m", "sh", "-c", script, "sh", str(folder), sys.executable, code],
        check=False, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr

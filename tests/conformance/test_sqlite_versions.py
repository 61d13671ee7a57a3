"""Versions of a file: they change places under readers and writers, in other processes too, in spite of crashes."""

import itertools
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from claimtree.errors import IndexMismatch, StoreUnavailable
from claimtree.model.claims import EntityId
from claimtree.stores.sqlite import SqliteStore
from claimtree.stores.sqlite.versions import SqliteVersions
from claimtree_testing.suites import HOUSE, IDENTITY, QUIET, SUNNY, TREE, VersionsSuite, batch, house
from claimtree_testing.suites.versions import BUILT, OTHER, SIZE, homes, met, swap


class TestSqliteVersions(VersionsSuite):
    @pytest.fixture
    def address(self, tmp_path: Path) -> str:
        return f"sqlite:///{tmp_path / 'homes.db'}"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store of quiet houses."""
    path = tmp_path / "homes.db"
    with opened(path) as store:
        store.put(homes(QUIET))
    return path


def opened(path: Path) -> "closing[SqliteStore]":
    return closing(SqliteStore(path, IDENTITY, TREE))


# Crashes


class PowerCutError(BaseException):
    """Nothing that runs afterwards gets a say."""


STEPS = ("replace", "unlink", "symlink_to", "hardlink_to")


def until_cut(monkeypatch: pytest.MonkeyPatch, at: int, act: Callable[[], object]) -> bool:
    """Run it, but only up to the step with that number; whether it was cut short."""
    left = itertools.count(at, -1)

    def cutting(real: Callable[..., object]) -> Callable[..., object]:
        def step(*arguments: object, **options: object) -> object:
            if next(left) == 0:
                raise PowerCutError
            return real(*arguments, **options)

        return step

    with monkeypatch.context() as patch:
        for name in STEPS:
            patch.setattr(Path, name, cutting(getattr(Path, name)))
        try:
            act()
        except PowerCutError:
            return True
    return False


def settled(path: Path) -> set[str]:
    """The files that exist while the store is not open, except logs that wait for the next open."""
    return {file.name for file in path.parent.iterdir() if not file.name.endswith(("-wal", "-shm", ".rebuilding"))}


@pytest.mark.parametrize("before", [0, 1, 2])
@pytest.mark.slow
def test_a_swap_that_is_cut_short_leaves_one_good_store(
    path: Path, monkeypatch: pytest.MonkeyPatch, before: int
) -> None:
    """At every step of it, with a first version and with later ones in place."""
    for at in itertools.count():
        with opened(path) as live:
            for _ in range(before):
                swap(live, SqliteVersions(path), homes(QUIET))
            was = met(live)
            versions = SqliteVersions(path)
            with closing(versions.begin(BUILT)) as fresh:
                fresh.put(homes(SUNNY if was[0] else QUIET))
            with live.holding():
                cut = until_cut(monkeypatch, at, versions.finish)
            del versions
            now = met(live)
            assert now in ((SIZE, 0), (0, SIZE))
            with opened(path) as again:
                assert met(again) == now
                assert again.check() == ()
            live.put(batch(house("extra", QUIET)))
            live.remove([EntityId("extra")])
            swap(live, SqliteVersions(path), homes(SUNNY))
            assert met(live) == (0, SIZE)
            swap(live, SqliteVersions(path), homes(QUIET))
        SqliteVersions(path).forget()
        assert len(settled(path)) == 2, "the link and what it leads to"
        if not cut:
            break
    assert at > 4


@pytest.mark.parametrize("before", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_rollback_that_is_cut_short_leaves_one_good_store(
    path: Path, monkeypatch: pytest.MonkeyPatch, before: int, tmp_path: Path
) -> None:
    for at in itertools.count():
        one = tmp_path / str(at) / "homes.db"
        with opened(one) as live:
            live.put(homes(QUIET))
            for turn in range(before):
                swap(live, SqliteVersions(one), homes((SUNNY, QUIET)[turn % 2]))
            versions = SqliteVersions(one)
            with live.holding():
                cut = until_cut(monkeypatch, at, versions.rollback)
            now = met(live)
            assert now in ((SIZE, 0), (0, SIZE))
            with opened(one) as again:
                assert met(again) == now
                assert again.check() == ()
            live.put(batch(house("extra")))
        with opened(one) as live:
            assert live.info().entities[HOUSE] == SIZE + 1
            swap(live, SqliteVersions(one), homes(SUNNY))
            assert met(live) == (0, SIZE)
        if not cut:
            break
    assert at > 2


def test_a_first_version_that_is_parked_keeps_what_is_only_in_its_log(path: Path) -> None:
    with closing(sqlite3.connect(path)) as pinning, opened(path) as live:
        pinning.execute("BEGIN")
        pinning.execute("SELECT * FROM meta").fetchall()
        live.put(batch(house("late", SUNNY)))  # a reader keeps the log from being written back
        swap(live, SqliteVersions(path), homes(SUNNY))
        with live.holding():
            SqliteVersions(path).rollback()
        assert met(live) == (SIZE, 1)
        pinning.execute("ROLLBACK")
        assert live.get([EntityId("late")])
        assert live.check() == ()


def test_a_closed_store_stays_closed_when_another_version_comes(path: Path) -> None:
    store = SqliteStore(path, IDENTITY, TREE)
    store.close()
    with opened(path) as live:
        swap(live, SqliteVersions(path), homes(SUNNY))
    for use in (store.info, store.generation, lambda: store.put(homes(QUIET))):
        with pytest.raises(StoreUnavailable, match="closed"):
            use()


def test_a_user_s_own_link_is_followed_and_stays(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "elsewhere" / "mine.db"
    link.parent.mkdir()
    link.symlink_to("../homes.db")
    with opened(link) as live:
        swap(live, SqliteVersions(link), homes(SUNNY))
        assert met(live) == (0, SIZE)
    assert str(link.readlink()) == "../homes.db"
    assert [file.name for file in link.parent.iterdir()] == ["mine.db"]
    with opened(path) as store:
        assert met(store) == (0, SIZE)


def test_a_folder_that_cannot_hold_links_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, *arguments: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "symlink_to", refuse)
    with pytest.raises(StoreUnavailable, match="not permitted") as caught:
        SqliteVersions(path).begin(BUILT)
    assert "as it was" in caught.value.hint
    with opened(path) as store:
        assert met(store) == (SIZE, 0)


def test_many_read_on_in_a_version_that_nobody_can_open_any_more(path: Path) -> None:
    """The connections that there are are shared, when the name of the file means another one."""
    with opened(path) as live:
        swap(live, SqliteVersions(path), homes(SUNNY, size=3, dimensions=6), built=OTHER)
        SqliteVersions(path).forget()
        with ThreadPoolExecutor(8) as pool:
            found = set(pool.map(lambda _: met(live), range(200)))
        assert found == {(SIZE, 0)}
        with pytest.raises(IndexMismatch, match="another"):
            live.remove([EntityId("h00")])


# Several processes


def child(code: str, *arguments: object) -> "subprocess.Popen[str]":
    program = (
        "import sys, itertools\n"
        "from pathlib import Path\n"
        "from claimtree.model.claims import EntityId\n"
        "from claimtree.stores.sqlite import SqliteStore\n"
        "from claimtree_testing.suites import *\n"
        "from claimtree_testing.suites.versions import SIZE, homes, met\n"
        "def say(what): sys.stdout.write(f'{what}\\n'); sys.stdout.flush()\n" + code
    )
    return subprocess.Popen(
        [sys.executable, "-c", program, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


READS = (
    "store = SqliteStore(sys.argv[1], IDENTITY, TREE, create=False, read_only=True)\n"
    "plan = asks(wants(proof(QUIET)), wants(proof(SUNNY)))\n"
    "say('ready')\n"
    "seen = set()\n"
    "while not Path(sys.argv[2]).exists():\n"
    "    ladder = store.rank(plan, limit=1).ladder\n"
    "    assert ladder.met[1] >= SIZE and ladder.met[2] == 0, dict(ladder.met)\n"
    "    (item,) = store.get([EntityId('h00')])\n"
    "    seen.add(item.claims[0].text)\n"
    "say(sorted(seen))\n"
)
WRITES = (
    "store = SqliteStore(sys.argv[1], IDENTITY, TREE)\n"
    "say('ready')\n"
    "for number in itertools.count():\n"
    "    store.put(batch(house(f'{sys.argv[3]}{number}', QUIET)))\n"
    "    say(number)\n"
    "    if Path(sys.argv[2]).exists(): break\n"
)


@pytest.mark.slow
def test_other_processes_read_and_write_on_through_many_swaps(path: Path, tmp_path: Path) -> None:
    """Nothing that a writer was told is written is lost: each new version is made of what is there while it is held."""
    stop = tmp_path / "stop"
    with child(READS, path, stop) as reader, child(WRITES, path, stop, "w") as writer, opened(path) as live:
        try:
            for other in (reader, writer):
                assert other.stdout is not None
                assert other.stdout.readline() == "ready\n"
            for turn in range(8):
                versions = SqliteVersions(path)
                with closing(versions.begin(BUILT)) as fresh:
                    fresh.put(homes((SUNNY, QUIET)[turn % 2]))
                    with live.holding():
                        written = [one.id for one in live.scan(HOUSE, limit=100_000) if one.id.startswith("w")]
                        fresh.put(batch(*(item for item in live.get(written))))
                        fresh.close()
                        versions.finish()
                time.sleep(0.05)
        finally:
            stop.touch()
        said, _ = reader.communicate(timeout=60)
        assert said == "['quiet', 'sunny']\n"
        acknowledged, _ = writer.communicate(timeout=60)
        assert (reader.returncode, writer.returncode) == (0, 0)
        ids = [EntityId(f"w{number}") for number in acknowledged.split()]
        assert len(ids) > 8
        assert len(live.get(ids)) == len(ids)
        assert live.check() == ()


def test_a_process_that_dies_while_it_builds_is_followed_by_the_next(path: Path) -> None:
    build = (
        "from claimtree.stores.sqlite.versions import SqliteVersions\n"
        "from claimtree_testing.suites.versions import BUILT\n"
        "versions = SqliteVersions(sys.argv[1])\n"
        "store = versions.begin(BUILT)\n"
        "store.put(homes(SUNNY, size=5))\n"
        "say('ready'); sys.stdin.readline()\n"
    )
    with child(build, path) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "ready\n"
        with pytest.raises(StoreUnavailable, match="another process"):
            SqliteVersions(path).begin(BUILT)
        other.send_signal(signal.SIGKILL)
        other.wait()
    versions = SqliteVersions(path)
    assert versions.present().unfinished == BUILT
    with closing(versions.begin(BUILT)) as fresh:
        assert fresh.info().entities[HOUSE] == 5

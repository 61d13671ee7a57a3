"""Small files that several processes share: nothing acknowledged is lost, nothing foreign is touched."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from claimtree.errors import StoreDamaged, StoreError, StoreTooNew, StoreUnavailable
from claimtree.sidecar_db import SidecarFile

FIRST = "CREATE TABLE words (word TEXT PRIMARY KEY)"
SECOND = "ALTER TABLE words ADD COLUMN times INTEGER NOT NULL DEFAULT 1; CREATE INDEX by_times ON words (times)"


def kept(path: Path, *steps: str) -> SidecarFile:
    return SidecarFile(path, kind="words", application_id=77, steps=steps or (FIRST,))


def put(file: SidecarFile, word: str) -> None:
    with file.writing() as connection:
        connection.execute("INSERT INTO words (word) VALUES (?)", (word,))


def words(file: SidecarFile) -> list[str]:
    with file.reading() as connection:
        return [word for (word,) in connection.execute("SELECT word FROM words ORDER BY word")]


def test_reading_makes_no_file(tmp_path: Path) -> None:
    file = kept(tmp_path / "deep" / "words.db")
    assert words(file) == []
    assert not (tmp_path / "deep").exists()
    put(file, "dog")
    assert words(file) == ["dog"]


def test_only_the_owner_may_read_it(tmp_path: Path) -> None:
    file = kept(tmp_path / "words.db")
    put(file, "dog")
    assert file.path.stat().st_mode & 0o077 == 0


def test_a_write_whose_very_end_fails_leaves_the_file_usable(tmp_path: Path) -> None:
    pairs = f"{FIRST}; CREATE TABLE pairs (word TEXT REFERENCES words DEFERRABLE INITIALLY DEFERRED)"
    file = kept(tmp_path / "words.db", pairs)
    with pytest.raises(StoreError), file.writing() as connection:
        # Nothing is wrong until it is to be kept.
        connection.execute("INSERT INTO pairs VALUES ('nobody')")
    put(file, "dog")
    assert words(file) == ["dog"]


def test_what_fails_leaves_no_trace(tmp_path: Path) -> None:
    file = kept(tmp_path / "words.db")
    put(file, "dog")

    def twice() -> None:
        with file.writing() as connection:
            connection.execute("INSERT INTO words VALUES ('cat')")
            connection.execute("INSERT INTO words VALUES ('dog')")

    with pytest.raises(StoreError):
        twice()
    assert words(file) == ["dog"]


def test_an_older_file_is_brought_up_to_date_with_what_it_holds(tmp_path: Path) -> None:
    put(kept(tmp_path / "words.db", FIRST), "dog")
    file = kept(tmp_path / "words.db", FIRST, SECOND)
    with file.reading() as connection:
        assert connection.execute("SELECT word, times FROM words").fetchall() == [("dog", 1)]


def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    put(kept(tmp_path / "words.db", FIRST, SECOND), "dog")
    with pytest.raises(StoreTooNew, match="newer version"):
        words(kept(tmp_path / "words.db", FIRST))


def test_a_foreign_file_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / "words.db"
    foreign = sqlite3.connect(path)
    foreign.execute("CREATE TABLE theirs (id)")
    foreign.commit()
    foreign.close()
    before = path.read_bytes()
    with pytest.raises(StoreDamaged, match="not a file of words"):
        put(kept(path), "dog")
    assert path.read_bytes() == before


def test_what_is_no_database_is_said_to_be_none(tmp_path: Path) -> None:
    path = tmp_path / "words.db"
    path.write_bytes(b"no database at all, only some words" * 30)
    with pytest.raises(StoreDamaged):
        words(kept(path))


def test_many_threads_and_files_write_at_once(tmp_path: Path) -> None:
    files = [kept(tmp_path / "words.db") for _ in range(4)]

    def fill(file: SidecarFile, n: int) -> None:
        for i in range(20):
            put(file, f"{n}-{i}")

    threads = [threading.Thread(target=fill, args=(file, n)) for n, file in enumerate(files)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(words(files[0])) == 80


def test_after_closing_it_says_so(tmp_path: Path) -> None:
    file = kept(tmp_path / "words.db")
    put(file, "dog")
    file.close()
    with pytest.raises(StoreUnavailable, match="closed"):
        put(file, "cat")


def test_threads_that_come_and_go_leave_nothing_open(tmp_path: Path) -> None:
    file = kept(tmp_path / "words.db")
    put(file, "dog")
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(20):
        thread = threading.Thread(target=words, args=(file,))
        thread.start()
        thread.join()
    assert len(list(Path("/proc/self/fd").iterdir())) <= before
    file.close()


def test_a_file_that_takes_anothers_place_is_the_one_that_is_read(tmp_path: Path) -> None:
    file, other = kept(tmp_path / "words.db"), kept(tmp_path / "other.db")
    put(file, "old")
    put(other, "new")
    other.close()
    for left in ("words.db-wal", "words.db-shm"):
        (tmp_path / left).unlink(missing_ok=True)
    other.path.rename(file.path)
    assert words(file) == ["new"]


def test_many_that_make_the_file_at_once_agree_that_it_is_theirs(tmp_path: Path) -> None:
    failed: list[StoreError] = []

    def make(path: Path, n: int, gate: threading.Barrier) -> None:
        file = kept(path)
        gate.wait()
        try:
            put(file, str(n))
        except StoreError as error:
            failed.append(error)
        file.close()

    for round in range(20):
        gate = threading.Barrier(4)
        path = tmp_path / f"{round}.db"
        threads = [threading.Thread(target=make, args=(path, n, gate)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert failed == []

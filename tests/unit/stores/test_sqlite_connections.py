"""Connections of the SQLite store: how much memory idle readers hold."""

from __future__ import annotations

import _sqlite3
import ctypes
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from claimtree.stores.sqlite.connection_pool import Connections

MIB = 1 << 20
CACHE = 8 * MIB
READERS = 6


@pytest.fixture
def used() -> Callable[[], int]:
    """Returns the bytes that SQLite has allocated in this process."""
    try:
        found = ctypes.CDLL(_sqlite3.__file__).sqlite3_memory_used
    except (AttributeError, OSError):
        pytest.skip("this SQLite does not export its count of allocated memory")
    found.restype = ctypes.c_longlong
    return found


@pytest.fixture
def connections(tmp_path: Path) -> Iterator[Connections]:
    """Connections to a file that is larger than a page cache."""
    path = tmp_path / "large.db"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE large (body BLOB)")
        connection.execute(
            "WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 4000) "
            "INSERT INTO large SELECT zeroblob(3000) FROM count"
        )
    connection.close()
    opened = Connections(path, create=False, read_only=True, wait_s=1)
    yield opened
    opened.close()


def read_at_once(connections: Connections, readers: int) -> None:
    with ExitStack() as stack:
        for reader in [stack.enter_context(connections.reading()) for _ in range(readers)]:
            assert reader.execute("SELECT sum(length(body)) FROM large").fetchone() == (4000 * 3000,)


def test_of_many_idle_readers_two_keep_their_page_cache(connections: Connections, used: Callable[[], int]) -> None:
    before = used()
    read_at_once(connections, READERS)
    assert CACHE < used() - before < 2.5 * CACHE


def test_a_reader_alone_keeps_its_page_cache(connections: Connections, used: Callable[[], int]) -> None:
    read_at_once(connections, READERS)
    filled = used()
    for _ in range(3):
        read_at_once(connections, 1)
    assert abs(used() - filled) < MIB

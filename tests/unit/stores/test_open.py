"""Addresses become stores; unknown schemes are named with those that exist."""

from contextlib import closing
from pathlib import Path

import pytest

from claimtree.errors import UnknownName
from claimtree.stores.memory import MemoryStore
from claimtree.stores.open import open_store
from claimtree.stores.sqlite import SqliteStore
from claimtree_testing.suites import IDENTITY, TREE


def test_memory_is_a_store_in_memory() -> None:
    assert isinstance(open_store("memory:", IDENTITY, TREE), MemoryStore)


@pytest.mark.parametrize("address", ["sqlite:///{}/a.db", "{}/a.db"])
def test_a_path_and_its_address_are_the_same_file(tmp_path: Path, address: str) -> None:
    with closing(open_store(address.format(tmp_path), IDENTITY, TREE)) as store:
        assert isinstance(store, SqliteStore)
        assert store.path == tmp_path / "a.db"
        told = store.info().address
    with closing(open_store(told, IDENTITY, TREE, create=False)) as again:
        assert again.info().address == told


def test_a_relative_address_is_relative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    open_store("sqlite:///a b%20c.db", IDENTITY, TREE).close()
    assert [path.name for path in tmp_path.iterdir()] == ["a b c.db"]


@pytest.mark.parametrize("address", ["redis://somewhere", "sqlite3:///a.db", "sqlite:a.db", "sqlite://", "sqlite:///"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(UnknownName):
        open_store(address, IDENTITY, TREE)


def test_unknown_schemes_are_named_with_those_that_exist() -> None:
    with pytest.raises(UnknownName, match=r"'redis'.*memory, sqlite"):
        open_store("redis://somewhere", IDENTITY, TREE)

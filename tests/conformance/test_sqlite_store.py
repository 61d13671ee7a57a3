"""The default store is a store, and stays one when its postings are folded at every turn."""

import itertools
from pathlib import Path

import pytest

from claimtree.model.hierarchy import Hierarchy
from claimtree.ports import Store, StoreIdentity
from claimtree.stores.sqlite import SqliteStore, candidates, folding
from claimtree.testing.suites import StoreMaker, StoreSuite


class TestSqliteStore(StoreSuite):
    @pytest.fixture
    def make_store(self, tmp_path: Path) -> StoreMaker:
        numbers = itertools.count()
        return lambda identity, tree: SqliteStore(tmp_path / f"{next(numbers)}.db", identity, tree)

    def reopen(self, store: Store, identity: StoreIdentity, hierarchy: Hierarchy) -> Store:
        assert isinstance(store, SqliteStore)
        return SqliteStore(store.path, identity, hierarchy, create=False)


class TestFoldedSqliteStore(TestSqliteStore):
    """Folds after every second write and merges every second chunk: the rare path, taken always."""

    @pytest.fixture(autouse=True)
    def _fold_often(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(folding, "MAX_DELTAS", 2)
        monkeypatch.setattr(folding, "MAX_CHUNKS", 1)


class TestDenseSqliteStore(TestSqliteStore):
    """Looks at every home always, as large answers make it."""

    @pytest.fixture(autouse=True)
    def _dense(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(candidates, "DENSE", -1.0)


class TestSparseSqliteStore(TestSqliteStore):
    """Picks candidates always, as small answers in a large store make it."""

    @pytest.fixture(autouse=True)
    def _sparse(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(candidates, "DENSE", 1e9)

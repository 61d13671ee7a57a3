"""The default store is a store, also where small worlds would not take it by themselves."""

import itertools
from contextlib import closing
from pathlib import Path

import pytest

from claimtree.model.hierarchy import Hierarchy
from claimtree.ports import MovableStore, StoreIdentity
from claimtree.stores.sqlite import SqliteStore, candidates, entity_records, posting_merge, snapshot
from claimtree_testing.suites import (
    IDENTITY,
    NOISY,
    TREE,
    StoreMaker,
    StoreSuite,
    agrees,
    asks,
    batch,
    house,
    order,
    proof,
    wants,
)
from claimtree_testing.worlds import random_world


@pytest.fixture
def make_store(tmp_path: Path) -> StoreMaker:
    numbers = itertools.count()
    return lambda identity, tree: SqliteStore(tmp_path / f"{next(numbers)}.db", identity, tree)


class TestSqliteStore(StoreSuite):
    worlds = 1
    many_worlds = 24

    @pytest.fixture
    def make_store(self, tmp_path: Path) -> StoreMaker:
        return lambda identity, tree: SqliteStore(tmp_path / "claims.db", identity, tree)

    def reopen(self, store: MovableStore, identity: StoreIdentity, hierarchy: Hierarchy) -> MovableStore:
        assert isinstance(store, SqliteStore)
        return SqliteStore(store.path, identity, hierarchy, create=False)


@pytest.mark.parametrize("seed", range(1001, 1002))
def test_folding_and_merging_all_the_time_change_nothing(
    make_store: StoreMaker, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(posting_merge, "MAX_DELTAS", 2)
    monkeypatch.setattr(posting_merge, "MAX_CHUNKS", 1)
    agrees(make_store, random_world(seed))


@pytest.mark.parametrize("most", [pytest.param(0, marks=pytest.mark.slow, id="none"), pytest.param(10_000, id="few")])
def test_keeping_no_records_or_few_changes_nothing(
    make_store: StoreMaker, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(entity_records, "MOST_BYTES", most)
    agrees(make_store, random_world(1002))


def test_compacting_writes_no_postings_again_that_have_nothing_dead(tmp_path: Path) -> None:
    world = random_world(1003)
    with closing(SqliteStore(tmp_path / "claims.db", world.identity, world.hierarchy)) as store:
        for one in world.batches:
            store.put(one)
        store.compact()
        writer = store.connections.any
        (chunks,) = writer.execute("SELECT count(*) FROM chunk").fetchone()
        before = writer.total_changes
        store.compact()
        assert writer.total_changes - before < chunks
        assert store.check() == ()


@pytest.mark.parametrize("seed", range(1101, 1102))
@pytest.mark.parametrize(
    "share", [pytest.param(-1.0, marks=pytest.mark.slow, id="every home"), pytest.param(1e9, id="picked homes")]
)
def test_looking_at_all_homes_or_at_few_changes_nothing(
    make_store: StoreMaker, monkeypatch: pytest.MonkeyPatch, seed: int, share: float
) -> None:
    monkeypatch.setattr(candidates, "DENSE", share)
    agrees(make_store, random_world(seed))


@pytest.mark.parametrize("seed", [1200, pytest.param(1201, marks=pytest.mark.slow)])
def test_amounts_looked_up_by_value_are_those_compared_one_by_one(
    make_store: StoreMaker, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Small worlds would never sort: there it does not pay."""
    monkeypatch.setattr(snapshot, "_WORTH_SORTING", 1)
    agrees(make_store, random_world(seed))


@pytest.mark.parametrize("share", [-1.0, 1e9], ids=["every home", "picked homes"])
def test_a_home_of_which_only_something_bad_is_known_is_dropped(
    make_store: StoreMaker, monkeypatch: pytest.MonkeyPatch, share: float
) -> None:
    """No posting speaks for it, so it must be picked for what speaks against it."""
    monkeypatch.setattr(candidates, "DENSE", share)
    with closing(make_store(IDENTITY, TREE)) as store:
        store.put(batch(house("a", NOISY), house("b"), house("c")))
        plan = asks(wants(proof(NOISY, -16), required=True, negated=True))
        assert order(store, plan) == ["b", "c"]
        assert store.rank(plan, limit=9).ladder.total == 2


@pytest.mark.parametrize(
    "seed",
    [pytest.param(seed, marks=pytest.mark.slow if seed < 1212 else pytest.mark.long) for seed in range(1200, 1300)],
)
@pytest.mark.parametrize("share", [-1.0, 1e9], ids=["every home", "picked homes"])
def test_the_rare_paths_agree_on_many_worlds(
    make_store: StoreMaker, monkeypatch: pytest.MonkeyPatch, seed: int, share: float
) -> None:
    monkeypatch.setattr(candidates, "DENSE", share)
    monkeypatch.setattr(posting_merge, "MAX_DELTAS", 3)
    monkeypatch.setattr(posting_merge, "MAX_CHUNKS", 2)
    agrees(make_store, random_world(seed, size=(20, 40, 120)[seed % 3]))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(TestSqliteStore.many_worlds, 200))
def test_it_agrees_with_the_reference_on_two_hundred_random_worlds(make_store: StoreMaker, seed: int) -> None:
    agrees(make_store, random_world(seed, size=(20, 40, 80)[seed % 3]))

"""The base class of all parts of the suite."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import ClassVar

import pytest

from claimtree.model.hierarchy import Hierarchy
from claimtree.ports import MovableStore, StoreIdentity
from claimtree_testing.suites.town import (
    IDENTITY,
    TREE,
    StoreMaker,
)


class Cases:
    """The fixtures that all cases share: how to make a store, and how to open it again."""

    worlds: ClassVar[int] = 20
    """The number of random worlds on which every run compares the store with `MemoryStore`."""
    many_worlds: ClassVar[int] = 200
    """The same for the tests marked slow."""
    world_sizes: ClassVar[Sequence[int]] = (20, 40, 80)
    """How many candidates these have, in turn."""

    @pytest.fixture
    def make_store(self) -> StoreMaker:
        raise NotImplementedError("give make_store as a fixture")

    def reopen(self, store: MovableStore, identity: StoreIdentity, hierarchy: Hierarchy) -> MovableStore:
        """Opens again what a closed store has written. Do not override it for a store that persists
        nothing."""
        pytest.skip("the store keeps nothing after close")

    @pytest.fixture
    def store(self, make_store: StoreMaker) -> Iterator[MovableStore]:
        with closing(make_store(IDENTITY, TREE)) as store:
            yield store

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "seed" in metafunc.fixturenames:
            metafunc.parametrize("seed", range(self.worlds))
        if "slow_seed" in metafunc.fixturenames:
            metafunc.parametrize("slow_seed", range(self.worlds, self.many_worlds))

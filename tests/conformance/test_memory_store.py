"""The reference passes its own definition."""

import pytest

from claimtree.stores.memory import MemoryStore
from claimtree_testing.suites import StoreMaker, StoreSuite


class TestMemoryStore(StoreSuite):
    # Agreeing with itself proves little: tests/unit/model/test_verdicts.py has an oracle of its own.
    worlds = many_worlds = 1

    @pytest.fixture
    def make_store(self) -> StoreMaker:
        return MemoryStore

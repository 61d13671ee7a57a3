"""The demo tree, as messages ask about it."""

from __future__ import annotations

import pytest
from tests.unit.answering.conftest import DEMO, index_of
from tests.unit.answering.conftest import small_tree as small_tree

from claimtree.answering.family_index import FamilyIndex


@pytest.fixture(scope="session")
def demo_tree(tmp_path_factory: pytest.TempPathFactory) -> FamilyIndex:
    return index_of(DEMO, tmp_path_factory.mktemp("messages"))

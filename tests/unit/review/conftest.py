"""The demo tree, as the review queue sees it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.unit.answering.conftest import DEMO, index_of

from claimtree.answering.family_index import FamilyIndex
from claimtree.review.items import Origin, Proposals
from claimtree.review.proposals import proposals_of
from claimtree.sources.gedcom.source import read_tree
from claimtree.sources.gedcom.tree_file import TreeFile

Propose = Callable[..., Proposals]


@pytest.fixture(scope="session")
def demo_tree(tmp_path_factory: pytest.TempPathFactory) -> FamilyIndex:
    return index_of(DEMO, tmp_path_factory.mktemp("review"))


@pytest.fixture
def propose(demo_tree: FamilyIndex) -> Propose:
    def proposed(message: str, **given: Any) -> Proposals:
        return proposals_of(message, demo_tree, Origin(source_id="m1", author="Dana"), **given)

    return proposed


@pytest.fixture
def demo_file(tmp_path: Path) -> Path:
    file = tmp_path / "hollow-creek.ged"
    file.write_bytes(DEMO.read_bytes())
    return file


@pytest.fixture
def tree_file(demo_file: Path, tmp_path: Path) -> Iterator[TreeFile]:
    with read_tree(demo_file, tmp_path / "hollow-creek.tree", "hollow-creek") as tree:
        yield tree

"""What questions need of a tree is made once, and beside if somebody is about to ask."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.answering.conftest import DEMO

from claimtree.answering import candidates
from claimtree.sources.gedcom.source import read_tree
from claimtree.tree_import import ENDING, TreeFolder
from claimtree.tree_service.open_trees import OpenTrees


@pytest.fixture
def folder(tmp_path: Path) -> TreeFolder:
    found = TreeFolder(tmp_path, collection="demo")
    found.path.mkdir(parents=True, exist_ok=True)
    read_tree(DEMO, found.path / f"demo{ENDING}", "demo").close()
    return found


def test_a_large_tree_is_prepared_once_before_somebody_asks(folder: TreeFolder) -> None:
    trees = OpenTrees(folder, show_living=False)
    thread = trees.prepare("demo", least=100)
    assert thread is not None
    thread.join()
    index = trees.index("demo")
    assert index in candidates._finders
    assert trees.prepare("demo", least=100) is None
    assert trees.index("demo") is index


def test_a_small_tree_is_not_worth_a_thread(folder: TreeFolder) -> None:
    assert OpenTrees(folder, show_living=False).prepare("demo") is None


def test_a_tree_that_was_replaced_is_prepared_anew(folder: TreeFolder) -> None:
    trees = OpenTrees(folder, show_living=False)
    first = trees.prepare("demo", least=1)
    assert first is not None
    first.join()
    folder.file("demo").unlink()
    read_tree(DEMO, folder.file("demo"), "demo").close()
    second = trees.prepare("demo", least=1)
    assert second is not None
    second.join()

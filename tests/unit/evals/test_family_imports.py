"""The import of a generated tree is timed as the command does it."""

from pathlib import Path

import pytest

from claimtree.family_trees.documents import documents_of
from claimtree.sources.gedcom.source import read_tree
from evals.family.imports import import_figures
from evals.family.large_tree import gedcom


@pytest.mark.slow
def test_an_import_is_timed_beside_a_loop() -> None:
    imported, loop = import_figures(lambda what, done, of: None, people=60)
    assert (imported.unit, imported.bar) == ("s", None)
    assert "60 people" in imported.title
    assert imported.values["all"] > 0
    assert loop.values["all"] > 0


def test_a_generated_tree_is_whole_and_the_same_for_one_number(tmp_path: Path) -> None:
    file = tmp_path / "large.ged"
    file.write_text("\n".join(gedcom(500)), encoding="utf-8")
    assert list(gedcom(500)) == file.read_text("utf-8").split("\n")
    with read_tree(file, tmp_path / "large.tree", "large") as tree:
        assert tree.count()[0] == 500
        assert not tree.problems()
        people = [one for one in documents_of(tree) if one.level == "person"]
    ids = {one.id for one in people}
    assert all(link.to in ids for one in people for link in one.relations)
    assert sum(bool(one.relations) for one in people) > 300

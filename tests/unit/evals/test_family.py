"""The eval of family trees: what counts as right, and trees that are made."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.written_tree import read_tree

from claimtree.errors import BadInput
from claimtree.kinship.graph import PersonId
from evals.family.generated import generated_tree
from evals.family.relations import Pair, pair_files, read_graph, read_pairs, scored

GRAPH = read_tree("Adam m + Anna f (divorced): Bert m, Berta f\nBert + Cleo f: Dora f")


@pytest.mark.parametrize(
    ("relation", "one", "other", "faults"),
    [
        ("wife", "Adam", "Anna", 0),
        ("aunt", "Dora", "Berta", 0),
        ("uncle", "Dora", "Berta", 2),
        ("son", "Bert", "Adam", 2),
    ],
)
def test_a_pair_is_right_if_its_word_is_told(relation: str, one: str, other: str, faults: int) -> None:
    assert scored(GRAPH, Pair("a.tsv:2", relation, PersonId(one), PersonId(other))).faults == faults


def test_pairs_without_a_tree_or_a_column_are_an_error(tmp_path: Path) -> None:
    file = tmp_path / "a_relations.tsv"
    file.write_text("relation\tperson_xref\nwife\t@I1@\n", encoding="utf-8")
    with pytest.raises(BadInput, match="no tree beside it"):
        pair_files(tmp_path)
    with pytest.raises(BadInput, match="relative_xref"):
        list(read_pairs(file, "a"))


def test_a_generated_tree_follows_from_its_seed() -> None:
    trees = [generated_tree(500, seed=3, founders=60) for _ in range(2)]
    assert trees[0].people == trees[1].people
    assert len(trees[0]) >= 500
    assert any(trees[0].parents)


def test_a_graph_of_a_file_knows_when_people_married(tmp_path: Path) -> None:
    file = tmp_path / "a.ged"
    family = "0 @F1@ FAM\n1 HUSB @I1@\n1 WIFE @I2@\n1 MARR\n2 DATE ABT 1902\n"
    file.write_text(f"0 HEAD\n0 @I1@ INDI\n0 @I2@ INDI\n{family}0 TRLR\n", encoding="utf-8")
    (edge,) = read_graph(file, "a").partners[0]
    assert edge.union is not None
    assert edge.union.year == 1902

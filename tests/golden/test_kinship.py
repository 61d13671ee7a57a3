"""What people of a small written tree are to each other; a person can read and check the golden file."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.written_tree import read_tree

from claimtree.kinship.relationship import relate

HERE = Path(__file__).parent
GRAPH = read_tree((HERE / "kinship-tree.txt").read_text("utf-8"))
PAIRS = [
    line.split("#")[0].strip()
    for line in (HERE / "kinship.txt").read_text("utf-8").splitlines()
    if line.split("#")[0].strip()
]


def test_there_are_enough_pairs_and_none_stands_twice() -> None:
    asked = [line.split(":")[0] for line in PAIRS]
    assert len(set(asked)) == len(asked) >= 150


@pytest.mark.parametrize("line", PAIRS)
def test_the_second_is_this_to_the_first(line: str) -> None:
    pair, expected = line.split(": ", 1)
    one, other = pair.split(" > ")
    found = relate(GRAPH, GRAPH.person(one).id, GRAPH.person(other).id)
    assert "; also ".join((found.label(), *found.also())) == expected

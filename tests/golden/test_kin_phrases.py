"""Phrases for relatives, read and followed in a small tree: one line each, that a person can check."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.written_tree import read_tree

from claimtree.kinship.graph import PersonId
from claimtree.kinship.patterns import follow
from claimtree.kinship.phrases import Owner, kin_phrases

HERE = Path(__file__).parent
GRAPH = read_tree((HERE / "kinship-tree.txt").read_text("utf-8"))
LINES = [
    tuple(part.strip() for part in line.split("|"))
    for line in (HERE / "kin-phrases.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize(("phrase", "owner", "expected"), LINES, ids=[line[0] for line in LINES])
def test_a_phrase_leads_to_these_people(phrase: str, owner: str, expected: str) -> None:
    read = kin_phrases(phrase)[0]
    named = read.owner is Owner.NAMED
    assert named == ("(" not in owner)
    assert read.name == (owner if named else "")
    found = follow(GRAPH, PersonId(owner.strip("()")), read.patterns)
    assert sorted(found.people) == sorted(filter(None, (name.strip() for name in expected.split(","))))

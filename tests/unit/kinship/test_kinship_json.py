"""A relationship as JSON: each link with what it is and the lines that state it."""

from __future__ import annotations

from tests.written_tree import read_tree

from claimtree.kinship.graph import PersonId
from claimtree.kinship.relationship import relate
from claimtree.serialization.kinship_json import relationship

GRAPH = read_tree("Adam m + Anna f: Bert m\nBert + Cleo f (divorced): Dora f adopted\nEve f: Finn m")


def test_each_link_of_a_path_has_its_citation() -> None:
    shape = relationship(GRAPH, relate(GRAPH, PersonId("Dora"), PersonId("Anna")))
    assert shape["label"] == "adoptive grandmother"
    assert shape["text"] == "Anna is Dora's adoptive grandmother."
    assert [(step["from"], step["to"], step["link"], step["kind"]) for step in shape["path"]] == [
        ("Dora", "Bert", "adoptive father", "adopted"),
        ("Bert", "Anna", "mother", "birth"),
    ]
    assert [step["citations"][0]["line"] for step in shape["path"]] == [2, 1]
    assert shape["path"][1]["citation"] == "tree.ged, line 1, @F1@: Adam m + Anna f: Bert m"
    (way,) = shape["ways"]
    assert (way["basis"], way["closest"], way["length"]) == ("adoption", True, 2)


def test_a_divorced_couple_is_told_as_such() -> None:
    shape = relationship(GRAPH, relate(GRAPH, PersonId("Bert"), PersonId("Cleo")))
    assert (shape["label"], shape["path"][0]["kind"]) == ("ex-wife", "divorced")


def test_people_whom_nothing_connects_have_no_path() -> None:
    shape = relationship(GRAPH, relate(GRAPH, PersonId("Adam"), PersonId("Finn")))
    assert not shape["related"]
    assert shape["label"] == "not related in this tree"
    assert not shape["path"]
    assert not shape["ways"]

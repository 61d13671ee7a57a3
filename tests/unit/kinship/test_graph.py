"""The graph keeps what a source states, in a fixed order."""

from __future__ import annotations

import pytest

from claimtree.errors import BadInput, UnknownName
from claimtree.kinship.graph import Citation, KinGraph, Kinsperson, ParentKind, ParentLink, PersonId, Union


def people(*ids: str) -> list[Kinsperson]:
    return [Kinsperson(id=PersonId(id)) for id in ids]


def link(child: str, parent: str, kind: ParentKind = ParentKind.BIRTH, line: int = 1) -> ParentLink:
    said = Citation(file="a.ged", record=child, line=line, quote="1 FAMC @F1@")
    return ParentLink(child=PersonId(child), parent=PersonId(parent), kind=kind, citations=(said,))


def union(one: str, other: str, *, id: str = "F", divorced: bool = False) -> Union:
    return Union(id=id, partners=(PersonId(one), PersonId(other)), divorced=divorced)


def test_the_strongest_statement_of_a_link_stands() -> None:
    graph = KinGraph(people("c", "p"), [link("c", "p", ParentKind.STEP), link("c", "p"), link("c", "p", line=9)])
    (edge,) = graph.parents[graph.number("c")]
    assert edge.link.kind is ParentKind.BIRTH
    assert [one.line for one in edge.link.citations] == [1, 9]


def test_links_are_in_the_order_of_ids_however_they_are_stated() -> None:
    links = [link("c", "z"), link("c", "a"), link("b", "a")]
    for stated in (links, links[::-1]):
        graph = KinGraph(people("z", "c", "b", "a"), stated)
        assert [edge.link.parent for edge in graph.parents[graph.number("c")]] == ["a", "z"]
        assert [edge.link.child for edge in graph.children[graph.number("a")]] == ["b", "c"]


def test_parents_of_one_child_are_partners_without_a_union() -> None:
    graph = KinGraph(people("c", "m", "f"), [link("c", "m"), link("c", "f")])
    (edge,) = graph.partners[graph.number("m")]
    assert graph.people[edge.partner].id == "f"
    assert edge.union is None


def test_who_married_again_after_a_divorce_are_married() -> None:
    graph = KinGraph(people("m", "f"), [], [union("m", "f", divorced=True), union("f", "m", id="F2")])
    (edge,) = graph.partners[graph.number("m")]
    assert edge.union is not None
    assert edge.union.id == "F2"


def test_an_unknown_or_repeated_person_is_an_error() -> None:
    with pytest.raises(UnknownName, match="no person 'q'"):
        KinGraph(people("a"), [link("a", "q")])
    with pytest.raises(BadInput, match="twice"):
        KinGraph(people("a", "a"))


def test_a_loop_of_parents_is_kept_as_stated() -> None:
    graph = KinGraph(people("a", "b", "lone"), [link("a", "b"), link("b", "a")])
    assert graph.connected(0, 1)
    assert not graph.connected(0, 2)

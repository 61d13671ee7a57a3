"""Drawings of paths: everybody stands in a place of their own, and foreign text stays text."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from tests.written_tree import read_tree

from claimtree.kinship.diagram import Drawing, draw
from claimtree.kinship.diagram_svg import svg
from claimtree.kinship.diagram_text import text_drawing
from claimtree.kinship.graph import Citation, KinGraph, Kinsperson, ParentLink, PersonId
from claimtree.kinship.relationship import relate
from claimtree.kinship.steps import headline, said_steps
from claimtree.kinship.text_width import broken, cut, width

TREE = """
Adam m + Anna f: Bert m, Berta f
Bert: Carl m
Bert + Dina f (divorced): Dirk m
Hans m + Berta: Emil m
Paul m + Quentin m: Rosa f adopted
Carl + Rosa: Sam m
Dirk + Wanda f (unmarried): Willi m
Wanda: Zoe f
"""
GRAPH = read_tree(TREE)


def drawing(one: str, other: str, graph: KinGraph = GRAPH) -> Drawing:
    found = relate(graph, PersonId(one), PersonId(other))
    return draw(graph, graph.number(one), found.ways[0])


def test_cousins_stand_below_the_couple_that_they_descend_from() -> None:
    assert text_drawing(drawing("Carl", "Emil")) == (
        "   Adam ═════╤═════ Anna\n"
        "             │\n"
        "     ┌───────┴────────┐\n"
        "     │                │\n"
        "   Bert             Berta\n"
        "     │                │\n"
        "     │                │\n"
        "     │                │\n"
        "  [Carl]           [Emil]\n"
    )


def test_a_half_brother_has_one_ancestor_on_top() -> None:
    assert text_drawing(drawing("Carl", "Dirk")) == (
        "           Bert\n             │\n     ┌───────┴────────┐\n     │                │\n  [Carl]           [Dirk]\n"
    )


def test_a_drawing_says_what_is_no_birth_and_no_marriage() -> None:
    assert "adopted" in text_drawing(drawing("Paul", "Sam"))
    assert "not married" in text_drawing(drawing("Dirk", "Zoe"))
    assert "divorced" in svg(drawing("Bert", "Dina"), "t", [])


@pytest.mark.parametrize("one", [person.id for person in GRAPH.people])
def test_nobody_stands_where_another_stands(one: str) -> None:
    for other in GRAPH.people:
        found = relate(GRAPH, PersonId(one), other.id)
        for way in found.ways:
            boxes = draw(GRAPH, GRAPH.number(one), way).boxes
            places = [(box.row, box.column) for box in boxes]
            assert all(a == b or a[0] != b[0] or abs(a[1] - b[1]) >= 1 for a in places for b in places), (
                one,
                other.id,
                places,
            )
            assert sum(box.end for box in boxes) == (1 if one == other.id else 2)


def test_foreign_text_is_escaped_and_told_to_screen_readers() -> None:
    evil = 'Eve </title><script>alert("1")</script> & \x07\ud800'
    people = [Kinsperson(id=PersonId("a"), name=evil), Kinsperson(id=PersonId("b"), name="木村 " * 2000)]
    said = Citation(file="<b>.ged", record="@F1@", line=3, quote='1 CHIL "<x>"')
    graph = KinGraph(people, [ParentLink(child=people[0].id, parent=people[1].id, citations=(said,))])
    found = relate(graph, people[0].id, people[1].id)
    steps = [step.text for step in said_steps(graph, found.ways[0].paths[0])]
    page = svg(drawing("a", "b", graph), headline(graph, found), steps)
    root = ElementTree.fromstring(page)
    names = {"svg": "http://www.w3.org/2000/svg"}
    title = root.find("svg:title", names)
    assert title is not None
    assert title.text is not None
    assert title.text.startswith("木村")
    assert "<script>" in title.text
    assert "<script" not in page
    assert root.find("svg:desc", names) is not None
    assert {element.tag.split("}")[1] for element in root.iter()} <= {
        "svg",
        "title",
        "desc",
        "style",
        "rect",
        "g",
        "path",
        "text",
    }
    assert len(page) < 60_000


def test_text_is_measured_as_a_terminal_shows_it() -> None:
    assert width("e\u0301") == 1
    assert cut("大久保利通", 6) == "大久…"
    assert broken("Mary Ellen Smith-Johnson of Ohio", 12, 2) == ["Mary Ellen", "Smith-Johns…"]

"""A path between two people in lines of text, and drawn."""

from __future__ import annotations

from claimtree.kinship.diagram import draw
from claimtree.kinship.diagram_svg import svg
from claimtree.kinship.graph import KinGraph
from claimtree.kinship.relationship import Relationship
from claimtree.kinship.steps import headline, remarks, said_steps
from claimtree.serialization.kinship_json import citation_text


def path_lines(graph: KinGraph, found: Relationship) -> list[str]:
    """Returns the headline, the links with their citations, and what else is known."""
    lines = [headline(graph, found), *remarks(graph, found)]
    for way in found.ways[:1]:
        for step in said_steps(graph, way.paths[0]):
            lines += ["", f"  {step.text}", *(f"      {citation_text(one)}" for one in step.citations)]
    return lines


def path_svg(graph: KinGraph, found: Relationship) -> str | None:
    """Returns the first way as a drawing; None if there is nothing to draw."""
    if not found.ways or not found.ways[0].paths[0]:
        return None
    way = found.ways[0]
    steps = [one.text for one in said_steps(graph, way.paths[0])]
    return svg(draw(graph, graph.number(found.one), way), headline(graph, found), steps)

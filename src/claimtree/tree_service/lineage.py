"""The ancestors or the descendants of a person as JSON: people by generation, and the links between them.

Flat on purpose: an ancestor whom two lines share is one person with several links, so that nothing
grows where cousins married, and a person who is their own ancestor ends the walk.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from claimtree.errors import BadInput
from claimtree.kinship.ancestry import Relative, ancestors, descendants
from claimtree.kinship.graph import KinGraph, ParentEdge, PersonId, Union
from claimtree.serialization.kinship_json import citation, kinsperson, union_kind

if TYPE_CHECKING:
    from claimtree.json_types.tree_types import LineageLinkShape, LineagePersonShape, LineageShape, LineageUnionShape

MOST_GENERATIONS: Final = 12
MOST_PEOPLE: Final = 1_000


class Direction(StrEnum):
    ANCESTORS = "ancestors"
    DESCENDANTS = "descendants"


def lineage(graph: KinGraph, id: str, direction: Direction, *, generations: int) -> LineageShape:
    """Returns everybody above or below a person, as many generations as are asked for.

    Links by adoption, fostering and of step-parents count as well, and say what they are. Of
    descendants the partners with whom they have children, or a union, are told too.
    """
    if not 1 <= generations <= MOST_GENERATIONS:
        raise BadInput(
            f"a view has 1 to {MOST_GENERATIONS} generations, not {generations:,}",
            hint="Ask for fewer, and go on from somebody further away.",
        )
    walk = ancestors if direction is Direction.ANCESTORS else descendants
    found = walk(graph, PersonId(id), generations=generations, limit=MOST_PEOPLE, birth=False)
    line = {graph.number(one.id): one.generations for one in (Relative(PersonId(id), 0), *found.people)}
    down = direction is Direction.DESCENDANTS
    beside = _partners(graph, line) if down else {}
    shown = line.keys() | beside.keys()
    links = [edge for at in line for edge in graph.parents[at] if edge.parent in shown]
    return {
        "id": id,
        "direction": str(direction),
        "generations": generations,
        "people": [
            *(_person(graph, at, depth, down, line.keys(), partner=False) for at, depth in line.items()),
            *(_person(graph, at, depth, down, line.keys(), partner=True) for at, depth in beside.items()),
        ],
        "links": [_link(edge) for edge in links],
        "unions": [_union(graph, one, other, union) for one, other, union in _unions(graph, {**line, **beside})],
        "cut": found.cut,
    }


def _partners(graph: KinGraph, line: dict[int, int]) -> dict[int, int]:
    """Returns those who are partners of a line and not in it, with the generation that they stand beside."""
    beside: dict[int, int] = {}
    for at, depth in line.items():
        for edge in graph.partners[at]:
            if edge.partner not in line:
                beside.setdefault(edge.partner, depth)
    return beside


def _person(
    graph: KinGraph, at: int, depth: int, down: bool, shown: Iterable[int], *, partner: bool
) -> LineagePersonShape:
    further = {edge.child for edge in graph.children[at]} if down else {edge.parent for edge in graph.parents[at]}
    return {
        **kinsperson(graph.people[at]),
        "generation": depth,
        "partner": partner,
        "further": 0 if partner else len(further - set(shown)),
    }


def _link(edge: ParentEdge) -> LineageLinkShape:
    return {
        "child": edge.link.child,
        "parent": edge.link.parent,
        "kind": str(edge.link.kind),
        "citations": [citation(one) for one in edge.link.citations],
    }


def _unions(graph: KinGraph, shown: dict[int, int]) -> Iterable[tuple[int, int, Union | None]]:
    for at in shown:
        for edge in graph.partners[at]:
            if edge.partner in shown and at < edge.partner:
                yield at, edge.partner, edge.union


def _union(graph: KinGraph, one: int, other: int, union: Union | None) -> LineageUnionShape:
    return {
        "one": graph.people[one].id,
        "other": graph.people[other].id,
        "kind": union_kind(union),
        "year": None if union is None else union.year,
        "citations": [] if union is None else [citation(said) for said in union.citations],
    }

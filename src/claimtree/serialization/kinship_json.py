"""Relationships as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from claimtree.kinship.diagram import years
from claimtree.kinship.graph import Citation, KinGraph, Kinsperson, Union
from claimtree.kinship.paths import Direction, Path, Step, people_of
from claimtree.kinship.relationship import Relationship, Way
from claimtree.kinship.steps import headline, remarks, said_steps, shown_name, way_label

if TYPE_CHECKING:
    from claimtree.json_types.kinship_types import (
        CitationShape,
        KinPersonShape,
        KinStepShape,
        KinWayShape,
        RelationshipShape,
    )

MOST_QUOTE: Final = 400


def relationship(graph: KinGraph, found: Relationship, language: str = "en") -> RelationshipShape:
    """Returns a relationship with its paths and the lines that state each link."""
    start = graph.number(found.one)
    first = found.ways[0].paths[0] if found.ways else ()
    people = dict.fromkeys(at for way in found.ways for path in way.paths for at in people_of(start, path))
    return {
        "from": kinsperson(graph.person(found.one)),
        "to": kinsperson(graph.person(found.other)),
        "related": found.related,
        "label": found.label(language),
        "also": list(found.also(language)),
        "text": headline(graph, found, language),
        "remarks": list(remarks(graph, found, language)),
        "path": path_steps(graph, first, language),
        "people": [kinsperson(graph.people[at]) for at in people],
        "ways": [_way(graph, found, way, language) for way in found.ways],
        "more": found.cut,
    }


def kinsperson(person: Kinsperson) -> KinPersonShape:
    return {
        "id": person.id,
        "name": shown_name(person),
        "sex": person.sex.value,
        "born": person.born,
        "died": person.died,
        "years": years(person),
    }


def path_steps(graph: KinGraph, path: Path, language: str = "en") -> list[KinStepShape]:
    """Returns the links of a path in order."""
    told = zip(path, said_steps(graph, path, language), strict=True)
    return [
        {
            "from": one.one.id,
            "to": one.other.id,
            "link": one.word,
            "kind": _kind(step),
            "text": one.text,
            "citation": "; ".join(citation_text(said) for said in one.citations),
            "citations": [citation(said) for said in one.citations],
        }
        for step, one in told
    ]


def citation_text(said: Citation) -> str:
    """Returns a citation in one line: "royal92.ged, line 23287, @F1@: 1 WIFE @I1@"."""
    return f"{said.file}, line {said.line}, {said.record}: {said.quote[:MOST_QUOTE]}"


def citation(said: Citation) -> CitationShape:
    return {"file": said.file, "record": said.record, "line": said.line, "quote": said.quote[:MOST_QUOTE]}


def _kind(step: Step) -> str:
    if step.direction is not Direction.ACROSS:
        return step.kind.value
    return union_kind(step.union)


def union_kind(union: Union | None) -> str:
    """Returns what two partners are; those without a union on record have only a child together."""
    if union is None:
        return "co_parent"
    if union.divorced:
        return "divorced"
    return "partner" if union.married is False else "married"


def _way(graph: KinGraph, found: Relationship, way: Way, language: str) -> KinWayShape:
    return {
        "label": way_label(found, way, language),
        "basis": way.basis.value,
        "closest": way in found.closest,
        "length": way.length,
        "common_ancestors": [kinsperson(graph.person(id)) for id in way.common],
        "paths": [path_steps(graph, path, language) for path in way.paths],
    }

"""A way of being related in sentences, one for each link, with the lines of the source that state it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from claimtree.kinship.diagram import years
from claimtree.kinship.graph import Citation, KinGraph, Kinsperson
from claimtree.kinship.paths import Path, Step
from claimtree.kinship.relationship import Relationship, Way
from claimtree.kinship.terms import terms_of
from claimtree.kinship.text_width import clean
from claimtree.kinship.wording import said, said_of, sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidStep:
    """One link of a path, as it is told."""

    one: Kinsperson
    other: Kinsperson
    word: str
    """What the second is to the first."""
    text: str
    citations: tuple[Citation, ...]


def shown_name(person: Kinsperson) -> str:
    """Returns the name of a person, or the id of one without a name."""
    return clean(person.name) or clean(person.id)


def said_steps(graph: KinGraph, path: Path, code: str = "en") -> tuple[SaidStep, ...]:
    """Returns the links of a path in order: "Anna Smith (1850–1920) is John Smith's mother."."""
    return tuple(_said(graph, step, code) for step in path)


def _said(graph: KinGraph, step: Step, code: str) -> SaidStep:
    one, other = graph.people[step.start], graph.people[step.to]
    word = said(terms_of(graph, step.start, (step,)), code)
    text = sentence("step", code, one=shown_name(one), other=_with_years(other), word=word)
    return SaidStep(one=one, other=other, word=word, text=text, citations=step.citations)


def _with_years(person: Kinsperson) -> str:
    lived = years(person)
    return f"{shown_name(person)} ({lived})" if lived else shown_name(person)


def headline(graph: KinGraph, found: Relationship, code: str = "en") -> str:
    """Returns the relationship in one sentence."""
    one, other = (shown_name(graph.person(id)) for id in (found.one, found.other))
    if found.one == found.other:
        return sentence("same", code, one=one)
    if not found.related:
        return sentence("none", code, one=one, other=other)
    return sentence("label", code, one=one, other=other, word=found.label(code))


def remarks(graph: KinGraph, found: Relationship, code: str = "en") -> tuple[str, ...]:
    """Returns what is to be said beside the headline: common ancestors, other relationships, doubts."""
    if not found.ways:
        return ()
    first = found.ways[0]
    told = [*_common(graph, first, code)]
    if first.half_unsure:
        told.append(sentence("half_unsure", code))
    one, other = (shown_name(graph.person(id)) for id in (found.one, found.other))
    for way in found.distinct()[1:]:
        name = "closer" if way.length < first.length else "also"
        told.append(sentence(name, code, one=one, other=other, word=way_label(found, way, code)))
    return (*told, *([sentence("cut", code)] if found.cut else []))


def _common(graph: KinGraph, way: Way, code: str) -> Sequence[str]:
    names = [shown_name(graph.person(id)) for id in way.common]
    if len(names) == 1:
        return [sentence("common_one", code, one=names[0])]
    return [sentence("common_two", code, one=names[0], other=names[1])] if len(names) == 2 else []


def way_label(found: Relationship, way: Way, code: str = "en") -> str:
    """Returns what the second person is to the first in one way, doubled where several ways are alike."""
    return said_of(way.terms, found.times(way), code)

"""Implied and opposite phrases: what a phrase says that nobody wrote.

A pack's steps between concepts are read as a graph of literals, a concept said or denied. "A implies B" leads
from A to B, and from not-B to not-A; "A excludes B" leads from A to not-B, and from B to not-A. Whatever a
phrase's literal reaches in two steps becomes an edge between phrases, once per phrase and never per listing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from claimtree.model.claims import Claim, ClaimKind, ConceptId
from claimtree.model.pack import Concept, Pack
from claimtree.model.phrases import Edge, Phrase, PhraseId

DEPTH = 2
FLOOR = 0.5
"""A chain less sure than this says nothing."""
FIRM = 0.9
"""Only an implication at least this sure is turned round: "pets allowed" mostly means dogs too, but "no dogs" does not
mean that no pet is."""

Literal: TypeAlias = tuple[ConceptId, bool]
"""A concept, and whether it is said (True) or denied (False)."""
Graph: TypeAlias = Mapping[Literal, Mapping[Literal, float]]


def expand(phrases: Iterable[Phrase], pack: Pack) -> tuple[tuple[Phrase, ...], tuple[Edge, ...]]:
    """The phrases that these imply or exclude, each once and ordered by id, and the edges that lead to them.

    An edge that excludes leads to what is excluded: "noisy" excludes "quiet". Derived phrases are never
    negated, and are those a reader gives for the same concept or name said of no facet. They are not expanded
    in turn.
    """
    graph = _graph(pack)
    derived: dict[PhraseId, Phrase] = {}
    edges: list[Edge] = []
    for base in phrases:
        for phrase, excludes, discount in _consequences(base, pack, graph):
            if phrase.id != base.id:
                derived.setdefault(phrase.id, phrase)
                edges.append(Edge(base=base.id, derived=phrase.id, excludes=excludes, discount=discount))
    edges.sort(key=lambda edge: (edge.derived, edge.base))
    return tuple(derived[id] for id in sorted(derived)), tuple(edges)


def derive(claim: Claim, pack: Pack) -> Iterator[Claim]:
    """What a claim's amount says besides, as claims of their own: built in 2019 says "new building".

    Unlike a step between concepts this depends on the number, so it is said of the entity and not of the phrase.
    """
    concept = pack.concepts.get(claim.concept) if claim.concept is not None else None
    if concept is None or claim.negated or not claim.amounts:
        return
    amount = claim.amounts[0]
    for reading in concept.readings:
        said = pack.concepts[reading.says]
        if reading.at_least <= amount.low and amount.high <= reading.at_most and claim.level in said.levels:
            facet = pack.facets.get(claim.facet) if claim.facet is not None else None
            pattern = said.said_of(facet.title if facet else None)
            yield replace(
                claim,
                text=pattern,
                pattern=pattern,
                type=said.type_at.get(claim.level, said.type),
                concept=said.id,
                amounts=(),
                kind=ClaimKind.DERIVED,
            )


def _consequences(base: Phrase, pack: Pack, graph: Graph) -> Iterator[tuple[Phrase, bool, float]]:
    """Each phrase that follows, whether it is excluded, and how surely."""
    for name in pack.containers(base.name) if base.name is not None and not base.negated else ():
        kind = pack.names[name.kind]
        pattern = kind.wording.replace("{name}", name.text)
        yield Phrase(pattern=pattern, type=kind.type, level=base.level, name=name), False, 1.0
    for (id, said), discount in _reached(_starts(base, pack), base.concept, graph).items():
        phrase = _phrase_of(pack.concepts[id], base)
        if phrase is not None:
            yield phrase, not said, discount


def _starts(base: Phrase, pack: Pack) -> dict[Literal, float]:
    """What the phrase says outright, as literals."""
    if base.negated and base.slots:
        return {}  # "not over 50 m²" denies an amount, not that there is an area
    starts: dict[Literal, float] = {}
    if base.concept is not None and base.concept in pack.concepts:
        starts[base.concept, not base.negated] = 1.0
    if base.name is not None and not base.negated and base.name.kind in pack.names:
        # The L train is a subway, but "not the L" says nothing of subways.
        concept = pack.names[base.name.kind].concept
        if concept is not None and concept in pack.concepts:
            starts[concept, True] = 1.0
    return starts


def _reached(starts: Mapping[Literal, float], own: ConceptId | None, graph: Graph) -> dict[Literal, float]:
    """Every literal within the depth, with the product of discounts along the surest way to it.

    A concept that is implied one way and excluded another keeps the surer one; where both are as sure, it
    says nothing.
    """
    best = dict(starts)
    frontier = dict(starts)
    for _ in range(DEPTH):
        found: dict[Literal, float] = {}
        for literal, sure in frontier.items():
            for to, discount in graph.get(literal, {}).items():
                product = sure * discount
                if to[0] != own and product >= FLOOR and product > max(best.get(to, 0.0), found.get(to, 0.0)):
                    found[to] = product
        best.update(found)
        frontier = found
    return {(id, said): sure for (id, said), sure in best.items() if id != own and sure > best.get((id, not said), 0.0)}


def _phrase_of(concept: Concept, base: Phrase) -> Phrase | None:
    """The concept as said, without an amount, where the base is said; None where it cannot be."""
    if base.level not in concept.levels:
        return None
    type = concept.type_at.get(base.level, concept.type)
    return Phrase(pattern=concept.said_of(), type=type, level=base.level, concept=concept.id)


def _graph(pack: Pack) -> Graph:
    graph: dict[Literal, dict[Literal, float]] = {}
    for concept in pack.concepts.values():
        for step in concept.steps:
            there, back = (concept.id, True), (step.to, step.excludes)
            for start, end in ((there, (step.to, not step.excludes)), (back, (concept.id, False))):
                if start == back and not step.excludes and step.discount < FIRM:
                    continue
                ends = graph.setdefault(start, {})
                ends[end] = max(step.discount, ends.get(end, 0.0))
    return graph

"""Derives the phrases that a phrase implies or excludes according to the pack.

A pack's steps between concepts form a graph of literals; a literal is a concept, asserted or
denied. "A implies B" gives an edge from A to B and, if it is firm, from not-B to not-A; "A excludes
B" gives one from A to not-B and, if it is firm, from B to not-A. Everything that a phrase's literal
reaches in one step, or in two firm ones, becomes an edge between phrases; this is computed once per
phrase, not per listing.

Chains never turn back: no edge leads from a denied literal to an asserted one. "Doorman" implies
"staffed entrance", which excludes "unstaffed"; but nothing follows from what the opposite of a
phrase implies or excludes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from claimtree.model.claims import Claim, ClaimKind, ConceptId, LevelName
from claimtree.model.pack import Concept, Pack
from claimtree.model.phrases import Edge, Phrase, PhraseId, key_phrase
from claimtree.person_names.name_keys import stored_keys

DEPTH = 2
FLOOR = 0.5
"""A step with a lower discount than this is ignored."""
FIRM = 0.9
"""Minimum discount for chaining or reversing a step. "Pets allowed" mostly implies dogs, but "no
dogs" does not imply no pets, and "cats allowed" implies pets, yet not dogs. Thin walls are hardly
quiet, but a text that says "quiet" says nothing about the walls."""

Literal: TypeAlias = tuple[ConceptId, bool]
"""A concept, and whether it is asserted (True) or denied (False)."""
Graph: TypeAlias = Mapping[Literal, Mapping[Literal, float]]


def expand(phrases: Iterable[Phrase], pack: Pack) -> tuple[tuple[Phrase, ...], tuple[Edge, ...]]:
    """Returns the phrases that these imply or exclude, without duplicates and ordered by id, and
    the edges to them.

    An excluding edge leads to the excluded phrase ("noisy" excludes "quiet"). Derived phrases are
    never negated, and are identical to those stored if the same concept or name is stated about the
    same entity, without a facet. They are not expanded in turn. A phrase derived from a disputed
    one is disputed.
    """
    graph = _graph(pack)
    derived: dict[PhraseId, Phrase] = {}
    edges: list[Edge] = []
    for base in phrases:
        if base.concept is None and base.name is not None and base.name.kind not in pack.names:
            continue  # a key of names: nothing follows from it
        for implied, excludes, discount in _consequences(base, pack, graph):
            phrase = replace(implied, disputed=True) if base.disputed else implied
            if phrase.id != base.id:
                derived.setdefault(phrase.id, phrase)
                edges.append(Edge(base=base.id, derived=phrase.id, excludes=excludes, discount=discount))
    edges.sort(key=lambda edge: (edge.derived, edge.base))
    return tuple(derived[id] for id in sorted(derived)), tuple(edges)


def derive(claim: Claim, pack: Pack) -> Iterator[Claim]:
    """Yields the claims that follow from a claim's amount (built in 2019 implies "new building").

    Unlike a step between concepts this depends on the number, so it applies to the entity and not
    to the phrase.
    """
    concept = pack.concepts.get(claim.concept) if claim.concept is not None else None
    if concept is None or claim.negated or not claim.amounts:
        return
    amount = claim.amounts[0]
    for reading in concept.readings:
        implied = pack.concepts[reading.says]
        if reading.at_least <= amount.low and amount.high <= reading.at_most and claim.level in implied.levels:
            facet = pack.facets.get(claim.facet) if claim.facet is not None else None
            pattern = implied.pattern_of(facet.title if facet else None)
            yield replace(
                claim,
                text=pattern,
                pattern=pattern,
                type=implied.type_at.get(claim.level, implied.type),
                concept=implied.id,
                amounts=(),
                kind=ClaimKind.DERIVED,
            )


def _consequences(base: Phrase, pack: Pack, graph: Graph) -> Iterator[tuple[Phrase, bool, float]]:
    """Yields each derived phrase, whether it is excluded, and its discount."""
    for name in pack.containers(base.name) if base.name is not None and not base.negated else ():
        kind = pack.names[name.kind]
        pattern = kind.wording.replace("{name}", name.text)
        yield Phrase(pattern=pattern, type=kind.type, level=base.level, name=name), False, 1.0
    yield from ((phrase, False, 1.0) for phrase in name_key_phrases(base, pack))
    starts = _starts(base, pack)
    if graph.keys().isdisjoint(starts) and starts.keys() <= {(base.concept, True), (base.concept, False)}:
        return  # most names and events: no step leads anywhere
    spoken_of = _spoken_of(base, pack)
    for (id, holds), discount in _reached(starts, base.concept, graph).items():
        for phrase in _phrases_of(pack.concepts[id], base.level, spoken_of, pack):
            yield phrase, not holds, discount


def name_key_phrases(base: Phrase, pack: Pack) -> Iterator[Phrase]:
    """Yields the phrases that stand for the keys of a person's name.

    A search finds the names worth comparing by the edges that lead to these, whichever the store.
    """
    kind = pack.names.get(base.name.kind) if base.name is not None else None
    if base.name is not None and kind is not None and kind.is_of_people:
        for key in sorted(stored_keys(base.name.text)):
            yield key_phrase(key, kind.name, level=base.level, type=base.type)


def _starts(base: Phrase, pack: Pack) -> dict[Literal, float]:
    """Returns the literals that the phrase states directly."""
    if base.negated and base.slots:
        return {}  # "not over 50 m²" denies an amount, not that there is an area
    starts: dict[Literal, float] = {}
    if base.concept is not None and base.concept in pack.concepts:
        starts[base.concept, not base.negated] = 1.0
    if base.name is not None and not base.negated and base.name.kind in pack.names:
        # The L train is a subway, but "not the L" says nothing about subways.
        concept = pack.names[base.name.kind].concept
        if concept is not None and concept in pack.concepts:
            starts[concept, True] = 1.0
    return starts


def _reached(starts: Mapping[Literal, float], own: ConceptId | None, graph: Graph) -> dict[Literal, float]:
    """Returns every literal within DEPTH steps, with the product of discounts along the best path
    to it.

    If a concept is both implied and excluded, the shorter path wins, since the pack's author
    considered that pair directly; of two equally short paths the one with the higher discount; on a
    tie nothing follows.
    """
    best = dict(starts)
    depth = dict.fromkeys(starts, 0)
    frontier = dict(starts)
    for far in range(1, DEPTH + 1):
        found: dict[Literal, float] = {}
        for literal, sure in frontier.items():
            for to, discount in graph.get(literal, {}).items():
                product = sure * discount
                if to[0] == own or discount < (FLOOR if far == 1 else FIRM):
                    continue
                if product > max(best.get(to, 0.0), found.get(to, 0.0)):
                    found[to] = product
        best.update(found)
        for literal in found:
            depth.setdefault(literal, far)
        frontier = {literal: sure for literal, sure in found.items() if sure >= FIRM}

    def stands(id: ConceptId, holds: bool) -> bool:
        here, against = (id, holds), (id, not holds)
        return against not in best or (-depth[here], best[here]) > (-depth[against], best[against])

    return {(id, holds): sure for (id, holds), sure in best.items() if id != own and stands(id, holds)}


def _spoken_of(base: Phrase, pack: Pack) -> LevelName:
    """Returns the level that a phrase is about: a listing's statement about its street is stored
    with the home, but has the type that it has for streets."""
    concept = pack.concepts.get(base.concept) if base.concept is not None else None
    if concept is None:
        kind = pack.names.get(base.name.kind) if base.name is not None else None
        return kind.level if kind is not None and kind.level in _upwards(base.level, pack) else base.level
    for level in _upwards(base.level, pack):
        if level in concept.levels and concept.type_at.get(level, concept.type) == base.type:
            return level
    return base.level


def _phrases_of(concept: Concept, level: LevelName, spoken_of: LevelName, pack: Pack) -> Iterator[Phrase]:
    """Yields the concept as phrases without an amount, for the base's entity and for the level that
    the base is about.

    If it applies to neither, it is stated of what contains them: a view of the park implies a park
    nearby. Nothing follows for concepts that apply to parts only: a leafy area has no kitchen.
    """
    places = [place for place in dict.fromkeys((level, spoken_of)) if place in concept.levels]
    places = places or [place for place in _upwards(level, pack) if place in concept.levels][:1]
    for type in dict.fromkeys(concept.type_at.get(place, concept.type) for place in places):
        yield Phrase(pattern=concept.pattern_of(), type=type, level=level, concept=concept.id)


def _upwards(level: LevelName, pack: Pack) -> tuple[LevelName, ...]:
    """The level and those that contain it, up to the root."""
    return pack.hierarchy.levels[pack.hierarchy.depth_of(level) :: -1]


def _graph(pack: Pack) -> Graph:
    graph: dict[Literal, dict[Literal, float]] = {}
    for concept in pack.concepts.values():
        for step in concept.steps:
            _join(graph, (concept.id, True), (step.to, not step.excludes), step.discount)
            if step.discount >= FIRM:
                _join(graph, (step.to, step.excludes), (concept.id, False), step.discount)
    return graph


def _join(graph: dict[Literal, dict[Literal, float]], start: Literal, end: Literal, discount: float) -> None:
    ends = graph.setdefault(start, {})
    ends[end] = max(discount, ends.get(end, 0.0))

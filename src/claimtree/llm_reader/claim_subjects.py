"""Decides which entity a claim is about: the model chooses, within what the pack allows."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from claimtree.llm_reader.check_quotes import Pointer
from claimtree.llm_reader.quotes import find_quote
from claimtree.model.claims import Claim, Facet, LevelName, QueryClaim
from claimtree.model.hierarchy import Entity
from claimtree.model.pack import Pack

AnyClaim = TypeVar("AnyClaim", Claim, QueryClaim)


def bound(claim: AnyClaim, level: LevelName, facet: Facet | None, pack: Pack, text: str) -> AnyClaim:
    """Moves a claim of a known concept to the model's level and facet, if the concept allows them.

    A facet that the model does not name stays: its absence means nothing. A claim that the built-in
    reader has bound to a facet moves only to another facet that the text names.
    """
    concept = pack.concepts.get(claim.concept) if claim.concept is not None and claim.name is None else None
    if concept is None or (level, facet) == (claim.level, claim.facet) or level not in concept.levels:
        return claim
    if claim.facet is not None and (concept.facet is not None or facet is None or not _names(text, facet, pack)):
        return claim
    title = pack.facets[facet].title if facet is not None else None
    pattern = concept.pattern_of(title, with_amount=bool(claim.amounts))
    amounts = claim.amounts
    if concept.amount is not None and not concept.amount.noun:
        amounts = tuple(replace(amount, noun=str(facet or "")) for amount in amounts)
    text = concept.filled(pattern, amounts[0]) if amounts else pattern
    return replace(
        claim,
        text=concept.denied(text) if claim.negated else text,
        pattern=pattern,
        type=concept.type_at.get(level, concept.type),
        level=level,
        facet=facet,
        amounts=amounts,
    )


def _names(text: str, facet: Facet, pack: Pack) -> bool:
    return any(find_quote(words, text) for words in pack.facets[facet].says)


def place_in(about: Entity, pointer: Pointer, pack: Pack) -> tuple[LevelName, Facet | None] | None:
    """Level and facet of a claim in a document about an entity; None if the entity cannot have it.

    A statement about a part belongs to the part only if the entity is at the answer level, which
    has parts. A statement in an area's text about "most buildings" is hearsay about any one of
    them.
    """
    if about.facet is not None:
        return about.level, about.facet
    if pointer.facet is not None:
        return (pointer.level, pointer.facet) if about.level == pack.hierarchy.answers else None
    depth = pack.hierarchy.depth
    if depth[pointer.level] > depth[about.level]:
        return None
    return about.level, None

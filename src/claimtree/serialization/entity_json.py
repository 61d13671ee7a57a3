"""Stored entities as JSON: their sources, claims, parts and relations."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from claimtree.model.claims import Claim
from claimtree.model.hierarchy import Entity, Field, Source
from claimtree.model.phrases import IndexedEntity
from claimtree.model.relations import Direction, NamedLink
from claimtree.serialization.claim_json import amount, number, statement

if TYPE_CHECKING:
    from claimtree.json_types.claim_types import DirectionName
    from claimtree.json_types.definition import FieldValue
    from claimtree.json_types.entity_types import (
        EntityShape,
        RelationShape,
        ShownClaimShape,
        ShownClaimsShape,
        ShownEntityShape,
        SourceShape,
    )

DIRECTIONS: Final[dict[Direction, DirectionName]] = {Direction.OUT: "out", Direction.IN: "in"}


def entity(
    known: IndexedEntity, *, parts: Sequence[str] = (), links: Sequence[NamedLink] = (), more_links: int = 0
) -> EntityShape:
    """A stored entity: its texts, its fields, its claims, what is near it and linked to it."""
    about = known.entity
    return {
        "id": about.id,
        "version": known.version,
        "level": about.level,
        "parent": about.parent,
        "facet": about.facet,
        "title": about.title,
        "fields": fields(about.fields),
        "lat": about.point.lat if about.point is not None else None,
        "lon": about.point.lon if about.point is not None else None,
        "sources": [source(one) for one in about.sources],
        "claims": [{**statement(claim), "source": claim.source, "against": claim.against} for claim in known.claims],
        "parts": list(parts),
        "nearby": [
            {"kind": fact.kind, "id": fact.place, "name": fact.name, "metres": fact.metres} for fact in known.nearby
        ],
        "relations": [relation(one) for one in links],
        "more_relations": more_links,
    }


def relation(known: NamedLink) -> RelationShape:
    """A link of an entity to another one; `direction` is "in" where the other one stands in the relation to it."""
    link = known.link
    return {
        "kind": link.kind,
        "direction": DIRECTIONS[link.direction],
        "to": link.to,
        "title": known.title,
        "level": known.level,
        "stated_by": link.stated_by,
        "quote": link.quote,
        "source": link.source,
    }


def source(known: Source) -> SourceShape:
    """A text about an entity."""
    shape: SourceShape = {
        "name": known.name,
        "text": known.text,
        "url": known.url,
        "updated": known.updated,
        "fields": fields(known.fields),
    }
    if known.citation:
        shape["citation"] = known.citation
    return shape


def show(
    known: IndexedEntity,
    parts: Sequence[IndexedEntity],
    *,
    parent: Entity | None = None,
    more_parts: int = 0,
    links: Sequence[NamedLink] = (),
    more_links: int = 0,
    limit: int,
) -> ShownEntityShape:
    """A stored entity, claim by claim: its own and those of its parts, `limit` of each."""
    about = known.entity
    return {
        "id": about.id,
        "level": about.level,
        "title": about.title,
        "parent": about.parent,
        "fields": fields(about.fields),
        "sources": [source(one) for one in newest_first(about.sources)],
        "parts": [
            {
                "id": part.entity.id,
                "level": part.entity.level,
                "facet": part.entity.facet,
                "title": part.entity.title,
                **stored_claims(part, about, limit=limit),
            }
            for part in parts
        ],
        "more_parts": more_parts,
        "relations": [relation(one) for one in links],
        "more_relations": more_links,
        **stored_claims(known, parent, limit=limit),
    }


def stored_claims(known: IndexedEntity, above: Entity | None, *, limit: int) -> ShownClaimsShape:
    """The first claims by source, and the number of the rest."""
    sources = speaking_of(known.entity, above)
    ordered = [claim for _, claims in claims_by_source(known.claims, sources) for claim in claims]
    return {
        "claims": [stored_claim(claim) for claim in ordered[:limit]],
        "more_claims": max(0, len(ordered) - limit),
    }


def stored_claim(claim: Claim) -> ShownClaimShape:
    """One claim of an entity that is shown claim by claim."""
    shape: ShownClaimShape = {
        "claim": claim.text,
        "claim_type": claim.type,
        "negated": claim.negated,
        "amounts": [amount(one) for one in claim.amounts],
        "quote": claim.quote,
        "source": claim.source,
        "start": claim.start,
        "end": claim.end,
    }
    if claim.against:
        shape["against"] = claim.against
    return shape


def speaking_of(about: Entity, above: Entity | None) -> list[Source]:
    """The sources that a claim may come from. A home's statement about a room is stored with the
    room, which need not have that source itself."""
    over = above.sources if above is not None else ()
    return list({one.name: one for one in (*over, *about.sources)}.values())


def newest_first(sources: Sequence[Source]) -> list[Source]:
    """The sources, newest first, undated ones last. Of two equally new ones, the one that wins a
    conflict, which is stored after the other."""
    return sorted(sources, key=lambda one: one.updated)[::-1]


def claims_by_source(claims: Iterable[Claim], sources: Sequence[Source]) -> list[tuple[str, list[Claim]]]:
    """The claims by the names of their sources, the newest first; those without a known source come
    last. A statement in a field of a source ("site#price") belongs to the source."""
    found: dict[str, list[Claim]] = {one.name: [] for one in newest_first(sources)}
    for claim in claims:
        found.setdefault(source_name(claim, found), []).append(claim)
    return [(name, values) for name, values in found.items() if values]


def source_name(claim: Claim, known: Container[str]) -> str:
    """The name of the claim's source; a name may contain a "#" itself."""
    return claim.source if claim.source in known else claim.source.rpartition("#")[0] or claim.source


def fields(values: Mapping[str, Field]) -> dict[str, FieldValue]:
    return {
        name: list(value) if isinstance(value, tuple) else number(value) if isinstance(value, float) else value
        for name, value in values.items()
    }

"""Stored entities in JSON: their sources, claims, parts, relations."""

from __future__ import annotations

from claimtree.json_types.claim_types import AmountShape, DirectionName, StatementShape
from claimtree.json_types.definition import FieldValue, NotRequired, TypedDict, json_object


@json_object
class SourceCore(TypedDict):
    """What every face says of a source."""

    name: str
    text: str
    url: str
    updated: str


@json_object
class SourceShape(SourceCore):
    """A text about an entity."""

    fields: dict[str, FieldValue]
    citation: NotRequired[str]
    """Where the text stands; left out where that is not known."""


@json_object
class NearbyShape(TypedDict):
    """The nearest place of a kind, measured on the map."""

    kind: str
    id: str
    name: str
    metres: float


@json_object
class RelationCore(TypedDict):
    """What every face says of a relation to another entity."""

    kind: str
    direction: DirectionName
    """Is "in" where the other entity stands in the relation to this one."""
    to: str
    """The id of the other entity."""
    title: str
    quote: str


@json_object
class RelationShape(RelationCore):
    """A relation to another entity, with the words that say so."""

    level: str
    stated_by: str
    """The id of the entity whose source says so."""
    source: str


@json_object
class EntityShape(TypedDict):
    """A stored entity: its texts, its fields, its claims, what is near it and linked to it."""

    id: str
    version: str
    """Another one after every change of what its sources say; empty for a part of another."""
    level: str
    parent: str | None
    facet: str | None
    title: str
    fields: dict[str, FieldValue]
    lat: float | None
    lon: float | None
    sources: list[SourceShape]
    claims: list[StatementShape]
    parts: list[str]
    nearby: list[NearbyShape]
    relations: list[RelationShape]
    more_relations: int
    """How many more there are than are listed."""


@json_object
class ShownClaimShape(TypedDict):
    """A stored claim as `claimtree show` lists it."""

    claim: str
    claim_type: str
    negated: bool
    amounts: list[AmountShape]
    quote: str
    source: str
    start: int
    end: int
    against: NotRequired[str]


@json_object
class ShownClaimsShape(TypedDict):
    """The first claims of an entity by source, and the number of the rest."""

    claims: list[ShownClaimShape]
    more_claims: int


@json_object
class ShownPartShape(ShownClaimsShape):
    """A part of an entity with its claims."""

    id: str
    level: str
    facet: str | None
    title: str


@json_object
class ShownEntityShape(ShownClaimsShape):
    """A stored entity, claim by claim: its own and those of its parts."""

    id: str
    level: str
    title: str
    parent: str | None
    fields: dict[str, FieldValue]
    sources: list[SourceShape]
    parts: list[ShownPartShape]
    more_parts: int
    relations: list[RelationShape]
    more_relations: int


@json_object
class DeletedShape(TypedDict):
    """How many were taken out."""

    deleted: int

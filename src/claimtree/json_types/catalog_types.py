"""What can be searched, in JSON: collections and packs."""

from __future__ import annotations

from claimtree.json_types.definition import TypedDict, json_object


@json_object
class TypeCore(TypedDict):
    """What every face says of a type of claim."""

    name: str
    about: str
    examples: list[str]


@json_object
class ClaimTypeShape(TypeCore):
    """A type of claim that a pack knows."""

    levels: list[str]
    firm: bool
    weight: float


@json_object
class PackFieldShape(TypedDict):
    """A field of entities that a pack knows."""

    name: str
    level: str


@json_object
class LevelLabelShape(TypedDict):
    """How a level is shown to people."""

    one: dict[str, str]
    """What one of them is called, by language."""
    many: dict[str, str]
    """What several of them are called, by language."""
    icon: str
    """The drawing of the page; empty for the neutral one."""


@json_object
class PackCore(TypedDict):
    """What every face says of a pack."""

    name: str
    title: str
    languages: list[str]
    levels: list[str]
    """From the widest to the narrowest."""
    answers: str
    """The level that hits are of."""
    queries: list[str]
    """Sentences to try."""


@json_object
class PackShape(PackCore):
    """What is known of a domain: levels, claim types, examples."""

    version: int
    level_labels: dict[str, LevelLabelShape]
    """Of the levels that have a label."""
    types: list[ClaimTypeShape]
    concepts: int
    facets: list[str]
    fields: list[PackFieldShape]


@json_object
class PacksShape(TypedDict):
    """The packs of the collections."""

    packs: list[PackShape]


@json_object
class CollectionShape(PackCore):
    """A store that can be searched, and what is in it."""

    pack: str
    level_labels: dict[str, LevelLabelShape]
    """Of the levels that have a label."""
    entities: dict[str, int]
    claims: int
    phrases: int
    places: int
    trees: int
    """Family trees that were imported into it."""


@json_object
class CollectionsShape(TypedDict):
    """The stores that can be searched."""

    collections: list[CollectionShape]

"""Stores in JSON: what is in one, whether it is sound, how it became another one."""

from __future__ import annotations

from claimtree.json_types.definition import TypedDict, json_object


@json_object
class IdentityShape(TypedDict):
    """What a store was built with."""

    pack: str
    pack_version: int
    embedder: str
    dimensions: int


@json_object
class StoreInfoShape(IdentityShape):
    """What is in a store."""

    store: str
    entities: dict[str, int]
    claims: int
    phrases: int
    edges: int
    places: int
    relations: int
    bytes: int
    schema: int


@json_object
class CheckShape(TypedDict):
    """Whether a store is sound."""

    store: str
    sound: bool
    problems: list[str]
    notices: list[str]


@json_object
class AnswersComparedShape(TypedDict):
    """Questions that were put to the store before and after."""

    asked: int
    different: list[str]
    must_agree: bool


@json_object
class RebuildShape(TypedDict):
    """What became of a rebuild."""

    store: str
    swapped: bool
    read: int
    resumed: int
    rounds: int
    entities: dict[str, int]
    claims: int
    phrases: int
    before: IdentityShape
    after: IdentityShape
    answers: AnswersComparedShape
    problems: list[str]
    interrupted: bool
    held_seconds: float
    seconds: float
    notices: list[str]


@json_object
class CopyShape(TypedDict):
    """What became of a copy."""

    source: str
    target: str
    entities: dict[str, int]
    claims: int
    phrases: int
    edges: int
    places: int
    relations: int
    written: int
    compared: int
    verified: bool
    problems: list[str]
    seconds: float

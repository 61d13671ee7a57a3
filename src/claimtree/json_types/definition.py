"""How the JSON objects of this package are defined."""

from __future__ import annotations

from typing import Any, NotRequired, TypeAlias, TypeVar

# Typing's own TypedDict is not enough for pydantic before Python 3.12.
from typing_extensions import TypedDict

from claimtree.json_types.descriptions import descriptions

T = TypeVar("T")

FieldValue: TypeAlias = str | int | float | bool | list[str] | None
"""A field of an entity, as its sources state it."""


def described(shape: type[T]) -> type[T]:
    """Returns the shape, of which pydantic makes a JSON schema whose keys are described by the
    docstrings below them, those of the shapes that it extends included. Pydantic itself is not
    imported here, because a search from a cold process does without it."""

    def with_descriptions(core: Any, handler: Any) -> Any:
        schema = handler(core)
        keys = handler.resolve_ref_schema(schema)["properties"]
        for key, words in descriptions(shape).items():
            keys[key]["description"] = words
        return schema

    shape.__get_pydantic_json_schema__ = with_descriptions  # type: ignore[attr-defined]
    return shape


def json_object(shape: type[T]) -> type[T]:
    """Returns the shape as `described`, and marked as one that has no other keys."""
    shape.__pydantic_config__ = {"extra": "forbid"}  # type: ignore[attr-defined]
    return described(shape)


__all__ = ["FieldValue", "NotRequired", "TypedDict", "described", "json_object"]

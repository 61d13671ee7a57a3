"""How the JSON objects of this package are defined."""

from __future__ import annotations

from typing import NotRequired, TypeAlias, TypeVar

# Typing's own TypedDict is not enough for pydantic before Python 3.12.
from typing_extensions import TypedDict

T = TypeVar("T")

FieldValue: TypeAlias = str | int | float | bool | list[str] | None
"""A field of an entity, as its sources state it."""


def described(shape: type[T]) -> type[T]:
    """Returns the shape, marked as described by its docstrings: pydantic, which makes JSON schemas
    of it, reads the mark. Pydantic itself is not imported here, because a search from a cold
    process does without it."""
    shape.__pydantic_config__ = {"use_attribute_docstrings": True}  # type: ignore[attr-defined]
    return shape


def json_object(shape: type[T]) -> type[T]:
    """Returns the shape, marked as `described`, and as one that has no other keys."""
    described(shape).__pydantic_config__["extra"] = "forbid"  # type: ignore[attr-defined]
    return shape


__all__ = ["FieldValue", "NotRequired", "TypedDict", "described", "json_object"]

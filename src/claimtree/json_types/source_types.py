"""Rows of a structured source in JSON."""

from __future__ import annotations

from claimtree.json_types.definition import TypedDict, json_object


@json_object
class SourceMetaShape(TypedDict):
    """Where a page of rows stands."""

    page: int
    """From 1."""
    per_page: int
    pages: int
    total: int
    """How many rows pass all filters."""


@json_object
class SourceRowsShape(TypedDict):
    """A page of rows."""

    data: list[dict[str, object]]
    """Rows under the names of the interface that the pack declares (`[api]`)."""
    meta: SourceMetaShape


@json_object
class SourceRowShape(TypedDict):
    """One row."""

    data: dict[str, object]
    """Under the names of the interface that the pack declares (`[api]`)."""

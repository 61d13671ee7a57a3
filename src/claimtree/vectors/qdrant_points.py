"""What both ways to reach Qdrant have in common: how an item becomes a point, and a filter conditions.

Qdrant names points by UUIDs, and our ids are any text: the name is computed from the id, which stands beside the
vector.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

from claimtree.model.vector_items import Filter, ItemId
from claimtree.vectors.engine_base import Kept, item_of, kept_of

FIELDS = ("level", "type", "labels")
"""What is filtered by, and so indexed."""
M = 16
EF = 200
"""Candidates looked at while the graph is built, and at least in each search of it."""
PAGE = 5_000

_SPACE = uuid.uuid5(uuid.NAMESPACE_URL, "claimtree:item")


def point_of(id: ItemId) -> str:
    """The same point for the same id, in every process and version.

    >>> point_of(ItemId("home/7"))
    'e30941e7-1bc7-5296-af69-696fbfb0eb33'
    """
    return str(uuid.uuid5(_SPACE, id))


def id_of(payload: dict[str, Any] | None) -> ItemId:
    """Whose point it is."""
    return item_of((payload or {}).get("id"), payload).id


def item_at(payload: dict[str, Any] | None, vector: Any) -> Kept:
    """The item of a point that came back."""
    return kept_of((payload or {}).get("id"), payload, vector)


def conditions(where: Filter) -> Iterator[tuple[str, list[str]]]:
    """The fields that must hold one of some values."""
    if where.levels is not None:
        yield "level", sorted(where.levels)
    if where.types is not None:
        yield "type", sorted(where.types)
    for wanted in where.labels:
        yield "labels", sorted(wanted)

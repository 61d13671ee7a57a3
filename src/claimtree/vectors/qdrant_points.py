"""Conversions shared by both Qdrant indexes: items to points, and filters to conditions.

Qdrant names points by UUIDs, and our ids are any text: the UUID is computed from the id, which is
stored in the payload.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

from claimtree.model.vector_items import Filter, ItemId
from claimtree.vectors.engine_base import Kept, item_of, kept_of

FIELDS = ("level", "type", "labels")
"""The fields used in filters, and therefore indexed."""
M = 16
EF = 200
"""Candidates considered while the graph is built, and at least in each search."""
PAGE = 5_000

_SPACE = uuid.uuid5(uuid.NAMESPACE_URL, "claimtree:item")


def point_of(id: ItemId) -> str:
    """The UUID of an id, the same in every process and version.

    >>> point_of(ItemId("home/7"))
    'e30941e7-1bc7-5296-af69-696fbfb0eb33'
    """
    return str(uuid.uuid5(_SPACE, id))


def id_of(payload: dict[str, Any] | None) -> ItemId:
    """The item id of a point."""
    return item_of((payload or {}).get("id"), payload).id


def item_at(payload: dict[str, Any] | None, vector: Any) -> Kept:
    """The item and vector of a point."""
    return kept_of((payload or {}).get("id"), payload, vector)


def conditions(where: Filter) -> Iterator[tuple[str, list[str]]]:
    """Each field with the values of which it must have one."""
    if where.levels is not None:
        yield "level", sorted(where.levels)
    if where.types is not None:
        yield "type", sorted(where.types)
    for wanted in where.labels:
        yield "labels", sorted(wanted)

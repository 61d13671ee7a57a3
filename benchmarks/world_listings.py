"""Writes a generated world as listings, in the format that `claimtree index` reads."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.generator import AREA_LEVEL, HOME_LEVEL, World
from claimtree.errors import BadInput
from claimtree.model.pack import Pack
from claimtree.model.phrases import IndexedEntity


def write_listings(pack: Pack, homes: int, seed: int, out: Path) -> int:
    """Writes one JSON object a line, areas before homes; returns their number."""
    written = 0
    try:
        with out.open("w", encoding="utf-8") as file:
            for block in World(pack, homes, seed).entities():
                for document in documents(block):
                    file.write(json.dumps(document, ensure_ascii=False) + "\n")
                    written += 1
    except OSError as error:
        raise BadInput(f"{out} cannot be written: {error.strerror or error}", hint="Check the path.") from error
    return written


def documents(block: Sequence[IndexedEntity]) -> Iterator[dict[str, Any]]:
    """Yields areas alone, and homes with their rooms nested."""
    home: dict[str, Any] | None = None
    for item in block:
        entity = item.entity
        if entity.level == AREA_LEVEL:
            yield {"id": entity.id, "level": entity.level, "title": entity.title, "text": _prose(item)}
        elif entity.level == HOME_LEVEL:
            if home is not None:
                yield home
            home = {"id": entity.id, "level": entity.level, "parent": entity.parent, "title": entity.title}
            home |= {"source": "generated", "text": _prose(item), **_columns(item), "rooms": []}
        elif home is not None:
            home["rooms"].append({"type": entity.facet, "text": _prose(item)})
    if home is not None:
        yield home


def _columns(item: IndexedEntity) -> dict[str, Any]:
    """Returns the columns of a listing, under the names that the pack reads."""
    names = {"area": "area_m2"}
    return {names.get(key, key): value for key, value in item.entity.fields.items()}


def _prose(item: IndexedEntity) -> str:
    return ". ".join(part.capitalize() for part in item.entity.sources[0].text.split(". ")) + "."

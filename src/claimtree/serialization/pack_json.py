"""Packs as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimtree.model.pack import Pack

if TYPE_CHECKING:
    from claimtree.json_types.catalog_types import LevelLabelShape, PackShape


def pack(known: Pack) -> PackShape:
    return {
        "name": known.name,
        "title": known.title,
        "version": known.version,
        "languages": list(known.languages),
        "levels": list(known.hierarchy.levels),
        "answers": known.hierarchy.answers,
        "level_labels": level_labels(known),
        "types": [
            {
                "name": kind.name,
                "about": kind.about,
                "levels": list(kind.levels),
                "firm": kind.firm,
                "weight": kind.weight,
                "examples": list(kind.examples),
            }
            for kind in known.types.values()
        ],
        "concepts": len(known.concepts),
        "facets": list(known.facets),
        "fields": [{"name": spec.name, "level": spec.level} for spec in known.fields.values()],
        "queries": list(known.queries),
    }


def level_labels(known: Pack) -> dict[str, LevelLabelShape]:
    """How the levels are shown to people; without those that have no label."""
    return {
        level: {
            "one": {code: one for code, (one, _) in label.names.items()},
            "many": {code: many for code, (_, many) in label.names.items()},
            "icon": label.icon,
        }
        for level, label in known.level_labels.items()
    }

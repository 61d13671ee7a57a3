"""Builds the JSON schema of an answer from the pack, so that it admits only known names."""

from __future__ import annotations

from typing import Any

from claimtree.model.pack import Pack

MUST, PLAIN, SOFT = "must", "plain", "soft"
TONES = (MUST, PLAIN, SOFT)
"""How firmly a wish is stated."""


def answer_schema(pack: Pack, *, query: bool) -> dict[str, Any]:
    """The schema for one text. All keys are required, no other allowed: strict servers want that."""
    fields: dict[str, Any] = {
        "quote": {"type": "string"},
        "type": {"type": "string", "enum": list(pack.types)},
        "level": {"type": "string", "enum": list(pack.hierarchy.levels)},
        "facet": {"type": ["string", "null"], "enum": [*pack.facets, None]},
        "negated": {"type": "boolean"},
        "amount": {"type": ["string", "null"]},
    }
    if query:
        fields["tone"] = {"type": "string", "enum": list(TONES)}
        fields["either"] = {"type": ["integer", "null"]}
    return _object({"claims": {"type": "array", "items": _object(fields)}})


def _object(fields: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}

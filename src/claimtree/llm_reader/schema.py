"""The shape of an answer, as JSON schema: built from the pack, so that a server that obeys it names nothing unknown."""

from __future__ import annotations

from typing import Any

from claimtree.model.pack import Pack

MUST, PLAIN, SOFT = "must", "plain", "soft"
TONES = (MUST, PLAIN, SOFT)
"""How firmly a wish is said."""


def answer_schema(pack: Pack, *, query: bool) -> dict[str, Any]:
    """Of the answer to one text. Every key is required and no other allowed: strict servers ask for that."""
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

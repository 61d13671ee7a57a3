"""The tools of a conversation as a language model is offered them: names, and arguments as JSON Schema.

The filters are the fields of the pack, as `filter_wishes` takes them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from claimtree.chat.tool_calls import ToolName
from claimtree.chat.tools import MOST_KM, MOST_PLACES
from claimtree.model.pack import FieldSpec, Pack

Schema: TypeAlias = Mapping[str, object]

_TEXT: Final[Schema] = {"type": "string", "maxLength": 200}
_WORDS: Final[Schema] = {"type": "array", "items": _TEXT, "maxItems": 20}
_LIMIT: Final[Schema] = {"type": "integer", "minimum": 1, "maximum": MOST_PLACES}


def offered_tools(pack: Pack) -> Sequence[Schema]:
    """Returns the tools that a pack's conversations have."""
    found: list[Schema] = [
        _tool(ToolName.SEARCH_PROPERTIES, "Search by words and filters; areas by their name in `query`.", _search(pack))
    ]
    if pack.places is not None:
        kind = {"type": "string", "enum": [str(kind) for kind in pack.places.kinds]}
        near: Schema = {
            "location_name": {**_TEXT, "description": "A place by name; this or poi_type."},
            "poi_type": {**kind, "description": "Any place of this kind."},
            "radius_km": {"type": "number", "exclusiveMinimum": 0, "maximum": MOST_KM},
        }
        found += [
            _tool(ToolName.SEARCH_NEARBY, "Search near a named place or a kind of place.", {**near, **_search(pack)}),
            _tool(ToolName.SEARCH_POIS, "List places of a kind.", {"poi_type": kind}, ["poi_type"]),
            _tool(ToolName.GEOCODE_LOCATION, "Find a place by its name.", {"name": _TEXT}, ["name"]),
        ]
    found += [
        _tool(ToolName.GET_PROPERTY_DETAIL, "All of one hit that was shown, by its id.", {"id": _TEXT}, ["id"]),
        _tool(
            ToolName.GET_PROPERTY_BY_NUMBER,
            "All of one hit that was shown, by its number.",
            {"number": {"type": "integer", "minimum": 1}},
            ["number"],
        ),
    ]
    return tuple(found)


def _tool(name: ToolName, about: str, arguments: Schema, required: Sequence[str] = ()) -> Schema:
    schema = {"type": "object", "properties": arguments, "required": list(required), "additionalProperties": False}
    return {"type": "function", "function": {"name": name.value, "description": about, "parameters": schema}}


def _search(pack: Pack) -> Schema:
    fields: dict[str, object] = {
        "query": {**_TEXT, "description": "Areas and other words of the message that no filter says."},
        "amenities": {**_WORDS, "description": "What a hit has to have, in words."},
        "must": {**_WORDS, "description": "The same, where the person insists."},
        "ideally": {**_WORDS, "description": "What a hit need not have."},
        "without": {**_WORDS, "description": "What a hit may not have, in words."},
        "exclusive": {**_WORDS, "description": "Names of ends (min_…, max_…) that are not enough themselves."},
        "limit": _LIMIT,
    }
    for spec in pack.fields.values():
        if spec.level == pack.hierarchy.answers:
            fields |= _filters(spec, pack)
    return fields


def _filters(spec: FieldSpec, pack: Pack) -> Schema:
    concept = pack.concepts.get(spec.concept) if spec.concept is not None else None
    if concept is not None and concept.amount is not None:
        unit = f"in {concept.amount.unit}" if concept.amount.unit else "a count"
        return {f"{end}_{spec.name}": {"type": "number", "description": unit} for end in ("min", "max")}
    if spec.values:
        # The first value of each meaning; several values are alternatives.
        first = {meaning: value for value, meaning in reversed(tuple(spec.values.items()))}
        one: Schema = {"type": "string", "enum": list(reversed(first.values()))}
        return {spec.name: {"anyOf": [one, {"type": "array", "items": one}]}}
    return {spec.name: {"type": "boolean"}} if concept is not None else {}

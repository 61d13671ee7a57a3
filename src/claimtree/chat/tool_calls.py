"""The calls of tools that answer a message, as values: which tool, with what arguments.

The names and their choice are those of an assistant with tools: near a named place asks for its
coordinates and searches around them; near a kind of place looks for such places first; everything
else is a search by words. `tools` runs them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeAlias

from claimtree.chat.criteria import Criteria, choices
from claimtree.model.amounts import AmountKind
from claimtree.model.claims import QueryClaim
from claimtree.model.pack import FieldSpec, Pack
from claimtree.model.places import WhereRelation

Argument: TypeAlias = "str | int | float | bool | Sequence[str]"

_INFINITE: Final = float("inf")


class ToolName(StrEnum):
    """The tools of a conversation."""

    SEARCH_PROPERTIES = "search_properties"
    SEARCH_NEARBY = "search_nearby"
    SEARCH_POIS = "search_pois"
    GET_PROPERTY_DETAIL = "get_property_detail"
    GET_PROPERTY_BY_NUMBER = "get_property_by_number"
    GEOCODE_LOCATION = "geocode_location"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """One call: the tool, and its arguments as JSON values."""

    tool: ToolName
    arguments: Mapping[str, Argument] = field(default_factory=dict)


def asks_near_name(claim: QueryClaim) -> bool:
    """True for a wish to be near, between or closer to named places."""
    where = claim.where
    return where is not None and bool(where.names) and where.relation is not WhereRelation.IN and not claim.negated


def asks_near_kind(claim: QueryClaim) -> bool:
    """True for a wish to be near any place of a kind."""
    where = claim.where
    return where is not None and not where.names and not claim.negated and not where.keeps_off


def search_calls(criteria: Criteria, pack: Pack, *, limit: int) -> list[ToolCall]:
    """Returns the calls that find homes for these criteria."""
    named = [claim for claim in criteria if asks_near_name(claim)]
    kinds = [claim for claim in criteria if asks_near_kind(claim)]
    calls = [
        ToolCall(tool=ToolName.GEOCODE_LOCATION, arguments={"name": name})
        for name in dict.fromkeys(name for claim in named if claim.where for name in claim.where.names)
    ]
    calls += [
        ToolCall(tool=ToolName.SEARCH_POIS, arguments={"poi_type": str(claim.where.kind)})
        for claim in kinds
        if claim.where is not None
    ]
    arguments: dict[str, Argument] = {}
    if named or kinds:
        places = [name for claim in named if claim.where for name in claim.where.names]
        if places:
            arguments["location_name"] = places[0] if len(places) == 1 else places
        if kinds:
            arguments["poi_type"] = [str(claim.where.kind) for claim in kinds if claim.where is not None]
        reach = [
            claim.where.distance.high
            for claim in (*named, *kinds)
            if claim.where is not None and claim.where.distance is not None and claim.where.distance.high < _INFINITE
        ]
        if reach:
            arguments["radius_km"] = round(max(reach) / 1000, 3)
    rest = [claim for claim in criteria if claim not in named and claim not in kinds]
    tool = ToolName.SEARCH_NEARBY if named or kinds else ToolName.SEARCH_PROPERTIES
    return [*calls, ToolCall(tool=tool, arguments={**arguments, **filters(rest, pack), "limit": limit})]


def filters(claims: Sequence[QueryClaim], pack: Pack) -> dict[str, Argument]:
    """Returns wishes as arguments, by the names of the pack's fields: `property_type`,
    `min_bedrooms`. Places by name and words are in `query`, what has no field in `amenities`;
    what is denied in `without`."""
    found: dict[str, Argument] = {}
    query: list[str] = []
    having: list[str] = []
    without: list[str] = []
    for choice in choices(claims):
        for claim in choice:
            spec = field_of(claim, pack)
            if claim.negated:
                without.append(str(claim.concept or (claim.name.text if claim.name else claim.pattern)))
            elif claim.where is not None and claim.where.names:
                query += claim.where.names
            elif claim.name is not None:
                query.append(claim.name.text)
            elif claim.amounts and claim.amounts[0].kind is AmountKind.MONEY and "/" in claim.amounts[0].unit:
                # With its period, as it is stated.
                found[str(claim.concept or "rent")] = claim.quote or claim.text
            elif spec is not None and claim.amounts:
                found |= _ends(spec.name, claim)
            elif spec is not None and spec.values:
                value = next(value for value, concept in spec.values.items() if concept == claim.concept)
                known = found.get(spec.name)
                found[spec.name] = value if known is None else [*([known] if isinstance(known, str) else known), value]  # type: ignore[misc]
            elif spec is not None:
                found[spec.name] = True
            elif claim.concept is not None and claim.amounts:
                found |= _ends(str(claim.concept).replace(" ", "_"), claim)
            elif claim.concept is not None:
                having.append(str(claim.concept))
            else:
                query.append(claim.full_wording or claim.pattern)
    named = {"query": " ".join(dict.fromkeys(query)), "amenities": having, "without": without}
    return {**found, **{name: value for name, value in named.items() if value}}


def field_of(claim: QueryClaim, pack: Pack) -> FieldSpec | None:
    """The field that states such a claim."""
    if claim.concept is None:
        return None
    own = (spec for spec in pack.fields.values() if spec.level == pack.hierarchy.answers)
    return next((spec for spec in own if claim.concept == spec.concept or claim.concept in spec.values.values()), None)


def _ends(name: str, claim: QueryClaim) -> dict[str, Argument]:
    """The bounds of an amount; an exact number is both."""
    amount = claim.amounts[0]
    ends = {f"min_{name}": amount.low, f"max_{name}": amount.high}
    return {key: int(end) if end == int(end) else end for key, end in ends.items() if abs(end) < _INFINITE}

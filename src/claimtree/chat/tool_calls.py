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


def search_calls(criteria: Criteria, pack: Pack, *, limit: int, near: Sequence[str] = ()) -> list[ToolCall]:
    """Returns the calls that find homes for these criteria; `near` are the places of a kind that hits were
    found near to."""
    named = [claim for claim in criteria if asks_near_name(claim)]
    kinds = [claim for claim in criteria if asks_near_kind(claim)]
    rest = {**filters([claim for claim in criteria if claim not in named and claim not in kinds], pack), "limit": limit}
    if not named and not kinds:
        return [ToolCall(tool=ToolName.SEARCH_PROPERTIES, arguments=rest)]
    calls: list[ToolCall] = []
    for claim in named:
        for name in claim.where.names if claim.where is not None else ():
            calls.append(ToolCall(tool=ToolName.GEOCODE_LOCATION, arguments={"name": name}))
            calls.append(_nearby({"location_name": name}, claim, rest))
    for k, claim in enumerate(kinds):
        kind = str(claim.where.kind) if claim.where is not None else ""
        calls.append(ToolCall(tool=ToolName.SEARCH_POIS, arguments={"poi_type": kind}))
        # Hits are grouped by places of the first kind.
        places = near if not k else ()
        calls += [_nearby({"location_name": place}, claim, rest) for place in places]
        if not places:
            calls.append(_nearby({"poi_type": kind}, claim, rest))
    return list({(call.tool, repr(call.arguments)): call for call in calls}.values())


def _nearby(where: dict[str, Argument], claim: QueryClaim, rest: Mapping[str, Argument]) -> ToolCall:
    distance = claim.where.distance if claim.where is not None else None
    reach = {"radius_km": round(distance.high / 1000, 3)} if distance is not None and distance.high < _INFINITE else {}
    return ToolCall(tool=ToolName.SEARCH_NEARBY, arguments={**where, **reach, **rest})


def filters(claims: Sequence[QueryClaim], pack: Pack) -> dict[str, Argument]:
    """Returns wishes as arguments, by the names of the pack's fields: `property_type`,
    `min_bedrooms`. Places by name and words are in `query`, what has no field in `amenities`;
    what is denied in `without`."""
    found: dict[str, Argument] = {}
    query: list[str] = []
    having: list[str] = []
    without: list[str] = []
    for choice in choices(claims):
        if len(choice) > 1 and any(claim.amounts for claim in choice):
            query.append(" / ".join(claim.text for claim in choice))  # filters have no alternatives of amounts
            continue
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
    # "More than four" of what is counted is at least five.
    whole = amount.kind is AmountKind.COUNT
    low = amount.low + 1 if whole and amount.low_open else amount.low
    high = amount.high - 1 if whole and amount.high_open else amount.high
    ends = {f"min_{name}": low, f"max_{name}": high}
    found = {key: round(end, 6) for key, end in ends.items() if abs(end) < _INFINITE}
    return {key: int(end) if end == int(end) else end for key, end in found.items()}

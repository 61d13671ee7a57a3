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

from claimtree.chat.criteria import Criteria, choices, is_firm, is_soft
from claimtree.chat.orders import Order
from claimtree.model.amounts import AmountKind
from claimtree.model.claims import QueryClaim
from claimtree.model.pack import FieldSpec, Pack
from claimtree.model.places import Where, WhereRelation

Argument: TypeAlias = "str | int | float | bool | Sequence[str]"

USUAL_KM: Final = 1.0
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


def search_calls(
    criteria: Criteria,
    pack: Pack,
    *,
    limit: int,
    near: Sequence[str] = (),
    offset: int = 0,
    order: Order | None = None,
) -> list[ToolCall]:
    """Returns the calls that find homes for these criteria, each of which `Tools` answers as it is; `near` are the
    places of a kind that hits were found near to."""
    near_wishes = [claim for claim in criteria if asks_near_name(claim) or asks_near_kind(claim)]
    firm = [claim for claim in near_wishes if not is_soft(claim, pack)]
    page: dict[str, Argument] = {"limit": limit, **({"offset": offset} if offset else {}), **_sorting(order)}
    # Hits are grouped by places of the first kind; which of them a page shows is decided over all groups.
    whole: dict[str, Argument] = {**_sorting(order), "limit": limit + offset}
    first_kind = next((claim for claim in firm if asks_near_kind(claim)), None)
    calls: list[ToolCall] = []
    for claim in near_wishes:
        where = _where(claim)
        calls += [ToolCall(tool=tool, arguments=arguments) for tool, arguments in _lookups(where)]
        if claim not in firm:
            continue
        # What else is asked for is asked of each search; of alternatives one is enough.
        others = [
            one for one in criteria if one is not claim and (one.or_group is None or one.or_group != claim.or_group)
        ]
        rest = {"radius_km": _radius_km(where, pack), **filters(others, pack)}
        named = where.names or (tuple(near) if claim is first_kind else ()) or ("",)
        for name in named:
            place = {"location_name": name} if name else {"poi_type": str(where.kind)}
            shown = whole if name and not where.names else page
            calls.append(ToolCall(tool=ToolName.SEARCH_NEARBY, arguments={**place, **rest, **shown}))
    if not firm:
        calls.append(ToolCall(tool=ToolName.SEARCH_PROPERTIES, arguments={**filters(criteria, pack), **page}))
    return list({(call.tool, repr(call.arguments)): call for call in calls}.values())


def _where(claim: QueryClaim) -> Where:
    assert claim.where is not None  # or it would not be near anything
    return claim.where


def _lookups(where: Where) -> list[tuple[ToolName, dict[str, Argument]]]:
    """Returns the calls that find the places of a wish."""
    if not where.names:
        return [(ToolName.SEARCH_POIS, {"poi_type": str(where.kind)})]
    return [(ToolName.GEOCODE_LOCATION, {"name": name}) for name in where.names]


def _sorting(order: Order | None) -> dict[str, Argument]:
    if order is None:
        return {}
    return {"sort_by": str(order.of or order.by.value).replace(" ", "_"), "descending": order.descending}


def _radius_km(where: Where, pack: Pack) -> float:
    """Returns how near a wish asks to be: as it says, else what is near for the kind of place."""
    if where.distance is not None and where.distance.high < _INFINITE:
        return round(where.distance.high / 1000, 3)
    return round(pack.places.near_m(where.kind) / 1000, 3) if pack.places is not None else USUAL_KM


def filters(claims: Sequence[QueryClaim], pack: Pack) -> dict[str, Argument]:
    """Returns wishes as arguments, by the names of the pack's fields: `property_type`, `min_bedrooms`. Places and
    words are in `query`, what has no field in `amenities`, or in `must` where the user insists; what is denied in
    `without`, what need not be in `ideally`. `exclusive` names the ends that are not enough themselves ("above 150").
    `filter_wishes` makes the same wishes of them."""
    found: dict[str, Argument] = {}
    lists = ("query", "amenities", "must", "without", "ideally", "exclusive")
    words: dict[str, list[str]] = {name: [] for name in lists}
    for choice in choices(claims):
        if all(is_soft(claim, pack) for claim in choice):
            words["ideally"].append(_said(choice))
        elif len(choice) > 1 and any(claim.amounts or claim.where is not None for claim in choice):
            words["query"].append(_said(choice))  # filters have no alternatives of amounts or places
        else:
            for claim in choice:
                _add(claim, pack, found, words)
    query = ", ".join(dict.fromkeys(words.pop("query")))
    named: dict[str, Argument] = {"query": query, **{name: list(dict.fromkeys(some)) for name, some in words.items()}}
    return {**found, **{name: value for name, value in named.items() if value}}


def _add(claim: QueryClaim, pack: Pack, found: dict[str, Argument], words: Mapping[str, list[str]]) -> None:
    """Adds one wish to the arguments found so far."""
    spec = field_of(claim, pack)
    if claim.where is not None:
        is_inside = claim.where.relation is WhereRelation.IN and claim.where.distance is None
        names = [name for name in claim.where.names if is_inside]
        (words["without"] if claim.negated and names else words["query"]).extend(names or [_said((claim,))])
    elif claim.negated:
        words["without"].append(str(claim.concept or (claim.name.text if claim.name else claim.pattern)))
    elif claim.name is not None:
        words["query"].append(claim.name.text)
    elif claim.amounts and claim.amounts[0].kind is AmountKind.MONEY and "/" in claim.amounts[0].unit:
        words["query"].append(_said((claim,)))  # with its period, as it is stated
    elif claim.amounts and claim.concept is not None:
        name = spec.name if spec is not None else str(claim.concept).replace(" ", "_")
        found |= _ends(name, claim)
        words["exclusive"] += _open_ends(name, claim)
    elif claim.required and claim.concept is not None and not is_firm(claim, pack):
        words["must"].append(str(claim.concept))
    elif spec is not None and spec.values:
        value = next(value for value, concept in spec.values.items() if concept == claim.concept)
        known = found.get(spec.name)
        found[spec.name] = value if known is None else [*([known] if isinstance(known, str) else known), value]  # type: ignore[misc]
    elif spec is not None:
        found[spec.name] = True
    elif claim.concept is not None:
        words["amenities"].append(str(claim.concept))
    else:
        words["query"].append(claim.full_wording or claim.pattern)


def _said(choice: Sequence[QueryClaim]) -> str:
    """The words of a wish: the user's, else ours; alternatives one after the other."""
    return " / ".join(dict.fromkeys(claim.quote or claim.text for claim in choice))


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


def _open_ends(name: str, claim: QueryClaim) -> list[str]:
    """The ends of an amount that it does not reach; of what is counted the next number is the end."""
    amount = claim.amounts[0]
    if amount.kind is AmountKind.COUNT:
        return []
    ends = ((amount.low_open, amount.low, "min"), (amount.high_open, amount.high, "max"))
    return [f"{side}_{name}" for is_open, end, side in ends if is_open and abs(end) < _INFINITE]

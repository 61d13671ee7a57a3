"""The criteria of a conversation as constraints of a gold file, so that both can be compared.

The pack's table `[api]` says which concept is which value; what it does not have is called by its concept.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from claimtree.chat.criteria import choices
from claimtree.model.amounts import AmountKind, as_stated
from claimtree.model.claims import QueryClaim
from claimtree.model.pack import Pack
from claimtree.model.places import CENTRE
from evals.property.constraints import Constraints, ends
from evals.property.listing import KIND_NAMES

Comparable = dict[str, Any]
"""Constraint → a value that equals another exactly if both ask for the same."""

_AREAS = {"land area": "land_area", "building area": "building_area"}
_CERTIFICATES = {"SHM": "shm", "HGB": "hgb", "camat letter": "sk camat", "strata title": "strata title"}
_ROUNDED = 0.002
"""Share by which two prices may differ: ends are rounded when they are told."""


def of_reply(criteria: Sequence[QueryClaim], pack: Pack) -> Comparable:
    """Returns what a conversation searches for."""
    found: Comparable = {}
    denied: Comparable = {}
    for choice in choices(criteria):
        for claim in choice:
            _add(denied if claim.negated else found, claim, pack)
    if "unfurnished" in found.get("has", set()):  # "yang kosongan"
        found["has"] -= {"unfurnished"}
        denied.setdefault("has", set()).add("furnished")
    found = {name: value for name, value in found.items() if value != set()}
    return {**found, **({"not": denied} if denied else {})}


def _add(found: Comparable, claim: QueryClaim, pack: Pack) -> None:
    concept = str(claim.concept or "")
    named = _named(concept, pack)
    if claim.where is not None or claim.name is not None:
        found.setdefault("location", []).append(_place(claim))
    elif claim.amounts and claim.amounts[0].kind is AmountKind.MONEY:
        amount = as_stated(claim.amounts[0])
        period = amount.unit.partition("/")[2] or None
        found["price"] = _merged(found.get("price"), (amount.low, amount.high, period))
    elif claim.amounts and named is None:
        amount = claim.amounts[0]
        key = _AREAS.get(concept, concept)
        found[key] = _merged(found.get(key), (amount.low, amount.high, None))
    elif named is not None and named[0] in ("property_type", "listing_type", "source", "facing"):
        found.setdefault(named[0], set()).add(named[1])
    elif named is not None and named[0] == "in_complex":
        found["in_complex"] = named[1] == "1"
    elif concept in _CERTIFICATES:
        found.setdefault("certificate", set()).add(_CERTIFICATES[concept])
    else:
        found.setdefault("has", set()).add(named[1] if named is not None else concept or claim.pattern)


def _merged(one: tuple[float, float, str | None] | None, other: tuple[float, float, str | None]) -> Any:
    """Two limits of one amount are a range."""
    return other if one is None else (max(one[0], other[0]), min(one[1], other[1]), other[2] or one[2])


def _named(concept: str, pack: Pack) -> tuple[str, str] | None:
    """The parameter and value that a concept is in the pack's interface."""
    spec = pack.api
    if spec is None or not concept:
        return None
    for parameter, values in spec.choices.items():
        for value, of in values.items():
            if of == concept:
                return parameter, value
    return next((("has", value) for value, of in spec.features.items() if of == concept), None)


def _place(claim: QueryClaim) -> tuple[str, ...]:
    where = claim.where
    if where is None:
        return ("in", claim.name.text.casefold() if claim.name else "")
    if where.kind == CENTRE:
        return ("centre", *(name.casefold() for name in where.names))
    if not where.names:
        return ("kind", str(where.kind))
    names = [name.casefold() for name in where.names]
    return (str(where.relation.value), *names, *([claim.name.text.casefold()] if claim.name else []))


def differences(expected: Constraints, found: Comparable, *, before: Comparable | None = None) -> list[str]:
    """Returns what differs, a few words each; `before` are the criteria of the turn before."""
    wrong = []
    gold = dict(expected)
    has = {*gold.pop("amenities", ()), *gold.pop("facilities", ())}
    if {_same_feature(one) for one in found.get("has", set())} != {_same_feature(one) for one in has}:
        wrong.append(f"has {sorted(found.get('has', ()))} instead of {sorted(has)}")
    wrong += [
        f"{name} {_told(found.get(name))} instead of {_told(gold.get(name))}"
        for name in sorted({*gold, *found} - {"has"})
        if not _agrees(name, gold.get(name), found.get(name), before or {})
    ]
    return wrong


def _same_feature(name: str) -> str:
    """Security is asked for in two ways that no pack tells apart."""
    return "security_24" if name in ("security", "24-hour security") else name


def _agrees(name: str, wanted: Any, found: Any, before: Mapping[str, Any]) -> bool:
    if wanted is None or found is None:
        return wanted is None and found is None
    if name == "not":
        return not differences(wanted, found)
    if name == "location":
        return len(found) == 1 and _same_place(wanted, found[0])
    if name == "property_type":
        return {KIND_NAMES[one] for one in _listed(wanted)} == {KIND_NAMES[one] for one in found}
    if name in ("listing_type", "source", "facing"):
        return set(_listed(wanted)) == set(found)
    if name == "certificate":
        return {one.casefold() for one in _listed(wanted)} == set(found)
    if name == "in_complex":
        return bool(wanted) == bool(found)
    if name == "price" and isinstance(wanted, Mapping) and wanted.get("max") == "lower":
        return bool(found[1] <= (before.get("price") or (0.0, math.inf))[1]) and math.isfinite(found[1])
    low, high = ends(wanted)
    period = wanted.get("period") if isinstance(wanted, Mapping) else None
    return _near(low, found[0]) and _near(high, found[1]) and (name != "price" or period == found[2])


def _near(one: float, other: float) -> bool:
    if math.isinf(one) or math.isinf(other):
        # A price of at least nothing has no lower end.
        return one == other or (one == -math.inf and other == 0) or (other == -math.inf and one == 0)
    return abs(one - other) <= _ROUNDED * max(abs(one), abs(other), 1.0)


def _same_place(wanted: Mapping[str, Any], found: tuple[str, ...]) -> bool:
    relation, *names = found
    if wanted.get("kind"):
        return found == ("kind", wanted["kind"])
    if wanted.get("centre"):
        return relation == "centre" and str(wanted["centre"]).casefold() in names
    words = [str(one).casefold() for one in wanted.get("keywords") or ()]
    if wanted.get("near"):
        near = str(wanted["near"]).casefold()
        return relation == "near" and any(near in name or name in near for name in names)
    return relation == "in" and any(word in name or name in word for word in words for name in names)


def _listed(wanted: Any) -> list[Any]:
    return list(wanted) if isinstance(wanted, list) else [wanted]


def _told(value: Any) -> str:
    return "nothing" if value is None else str(sorted(value) if isinstance(value, set) else value)

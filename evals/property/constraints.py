"""Checks one listing against the constraints of a question, strictly: what is not stated is not met."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from claimtree.geo import Point, distance_m
from evals.property.listing import (
    AMENITIES,
    CERTIFICATES,
    COUNTED,
    DEALS,
    FACILITIES,
    FACINGS,
    KIND_NAMES,
    SOURCES,
    Listing,
)

Constraints = Mapping[str, Any]
"""As a gold file has them, after `gold` has checked them."""

NAMES = (
    "property_type",
    "listing_type",
    "source",
    "in_complex",
    "price",
    "bedrooms",
    "bathrooms",
    "floors",
    "land_area",
    "building_area",
    "location",
    "facing",
    "certificate",
    "amenities",
    "facilities",
    "not",
)
_MONTHS = {"month": 1.0, "year": 12.0}


class Result(StrEnum):
    """What one constraint says of one listing."""

    PASS = "pass"
    FAIL = "fail"
    MISSING = "missing"
    """The listing does not state it: a failure here, and left out of the share in the lenient figure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What the constraints refer to beside the listing."""

    kinds: Mapping[str, Sequence[Point]]
    """Kind of place → where those of that kind are."""
    price_tolerance: float = 0.0


def check(listing: Listing, constraints: Constraints, around: Surroundings) -> dict[str, Result]:
    """Returns the result of each constraint; each amenity, facility and denial is one of its own."""
    found: dict[str, Result] = {}
    for name, wanted in constraints.items():
        if name in ("amenities", "facilities"):
            for one in wanted:
                found[one] = Result.PASS if listing.has(one) else Result.MISSING
        elif name == "not":
            for denied, value in _each(wanted):
                result = check(listing, {denied: value}, around)
                key = f"not {denied}"
                failed = Result.PASS in result.values()
                found[key] = Result.FAIL if failed or found.get(key) is Result.FAIL else Result.PASS
        elif name == "price" and listing.deal == "rent" and not _asks_rent(constraints):
            found[name] = Result.MISSING  # the rent of a year is no price
        else:
            found[name] = _CHECKS[name](listing, wanted, around)
    return found


def _asks_rent(constraints: Constraints) -> bool:
    price = constraints["price"]
    has_period = isinstance(price, Mapping) and bool(price.get("period"))
    return has_period or "rent" in {DEALS.get(one) for one in _listed(constraints.get("listing_type"))}


def pass_ratio(results: Mapping[str, Result], *, lenient: bool = False) -> float:
    """Returns the share of constraints that pass; lenient: of those that the listing states. 1 without any.

    >>> results = {"price": Result.PASS, "floors": Result.FAIL, "facing": Result.MISSING}
    >>> round(pass_ratio(results), 3), pass_ratio(results, lenient=True)
    (0.333, 0.5)
    """
    counted = [one for one in results.values() if not (lenient and one is Result.MISSING)]
    return sum(one is Result.PASS for one in counted) / len(counted) if counted else 1.0


def _each(wanted: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The denials one by one: neither of two facings."""
    split = []
    for name, value in wanted.items():
        values = value if isinstance(value, list) else [value]
        split += [(name, [one] if name in ("amenities", "facilities") else one) for one in values]
    return split


def _stated(stated: object, wanted: object) -> Result:
    if stated is None:
        return Result.MISSING
    return Result.PASS if stated in (wanted if isinstance(wanted, list) else [wanted]) else Result.FAIL


def _kind(listing: Listing, wanted: Any, around: Surroundings) -> Result:
    return _stated(listing.kind, [KIND_NAMES[one] for one in _listed(wanted)])


def _deal(listing: Listing, wanted: Any, around: Surroundings) -> Result:
    return Result.PASS if listing.is_for_both else _stated(listing.deal, [DEALS[one] for one in _listed(wanted)])


def _source(listing: Listing, wanted: Any, around: Surroundings) -> Result:
    return _stated(listing.source, [SOURCES[one] for one in _listed(wanted)])


def _complex(listing: Listing, wanted: Any, around: Surroundings) -> Result:
    return _stated(listing.in_complex, bool(wanted))


def _facing(listing: Listing, wanted: Any, around: Surroundings) -> Result:
    if not listing.facings:
        return Result.MISSING
    return Result.PASS if listing.facings & set(_listed(wanted)) else Result.FAIL


def _certificate(listing: Listing, wanted: Any, around: Surroundings) -> Result:
    if not listing.certificates:
        return Result.MISSING
    return Result.PASS if listing.certificates & {one.casefold() for one in _listed(wanted)} else Result.FAIL


def _counted(name: str) -> Callable[[Listing, Any, Surroundings], Result]:
    def counted(listing: Listing, wanted: Any, around: Surroundings) -> Result:
        low, high = ends(wanted)
        stated = listing.count(name)
        if stated is None:
            return Result.MISSING
        return Result.PASS if low <= stated <= high else Result.FAIL

    return counted


def ends(wanted: Any) -> tuple[float, float]:
    """Returns the lowest and highest value that will do.

    >>> ends(3), ends({"min": 2}), ends({"exact": 4})
    ((3.0, 3.0), (2.0, inf), (4.0, 4.0))
    """
    if isinstance(wanted, int | float):
        return float(wanted), float(wanted)
    if wanted.get("exact") is not None:
        return float(wanted["exact"]), float(wanted["exact"])
    low, high = wanted.get("min"), wanted.get("max")
    return (-math.inf if low is None else float(low)), (math.inf if high is None else float(high))


def _price(listing: Listing, wanted: Any, around: Surroundings) -> Result:
    low, high = ends(wanted)
    asked = wanted.get("period") if isinstance(wanted, Mapping) else None
    if asked or listing.deal == "rent":
        rent = listing.rent
        if rent is None:
            return Result.MISSING
        stated = rent.sum * _MONTHS[asked] / _MONTHS[rent.period] if asked else rent.sum
    elif listing.price is None:
        return Result.MISSING
    else:
        stated = listing.price
    slack = around.price_tolerance
    return Result.PASS if low * (1 - slack) - 1 <= stated <= high * (1 + slack) + 1 else Result.FAIL


def _location(listing: Listing, wanted: Any, around: Surroundings) -> Result:
    """By its words first, as the document does; then by distance."""
    words = [str(one).casefold() for one in wanted.get("keywords") or ()]
    if any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", listing.place_text) for word in words):
        return Result.PASS
    far = float(wanted.get("radius_km") or 2.0) * 1000
    if wanted.get("kind"):
        if listing.says_near(str(wanted["kind"])):
            return Result.PASS
        points = list(around.kinds.get(str(wanted["kind"]), ()))
    elif wanted.get("lat") is not None and wanted.get("lng") is not None:
        points = [Point(float(wanted["lat"]), float(wanted["lng"]))]
    else:
        return Result.FAIL if listing.place_text else Result.MISSING
    if listing.point is None:
        return Result.MISSING
    here = listing.point
    return Result.PASS if any(distance_m(here, point) <= far for point in points) else Result.FAIL


def _listed(wanted: Any) -> list[str]:
    return [str(one) for one in wanted] if isinstance(wanted, list) else [str(wanted)]


_CHECKS: Mapping[str, Callable[[Listing, Any, Surroundings], Result]] = {
    "property_type": _kind,
    "listing_type": _deal,
    "source": _source,
    "in_complex": _complex,
    "price": _price,
    "location": _location,
    "facing": _facing,
    "certificate": _certificate,
    **{name: _counted(name) for name in COUNTED},
}


def fault(constraints: Constraints) -> str | None:
    """Returns what is wrong with the constraints of a question; None if each can be checked."""
    values: Mapping[str, Mapping[str, object] | Sequence[str]] = {
        "property_type": KIND_NAMES,
        "listing_type": DEALS,
        "source": SOURCES,
        "facing": FACINGS,
        "amenities": AMENITIES,
        "facilities": FACILITIES,
    }
    for name, wanted in constraints.items():
        if name not in NAMES:
            return f"no constraint {name!r} (have: {', '.join(NAMES)})"
        if name == "not":
            if not isinstance(wanted, Mapping):
                return "'not' takes constraints by name"
            if inner := fault(wanted):
                return inner
        elif name in values:
            unknown = next((one for one in _listed(wanted) if one not in values[name]), None)
            if unknown is not None:
                return f"{name} has no value {unknown!r} (have: {', '.join(values[name])})"
        elif name == "certificate" and any(one.casefold() not in CERTIFICATES for one in _listed(wanted)):
            return f"certificate has no value {wanted!r} (have: {', '.join(CERTIFICATES)})"
        elif name in ("price", *COUNTED):
            try:
                ends(wanted)
            except (AttributeError, TypeError, ValueError):
                return f"{name} is {wanted!r}, no number and no min, max or exact"
        elif name == "location" and not isinstance(wanted, Mapping):
            return f"location is {wanted!r}, without keywords, coordinates or a kind"
    return None

"""Wishes as filters of a structured source, and which of them it cannot be asked.

A filter asks for no more than its wish: a row that meets all required wishes passes, and our own
verdicts decide about those that are returned. The words of a place are the exception, since a row
may lie inside without saying so; the store knows those rows.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product

from claimtree.geo import Area, Point
from claimtree.model.amounts import Amount, AmountKind
from claimtree.model.claims import ClaimId, QueryClaim, units
from claimtree.model.located import Located
from claimtree.model.pack import Pack
from claimtree.model.places import Near, Place, PlaceTest, WhereRelation
from claimtree.model.source_query import Around, Bounds, SourceQuery, SourceSpec

MOST_QUERIES = 4
"""Alternatives ("facing east or south") become queries of their own, up to this number."""
_MONTHS = {"day": 1 / 30, "week": 7 / 30, "month": 1.0, "year": 12.0}


class Reach(StrEnum):
    """How much of a wish a filter says."""

    EXACT = "exact"
    WIDER = "wider"
    """The filter also lets rows through that do not meet the wish."""
    BEYOND = "beyond"
    """The source has no filter for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Translation:
    """What a source is asked for some wishes."""

    required: tuple[SourceQuery, ...]
    """The required wishes: together these queries return every row that meets them."""
    preferred: tuple[SourceQuery, ...]
    """The same with the preferred wishes; equal to `required` if there are none to express."""
    reaches: Mapping[ClaimId, Reach]

    @property
    def filters(self) -> bool:
        """True if some wish can be asked."""
        return any(reach is not Reach.BEYOND for reach in self.reaches.values())

    @property
    def is_complete(self) -> bool:
        """True if every wish can be asked."""
        return all(reach is not Reach.BEYOND for reach in self.reaches.values())


def translate(
    claims: Sequence[QueryClaim], pack: Pack, spec: SourceSpec, located: Located | None = None
) -> Translation:
    """Returns the queries for the wishes, of which `located` knows the places."""
    tests = located.tests if located is not None else {}
    reaches: dict[ClaimId, Reach] = {}
    asked: dict[bool, list[SourceQuery]] = {}
    queries = [SourceQuery()]
    members = units(claims)
    names = _narrowest(claims, pack)
    for required in (True, False):
        for unit in members:
            if any(claims[i].required for i in unit) is not required:
                continue
            found = [_filters(claims[i], pack, spec, tests.get(i), named=i in names) for i in unit]
            options = [one for each in found for one, _ in each]
            merged = (
                [_both(query, option) for query, option in product(queries, options)] if all(found) else list[None]()
            )
            usable = [one for one in merged if one is not None]
            fits = bool(usable) and len(usable) == len(merged) and len(usable) <= MOST_QUERIES
            for i, each in zip(unit, found, strict=True):
                widest = Reach.WIDER if any(reach is Reach.WIDER for _, reach in each) else Reach.EXACT
                reaches[claims[i].id] = widest if fits else Reach.BEYOND
            queries = usable if fits else queries
        asked[required] = queries
    return Translation(required=tuple(asked[True]), preferred=tuple(asked[False]), reaches=reaches)


def _filters(
    claim: QueryClaim, pack: Pack, spec: SourceSpec, test: PlaceTest | None, *, named: bool
) -> list[tuple[SourceQuery, Reach]]:
    """Returns the filters of a wish, any of which a row has to pass; empty if there is none for it."""
    if claim.negated or claim.unsure or claim.through is not None or claim.facet is not None:
        return []
    if claim.where is not None or claim.name is not None:
        return _place_filters(claim, pack, test, named=named)
    if claim.concept is None:
        return []
    exact = Reach.WIDER if claim.exceeds or claim.full_wording else Reach.EXACT
    found = _choice(claim, spec)
    if found is not None:
        return [(found, exact)]
    if claim.amounts and (number := _number(claim, pack, spec)) is not None:
        return [number]
    for feature, concept in spec.features.items():
        if concept == claim.concept:
            return [(SourceQuery(features=(feature,)), Reach.WIDER if claim.amounts else exact)]
    return []


def _choice(claim: QueryClaim, spec: SourceSpec) -> SourceQuery | None:
    for parameter, values in spec.choices.items():
        for value, concept in values.items():
            if concept == claim.concept:
                return SourceQuery(choices={parameter: value})
    return None


def _number(claim: QueryClaim, pack: Pack, spec: SourceSpec) -> tuple[SourceQuery, Reach] | None:
    if len(claim.amounts) != 1:
        return None
    amount, concept = claim.amounts[0], claim.concept
    rents = pack.reading.rents
    is_rent = rents is not None and concept == rents.rent
    wanted = rents.price if is_rent and rents is not None else concept
    for name, number in spec.numbers.items():
        if number.concept != wanted:
            continue
        bounds, reach = _rent_as_price(amount, pack) if is_rent else _bounds(amount)
        if number.exact and bounds.low is not None and bounds.low == bounds.high:
            return SourceQuery(bounds={name: bounds}), reach
        low, high = bounds.low if number.low else None, bounds.high if number.high else None
        if low is None and high is None:
            return None
        cut = Bounds(low=low, high=high)
        return SourceQuery(bounds={name: cut}), reach if cut == bounds else Reach.WIDER
    return None


def _bounds(amount: Amount) -> tuple[Bounds, Reach]:
    """Returns the range with its ends included; an open end of a count is the next whole number."""
    low = amount.low if math.isfinite(amount.low) else None
    high = amount.high if math.isfinite(amount.high) else None
    reach = Reach.EXACT
    if amount.kind is AmountKind.COUNT:
        low = math.floor(amount.low) + 1 if low is not None and amount.low_open else low
        high = math.ceil(amount.high) - 1 if high is not None and amount.high_open else high
    elif (amount.low_open and low is not None) or (amount.high_open and high is not None):
        reach = Reach.WIDER
    return Bounds(low=low, high=high), reach


def _rent_as_price(amount: Amount, pack: Pack) -> tuple[Bounds, Reach]:
    """Returns the sums that a row may give for a rent: by the month, or by the usual period (`[reading.rents]`)."""
    rents = pack.reading.rents
    bounds, _ = _bounds(amount)
    if rents is None or not amount.unit.endswith("/month"):
        return Bounds(), Reach.WIDER
    months = max(1.0, _MONTHS[rents.per])
    low = bounds.low if bounds.low is None or bounds.low < rents.monthly_below else bounds.low * months
    # A cent more: a twelfth of a sum, times twelve, may be a little less than the sum.
    high = None if bounds.high is None else math.ceil(bounds.high * months * (1 + 1e-9))
    return Bounds(low=None if low is None else math.floor(low * (1 - 1e-9)), high=high), Reach.WIDER


def _place_filters(
    claim: QueryClaim, pack: Pack, test: PlaceTest | None, *, named: bool
) -> list[tuple[SourceQuery, Reach]]:
    where = claim.where
    if where is not None and where.relation is WhereRelation.NEAR:
        if not isinstance(test, Near) or where.keeps_off or not math.isfinite(test.asked.high):
            return []
        circles = [_circle(place, test.asked.high) for place in test.places[: MOST_QUERIES + 1]]
        reach = Reach.EXACT if all(isinstance(place.ground, Point) for place in test.places) else Reach.WIDER
        return [(SourceQuery(around=one), reach) for one in circles]
    is_inside = where is None or where.relation is WhereRelation.IN
    if not is_inside or claim.name is None or not pack.are_places(claim.name.kind):
        return []
    if not named:
        return [(SourceQuery(), Reach.WIDER)]  # what is in the narrower place is in this one
    # Words of an address are no outline: a row may lie inside and not say so.
    return [(SourceQuery(search=claim.name.text), Reach.WIDER)]


def _circle(place: Place, radius_m: float) -> Around:
    """Returns the circle that holds all that is so near to a place."""
    ground = place.ground
    reach_m = ground.reach_m if isinstance(ground, Area) else 0.0
    return Around(lat=place.centre.lat, lon=place.centre.lon, radius_km=round((radius_m + reach_m) / 1000, 4))


def _narrowest(claims: Sequence[QueryClaim], pack: Pack) -> frozenset[int]:
    """Returns the wishes with a name that contains no other one's: of "Cemara Asri, Medan" the first."""
    named = [(i, claim.name) for i, claim in enumerate(claims) if claim.name is not None and not claim.negated]
    around = {outer.text for _, name in named for outer in pack.containers(name)}
    return frozenset(i for i, name in named if name.text not in around)


def _both(one: SourceQuery, other: SourceQuery) -> SourceQuery | None:
    """Returns the query that asks for both; None if the source cannot be asked that."""
    if (one.search and other.search) or (one.around and other.around):
        return None
    if any(one.choices.get(name, value) != value for name, value in other.choices.items()):
        return None
    bounds = dict(one.bounds)
    for name, wanted in other.bounds.items():
        before = bounds.get(name, Bounds())
        low = max(_given((before.low, wanted.low)), default=None)
        high = min(_given((before.high, wanted.high)), default=None)
        if low is not None and high is not None and low > high:
            return None
        bounds[name] = Bounds(low=low, high=high)
    return replace(
        one,
        search=one.search or other.search,
        around=one.around or other.around,
        choices={**one.choices, **other.choices},
        bounds=bounds,
        features=tuple(dict.fromkeys((*one.features, *other.features))),
    )


def _given(values: Iterable[float | None]) -> list[float]:
    return [value for value in values if value is not None]

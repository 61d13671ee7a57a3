"""medan: test cases of an Indonesian property assistant; compares expected filters with those read.

Cases that state filters must yield them; small talk, coaching and general questions must yield
none. Cases that change a listing or follow up on an answer do not test reading and are left out.

The set writes a plain number of bedrooms as a minimum, and a budget as a maximum. A feature is a
phrase: it is found when the query yields the same claim as the phrase read alone. Other content of
a query ("rumah bagus") is not checked by the set.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from claimtree.calibration.data_rows import Row
from claimtree.model.amounts import Amount, Op
from claimtree.model.claims import QueryClaim
from evals.adapters import Adapter
from evals.reading import Reading
from evals.scores import Case, Confusion, Goal, Mark
from evals.sgd import names_as_written

KINDS: Mapping[str, str] = {
    "house": "rumah",
    "shophouse": "ruko",
    "land": "tanah",
    "apartment": "apartemen",
    "warehouse": "gudang",
    "office": "kantor",
    "villa": "villa",
    "boarding house": "kost",
}
"""The pack's concept → the set's property_type."""
ENDS: Mapping[str, tuple[str, str]] = {
    "price": ("min_price", "max_price"),
    "rent": ("min_price", "max_price"),
    "bedrooms": ("min_bedrooms", "max_bedrooms"),
    "bathrooms": ("min_bathrooms", "max_bathrooms"),
    "land area": ("min_land_area", "max_land_area"),
    "building area": ("min_building_area", "max_building_area"),
}
"""The pack's concept → the set's filters for its lower and upper end."""

_SILENT = ("greeting", "coaching", "out_of_scope")


def read_filters(claims: Sequence[QueryClaim]) -> dict[str, str]:
    """Returns the claims as filters of the set."""
    found: dict[str, str] = {}
    for claim in claims:
        concept = claim.concept or ""
        if claim.negated:
            continue
        if claim.name is not None:
            found["location"] = claim.name.text.casefold()
        elif concept in KINDS:
            found["property_type"] = KINDS[concept]
        elif concept in ENDS and claim.amounts:
            found |= _ends(ENDS[concept], claim.amounts[0])
    return found


def _ends(names: tuple[str, str], amount: Amount) -> dict[str, str]:
    low, high = names
    if amount.op is Op.APPROX:
        return {high: _number((amount.low + amount.high) / 2)}
    if amount.low == amount.high:
        return {high if low == "min_price" else low: _number(amount.low)}
    ends = {low: amount.low, high: amount.high}
    return {name: _number(end) for name, end in ends.items() if not math.isinf(end) and end > 0}


def _number(value: float) -> str:
    return f"{round(value):d}"


def is_ours(row: Row) -> bool:
    return {"id", "category", "expected_intent"} <= row.keys() and ("input" in row or "conversation" in row)


def score(where: str, row: Row, reading: Reading) -> Case | None:
    if "conversation" in row or row.get("context_required"):
        return None
    stated = row.get("expected_property_filters")
    if stated is None and row["category"] not in _SILENT:
        return None
    text = str(row["input"])
    wanted = {
        name: str(value).casefold() if isinstance(value, str) else _number(value)
        for name, value in (stated or {}).items()
        if name != "features"
    }
    features = [str(feature) for feature in (stated or {}).get("features", ())]
    claims = reading.query(text).claims
    read = read_filters(claims)
    if "location" in read:
        # The set keeps the word of the query; the pack may know the district by a longer name.
        read["location"] = names_as_written(claims, text).get(read["location"], read["location"])
    for feature in features:
        wanted[f"feature {feature}"] = "said"
        if _says(feature, claims, reading):
            read[f"feature {feature}"] = "said"
    figure = "filters" if stated is not None else "silence"
    exact = wanted == read
    names = sorted(name for name in wanted.keys() | read.keys() if wanted.get(name) != read.get(name))
    return Case(
        id=str(row["id"]),
        text=text,
        marks=(Mark(figure=figure, group=str(row["category"]), right=int(exact), missed=int(not exact)),),
        expected=_shown(wanted),
        read=_shown(read),
        confusions=tuple(
            Confusion(slot=name, expected=wanted.get(name, ""), read=read.get(name, "")) for name in names
        ),
    )


def _says(feature: str, claims: Sequence[QueryClaim], reading: Reading) -> bool:
    """True if the query has every claim that the phrase makes."""
    for one in reading.query(feature).claims:
        same = [
            claim
            for claim in claims
            if claim.concept is not None and claim.concept == one.concept and claim.negated == one.negated
        ]
        if not any(not one.amounts or (claim.amounts and claim.amounts[0].overlaps(one.amounts[0])) for claim in same):
            return False
    return bool(reading.query(feature).claims)


def _shown(filters: Mapping[str, str]) -> str:
    return "; ".join(f"{name} = {value}" for name, value in sorted(filters.items()))


MEDAN = Adapter(
    name="medan",
    title="Medan assistant, test cases",
    data="test cases with id, category, expected_intent and input",
    pack="property",
    folder="medan",
    goals=(
        Goal(key="filters", title="exact filters of a search"),
        Goal(key="silence", title="no filter read where none is asked for", by="category"),
    ),
    is_ours=is_ours,
    key=lambda row: str(row["id"]),
    score=score,
)

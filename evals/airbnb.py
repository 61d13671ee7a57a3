"""airbnb: compares a host's description of a place with the fields of the listing (Inside Airbnb).

Precision: of the counts and amenities read in the prose, the share that agrees with the fields.
It cannot be 1, because fields are not always filled in and the prose may describe the house next
door; it must not fall. Coverage: where the prose states a field's value literally ("2 bedrooms",
"dishwasher"), how often it is read.

Bedrooms and bathrooms are only checked for whole homes: the description of a single room often
describes the house around it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

from claimtree.calibration.data_rows import Row
from claimtree.model.claims import Claim
from evals.adapters import Adapter
from evals.reading import Reading
from evals.scores import Case, Confusion, Goal, Mark, Measure

AMENITIES: Mapping[str, tuple[str, ...]] = {
    "dishwasher": ("dishwasher",),
    "microwave": ("microwave",),
    "oven": ("oven",),
    "coffee maker": ("coffee maker", "keurig", "nespresso"),
    "fridge": ("refrigerator", "fridge"),
    "washer/dryer in unit": ("washer",),
    "gym": ("gym", "exercise equipment"),
    "swimming pool": ("pool",),
    "elevator": ("elevator",),
    "internet": ("wifi", "ethernet"),
    "television": ("tv",),
    "air conditioning": ("air conditioning", "ac unit", "ac - "),
    "central AC": ("air conditioning",),
    "fireplace": ("fireplace",),
    "private entrance": ("private entrance",),
    "pets allowed": ("pets allowed",),
    "parking": ("parking",),
    "street parking": ("street parking",),
    "grill": ("bbq", "barbecue", "grill"),
    "bathtub": ("bathtub",),
    "private balcony": ("balcony",),
    "garden": ("garden", "backyard"),
}
"""The pack's concept → substrings of amenity names that state it."""
PLAIN_WORDS: Mapping[str, str] = {
    "dishwasher": r"\bdishwasher\b",
    "microwave": r"\bmicrowave\b",
    "gym": r"\bgym\b",
    "elevator": r"\belevator\b",
    "fireplace": r"\bfireplace\b",
    "private entrance": r"\bprivate entrance\b",
}
"""Unambiguous words: where they occur and the field agrees, the claim has to be read."""

_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_COUNT = r"\b(\d|one|two|three|four|five|six)[ -](?:full )?"
_COUNTED = {
    "bedrooms": re.compile(_COUNT + r"bed ?rooms?\b", re.IGNORECASE),
    "bathrooms": re.compile(_COUNT + r"bath(?:room)?s?\b", re.IGNORECASE),
}


def is_ours(row: Row) -> bool:
    return {"description", "amenities", "bedrooms", "room_type"} <= row.keys()


def score(where: str, row: Row, reading: Reading) -> Case | None:
    text = str(row["description"] or "")
    if not text.strip():
        return None
    counted: list[tuple[str, float]] = []
    if str(row["room_type"]).startswith("Entire"):
        found = (("bedrooms", row["bedrooms"]), ("bathrooms", _bathrooms(row)))
        counted = [(concept, float(value)) for concept, value in found if value is not None]
    listed = [str(one).casefold() for one in row["amenities"]]
    claims = reading.document(text)
    marks: list[Mark] = []
    confusions: list[Confusion] = []
    wrong: list[str] = []
    for concept, value in counted:
        agrees = [_agrees(claim, value) for claim in _of(claims, concept) if claim.amounts]
        marks += [Mark(figure="counts", group=concept, right=int(ok), extra=int(not ok)) for ok in agrees]
        if not all(agrees):
            quotes = "; ".join(claim.quote for claim in _of(claims, concept) if claim.amounts)
            wrong.append(f"{concept} {value:g}: {quotes}")
            confusions.append(Confusion(slot=concept, expected=f"{value:g}", read=_counts(claims, concept)))
        marks += _covered(concept, value, text, agrees)
    for concept, pieces in AMENITIES.items():
        has = any(piece in one for one in listed for piece in pieces)
        claimed = _of(claims, concept)
        # Several mentions count once: a field has one value.
        if claimed:
            agrees_all = all(has != claim.negated for claim in claimed)
            marks.append(Mark(figure="amenities", group=concept, right=int(agrees_all), extra=int(not agrees_all)))
            if not agrees_all:
                confusions.append(
                    Confusion(
                        slot=concept, expected="listed" if has else "not listed", read="said" if not has else "denied"
                    )
                )
                wrong.append(f"{concept} {'listed' if has else 'not listed'}: {claimed[0].quote}")
        if has and concept in PLAIN_WORDS and re.search(PLAIN_WORDS[concept], text, re.IGNORECASE):
            marks.append(Mark(figure="coverage", group=concept, right=int(bool(claimed)), missed=int(not claimed)))
    return Case(
        id=where,
        text=text[:200],
        marks=tuple(marks),
        expected="the fields",
        read="; ".join(wrong),
        confusions=tuple(confusions),
    )


def _of(claims: Sequence[Claim], concept: str) -> list[Claim]:
    return [claim for claim in claims if claim.concept == concept]


def _agrees(claim: Claim, value: float) -> bool:
    """True if the claim's amount includes the field's value.

    A studio has 0 bedrooms here, but 1 in the form that hosts fill in.
    """
    amount = claim.amounts[0]
    return amount.includes(value) or (value == 1 and amount.low == amount.high == 0)


def _counts(claims: Sequence[Claim], concept: str) -> str:
    return " and ".join(sorted({f"{claim.amounts[0].low:g}" for claim in _of(claims, concept) if claim.amounts}))


def _bathrooms(row: Row) -> float | None:
    """Returns the bathrooms from "1.5 baths", else from the number field; None if they are
    shared."""
    claimed = str(row.get("bathrooms_text") or "")
    found = re.match(r"(\d+(?:\.\d+)?) baths?$", claimed.strip())
    if found:
        return float(found[1])
    return None if claimed or row.get("bathrooms") is None else float(row["bathrooms"])


def _covered(concept: str, value: float, text: str, agrees: Sequence[bool]) -> list[Mark]:
    claimed = {float(_NUMBERS.get(found[1].casefold(), 0) or found[1]) for found in _COUNTED[concept].finditer(text)}
    if claimed != {value} or math.isnan(value):
        return []
    return [Mark(figure="coverage", group=concept, right=int(any(agrees)), missed=int(not any(agrees)))]


AIRBNB = Adapter(
    name="airbnb",
    title="Inside Airbnb, prose against fields",
    data="listings with description, amenities, bedrooms and room_type (Inside Airbnb)",
    pack="rentals",
    folder="airbnb",
    goals=(
        Goal(key="counts", title="counts that the fields agree with", measure=Measure.PRECISION, by="count"),
        Goal(key="amenities", title="amenities that the fields agree with", measure=Measure.PRECISION, by="amenity"),
        Goal(key="coverage", title="fields said in plain words, and read", measure=Measure.COVERAGE, by="field"),
    ),
    is_ours=is_ours,
    key=lambda row: str(row.get("id", row["description"])),
    score=score,
    most=600,
)

"""titles: what titles of Indonesian listings state, against the columns of the same row.

A title counts where a plain pattern of `evals.property.listing` finds a statement in it ("hadap timur", "LT 165",
"4KT") and the column says the same; where they differ, one of both is wrong and the row is left out. The title is
then read like a listing, and has to state that value and no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from claimtree.calibration.data_rows import Row
from claimtree.model.claims import Claim, EntityId, LevelName
from claimtree.model.hierarchy import Entity
from evals.adapters import Adapter
from evals.property.listing import FACINGS, Listing
from evals.reading import Reading
from evals.scores import Case, Confusion, Goal, Mark

FACING = "facing"
NUMBERS: Mapping[str, tuple[str, str]] = {
    "land area": ("land_size_m2", "land_area"),
    "building area": ("building_size_m2", "building_area"),
    "bedrooms": ("bedrooms", "bedrooms"),
    "bathrooms": ("bathrooms", "bathrooms"),
    "floors": ("floors", "floors"),
}
"""The pack's concept → the column, and what `Listing` calls it."""
_CONCEPTS = {
    "utara": "north-facing",
    "selatan": "south-facing",
    "timur": "east-facing",
    "barat": "west-facing",
    "timur_laut": "northeast-facing",
    "tenggara": "southeast-facing",
    "barat_daya": "southwest-facing",
    "barat_laut": "northwest-facing",
}


def is_ours(row: Row) -> bool:
    return {"title", "building_orientation", "land_size_m2"} <= row.keys()


def score(where: str, row: Row, reading: Reading) -> Case | None:
    title = str(row["title"]).strip()
    stated = dict(_stated(title, row))
    if not stated:
        return None
    claims = reading.document(title)
    read = {name: _read(name, claims) for name in stated}
    marks = tuple(
        Mark(figure=FACING if name == FACING else "numbers", group=name, right=int(right), missed=int(not right))
        for name, value in stated.items()
        for right in (read[name] == {value},)
    )
    return Case(
        id=where,
        text=title,
        marks=marks,
        expected="; ".join(f"{name} {value}" for name, value in stated.items()),
        read="; ".join(f"{name} {', '.join(sorted(values))}" for name, values in read.items() if values),
        confusions=tuple(
            Confusion(slot=name, expected=value, read=", ".join(sorted(read[name])))
            for name, value in stated.items()
            if read[name] != {value}
        ),
    )


def _stated(title: str, row: Row) -> Iterator[tuple[str, str]]:
    """What the title says in plain words, and the column as well."""
    listing = Listing(entity=Entity(id=EntityId("x"), level=LevelName("property"), title=title))
    column = str(row["building_orientation"] or "").strip().replace(" ", "_")
    if column in FACINGS and listing.facings == {column}:
        yield FACING, column
    for name, (key, ours) in NUMBERS.items():
        said = listing.count(ours)
        cell = str(row.get(key) or "").strip()
        if said is not None and cell and float(cell) == said:
            yield name, f"{said:g}"


def _read(name: str, claims: Sequence[Claim]) -> set[str]:
    if name == FACING:
        return {ours for ours, concept in _CONCEPTS.items() if any(claim.concept == concept for claim in claims)}
    return {f"{claim.amounts[0].low:g}" for claim in claims if claim.concept == name and claim.amounts}


TITLES = Adapter(
    name="titles",
    title="Titles of Indonesian listings against their columns",
    data="rows with title, building_orientation and land_size_m2",
    pack="property",
    folder="indonesia-listings",
    goals=(
        Goal(key=FACING, title="direction", bar=0.95, by="direction"),
        Goal(key="numbers", title="rooms, floors and areas", bar=0.95, by="number"),
    ),
    is_ours=is_ours,
    key=lambda row: str(row.get("url") or row["title"]),
    score=score,
)

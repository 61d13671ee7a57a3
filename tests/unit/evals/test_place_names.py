"""The eval of names, on listings of our own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evals.place_names import ENGLISH, PLACE_NAMES, Naming, rows_of
from evals.run import run


def listing(number: int, place: str, text: str, title: str = "") -> dict[str, str]:
    return {
        "id": str(number),
        "name": title,
        "description": text,
        "neighborhood_overview": "",
        "neighbourhood_cleansed": place,
        "neighbourhood": "",
    }


ROWS = [
    *(listing(n, "Elmwick, Harrow Point", "A bright flat with a new kitchen.") for n in range(3)),
    listing(3, "", "The flat is in Elmwick, on a quiet street."),
    listing(4, "", "The flat is ten minutes from Elmwick by bus."),
    listing(5, "", "A bright flat in East Elmwick."),
    listing(6, "", "Elmwick is full of cafes."),
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(map(json.dumps, ROWS)), encoding="utf-8")
    return path


def test_a_listing_is_asked_for_the_places_that_it_names_and_how(file: Path) -> None:
    found = {row["id"]: row["asked"] for _, row in rows_of(file, ENGLISH, "listings").found}
    assert found["0"] == {"Elmwick": Naming.FIELD, "Harrow Point": Naming.FIELD}
    assert [found.get(id, {}).get("Elmwick") for id in "3456"] == [Naming.TEXT, Naming.PAST, None, Naming.BARE]


def test_what_names_a_place_is_met_and_what_is_near_it_is_not(file: Path) -> None:
    result = run(PLACE_NAMES, file)
    values = {figure.key: figure.values["all"] for figure in result.figures}
    assert (values["met"], values["standing"], values["past"]) == (1.0, 1.0, 1.0)

"""The eval of places, end to end on rows that are right, wrong and broken."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from claimtree.calibration.halves import half_of
from evals.golden_file import SHIPPED
from evals.places import PLACES, PLACES_MEDAN, load_cases
from evals.registry import adapter_for
from evals.run import run
from evals.scores import Result

ALL_RIGHT = dict.fromkeys(("all", "count", "relation", "place", "radius", "negation", "manner"), 1.0)


def result_of(folder: Path, text: str, *where: dict[str, Any]) -> Result:
    file = folder / "rows.jsonl"
    file.write_text(json.dumps({"pack": "rentals", "text": text, "where": where}) + "\n", encoding="utf-8")
    return run(PLACES, file)


def values(result: Result) -> dict[str, float]:
    return {figure.key: next(reversed(figure.values.values())) for figure in result.figures}


def near(high: object = 300, **more: object) -> dict[str, object]:
    return {"relation": "near", "kind": "bar", "high": high, **more}


def test_a_row_that_is_read_as_it_should_be(tmp_path: Path) -> None:
    result = result_of(tmp_path, "no bars nearby", near(negated=True))
    assert values(result) == ALL_RIGHT
    assert result.misses == ()


@pytest.mark.parametrize(
    ("wanted", "wrong"),
    [
        (near(), {"negation"}),
        (near(500, negated=True), {"radius"}),
        (near(negated=True, well_rated=True), {"manner"}),
        ({**near(negated=True), "kind": "park"}, {"place"}),
        ({"relation": "in", "names": ["Astoria"], "negated": True}, {"relation", "place", "radius"}),
    ],
)
def test_each_field_has_its_own_figure(wanted: dict[str, Any], wrong: set[str], tmp_path: Path) -> None:
    found = values(result_of(tmp_path, "no bars nearby", wanted))
    assert {key for key, value in found.items() if value == 0} == {*wrong, "all"}


def test_a_place_too_many_or_too_few_is_counted(tmp_path: Path) -> None:
    many = values(result_of(tmp_path, "no bars nearby, in Astoria", near(negated=True)))
    assert many == {**ALL_RIGHT, "count": 0.0, "all": 0.0}
    few = values(result_of(tmp_path, "quiet", near()))
    assert few == dict.fromkeys(ALL_RIGHT, 0.0)


def test_a_name_is_right_in_any_spelling_and_a_radius_within_a_tenth(tmp_path: Path) -> None:
    wanted = {"relation": "in", "names": ["wburg"]}
    assert values(result_of(tmp_path, "in Williamsburg", wanted)) == ALL_RIGHT
    about = {"relation": "near", "kind": "park", "high": 1000}
    assert values(result_of(tmp_path, "about 1 km from a park", about)) == ALL_RIGHT


def test_near_as_the_pack_has_it_for_the_kind(tmp_path: Path) -> None:
    assert values(result_of(tmp_path, "bars", near("kind"))) == ALL_RIGHT


def test_a_relation_or_a_kind_that_does_not_exist_makes_a_bad_row(tmp_path: Path) -> None:
    assert len(result_of(tmp_path, "near bars", {"relation": "under"}).bad_rows) == 1
    assert len(result_of(tmp_path, "near bars", {"relation": "near", "kind": "dive", "high": "kind"}).bad_rows) == 1


def test_every_shipped_row_is_scored_by_one_of_the_two_and_both_halves_have_their_share() -> None:
    rows = [row for _, row in load_cases(SHIPPED).found]
    packs = [row["pack"] for row in rows]
    assert len(rows) == len({row["text"] for row in rows}) >= 160
    assert set(packs) == {adapter_for("places").pack, adapter_for("places", "property").pack}
    assert min(packs.count("rentals"), packs.count("property")) >= 80
    tune = sum(half_of(PLACES.key(row)) == "tune" for row in rows)
    assert 0.4 < tune / len(rows) < 0.6


@pytest.mark.parametrize("pack", ["rentals", "property"])
@pytest.mark.slow
def test_places_are_read_as_well_as_we_say(pack: str) -> None:
    found = run(adapter_for("places", pack), SHIPPED)
    assert {figure.key: figure.reached for figure in found.figures} == dict.fromkeys(ALL_RIGHT, "yes")


def test_the_places_of_an_assistants_test_cases(tmp_path: Path) -> None:
    plain = {"expected_intent": "property_search", "category": "property_search"}
    rows = [
        {"id": "1", **plain, "input": "rumah di Sunggal", "expected_property_filters": {"location": "Sunggal"}},
        {"id": "2", **plain, "input": "rumah dekat mall", "expected_property_filters": {"features": ["dekat mall"]}},
        {"id": "3", "expected_intent": "greeting", "category": "greeting", "input": "Halo"},
        {"id": "4", **plain, "input": "yang lebih murah ada?", "context_required": True},
        {"id": "5", **plain, "category": "listing_management", "input": "update harga rumah di Jalan Pancing"},
    ]
    file = tmp_path / "cases.json"
    file.write_text(json.dumps(rows), encoding="utf-8")
    result = run(PLACES_MEDAN, file)
    assert values(result) == ALL_RIGHT
    assert {figure.key: max(figure.counts.values()) for figure in result.figures}["all"] == 3

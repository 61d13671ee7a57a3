"""Each adapter on sentences of our own: what is expected, what is read, and which rows are not asked about."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.calibration.halves import Split
from claimtree.errors import BadInput, UnknownName
from claimtree.packs.load import load_pack
from evals.golden import GOLDEN
from evals.overnight import OVERNIGHT, Filter, doubt, expected_filters, read_filters
from evals.prices import worth
from evals.reading import Reading
from evals.recipes import PACK
from evals.registry import ADAPTERS, adapter_for
from evals.run import run
from evals.sgd import SGD_HOMES, is_stated, slots_of

CATS = {"prop": "allows_cats", "op": "is_true", "value": None}
RENT = {"prop": "rent", "op": "<", "value": {"number": 1800.0, "unit": "en.dollar"}}
EITHER = {"prop": "neighborhood", "op": "=", "value": {"or": ["en.neighborhood.astoria", "en.neighborhood.chelsea"]}}


def overnight(said: str, *filters: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"utterance": said, "filters": list(filters), "pure_filter": True, "features": [], **more}


def write(folder: Path, *rows: dict[str, Any]) -> Path:
    file = folder / "rows"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def reading() -> Reading:
    return Reading("rentals", "none")


def test_constant_filters_are_kept_and_others_left_out() -> None:
    assert sorted(expected_filters(overnight("", CATS, EITHER)) or ()) == [
        Filter("allows_cats", "is_true"),
        Filter("neighborhood", "=", ("astoria", "chelsea")),
    ]
    lookup = {"prop": "size", "op": ">", "value": {"get": "size", "of": "en.housing_unit.9_elm_road"}}
    assert expected_filters(overnight("", lookup)) is None
    assert expected_filters(overnight("", {"prop": {"reverse": "size"}, "op": "=", "value": "x"})) is None


def test_claims_become_filters(reading: Reading) -> None:
    claims = reading.query("cats allowed, under $1,800, in Astoria or Chelsea").claims
    assert read_filters(claims) == expected_filters(overnight("", CATS, RENT, EITHER))


def test_a_claim_the_set_does_not_know_is_a_filter_too_many(reading: Reading) -> None:
    claims = reading.query("cats allowed and a dishwasher").claims
    assert len(read_filters(claims)) == 2


def test_overnight_scores_all_or_nothing(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        overnight("cats allowed, under $1,800", CATS, RENT),
        overnight("cats allowed, with a dishwasher", CATS),
        overnight("bigger than 9 Elm Road", pure_filter=False),
        overnight("broken", {"op": "="}),
    )
    result = run(OVERNIGHT, file)
    assert max(result.figures[0].counts.values()) == 2
    assert [case.text for case in result.misses] == ["cats allowed, with a dishwasher"]
    assert result.bad_rows == ("rows:4: no field 'prop'",)


@pytest.mark.parametrize(
    ("said", "filters", "doubtful"),
    [
        ("cats allowed", [CATS], False),
        ("pets allowed", [CATS], True),
        ("under 1700 dollars", [RENT], True),
        ("under 1800 dollars", [RENT], False),
        ("priced at 1800 dollars", [RENT], True),
    ],
)
def test_a_label_is_doubted_for_what_stands_in_its_row(
    said: str, filters: list[dict[str, Any]], doubtful: bool
) -> None:
    assert bool(doubt(overnight(said, *filters))) is doubtful


def test_slots_are_those_of_the_service(reading: Reading) -> None:
    claims = reading.query("a furnished 2 bedroom in Astoria with 1 bath, pets allowed").claims
    assert dict(slots_of(claims, "Homes_1")) == {
        "furnished": "True",
        "number_of_beds": "2",
        "area": "astoria",
        "number_of_baths": "1",
        "pets_allowed": "True",
    }
    assert "furnished" not in dict(slots_of(claims, "Homes_2"))


@pytest.mark.parametrize(
    ("slot", "value", "text", "said"),
    [
        ("number_of_beds", "3", "three will do", True),
        ("number_of_beds", "3", "unit 13", False),
        ("area", "Elmford", "somewhere in elmford", True),
        ("area", "Elmford", "the same area", False),
        ("pets_allowed", "True", "my dog comes along", True),
        ("intent", "buy", "we want to purchase", True),
    ],
)
def test_a_value_stands_in_the_words_or_not(slot: str, value: str, text: str, said: bool) -> None:
    assert is_stated(slot, value, text) is said


def test_turns_and_calls_are_scored_apart(tmp_path: Path) -> None:
    turn = {"service": "Homes_1", "dialogue_id": "1", "utterance": "I need 2 bedrooms.", "acts": []}
    file = write(
        tmp_path,
        {**turn, "acts": [["INFORM", "number_of_beds", ["2"]], ["INFORM", "pets_allowed", ["True"]]]},
        {**turn, "utterance": "Thanks.", "acts": [["THANK_YOU", "", []]]},
        {
            "service": "Homes_1",
            "dialogue_id": "1",
            "user_utterances": ["I need 2 bedrooms.", "No, make it 3 bedrooms."],
            "parameters": {"number_of_beds": "3", "pets_allowed": "dontcare"},
        },
    )
    result = run(SGD_HOMES, file)
    values = {figure.key: next(iter(figure.values.values())) for figure in result.figures}
    # What was informed without being said (the pets) is neither missed nor found.
    assert values == {"slots": 1.0, "turns": 1.0, "calls": 1.0}


@given(st.integers(1, 999), st.integers(0, 9), st.sampled_from(["Juta", "Miliar"]))
def test_a_price_is_worth_its_digits_times_its_scale(whole: int, tenth: int, scale: str) -> None:
    zeros = {"Juta": 6, "Miliar": 9}[scale]
    assert worth(f"Rp {whole},{tenth} {scale}") == (10 * whole + tenth) * Decimal(10) ** (zeros - 1)
    assert worth(f"Rp {whole} {scale}") == whole * Decimal(10) ** zeros


@pytest.mark.parametrize("text", ["", "Rp", "call us", "Rp 1,3 Miliar / tahun", "Rp 1,,3 Juta", "Rp 1.25.000"])
def test_a_price_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="form"):
        worth(text)


def test_each_eval_finds_its_own_rows_only() -> None:
    samples: dict[str, dict[str, Any]] = {
        "overnight": overnight("x", CATS),
        "sgd-homes": {"service": "Homes_2", "utterance": "x", "acts": []},
        "prices": {"Harga": "Rp 1 Miliar"},
        "medan": {"id": "1", "category": "greeting", "expected_intent": "greeting", "input": "Halo"},
        "airbnb": {"description": "x", "amenities": [], "bedrooms": 1, "room_type": "Entire home/apt"},
        "recipe-mpr": {"query": "x", "options": {}, "answer": "1"},
    }
    for name, row in samples.items():
        takers = [one.name for one in ADAPTERS.values() if one.load is None and one.is_ours(row)]
        # The same test cases are asked about their filters and about their places.
        assert [one for one in takers if one != "places-medan"] == [name]


def test_the_golden_set_of_another_language_has_another_bar() -> None:
    assert adapter_for("golden").goals[0].bar == 0.92
    assert adapter_for("golden", "property").goals[0].bar == 0.90
    with pytest.raises(UnknownName, match="overnight"):
        adapter_for("overday")


def test_a_split_scores_its_half_only(tmp_path: Path) -> None:
    file = write(tmp_path, *(overnight(f"cats allowed, {n} dogs", CATS) for n in range(2, 30)))
    whole = run(OVERNIGHT, file, limit=20).figures[0].counts
    tuned = run(OVERNIGHT, file, split=Split.TUNE).figures[0].counts
    assert whole["all"] == 20
    assert list(tuned) == ["tune"]


def test_the_pack_of_recipes_is_sound() -> None:
    pack = load_pack(PACK)
    assert pack.name == "recipes"
    assert all(step.to in pack.concepts for concept in pack.concepts.values() for step in concept.steps)


def test_a_recipe_is_found_by_what_it_is_and_is_not(tmp_path: Path) -> None:
    options = {
        "1": "Grilled tuna with herbs",
        "2": "Grilled salmon with herbs",
        "3": "Beef stew with carrots",
        "4": "Chocolate cake",
        "5": "Fried rice with peas",
    }
    row = {"query": "grilled fish, but no tuna", "query_type": {"Negated": 1}, "options": options, "answer": "2"}
    result = run(ADAPTERS["recipe-mpr"], write(tmp_path, row))
    assert {figure.key: next(iter(figure.values.values())) for figure in result.figures}["right"] == 1.0


def test_wrong_data_is_an_error_that_says_what_is_wanted(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="Overnight"):
        run(OVERNIGHT, write(tmp_path, {"query": "x"}))


def test_a_golden_case_of_another_pack_is_not_scored(tmp_path: Path) -> None:
    (tmp_path / "rentals.toml").write_text(
        '[[query]]\ntext = "cats allowed"\n'
        'claims = [{ says = "cats", type = "policies", level = "apartment", strength = "required" }]\n'
    )
    (tmp_path / "property.toml").write_text('[[query]]\ntext = "rumah"\nclaims = []\n')
    result = run(GOLDEN, tmp_path)
    assert [sum(figure.counts.values()) for figure in result.figures if figure.key == "whole"] == [1]
    assert result.misses == ()

"""A row that is broken is left out; a reader that fails on a sound row has missed it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from claimtree.calibration.data_rows import Row
from claimtree.cli.eval_names import FAMILY, JUDGE, NAMES, PROPERTY, SENTENCES, SPEED, TICKS
from claimtree.errors import ModelError
from evals.adapters import Adapter
from evals.reading import Reading
from evals.registry import ADAPTERS
from evals.run import run
from evals.scores import Case, Goal, Mark
from evals.speed import BARS, run_speed


def adapter_with(fails: Callable[[str], None]) -> Adapter:
    """An eval that asks whether a text is read as nothing, with work that may fail for some texts."""

    def score(where: str, row: Row, reading: Reading) -> Case:
        text, wanted = str(row["text"]), int(row["wanted"])

        def work() -> int:
            fails(text)
            return 0

        right = reading.attempt(work, 0) == wanted
        return Case(id=where, text=text, marks=(Mark(figure="f", group="g", right=int(right), missed=int(not right)),))

    return Adapter(
        name="test",
        title="Test",
        data="rows",
        pack="rentals",
        goals=(Goal(key="f", title="silence"),),
        is_ours=lambda row: "text" in row,
        key=lambda row: "one half",
        score=score,
    )


def rows(folder: Path, *found: object) -> Path:
    file = folder / "rows"
    file.write_text("".join(json.dumps(row) + "\n" for row in found), encoding="utf-8")
    return file


def crash(text: str) -> None:
    if text == "boom":
        raise KeyError("a word that the reader forgot")


def test_a_reader_that_fails_has_missed_the_row_even_where_silence_was_right(tmp_path: Path) -> None:
    file = rows(tmp_path, {"text": "fine", "wanted": 0}, {"text": "boom", "wanted": 0}, {"text": "broken"})
    result = run(adapter_with(crash), file)
    assert list(result.figures[0].values.values()) == [0.5]
    assert [case.text for case in result.misses] == ["boom"]
    assert "KeyError" in result.misses[0].read
    assert any("forgot" in note for note in result.notes)
    assert result.bad_rows == ("rows:3: no field 'wanted'",)


def test_an_error_of_the_scoring_itself_is_no_bad_row(tmp_path: Path) -> None:
    adapter = adapter_with(crash)

    def score(where: str, row: Row, reading: Reading) -> Case | None:
        adapter.score(where, row, reading)
        raise IndexError("behind the reading")

    with pytest.raises(IndexError, match="behind"):
        run(replace(adapter, score=score), rows(tmp_path, {"text": "fine", "wanted": 0}))


def test_an_error_raised_on_purpose_ends_the_run(tmp_path: Path) -> None:
    def refuse(text: str) -> None:
        raise ModelError("no model")

    with pytest.raises(ModelError):
        run(adapter_with(refuse), rows(tmp_path, {"text": "fine", "wanted": 0}))


@pytest.mark.parametrize("name", ["overnight", "sgd-homes", "prices", "medan", "airbnb", "recipe-mpr"])
def test_every_adapter_takes_a_row_apart_before_it_reads(name: str, tmp_path: Path) -> None:
    """Whatever field is broken, the row is named and the run goes on."""
    sound = SOUND[name]
    broken = [{**sound, field: value} for field in sound for value in (None, 7, "x", [7], {"x": 7})]
    assert run(ADAPTERS[name], rows(tmp_path, sound)).bad_rows == ()
    assert run(ADAPTERS[name], rows(tmp_path, sound, *broken), limit=0).figures


SOUND: dict[str, dict[str, object]] = {
    "overnight": {
        "utterance": "cats allowed",
        "filters": [{"prop": "allows_cats", "op": "is_true", "value": None}],
        "pure_filter": True,
        "features": ["a"],
    },
    "sgd-homes": {
        "service": "Homes_1",
        "dialogue_id": "1",
        "utterance": "two beds",
        "acts": [["INFORM", "number_of_beds", ["2"]]],
    },
    "prices": {"Harga": "Rp 1 Miliar", "price_in_rp": "1000000000"},
    "medan": {
        "id": "1",
        "category": "search",
        "expected_intent": "search",
        "input": "rumah 3 kamar",
        "expected_property_filters": {"property_type": "rumah", "min_bedrooms": 3, "features": ["kolam renang"]},
    },
    "airbnb": {
        "id": "1",
        "description": "two bedrooms and a dishwasher",
        "amenities": ["Dishwasher"],
        "bedrooms": 2,
        "bathrooms_text": "1 bath",
        "room_type": "Entire home/apt",
    },
    "recipe-mpr": {
        "query": "fish",
        "query_type": {"Negated": 0},
        "options": {"1": "Grilled tuna", "2": "Beef stew"},
        "answer": "1",
    },
}


def test_the_names_that_are_offered_are_those_that_run() -> None:
    assert (*ADAPTERS, SENTENCES, JUDGE, TICKS, PROPERTY, FAMILY, SPEED) == NAMES


@pytest.mark.slow
def test_what_is_read_for_the_first_time_has_a_bar(tmp_path: Path) -> None:
    (tmp_path / "rentals.toml").write_text('[[query]]\ntext = "cats allowed"\nclaims = []\n')
    result = run_speed(tmp_path, pack="rentals", embedder="none", rounds=1)
    assert {figure.key: figure.bar for figure in result.figures} == {
        "query cold": 15.0,
        "query warm": None,
        "listing cold": 60.0,
        "listing warm": None,
    }
    assert BARS.keys() < {figure.key for figure in result.figures}
    assert all(value > 0 for figure in result.figures for value in figure.values.values())

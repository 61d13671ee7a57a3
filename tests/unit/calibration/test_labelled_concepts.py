"""Labelled concepts: what is taken, what is left out and said to be, and what is too little."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.shared_packs import shared_pack
from tests.unit.evals.planted import rows, write

from claimtree.calibration.halves import Half
from claimtree.calibration.labelled_concepts import SHIPPED, read_concepts, scanned_together
from claimtree.errors import BadInput
from claimtree.model.pack import OTHER_TYPES, Pack

RENTALS = shared_pack("rentals")


def read(tmp_path: Path, found: list[Any], pack: Pack = RENTALS) -> Any:
    return read_concepts([write(tmp_path / "concepts.jsonl", found)], pack)


def test_a_type_that_the_pack_has_not_goes_to_what_all_types_share(tmp_path: Path) -> None:
    types = {concept.id: concept.type for concept in read(tmp_path, rows()).found}
    assert (types["c1"], types["c0"]) == ("features", OTHER_TYPES), "rentals calls it pricing"


def test_what_is_of_another_field_is_no_model_for_a_type(tmp_path: Path) -> None:
    found = [{**row, "field": "cars" if row["id"] == "c1" else ""} for row in rows()]
    types = {concept.id: concept.type for concept in read(tmp_path, found).found}
    assert (types["c1"], types["c2"]) == (OTHER_TYPES, "features")


def test_the_pack_s_main_language_is_taken_and_others_only_when_that_is_too_little(tmp_path: Path) -> None:
    found = [{**row, "lang": "en" if n < 40 else "id"} for n, row in enumerate(rows())]
    assert len(read(tmp_path, found).found) == 40
    few = read(tmp_path, [{**row, "lang": "en" if n < 12 else "id"} for n, row in enumerate(rows())])
    assert len(few.found) == 60
    assert "12 concepts speak 'en'" in few.notes[0]


def test_halves_share_no_concept_and_have_them_all(tmp_path: Path) -> None:
    concepts = read(tmp_path, rows())
    halves = [{one.id for group in concepts.half(half).values() for one in group} for half in Half]
    assert not halves[0] & halves[1]
    assert len(halves[0] | halves[1]) == 60


def test_a_wish_is_held_against_phrases_of_its_type_or_of_its_field(tmp_path: Path) -> None:
    fields = [*[""] * 30, *["books"] * 28, "boats", "cakes"]
    found = [{**row, "field": field} for row, field in zip(rows(), fields, strict=True)]
    groups = scanned_together(read(tmp_path, found).found)
    kinds = [{one.field or one.written_as for one in group} for group in groups]
    assert sorted(len(group) for group in groups) == [10, 20, 30]
    assert {"books", "boats", "cakes"} in kinds, "the last two are too few for themselves"
    assert {"features"} in kinds
    assert {"price"} in kinds, "a type is one even where the pack has none such"
    assert len(scanned_together(read(tmp_path, rows()).found[:2])) == 1


def test_the_digest_is_of_the_concepts_and_not_of_their_order(tmp_path: Path) -> None:
    assert read(tmp_path, rows()).digest == read(tmp_path, rows()[::-1]).digest
    assert read(tmp_path, rows()).digest != read(tmp_path, rows()[1:]).digest


def test_odd_phrases_are_phrases(tmp_path: Path) -> None:
    odd = ["x", "🏠🌞", "q" * 10_000, "静かな部屋", "\u200b"]
    found = [{**row, "met": odd} for row in rows()]
    assert read(tmp_path, found).found[0].met == tuple(odd)


BAD: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "no wish": (lambda row: {**row, "wish": []}, "no 'wish'"),
    "no met": (lambda row: {key: value for key, value in row.items() if key != "met"}, "no 'met'"),
    "only blanks": (lambda row: {**row, "met": [" ", ""]}, "no 'met'"),
    "a number for a phrase": (lambda row: {**row, "silent": [3]}, "'silent' is no list of texts"),
    "a table for phrases": (lambda row: {**row, "refuted": {}}, "'refuted' is no list of texts"),
    "a type that is no text": (lambda row: {**row, "type": 7}, "'type' is no text"),
}


@pytest.mark.parametrize(("change", "said"), BAD.values(), ids=BAD.keys())
def test_a_row_that_is_no_concept_is_left_out_and_named(
    tmp_path: Path, change: Callable[[dict[str, Any]], Any], said: str
) -> None:
    found = rows()
    concepts = read(tmp_path, [found[0], change(found[1]), *found[2:]])
    assert concepts.bad == (f"concepts.jsonl:2: {said}",)
    assert len(concepts.found) == 59


def test_a_line_that_is_no_json_is_left_out_and_named(tmp_path: Path) -> None:
    path = write(tmp_path / "concepts.jsonl", rows())
    path.write_text(path.read_text() + '{"wish": ["cut', encoding="utf-8")
    assert read_concepts([path], RENTALS).bad[0].startswith("concepts.jsonl:61: ")


def test_a_concept_given_twice_counts_once(tmp_path: Path) -> None:
    path = write(tmp_path / "concepts.jsonl", rows())
    assert len(read_concepts([path, path], RENTALS).found) == 60


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ([], "no concepts under"),
        (rows(4), "10 are needed"),
        ([{**row, "silent": []} for row in rows()], "has phrases under 'silent'"),
        ([{**row, "refuted": []} for row in rows()], "has phrases under 'refuted'"),
        (
            [{**row, "met": 1} for row in rows()],
            "60 rows are no concepts, the first: concepts.jsonl:1: 'met' is no list",
        ),
    ],
)
def test_too_little_says_what_is_missing(tmp_path: Path, found: list[Any], said: str) -> None:
    with pytest.raises(BadInput) as caught:
        read(tmp_path, found)
    assert said in caught.value.message


@pytest.mark.parametrize("name", ["rentals", "property"])
def test_the_shipped_concepts_are_enough_for_the_shipped_packs(name: str) -> None:
    concepts = read_concepts([SHIPPED], shared_pack(name))
    assert concepts.bad == concepts.notes == ()
    assert len(concepts.found) > 100

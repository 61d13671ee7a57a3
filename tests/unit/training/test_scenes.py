"""The scenes that the judge learns from: what they say is well formed, and the exam is not among them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

TRAINING = Path(__file__).parents[3] / "training"
FILES = sorted((TRAINING / "scenes").glob("*.jsonl"))
EXAM = TRAINING / "scenes" / "exam" / "scenes.jsonl"

Row = dict[str, Any]


def rows(file: Path) -> Iterator[Row]:
    with file.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


@pytest.mark.parametrize("file", [*FILES, EXAM], ids=lambda file: file.stem)
def test_a_scene_says_of_each_wish_which_clauses_meet_it_and_which_refute_it(file: Path) -> None:
    for row in rows(file):
        assert set(row) == {"id", "set", "lang", "clauses", "wishes"}
        assert row["lang"] in ("en", "id")
        clauses, wishes = row["clauses"], [one["wish"] for one in row["wishes"]]
        assert len(set(clauses)) == len(clauses), row["id"]
        assert len(set(wishes)) == len(wishes), row["id"]
        for one in row["wishes"]:
            met, refuted = set(one["met"]), set(one["refuted"])
            assert met | refuted <= set(range(len(clauses))), (row["id"], one)
            assert not met & refuted, (row["id"], one)


def test_no_two_scenes_have_one_id() -> None:
    ids = [(row["set"], row["id"]) for file in [*FILES, EXAM] for row in rows(file)]
    assert len(set(ids)) == len(ids) == 1_560


def test_the_exam_holds_no_listing_that_is_trained_on() -> None:
    learned = {clause.casefold() for file in FILES for row in rows(file) for clause in row["clauses"]}
    for row in rows(EXAM):
        known = sum(clause.casefold() in learned for clause in row["clauses"])
        assert known <= 2, row["id"]  # "Water heater" and the like stand in many listings

"""Scenes: what is read of a row, what the judge makes of a wish, and how recall depends on precision."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shared_packs import shared_encoder

from claimtree.model.judging import Says
from claimtree.models.hashed import HashedEmbedder
from evals.judge import run_judge
from evals.judge_scenes import Decided, decide, recall_at, scene_figures, scene_of, scene_tables

ROW = {
    "id": "1", "set": "s", "lang": "en",
    "clauses": ["Washer and dryer in the unit", "We love the farmers market", "Street parking only"],
    "wishes": [
        {"wish": "do laundry at home", "met": [0], "refuted": []},
        {"wish": "a garage", "met": [], "refuted": [2]},
        {"wish": "crib", "met": [], "refuted": []},
    ],
}  # fmt: skip


def decided(sure: float, says: Says, label: Says) -> Decided:
    return Decided(language="en", sure=sure, says=says, label=label)


def test_a_row_says_what_the_listing_makes_of_each_wish() -> None:
    scene = scene_of("file:1", ROW)
    assert scene.id == "s/1"
    assert [says for _, says in scene.wishes] == [Says.MEETS, Says.REFUTES, Says.NOTHING]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"clauses": "one text"}, "not a list of texts"),
        ({"wishes": [{"met": [0]}]}, "no text"),
        ({"wishes": None}, "not a list"),
        ({"wishes": [{"wish": "crib", "met": 3}]}, "does not list"),
        ({"wishes": [{"wish": "crib", "met": [3], "refuted": []}]}, "names clause 3, and there are 3"),
    ],
)
def test_a_row_that_is_no_scene_says_why(change: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        scene_of("file:1", {**ROW, **change})


def test_the_judge_is_asked_of_every_wish_and_a_likeness_of_none() -> None:
    scene = scene_of("file:1", ROW)
    laundry, garage, crib = decide(scene, shared_encoder())
    assert [one.label for one in (laundry, garage, crib)] == [Says.MEETS, Says.REFUTES, Says.NOTHING]
    assert (laundry.says, garage.says) == (Says.MEETS, Says.REFUTES)
    assert crib.sure < min(laundry.sure, garage.sure)
    assert decide(scene, HashedEmbedder(64)) == []


def test_recall_is_what_is_found_before_precision_falls() -> None:
    right = [decided(0.9, Says.MEETS, Says.MEETS)] * 12
    wrong = [decided(0.8, Says.MEETS, Says.NOTHING)] * 12
    late = [decided(0.7, Says.REFUTES, Says.REFUTES)] * 12
    assert recall_at([*wrong, *late, *right], 0.9) == 0.5
    assert recall_at([*wrong, *late, *right], 0.6) == 1.0
    assert math.isnan(recall_at(wrong, 0.9))


@given(
    st.lists(
        st.builds(decided, st.floats(0, 1), st.sampled_from([Says.MEETS, Says.REFUTES]), st.sampled_from(Says)),
        min_size=1,
        max_size=60,
    )
)
def test_recall_never_rises_with_the_precision_that_is_asked_for(found: list[Decided]) -> None:
    recalls = [recall_at(found, precision) for precision in (0.5, 0.8, 0.9, 0.95)]
    assert all(math.isnan(one) for one in recalls) or recalls == sorted(recalls, reverse=True)


@pytest.mark.slow
def test_scenes_stand_beside_the_other_figures(tmp_path: Path) -> None:
    file = tmp_path / "scenes.jsonl"
    broken = {**ROW, "clauses": 3}
    file.write_text("\n".join(map(json.dumps, [ROW, broken])), encoding="utf-8")
    result = run_judge(file, embedder="claimtree-small-3", stock="hashed-256", limit=2, pack="rentals")
    assert [one.counts for one in result.figures if one.key == "scenes recall at 0.9"] == [{"all": 3}]
    assert any("not a list of texts" in line for line in result.bad_rows)
    assert (scene_figures([]), scene_tables([])) == ((), ())

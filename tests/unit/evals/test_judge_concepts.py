"""Concepts through a judge and through a plain embedder, in a world small enough to count by hand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from tests.shared_packs import shared_pack

from claimtree.model.claims import TypeName
from claimtree.model.judging import JudgedWishes
from claimtree.model.pack import Pack
from claimtree.model.phrases import Vectors
from claimtree.models.hashed import HashedEmbedder
from claimtree.ports import Judge
from evals.judge_concepts import Concept, Part, Pool, concept_of, is_concept, pools
from evals.judge_numbers import numbers, worst_misses
from evals.judge_scoring import Scored, Words, blank, score, work_in
from evals.judge_tables import concept_figures, concept_misses, concept_tables

AXES = ("quiet", "noisy", "sunny", "dark", "other")


class AxisJudge:
    """Every text lies on one axis; a wish is met by its own axis and refuted by the one beside it."""

    name = "axes"
    dimensions = len(AXES)

    def __init__(self, where: Mapping[str, str]) -> None:
        self.where = where

    def embed(self, texts: Sequence[str]) -> Vectors:
        return Vectors.from_floats(np.array([self._row(text) for text in texts], np.float32).reshape(-1, len(AXES)))

    def judge(self, wishes: Vectors) -> JudgedWishes:
        rows: list[np.ndarray] = []
        for codes in wishes.codes:
            axis = int(np.argmax(codes))
            rows += [np.eye(len(AXES))[axis], np.eye(len(AXES))[axis ^ 1], np.zeros(len(AXES))]
        return JudgedWishes(
            vectors=Vectors.from_floats(np.array(rows, np.float32).reshape(-1, len(AXES))),
            lengths=np.full((len(wishes), 3), 8, np.float32),
            bias=np.array([-4, -4, 0], np.float32),
        )

    def _row(self, text: str) -> np.ndarray:
        return np.asarray(np.eye(len(AXES))[AXES.index(self.where.get(text, "other"))])


QUIET = {
    "set": "mine", "id": "quiet", "lang": "en", "type": "features", "wish": ["calm", "hushed"],
    "met": ["peaceful court", "silent nights"], "refuted": ["by the flyover"], "silent": ["quiet cleaner", "new sink"],
}  # fmt: skip
SUNNY = {
    "set": "mine", "id": "sunny", "lang": "en", "type": "features", "wish": ["bright"],
    "met": ["sun all day"], "refuted": ["no light"], "silent": ["sun city mall"],
}  # fmt: skip
WHERE = {
    "calm": "quiet", "hushed": "quiet", "peaceful court": "quiet", "silent nights": "quiet", "by the flyover": "noisy",
    "quiet cleaner": "quiet", "bright": "sunny", "sun all day": "sunny", "no light": "dark",
}  # fmt: skip


@pytest.fixture(scope="module")
def pack() -> Pack:
    return shared_pack("rentals")


@pytest.fixture(scope="module")
def judged(pack: Pack) -> Scored:
    judge = AxisJudge(WHERE)
    into = blank(judge)
    for pool in pools([concept("mine", QUIET), concept("mine", SUNNY)]):
        score(pool, judge, pack, into)
    return into


def concept(where: str, row: Mapping[str, Any], **more: Any) -> Concept:
    assert is_concept(row)
    return concept_of(where, {**row, **more})


def test_the_fake_is_a_judge_and_a_plain_embedder_is_none() -> None:
    assert isinstance(AxisJudge({}), Judge)
    assert not isinstance(HashedEmbedder(), Judge)


def test_three_way_accuracy_counts_pairs_of_one_concept(judged: Scored) -> None:
    found = numbers(judged)
    # Of the two wishes for quiet each takes the cleaner for quiet; everything else is right.
    assert found.confusion.tolist() == [[5, 0, 0], [0, 3, 0], [2, 0, 3]]
    assert found.three_way == pytest.approx((1 + 1 + 3 / 5) / 3)
    assert (found.concepts, found.wishes) == (2, 3)
    assert found.meets_above_refutes == 1.0


def test_ranking_is_among_all_phrases_of_the_field(judged: Scored) -> None:
    found = numbers(judged)
    # The cleaner is level with what meets the two wishes for quiet, and wrong ones come first among equals.
    level = (1 / 2 + 2 / 3) / 2
    assert found.ap == pytest.approx((2 * level + 1) / 3)
    assert found.first == pytest.approx(1 / 3)
    assert (found.ap_refuting, found.first_refuting) == (1.0, 1.0)
    # At a bar of .9 what lies on the wish's axis is shown.
    assert (found.met.right, found.met.predicted, found.met.so) == (5, 7, 5)
    assert (found.refuted.right, found.refuted.predicted, found.refuted.so) == (3, 3, 3)


def test_the_worst_misses_are_one_for_each_concept(judged: Scored) -> None:
    (miss,) = worst_misses(judged, 5)
    assert (miss.concept, miss.phrase, miss.label, miss.predicted) == ("mine/quiet", "quiet cleaner", "silent", "met")
    assert miss.chance > 0.9
    assert concept_misses(judged, 0) == ()


def test_to_mislead_is_worse_than_to_say_nothing(pack: Pack) -> None:
    judge = AxisJudge({**WHERE, "silent nights": "other"})
    into = blank(judge)
    for pool in pools([concept("mine", QUIET), concept("mine", {**SUNNY, "met": ["faces south"]})]):
        score(pool, judge, pack, into)
    assert [(miss.concept, miss.predicted) for miss in worst_misses(into, 5)] == [
        ("mine/quiet", "met"),
        ("mine/sunny", "silent"),
    ]


def test_other_fields_are_not_in_the_way(pack: Pack) -> None:
    """A wish for a recipe is ranked among recipes, and once more among all other fields together."""
    dish = {**SUNNY, "id": "dish", "field": "recipes"}
    tool = {**SUNNY, "id": "tool", "field": "tools", "wish": ["shiny"], "met": ["gleams"], "refuted": ["dull"],
            "silent": ["sun hat"]}  # fmt: skip
    judge = AxisJudge({**WHERE, "sun hat": "sunny", "shiny": "dark", "gleams": "dark"})
    (pool,) = pools([concept("x", dish), concept("x", tool)])
    into = blank(judge)
    score(pool, judge, pack, into)
    found = numbers(into, lambda one: one.id == "mine/dish")
    assert (found.ap, found.ap_wide) == (1.0, 0.5)


def test_parts_languages_and_fields_have_pools_of_their_own() -> None:
    rows = [QUIET, {**QUIET, "id": "2", "lang": "id"}, {**QUIET, "id": "3", "field": "jobs"}, {**QUIET, "id": "4"}]
    found = pools([concept("x", row) for row in rows])
    assert sorted(len(pool.concepts) for pool in found) == [1, 1, 2]
    twice = next(pool for pool in found if len(pool.concepts) == 2)
    assert len(twice.phrases) == len(set(twice.phrases)) == 5


def test_new_words_of_a_known_concept_are_kept_apart(pack: Pack) -> None:
    known = Concept(
        id="seen/quiet", part=Part.SEEN, language="en", field="homes", type=TypeName("features"), wishes=("calm",),
        phrases=(("peaceful court",), ("by the flyover",), ("new sink",)), new_wishes=("hushed",),
        new_phrases=(("silent nights",), (), ("quiet cleaner",)),
    )  # fmt: skip
    judge = AxisJudge(WHERE)
    into = blank(judge)
    score(Pool.of([known]), judge, pack, into)
    assert numbers(into).confusion.sum() == 3
    new = numbers(into, words=Words.BOTH_NEW)
    assert new.confusion.tolist() == [[1, 0, 0], [0, 0, 0], [1, 0, 0]]
    assert math.isnan(new.ap)
    mixed = [numbers(into, words=words).confusion.sum(axis=1).tolist() for words in (Words.NEW_WISH, Words.NEW_PHRASE)]
    assert mixed == [[1, 1, 1], [1, 0, 1]]
    keys = [figure.key for figure in concept_figures(into, Scored(judges=False))]
    assert keys == ["new words", "new words ece"]


def test_a_plain_embedder_has_cosines_and_no_refusal(pack: Pack) -> None:
    embedder = HashedEmbedder()
    into = blank(embedder)
    (pool,) = pools([concept("mine", QUIET)])
    told: list[int] = []
    score(pool, embedder, pack, into, told.append)
    assert sum(told) == work_in(pool)
    found = numbers(into)
    assert 0 < found.ap <= 1
    assert math.isnan(found.three_way)
    assert math.isnan(found.ap_refuting)
    assert math.isnan(found.ece), "nothing was fitted for it"
    assert found.met.predicted == 0
    titles = [table.title for table in concept_tables(into, into) if table.rows]
    assert not any("judged" in title for title in titles)


@pytest.mark.parametrize("broken", [{"met": []}, {"wish": None}, {"silent": [1]}, {"refuted": ["  "]}, {"met": {}}])
def test_a_row_that_is_no_concept_says_so(broken: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="concept"):
        concept_of("x", {**QUIET, **broken})


def test_a_concept_that_nothing_refutes_is_measured_on_the_rest(pack: Pack) -> None:
    judge = AxisJudge(WHERE)
    into = blank(judge)
    row = {"wish": "calm", "met": ["silent nights"], "silent": ["new sink"]}
    score(Pool.of([concept("here:1", row)]), judge, pack, into)
    found = numbers(into)
    assert (found.three_way, found.ap) == (1.0, 1.0)
    assert math.isnan(found.ap_refuting)
    assert math.isnan(found.meets_above_refutes)

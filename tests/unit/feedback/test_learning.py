"""Weights from thumbs: held against people whose preferences are known."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as tried
from hypothesis import strategies as st
from tests.unit.feedback.people import People

from claimtree.feedback.comparisons import Lessons, lessons_from
from claimtree.feedback.learning import (
    LEAST_PAIRS,
    LEVEL_FACTOR,
    TYPE_FACTOR,
    fit,
    held_out,
    moved,
    propose,
    weights_of,
)
from claimtree.feedback.opinions import Thumb
from claimtree.feedback.scoring import Scores
from claimtree.model.claims import LevelName, TypeName
from claimtree.model.pack import Pack
from claimtree.packs.weights_file import Weights, with_weights
from claimtree.text.wishes import HEAVIEST, LIGHTEST

ROOM = LevelName("room")


def right(lessons: Lessons, pack: Pack, weights: Weights) -> int:
    scores = Scores(lessons.pairs, pack)
    levels = np.array([weights.levels[level] for level in scores.levels])
    types = np.array([weights.types[name] for name in scores.types])
    return int((scores.ahead(levels, types)[0] > 0).sum())


@pytest.mark.parametrize(
    ("factor", "seed"),
    [(2.0, 1), *(pytest.param(*one, marks=pytest.mark.slow) for one in ((0.5, 1), (2.0, 2), (0.5, 2)))],
)
def test_who_cares_more_or_less_about_rooms_is_understood(
    people: People, rentals: Pack, factor: float, seed: int
) -> None:
    said = people.thumbs({"room": factor}, questions=20, seed=seed)
    fresh = lessons_from(people.thumbs({"room": factor}, questions=60, seed=seed + 100))
    made = propose(lessons_from(said), rentals, rentals)
    assert made.weights is not None
    share = {level: weight / sum(made.weights.levels.values()) for level, weight in made.weights.levels.items()}
    own = rentals.level_weights[ROOM] / sum(rentals.level_weights.values())
    assert share[ROOM] > own * 1.15 if factor > 1 else share[ROOM] < own / 1.15
    # On unseen questions, and by the proposal's own estimate.
    assert right(fresh, rentals, made.weights) > right(fresh, rentals, weights_of(rentals))
    assert made.right_held_out > made.right_now
    assert made.is_better


@pytest.mark.slow
def test_who_cares_about_a_claim_type_is_understood(people: People, rentals: Pack) -> None:
    made = propose(lessons_from(people.thumbs({"features": 0.6}, questions=30)), rentals, rentals)
    assert made.weights is not None
    assert made.weights.types[TypeName("features")] < rentals.types[TypeName("features")].weight - 0.03
    assert made.is_better


def test_the_same_feedback_gives_the_same_weights_in_whatever_order_it_comes(people: People, rentals: Pack) -> None:
    said = people.thumbs({"room": 2.0}, questions=5)
    first = propose(lessons_from(said), rentals, rentals)
    assert propose(lessons_from(said), rentals, rentals) == first
    other = propose(lessons_from(said[::-1]), rentals, rentals)
    assert other.weights == first.weights


def test_without_feedback_nothing_is_proposed(rentals: Pack) -> None:
    made = propose(lessons_from([]), rentals, rentals)
    assert made.weights is None
    assert "too little feedback" in made.why_not
    assert made.now == weights_of(rentals)
    assert fit(Scores([], rentals), weights_of(rentals)) == weights_of(rentals)


def test_too_few_pairs_or_questions_propose_nothing(people: People, rentals: Pack) -> None:
    few = propose(lessons_from(people.thumbs({"room": 2.0}, questions=4, hits=4)), rentals, rentals)
    assert few.weights is None
    assert f"of {LEAST_PAIRS} comparisons" in few.why_not
    one = propose(lessons_from(people.thumbs({"room": 2.0}, questions=1, hits=12)), rentals, rentals)
    assert len(one.lessons.pairs) >= LEAST_PAIRS
    assert one.weights is None
    assert "1 of 3 questions" in one.why_not


@pytest.mark.slow
def test_people_who_contradict_one_another_change_next_to_nothing(people: People, rentals: Pack) -> None:
    said = people.thumbs({"room": 3.0}, questions=15, owner="ada")
    against = [
        replace(one, owner="bob", thumb=Thumb.DOWN if one.thumb is Thumb.UP else Thumb.UP, id=one.id + 1_000)
        for one in said
    ]
    alone = propose(lessons_from(said), rentals, rentals)
    both = propose(lessons_from([*said, *against]), rentals, rentals)
    assert alone.weights is not None
    assert both.weights is not None
    assert moved(alone.own, both.weights) < 0.03
    assert moved(alone.own, alone.weights) > 0.2
    assert not both.is_better


def test_little_feedback_changes_little(people: People, rentals: Pack) -> None:
    own = weights_of(rentals)
    far = [
        moved(own, fit(Scores(lessons_from(people.thumbs({"room": 2.0}, questions=n)).pairs, rentals), own))
        for n in (1, 5, 25)
    ]
    assert far[0] < far[1] < far[2]
    assert far[0] < 0.15


@tried(max_examples=min(10, tried().max_examples))
@given(
    seed=st.integers(0, 10_000),
    questions=st.integers(1, 5),
    room=st.floats(0.05, 20.0),
    features=st.floats(0.05, 20.0),
    caution=st.floats(0.1, 200.0),
)
def test_weights_stay_in_bounds_and_are_held_the_firmer_the_more_caution(
    people: People, rentals: Pack, seed: int, questions: int, room: float, features: float, caution: float
) -> None:
    said = people.thumbs({"room": room, "features": features}, questions=questions, seed=seed)
    scores, own = Scores(lessons_from(said).pairs, rentals), weights_of(rentals)
    found = fit(scores, own, caution=caution)
    for level, weight in found.levels.items():
        assert own.levels[level] / LEVEL_FACTOR * 0.999 <= weight <= own.levels[level] * LEVEL_FACTOR * 1.001
        assert weight <= 1.0
    for name, weight in found.types.items():
        assert own.types[name] / TYPE_FACTOR * 0.999 <= weight <= own.types[name] * TYPE_FACTOR * 1.001
        assert LIGHTEST - 1e-9 <= weight <= HEAVIEST + 1e-9
    firmer = fit(scores, own, caution=caution * 4)
    assert moved(own, firmer) <= moved(own, found) + 1e-3


def test_the_way_back_to_the_weights_is_the_slope(people: People, rentals: Pack) -> None:
    """Held against differences of the scores themselves."""
    said = people.thumbs({"room": 2.0}, questions=6)
    scores = Scores(lessons_from(said).pairs, rentals)
    # Away from the bounds of the reader, where a weight does not follow its type.
    levels = np.array([0.3, 0.45, 0.25])
    types = np.linspace(0.55, 0.75, len(scores.types))
    matters = np.cos(np.arange(len(scores.weights)))
    _, back = scores.ahead(levels, types)
    by_level, by_type = back(matters)

    def value(levels: Any, types: Any) -> float:
        return float(matters @ scores.ahead(levels, types)[0])

    step = 1e-6
    for n in range(len(levels)):
        moved = step * np.eye(len(levels))[n]
        slope = (value(levels + moved, types) - value(levels - moved, types)) / (2 * step)
        assert by_level[n] == pytest.approx(slope, abs=1e-5)
    for n in range(len(types)):
        moved = step * np.eye(len(types))[n]
        slope = (value(levels, types + moved) - value(levels, types - moved)) / (2 * step)
        assert by_type[n] == pytest.approx(slope, abs=1e-5)


@pytest.mark.slow
def test_weights_that_are_in_force_are_what_a_proposal_is_held_against(people: People, rentals: Pack) -> None:
    lessons = lessons_from(people.thumbs({"room": 2.0}, questions=20))
    first = propose(lessons, rentals, rentals)
    again = propose(lessons, rentals, with_weights(rentals, first.weights))
    # Learned from the pack's own weights again, not from where it went before: asking twice does not go farther.
    assert again.weights == first.weights
    assert again.right_now == first.right_after
    assert again.right_own == first.right_now
    assert not again.is_better


def test_each_question_is_ordered_by_weights_from_the_others(people: People, rentals: Pack) -> None:
    lessons, own = lessons_from(people.thumbs({"room": 8.0, "features": 0.3}, questions=4)), weights_of(rentals)
    by_hand = 0
    for asked in lessons.questions:
        rest = [pair for pair in lessons.pairs if pair.asked != asked]
        found = fit(Scores(rest, rentals), own, caution=0.1)
        by_hand += right(Lessons(pairs=tuple(p for p in lessons.pairs if p.asked == asked)), rentals, found)
    assert held_out(lessons.pairs, lessons.questions, rentals, caution=0.1) == by_hand
    # With so little caution, what it was learned from is learned by heart.
    assert right(lessons, rentals, fit(Scores(lessons.pairs, rentals), own, caution=0.1)) > by_hand


def test_a_level_that_counts_for_nothing_stays_so(people: People, rentals: Pack) -> None:
    without = replace(rentals, level_weights={**rentals.level_weights, ROOM: 0.0})
    lessons = lessons_from(people.thumbs({"neighborhood": 2.0}, questions=10))
    made = propose(lessons, without, without)
    assert made.weights is not None
    assert made.weights.levels[ROOM] == 0.0
    assert all(math.isfinite(weight) for weight in (*made.weights.levels.values(), *made.weights.types.values()))

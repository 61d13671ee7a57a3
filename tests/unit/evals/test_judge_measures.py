"""The measures of a judge: numbers made by hand, the algebra, and a slow way to the same numbers."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals.judge_measures import (
    Hits,
    balanced_accuracy,
    brier,
    confusion,
    found_in,
    meets_above_refutes,
)

RANKED = st.lists(st.tuples(st.integers(0, 9), st.booleans()), min_size=1, max_size=30)
CHANCES = st.lists(
    st.tuples(st.floats(0.01, 1), st.floats(0.01, 1), st.floats(0.01, 1), st.integers(0, 2)), min_size=1, max_size=30
)


def slow_average_precision(ranked: list[tuple[int, bool]]) -> float:
    """As a textbook has it: walk down the list, wrong ones first among equals."""
    order = sorted(ranked, key=lambda item: (-item[0], item[1]))
    hits, total = 0, 0.0
    for place, (_, right) in enumerate(order, 1):
        if right:
            hits += 1
            total += hits / place
    return total / hits


def arrays(ranked: list[tuple[int, bool]]) -> tuple[np.ndarray, np.ndarray]:
    return np.array([score for score, _ in ranked], float), np.array([right for _, right in ranked], bool)


@given(RANKED)
def test_average_precision_is_that_of_walking_down_the_list(ranked: list[tuple[int, bool]]) -> None:
    found = found_in(*arrays(ranked))
    if not any(right for _, right in ranked):
        assert found is None
        return
    assert found is not None
    assert found.average_precision == pytest.approx(slow_average_precision(ranked))
    order = sorted(ranked, key=lambda item: (-item[0], item[1]))
    assert found.first_is_right == order[0][1]


@given(RANKED)
def test_only_the_order_of_the_scores_counts(ranked: list[tuple[int, bool]]) -> None:
    scores, right = arrays(ranked)
    assert found_in(scores, right) == found_in(3 * scores**3 - 7, right)


@given(st.integers(1, 8), st.integers(1, 20))
def test_who_cannot_tell_earns_nothing_for_the_first_place(right: int, wrong: int) -> None:
    flags = np.array([True] * right + [False] * wrong)
    found = found_in(np.zeros(right + wrong), flags)
    assert found is not None
    assert not found.first_is_right
    perfect = found_in(flags.astype(float), flags)
    assert perfect is not None
    assert perfect.average_precision == 1.0
    assert perfect.first_is_right


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=40))
def test_balanced_accuracy_does_not_change_when_a_label_comes_twice_as_often(pairs: list[tuple[int, int]]) -> None:
    twice = pairs + [pair for pair in pairs if pair[0] == 2]
    first, second = (
        confusion(np.array([label for label, _ in some]), np.array([said for _, said in some]))
        for some in (pairs, twice)
    )
    assert first.sum() == len(pairs)
    assert balanced_accuracy(first) == pytest.approx(balanced_accuracy(second))


def test_balanced_accuracy_is_the_mean_of_the_three_recalls() -> None:
    table = confusion(np.array([0, 0, 1, 1, 1, 1, 2]), np.array([0, 2, 1, 1, 1, 0, 2]))
    assert table.tolist() == [[1, 0, 1], [1, 3, 0], [0, 0, 1]]
    assert balanced_accuracy(table) == pytest.approx((1 / 2 + 3 / 4 + 1) / 3)
    assert math.isnan(balanced_accuracy(np.zeros((3, 3), np.int64)))


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=12), st.lists(st.integers(-3, 3), min_size=1, max_size=12))
def test_what_is_not_above_is_below_or_level(meeting: list[int], refuting: list[int]) -> None:
    one, other = np.array(meeting, float), np.array(refuting, float)
    above, of = meets_above_refutes(one, other)
    below, again = meets_above_refutes(other, one)
    assert of == again == len(meeting) * len(refuting)
    assert above + below == of


@given(CHANCES)
def test_brier_stays_in_its_bounds(rows: list[tuple[float, float, float, int]]) -> None:
    raw = np.array([row[:3] for row in rows])
    chances, labels = raw / raw.sum(axis=1, keepdims=True), np.array([row[3] for row in rows])
    assert 0 <= brier(chances, labels) <= 2
    assert brier(np.eye(3)[labels], labels) == 0.0


def test_hits_add_up() -> None:
    hits = Hits()
    hits.add(np.array([True, True, False]), np.array([True, False, True]))
    hits.add(np.array([False]), np.array([True]))
    assert (hits.precision, hits.recall) == (1 / 2, 1 / 3)
    assert math.isnan(Hits().precision)

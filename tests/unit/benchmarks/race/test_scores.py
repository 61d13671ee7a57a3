"""An answer is held against the truth: how much of it, and in which order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from benchmarks.race.scores import TOP, means, ndcg, score

homes = st.lists(st.integers(0, 60), unique=True, max_size=40)


def test_half_of_the_truth_is_a_recall_of_one_half() -> None:
    found = score([1, 9, 2], [1, 2, 3, 4], [1, 2, 3, 4])
    assert (found.recall, found.precision) == (0.5, 2 / 3)


def test_no_answer_has_no_precision_and_finds_nothing() -> None:
    found = score([], [1, 2], [1, 2])
    assert (found.recall, found.precision, found.ndcg) == (0.0, None, 0.0)


def test_the_order_of_equals_costs_nothing() -> None:
    places = {1: 1, 2: 1, 3: 1}
    assert ndcg([3, 1, 2], places) == ndcg([1, 2, 3], places) == 1.0


def test_a_true_answer_beyond_the_first_twenty_is_worth_nothing() -> None:
    places = {home: home + 1 for home in range(40)}
    assert ndcg([39, 38], places) == 0.0
    assert 0 < ndcg([TOP - 1], places) < ndcg([0], places) < 1


def test_those_that_answered_nothing_do_not_spoil_the_precision_of_the_others() -> None:
    found = means([score([1], [1], [1]), score([], [1], [1])])
    assert (found.recall, found.precision, found.empty) == (0.5, 1.0, 0.5)


@given(truth=homes.filter(bool), answer=homes)
def test_nothing_beats_the_truth_itself(truth: list[int], answer: list[int]) -> None:
    places = list(range(1, len(truth) + 1))
    found = score(answer, truth, places)
    assert 0 <= found.recall <= 1
    assert 0 <= found.ndcg <= 1 + 1e-9
    assert score(truth, truth, places).ndcg == 1.0


@given(truth=homes.filter(bool), answer=homes, stranger=st.integers(100, 200))
def test_a_wrong_home_at_the_end_never_helps(truth: list[int], answer: list[int], stranger: int) -> None:
    places = list(range(1, len(truth) + 1))
    before, after = score(answer, truth, places), score([*answer, stranger], truth, places)
    assert after.recall == before.recall
    assert after.ndcg == before.ndcg
    assert before.precision is None or (after.precision or 0.0) <= before.precision

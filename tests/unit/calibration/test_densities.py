"""The algebra under a calibration."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.calibration.densities import Axis, HiddenPositives, curve, logistic, lowest_with, passing
from claimtree.calibration.measures import calibration_error, reliability

AXIS = Axis.between(0.0, 1.0)
masses = st.lists(st.floats(0, 1), min_size=8, max_size=8).map(
    lambda values: np.repeat(np.array(values), -(-len(AXIS.centres) // 8))[: len(AXIS.centres)]
)


@given(slope=st.floats(2, 40), middle=st.floats(0.2, 0.8))
def test_a_curve_that_was_put_there_is_found(slope: float, middle: float) -> None:
    right = curve(AXIS.centres, slope, -slope * middle)
    found = logistic(AXIS.centres, right, 1 - right)
    assert found == pytest.approx((slope, -slope * middle), rel=1e-3, abs=1e-3)


@given(right=masses, wrong=masses, precision=st.floats(0.5, 0.99))
def test_at_the_bar_it_is_right_that_often_and_just_below_it_is_not(
    right: np.ndarray, wrong: np.ndarray, precision: float
) -> None:
    bar = lowest_with(precision, right, wrong, AXIS, least=0.1)
    tried = [0.1] if bar is None else [bar, bar - 0.005]
    good = [passing(right, AXIS, at) for at in tried]
    all_ = [good[i] + passing(wrong, AXIS, at) for i, at in enumerate(tried)]
    if bar is None:
        assert not good[0] or good[0] < precision * all_[0]
    else:
        assert bar >= 0.1
        assert good[0] >= precision * all_[0] > 0
        nothing_between = all_[1] == pytest.approx(all_[0])
        assert tried[1] < 0.1 - 1e-9 or nothing_between or not good[1] or good[1] < precision * all_[1]


def test_nothing_passes_where_there_is_no_bar() -> None:
    assert passing(np.ones(len(AXIS.centres)), AXIS, None) == 0


@given(said=st.lists(st.floats(0, 1), min_size=1, max_size=50))
def test_probabilities_that_are_right_as_often_as_they_say_have_no_error(said: list[float]) -> None:
    chances = np.array(said)
    assert calibration_error(reliability(chances, chances, 1 - chances)) == pytest.approx(0, abs=1e-9)


def test_the_error_of_two_bins_by_hand() -> None:
    # Four at .9 of which two are right, six at .5 of which three are.
    sure, right = np.array([0.9] * 4 + [0.5] * 6), np.array([1, 1, 0, 0, 1, 1, 1, 0, 0, 0], float)
    for bins in (10, 15):
        assert calibration_error(reliability(sure, right, 1 - right, bins=bins)) == pytest.approx(0.4 * 0.4)
    assert calibration_error(reliability(np.ones(2), np.ones(2), np.zeros(2))) == 0
    assert calibration_error(reliability(np.zeros(0), np.zeros(0), np.zeros(0))) == 0


@given(said=st.lists(st.floats(0, 1), min_size=1, max_size=50), truth=st.floats(0, 1))
def test_the_error_is_at_most_that_of_each_alone(said: list[float], truth: float) -> None:
    chances, right = np.array(said), np.full(len(said), truth)
    error = calibration_error(reliability(chances, right, 1 - right))
    assert abs(chances.mean() - truth) - 1e-9 <= error <= np.abs(chances - truth).mean() + 1e-9


@pytest.mark.parametrize(
    ("score", "verdict", "count"), [("bge-small", "met", 200), ("meets", "met", 75), ("refutes", "refuted", 75)]
)
def test_friends_are_a_part_of_the_strangers_and_of_nobody_below_the_lowest(
    score: str, verdict: str, count: int
) -> None:
    hidden = HiddenPositives.drawn_by(score, verdict=verdict)
    assert len(hidden.pairs) == count
    scores = {pair: 0.5 + 0.5 * n / count for n, pair in enumerate(hidden.pairs)}
    strangers = np.full(len(AXIS.centres), 1 / len(AXIS.centres))
    share = hidden.share_of(strangers, lambda wishes, phrases: np.array([[scores[wishes[0], phrases[0]]]]), AXIS)
    assert (share[AXIS.centres < 0.499] == 0).all()
    assert 0 < share.max() <= 1
    # All strangers together hold no more hidden positives than were judged to be.
    assert float((share * strangers).sum()) <= hidden.share * 1.01


def test_without_judged_strangers_nobody_is_a_friend() -> None:
    nobody = HiddenPositives().share_of(np.ones(len(AXIS.centres)), lambda *_: np.zeros((1, 1)), AXIS)
    assert not nobody.any()

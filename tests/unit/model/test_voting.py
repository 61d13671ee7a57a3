"""The nearest vote, a vote fades with distance, and many weak ones make no strong one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.model.judging import Says
from claimtree.model.voting import JUDGED, NO_VOTE, WORDS_ONLY, VoteRule, Votes, asked_share, lift

RULE = VoteRule(wish=0.9, near=0.5, steepness=10.0, strength=4.0)
COSINES = st.lists(st.floats(-1.0, 1.0, width=32), min_size=1, max_size=8)


def labels(*says: Says) -> np.ndarray:
    return np.array(says, np.int8)


@given(COSINES, st.data())
def test_the_nearest_label_pulls_hardest_unless_others_gang_up(cosines: list[float], data: st.DataObject) -> None:
    says = labels(*(data.draw(st.sampled_from(list(Says))) for _ in cosines))
    pulled = lift(np.array([cosines], np.float32), says, RULE)[0]
    assert np.isfinite(pulled).all()
    assert (pulled >= 0).all()
    for label in Says:
        own = [cosine for cosine, each in zip(cosines, says, strict=True) if each == label]
        nearest = max(own, default=-1.0)
        if nearest < RULE.near:
            assert pulled[label] == 0
        else:
            alone = RULE.strength * np.exp(RULE.steepness * (nearest - 1))
            assert alone * 0.999 <= pulled[label] <= alone * (1 + 0.1 * (len(own) - 1)) * 1.001


@given(st.floats(0.5, 0.99), st.floats(0.001, 0.01))
def test_a_vote_fades_with_distance(cosine: float, step: float) -> None:
    near, far = (
        lift(np.array([[each]], np.float32), labels(Says.MEETS), RULE)[0, 0] for each in (cosine + step, cosine)
    )
    assert near > far


def test_ten_weak_votes_do_not_reach_one_that_is_near() -> None:
    weak = lift(np.full((1, 10), 0.6, np.float32), labels(*[Says.MEETS] * 10), RULE)
    strong = lift(np.full((1, 1), 0.95, np.float32), labels(Says.MEETS), RULE)
    assert weak[0, Says.MEETS] < strong[0, Says.MEETS] / 4


def test_what_is_no_number_is_near_nothing() -> None:
    assert not lift(np.array([[np.nan, np.nan]], np.float32), labels(Says.MEETS, Says.REFUTES), RULE).any()


def test_without_a_judge_likeness_pulls_nowhere() -> None:
    assert not lift(np.ones((3, 1), np.float32), labels(Says.MEETS), WORDS_ONLY).any()


def test_nothing_taught_and_no_phrase_are_fine() -> None:
    assert lift(np.zeros((2, 0), np.float32), labels(), JUDGED).shape == (2, 3)
    assert lift(np.zeros((0, 2), np.float32), labels(Says.MEETS, Says.MEETS), JUDGED).shape == (0, 3)


def test_votes_that_do_not_fit_together_are_refused() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        Votes(says=np.full(2, NO_VOTE, np.int8), lift=np.zeros((3, 3), np.float32))


def test_without_taught_wishes_only_the_pull_is_added() -> None:
    votes = Votes(says=np.full(1, NO_VOTE, np.int8), lift=np.array([[2, 0, 0]], np.float32))
    assert votes.moved(np.array([[1, 1, 1]], np.float32)).tolist() == [[3, 1, 1]]


@given(st.integers(0, 1000))
def test_the_wish_as_asked_counts_as_much_as_a_taught_one_and_never_next_to_nothing(wishes: int) -> None:
    share = asked_share(wishes)
    assert 0.2 <= share <= 1
    assert wishes > 4 or share == pytest.approx(1 / (1 + wishes))

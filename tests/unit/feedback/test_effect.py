"""How well an order suits the thumbs."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.feedback.effect import ndcg
from claimtree.model.claims import EntityId

A, B, C, X = (EntityId(id) for id in "abcx")


def test_only_hits_with_a_thumb_count() -> None:
    assert ndcg([X, A, X, B], {A: 1.0, B: 0.0}) == 1.0
    assert ndcg([B, A], {A: 1.0, B: 0.0}) == pytest.approx(1 / math.log2(3))


def test_who_is_missing_comes_last() -> None:
    assert ndcg([B], {A: 1.0, B: 0.0}) == ndcg([B, X, A], {A: 1.0, B: 0.0})


def test_without_a_thumb_up_every_order_is_fine() -> None:
    assert ndcg([A, B], {A: 0.0, B: 0.0}) == 1.0


@given(st.permutations([A, B, C, X]), st.dictionaries(st.sampled_from([A, B, C, X]), st.floats(0, 1), min_size=1))
def test_it_lies_between_0_and_1_and_the_order_of_likes_is_best(
    order: list[EntityId], likes: dict[EntityId, float]
) -> None:
    best = sorted(likes, key=lambda id: -likes[id])
    assert 0 <= ndcg(order, likes) <= ndcg(best, likes) + 1e-9 <= 1 + 2e-9

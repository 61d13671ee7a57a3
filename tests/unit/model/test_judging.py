"""Three vectors a wish: what they make of a phrase, and what chances are."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from claimtree.model.judging import JudgedWishes, Says, chances
from claimtree.model.phrases import Floats, Vectors
from claimtree_testing.embedders import assert_equal

LOGITS = arrays(np.float32, st.tuples(st.integers(0, 4), st.just(3)), elements=st.floats(-50, 50, width=32))
COORDINATES = st.integers(-9, 9).map(float)


def vectors(*rows: tuple[float, ...]) -> Vectors:
    return Vectors.from_floats(np.array(rows, np.float32).reshape(len(rows), -1))


@st.composite
def judged_wishes(draw: st.DrawFn, least: int = 0) -> JudgedWishes:
    count = draw(st.integers(least, 4))
    rows = draw(arrays(np.float32, (3 * count, 4), elements=COORDINATES))
    lengths = draw(arrays(np.float32, (count, 3), elements=st.floats(0, 20, width=32)))
    bias = draw(arrays(np.float32, (3,), elements=st.floats(-5, 5, width=32)))
    return JudgedWishes(vectors=Vectors.from_floats(rows), lengths=lengths, bias=bias)


PHRASES = arrays(np.float32, st.tuples(st.integers(0, 5), st.just(4)), elements=COORDINATES).map(Vectors.from_floats)


# --- chances --------------------------------------------------------------------------------------------------------


@given(LOGITS, st.floats(-20, 20))
def test_chances_add_up_to_one_and_none_is_below_nothing(logits: Floats, silence: float) -> None:
    found = chances(logits, silence=silence)
    assert found.shape == logits.shape
    np.testing.assert_allclose(found.sum(axis=-1), 1.0, atol=1e-9)
    assert (found >= 0).all()


@given(LOGITS, st.floats(-5, 5), st.floats(0, 10))
def test_more_silence_only_lowers_the_other_two(logits: Floats, silence: float, more: float) -> None:
    before, after = chances(logits, silence=silence), chances(logits, silence=silence + more)
    assert (after[:, Says.NOTHING] >= before[:, Says.NOTHING] - 1e-12).all()
    assert (after[:, [Says.MEETS, Says.REFUTES]] <= before[:, [Says.MEETS, Says.REFUTES]] + 1e-12).all()


@given(LOGITS, st.floats(0, 10))
def test_silence_never_turns_meeting_into_refuting(logits: Floats, silence: float) -> None:
    loud = chances(logits, silence=silence)
    for (met, refuted, _), (first, second, _) in zip(logits.tolist(), loud.tolist(), strict=True):
        assert not (met > refuted and first < second)
        assert not (met < refuted and first > second)


@given(LOGITS, st.floats(-30, 30, width=32))
def test_what_is_added_to_all_three_changes_nothing(logits: Floats, more: float) -> None:
    np.testing.assert_allclose(chances(logits.astype(np.float64) + more), chances(logits), atol=1e-9)  # type: ignore[arg-type]


def test_huge_logits_overflow_nothing() -> None:
    with np.errstate(over="raise", invalid="raise"):
        assert chances(np.array([3e38, -3e38, 0], np.float32)).tolist() == [1.0, 0.0, 0.0]


def test_the_logits_that_were_given_stay_as_they_are() -> None:
    given_logits = np.array([[1.0, 2.0, 3.0]], np.float32)
    chances(given_logits, silence=4.0)
    assert given_logits.tolist() == [[1.0, 2.0, 3.0]]


@pytest.mark.parametrize("says", Says)
def test_the_highest_logit_has_the_highest_chance(says: Says) -> None:
    logits = np.zeros(3, np.float32)
    logits[says] = 1.0
    assert chances(logits).argmax() == says


# --- wishes ---------------------------------------------------------------------------------------------------------


@given(judged_wishes(), PHRASES)
def test_logits_are_cosines_by_their_lengths_and_the_bias(wishes: JudgedWishes, phrases: Vectors) -> None:
    found = wishes.logits(phrases)
    assert found.shape == (len(phrases), len(wishes), 3)
    cosines = phrases.similarity(wishes.vectors)
    for p, w, says in itertools.product(range(len(phrases)), range(len(wishes)), Says):
        assert found[p, w, says] == cosines[p, 3 * w + says] * wishes.lengths[w, says] + wishes.bias[says]


@given(judged_wishes(least=1), st.data())
def test_taking_picks_in_the_order_asked_and_as_often(wishes: JudgedWishes, data: st.DataObject) -> None:
    rows = data.draw(st.lists(st.integers(0, len(wishes) - 1), max_size=6))
    phrases = data.draw(PHRASES)
    taken = wishes.take(rows)
    assert len(taken) == len(rows)
    np.testing.assert_array_equal(taken.logits(phrases), wishes.logits(phrases)[:, rows])


def test_taking_brings_all_three_vectors_along() -> None:
    wishes = JudgedWishes(
        vectors=vectors(*((float(n), 1.0) for n in range(6))),
        lengths=np.arange(6, dtype=np.float32).reshape(2, 3),
        bias=np.zeros(3, np.float32),
    )
    second = wishes.take([1])
    assert_equal(second.vectors, wishes.vectors.take([3, 4, 5]))
    assert second.lengths.tolist() == [[3, 4, 5]]


@given(judged_wishes(least=1))
def test_before_a_vector_that_says_nothing_only_the_bias_speaks(wishes: JudgedWishes) -> None:
    found = wishes.logits(vectors((0.0, 0.0, 0.0, 0.0)))
    assert (found == wishes.bias).all()


def test_a_wish_of_zero_vectors_leaves_the_bias_whatever_the_phrase() -> None:
    bias = np.array([-1.0, -2.0, 3.0], np.float32)
    blank = JudgedWishes(
        vectors=Vectors.from_floats(np.zeros((3, 4), np.float32)), lengths=np.full((1, 3), 9, np.float32), bias=bias
    )
    assert blank.logits(vectors((1.0, 2.0, 3.0, 4.0)))[0, 0].tolist() == bias.tolist()


@pytest.mark.parametrize(
    ("rows", "lengths", "bias"),
    [(4, (1, 3), (3,)), (3, (3,), (3,)), (3, (2, 3), (3,)), (3, (1, 2), (3,)), (3, (1, 3), (2,)), (6, (1, 3), (3,)),
     (3, (1, 3), (1, 3)), (2, (0, 3), (3,))],
)  # fmt: skip
def test_shapes_that_do_not_fit_are_refused(rows: int, lengths: tuple[int, ...], bias: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        JudgedWishes(
            vectors=Vectors.from_floats(np.ones((rows, 4), np.float32)),
            lengths=np.ones(lengths, np.float32),
            bias=np.ones(bias, np.float32),
        )


def test_no_wishes_and_no_phrases_give_nothing() -> None:
    none = JudgedWishes(vectors=Vectors.empty(4), lengths=np.zeros((0, 3), np.float32), bias=np.zeros(3, np.float32))
    assert len(none) == len(none.take([])) == 0
    assert none.logits(Vectors.empty(4)).shape == (0, 0, 3)
    assert none.logits(vectors((1.0, 0.0, 0.0, 0.0))).shape == (1, 0, 3)

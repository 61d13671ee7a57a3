"""A guess: the likeliest type, its likeliest level, and whether the words say anything at all."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.model.claims import LevelName, TypeName
from claimtree.model.guesses import Guesses
from claimtree.model.phrases import Vectors

HOME, ROOM = LevelName("home"), LevelName("room")
SIZE, PRICE = TypeName("size"), TypeName("price")
CLASSES = ((SIZE, HOME), (SIZE, ROOM), (PRICE, HOME))


def model(*rows: list[float], aside_from: float = 0.5) -> Guesses:
    weights = np.array(rows, np.float32)
    return Guesses(classes=CLASSES, weights=weights, bias=np.zeros(4, np.float32), aside_from=aside_from)


def along(axis: int) -> Vectors:
    return Vectors.from_floats(np.eye(2, dtype=np.float32)[[axis]])


def test_the_type_is_that_of_all_its_levels_together() -> None:
    # The likeliest class is price, but size is likelier in all.
    (guess,) = model([2.0, 2.1, 2.4, -9.0], [0.0, 0.0, 0.0, 0.0]).guess(along(0))
    assert (guess.type, guess.level) == (SIZE, ROOM)
    assert 0.5 < guess.probability < 0.7
    assert not guess.is_aside


def test_words_that_are_likely_an_aside_are_one() -> None:
    rows = [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 3.0]
    (guess,) = model(*rows).guess(along(1))
    assert guess.aside == pytest.approx(np.exp(3) / (3 + np.exp(3)), abs=1e-4)
    assert guess.is_aside
    assert not model(*rows, aside_from=0.9).guess(along(1))[0].is_aside


@given(st.lists(st.lists(st.floats(-1, 1, width=32), min_size=2, max_size=2), min_size=1, max_size=5))
def test_probabilities_add_up_to_one(rows: list[list[float]]) -> None:
    guesses = model([5.0, -5.0, 0.0, 1.0], [1.0, 2.0, 3.0, 4.0])
    found = guesses.probabilities(Vectors.from_floats(np.array(rows, np.float32)))
    assert found.shape == (len(rows), 4)
    assert np.allclose(found.sum(axis=1), 1, atol=1e-5)


def test_models_are_equal_when_their_numbers_are() -> None:
    rows = [0.0, 1.0, 2.0, 3.0], [3.0, 2.0, 1.0, 0.0]
    assert model(*rows) == model(*rows)
    assert model(*rows) != model(*rows, aside_from=0.4)

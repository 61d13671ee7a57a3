"""What the second opinion on the judge's results confirms, with the shipped weights."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from claimtree.model.judging import Says
from claimtree.model.phrases import Floats
from claimtree.model.second_opinion import UNCONFIRMED, is_alike, word_features
from claimtree.models.encoder import OwnEncoder
from claimtree.search.judged_rows import judged_edges


@pytest.fixture(scope="module")
def encoder() -> OwnEncoder:
    return OwnEncoder()


def confirmed(encoder: OwnEncoder, wish: str, phrase: str) -> bool:
    judged, vectors = encoder.judge(encoder.embed([wish])), encoder.embed([phrase])
    return bool(judged.confirms([0], [wish], [phrase], vectors, judged.logits(vectors)[:, 0])[0])


@pytest.mark.parametrize(
    ("wish", "phrase"),
    [
        ("champagne glasses", "wine glasses"),
        ("ironing board", "iron"),
        ("treadmill", "exercise equipment free weights yoga mat"),
        ("teak", "gong cha"),
        ("stair gate", "rear stair exit to be used in"),
    ],
)
def test_what_says_less_or_something_else_is_not_confirmed(encoder: OwnEncoder, wish: str, phrase: str) -> None:
    assert not confirmed(encoder, wish, phrase)


@pytest.mark.parametrize(
    ("wish", "phrase"),
    [
        ("secure parking", "secure parking spot"),
        ("roof terrace", "rooftop terrace"),
        ("pizza oven", "a pizza oven on the patio"),
    ],
)
def test_the_same_in_other_words_is_confirmed(encoder: OwnEncoder, wish: str, phrase: str) -> None:
    assert confirmed(encoder, wish, phrase)


def test_what_is_not_confirmed_is_at_most_possible_and_refutations_stay() -> None:
    logits = np.zeros((3, 1, 3), np.float32)
    logits[0, 0, Says.MEETS] = logits[1, 0, Says.MEETS] = logits[2, 0, Says.REFUTES] = 9.0
    asked: list[list[int]] = []

    def confirms(wishes: NDArray[np.intp], at: NDArray[np.intp], said: Floats) -> NDArray[np.bool_]:
        asked.append(at.tolist())
        assert (wishes.tolist(), said.shape) == ([0] * len(at), (len(at), 3))
        return np.equal(at, 0)

    edges = judged_edges(logits, silence=np.zeros(1, np.float32), least=np.array([0.5]), confirms=confirms)
    assert asked == [[0, 1]]
    chances = dict(zip(edges["phrase"].tolist(), edges["chance"].tolist(), strict=True))
    assert chances[0] > UNCONFIRMED
    assert chances[1] == pytest.approx(UNCONFIRMED)
    assert chances[2] > UNCONFIRMED


def test_words_are_compared_whatever_is_empty() -> None:
    assert len(word_features("", "")) == len(word_features("big tv", "55 inch TV with cable"))


def test_forms_of_a_word_are_found_as_if_each_word_was_compared() -> None:
    words = ["bar", "bars", "barn", "ba", "12", "123", "1234", "share", "shared", "sharing", "sha", "lease", "leather"]
    for one in words:
        for other in words:
            share_alike, share_back = word_features(one, other)[4], word_features(one, other)[9]
            is_compared = all(len(word) > 2 or word.isdigit() for word in (one, other))
            assert share_alike == share_back == (is_compared and is_alike(one, other)), (one, other)

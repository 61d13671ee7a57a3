"""What the second opinion on the judge's results confirms, with the shipped weights."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from claimtree.model.judging import Says
from claimtree.model.phrases import Floats
from claimtree.model.second_opinion import UNCONFIRMED, pair_features
from claimtree.model.shared_words import shared_words
from claimtree.models.encoder import OwnEncoder
from claimtree.search.judged_rows import judged_edges


@pytest.fixture(scope="module")
def encoder() -> OwnEncoder:
    return OwnEncoder()


def confirmed(encoder: OwnEncoder, wish: str, phrase: str) -> bool:
    judged, vectors = encoder.judge(encoder.embed([wish])), encoder.embed([phrase])
    return bool(judged.confirms(0, wish, [phrase], vectors, judged.logits(vectors)[:, 0])[0])


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

    def confirms(wish: int, at: NDArray[np.intp], said: Floats) -> NDArray[np.bool_]:
        asked.append(at.tolist())
        assert (wish, said.shape) == (0, (len(at), 3))
        return np.equal(at, 0)

    edges = judged_edges(logits, silence=np.zeros(1, np.float32), least=np.array([0.5]), confirms=confirms)
    assert asked == [[0, 1]]
    chances = dict(zip(edges["phrase"].tolist(), edges["chance"].tolist(), strict=True))
    assert chances[0] > UNCONFIRMED
    assert chances[1] == pytest.approx(UNCONFIRMED)
    assert chances[2] > UNCONFIRMED


def test_many_phrases_are_confirmed_as_each_alone(encoder: OwnEncoder) -> None:
    phrases = [
        "wine glasses",
        "champagne glasses",
        "a set of champagne flutes",
        "two glasses of champagne",
        "glass",
    ] * 3
    judged, vectors = encoder.judge(encoder.embed(["champagne glasses"])), encoder.embed(phrases)
    together = judged.confirms(0, "champagne glasses", phrases, vectors, judged.logits(vectors)[:, 0])
    assert together.tolist() == [confirmed(encoder, "champagne glasses", phrase) for phrase in phrases]
    assert 0 < together.sum() < len(phrases)


def test_what_is_decided_quickly_is_what_all_features_say(encoder: OwnEncoder) -> None:
    phrases = list(encoder_phrases())
    judged, vectors = encoder.judge(encoder.embed(["a quiet garden"])), encoder.embed(phrases)
    assert judged.second is not None
    assert judged.own is not None
    logits = judged.logits(vectors)[:, 0]
    features = pair_features("a quiet garden", judged.own, phrases, vectors, logits)
    score = features @ judged.second.weights + judged.second.bias
    expected = (np.round(score, 6) >= np.log(judged.second.bar / (1 - judged.second.bar))) | shared_words(
        "a quiet garden", phrases
    ).all_words
    found = judged.confirms(0, "a quiet garden", phrases, vectors, logits)
    assert found.tolist() == expected.tolist()
    assert 0 < found.sum() < len(phrases)


def encoder_phrases() -> Iterator[str]:
    for size in ("small", "big", "quiet", "shared", "lovely", "no"):
        for what in ("garden", "gardens", "patio", "back yard", "street", "room", "green", "terrace with plants"):
            yield f"{size} {what}"
            yield f"a {what} that is {size}"

"""Phrases that have the very words of a wish: which have them, and which of these say it."""

from __future__ import annotations

import pytest

from claimtree.model.stated_words import Vocabulary, WishWords, words_of
from claimtree.models.encoder import OwnEncoder

VOCABULARY = Vocabulary(
    small=("a", "the", "of", "for"),
    endings=("s", "es", "nya"),
    denying=("no",),
    near=("near",),
    before=(),
    after=(),
    beside=(),
)


@pytest.fixture(scope="module")
def encoder() -> OwnEncoder:
    return OwnEncoder()


def has_and_says(encoder: OwnEncoder, wish: str, phrase: str) -> tuple[bool, bool]:
    judged, vectors = encoder.judge(encoder.embed([wish])), encoder.embed([phrase])
    has, says = judged.states(0, wish, [phrase], vectors, judged.logits(vectors)[:, 0])
    return bool(has[0]), bool(says[0])


@pytest.mark.parametrize(
    ("wish", "phrase", "places"),
    [
        ("kayaks", "take our kayaks to the lake", (2,)),
        ("kayaks", "a kayak", (1,)),
        ("a big tv", "a big bed and a tv", (1, 5)),
        ("a big tv", "a tv, big, and a big tv", (5, 6)),
        ("view of the pool", "a view of the pool", (1, 4)),
        ("kolam", "ada kolamnya", (1,)),
        ("tv", "a sofa", None),
        ("bus", "a busy street", None),
        ("", "a sofa", None),
    ],
)
def test_a_phrase_has_the_words_of_a_wish_in_any_form_and_as_near_to_each_other_as_they_stand(
    wish: str, phrase: str, places: tuple[int, ...] | None
) -> None:
    assert WishWords(wish, VOCABULARY).found_in(words_of(phrase)) == places


@pytest.mark.parametrize(
    ("wish", "phrase"),
    [
        ("telescope", "on clear nights you may use our telescope"),
        ("sewing machine", "feel free to use the sewing machine in the sitting room"),
        ("hammock", "swing in the gray hammock and listen to the rain"),
        ("record player", "there is a record player in the living room"),
    ],
)
def test_what_is_stated_in_the_words_of_the_wish_is_found(encoder: OwnEncoder, wish: str, phrase: str) -> None:
    assert has_and_says(encoder, wish, phrase) == (True, True)


@pytest.mark.parametrize(
    ("wish", "phrase"),
    [
        ("boat", "duck boat tours including a drive through the city"),
        ("roses", "steps from the rose kennedy greenway"),
        ("weekend", "or out of the city for the weekend"),
        ("wine", "wine glasses"),
        ("sunset", "it is open from sunrise to sunset"),
        ("piano", "there is no piano in the house"),
        ("hammock", "sorry we do not have a hammock"),
    ],
)
def test_the_same_words_of_something_else_or_of_no_wish_are_not_taken_for_it(
    encoder: OwnEncoder, wish: str, phrase: str
) -> None:
    assert has_and_says(encoder, wish, phrase) == (True, False)


def test_a_phrase_without_the_words_is_left_to_the_judge(encoder: OwnEncoder) -> None:
    assert has_and_says(encoder, "telescope", "a pair of binoculars") == (False, False)

"""The language of a text and of its sentences, of those that a pack speaks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shared_packs import shared_pack

from claimtree.languages import ENGLISH, INDONESIAN
from claimtree.languages.normalise import tokenize
from claimtree.text.detect import asker_language, detect, sentences_in

BOTH = ("en", "id")


@pytest.mark.parametrize(
    "text",
    [
        "a bright flat near the park",
        "I don't want to live on the ground floor",
        "two bedrooms and a balcony, no pets",
        "Is there a gym in the building?",
        "villa close to Jalan Sudirman",
        "quiet street",
    ],
)
def test_english_is_told(text: str) -> None:
    assert detect(text, BOTH) == detect(text, BOTH[::-1]) == "en"


@pytest.mark.parametrize(
    "text",
    [
        "rumah dengan 3 kamar tidur di Medan",
        "tidak mau yang dekat rel kereta",
        "cari ruko 2 lantai, harga di bawah 1 miliar",
        "kost putri dkt kampus yg murah",
        "kamar mandi dalam",
        "tanah kosong",
    ],
)
def test_indonesian_is_told(text: str) -> None:
    assert detect(text, BOTH) == detect(text, BOTH[::-1]) == "id"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("rumah full furnished dekat kampus", "id"),
        ("brand new townhouse, ready stock, dijual di Kemang", "id"),
        ("unit apartment yang full furnished dengan private pool", "id"),
        ("an apartment in Menteng with a garden", "en"),
    ],
)
def test_mixed_text_is_in_the_language_of_its_small_words(text: str, code: str) -> None:
    assert detect(text, BOTH) == detect(text, BOTH[::-1]) == code


@pytest.mark.parametrize("text", ["", "123", "!!!", "Xyzzy", "北京"])
def test_what_tells_nothing_is_in_the_first_language(text: str) -> None:
    assert detect(text, BOTH) == "en"
    assert detect(text, BOTH[::-1]) == "id"


def test_each_sentence_has_its_own_language() -> None:
    text = "Rumah ini dekat dengan sekolah. The kitchen has an island!\nKamar tidur ada tiga"
    assert [sentence.language for sentence in sentences_in(text, BOTH)] == ["id", "en", "id"]


def test_a_sentence_that_does_not_tell_is_in_the_language_of_the_text() -> None:
    text = "Rumah dengan taman di belakang. Xyzzy 123. Ada garasi."
    assert [sentence.language for sentence in sentences_in(text, BOTH)] == ["id", "id", "id"]


def test_one_language_needs_no_telling() -> None:
    assert detect("rumah dekat kampus", ("en",)) == "en"
    assert [sentence.language for sentence in sentences_in("rumah. kebun.", ("en",))] == ["en", "en"]


def test_a_word_of_two_languages_speaks_for_neither() -> None:
    shared = ENGLISH.function_words & INDONESIAN.function_words
    assert all(detect(word, ("id", "en")) == "id" and detect(word, BOTH) == "en" for word in shared)


@given(st.text(max_size=200))
def test_sentences_cover_every_token_once(text: str) -> None:
    tokens = tokenize(text)
    sentences = sentences_in(text, BOTH, tokens=tokens)
    assert [i for sentence in sentences for i in range(sentence.first, sentence.after)] == list(range(len(tokens)))
    assert all(sentence.language in BOTH for sentence in sentences)


@given(st.text(max_size=100), st.permutations(BOTH))
def test_the_answer_is_one_of_the_languages_and_always_the_same(text: str, codes: list[str]) -> None:
    assert detect(text, codes) == detect(text, codes) in codes


def test_a_user_is_answered_in_the_language_of_the_question_if_the_pack_speaks_it() -> None:
    rentals, property = shared_pack("rentals"), shared_pack("property")
    assert asker_language(property, "a house near the school") == "en"
    assert asker_language(property, "rumah dekat sekolah") == "id"
    assert asker_language(rentals, "rumah dekat sekolah") == "en"
    assert (asker_language(rentals), asker_language(property)) == ("en", "id")

"""Tokens keep their place, glued forms come apart, and numerals have one value."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.text.normalise import digits, numeral, ordinal, singular, tokenize

PIECES = st.sampled_from(
    [
        "2BR",
        "/",
        "1½",
        "$3,500",
        "m²",
        "\u0301",
        "pre-war",
        "don’t",
        "—",
        "😀",
        "\x00",
        "w/d",
        "86th",
        " ",
        "\n",
        "１２",
    ]
)
ANY_TEXT = st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=12).map("".join))


@pytest.mark.parametrize(
    ("text", "norms"),
    [
        ("2BR/1BA", "2 br / 1 ba"),
        ("12m²", "12 m2"),
        ("12 m2", "12 m2"),
        ("12 m^2", "12 m2"),
        ("$3,500/mo", "$ 3,500 / mo"),
        ("$4k/mo", "$ 4 k / mo"),
        ("40x", "40 x"),
        ("1000+", "1000 +"),
        (">10m²", "> 10 m2"),
        (">= 5, ≥5, ≤5", ">= 5 , >= 5 , <= 5"),
        ("5-min", "5 - min"),
        ("pre-war", "pre war"),
        ("quiet—sunny", "quiet - sunny"),
        ("5–10", "5 - 10"),
        ("w/d, A/C", "w/d , a/c"),
        ("w/parking", "w/ parking"),
        ("kitchen/living", "kitchen / living"),
        ("don’t", "don't"),
        ("five minutes’ walk", "five minutes ' walk"),
        ("86th St.", "86th st ."),
        ("3½", "3 1/2"),
        ("1.5, 3,200.", "1.5 , 3,200 ."),
        ("WOW!!! Sunny", "wow ! sunny"),
        ("cafe\u0301", "café"),
        ("Ｓｕｎｎｙ １２", "sunny 12"),
        ("sunny 😀👍🏽 flat\x00\u200b", "sunny flat"),
        ("“quiet”", '" quiet "'),
        ("50% 20°", "50 % 20 °"),
        ("snake_case", "snake case"),
        ("", ""),
    ],
)
def test_a_text_comes_apart_into_the_tokens_a_person_sees(text: str, norms: str) -> None:
    assert " ".join(token.norm for token in tokenize(text)) == norms


@given(ANY_TEXT)
def test_every_token_stands_where_it_says(text: str) -> None:
    tokens = tokenize(text)
    for token in tokens:
        assert text[token.start : token.end] == token.text
        assert token.norm
    for left, right in pairwise(tokens):
        assert left.end <= right.start


@pytest.mark.parametrize(
    "unit",
    ["a b ", "!?", "1,", "a\u0300", "\u0300\u0316", "a", "1", "a'", "a/b", "-a", "½", "<=>", "1st", "w/"],
)
def test_a_long_text_of_anything_is_read_to_its_end(unit: str) -> None:
    # Linear takes a tenth of a second; a quadratic reader would not come back for minutes.
    text = (unit * 200_000)[:200_000] + " end"
    assert tokenize(text)[-1].text.endswith("end")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", 7),
        ("3,200", 3200),
        ("1.5", 1.5),
        ("1.500.000", 1_500_000),
        ("1,500.75", 1500.75),
        ("1.500,75", 1500.75),
        ("1,5", 1.5),
        ("0.125", 0.125),
        ("1,2,3", None),
        ("212.555.0199", None),
        ("9" * 14, None),
        ("9" * 400, None),
        ("", None),
        ("²", None),
    ],
)
def test_marks_between_digits_group_or_part(text: str, value: float | None) -> None:
    assert digits(text) == value


def test_a_single_dot_groups_where_the_comma_is_decimal() -> None:
    assert digits("1.500", decimal_comma=True) == 1500
    assert digits("1,500", decimal_comma=True) == 1.5


@pytest.mark.parametrize(
    ("text", "value", "end"),
    [
        ("two and a half baths", 2.5, 4),
        ("a hundred", 100, 2),
        ("twenty-five", 25, 2),
        ("thirty-two hundred", 3200, 3),
        ("one thousand five hundred", 1500, 4),
        ("two hundred and fifty", 250, 4),
        ("two million three hundred thousand", 2_300_000, 5),
        ("3½", 3.5, 2),
        ("1 1/2", 1.5, 4),
        ("½", 0.5, 1),
        ("3.5k", 3500, 2),
        ("1.5 million", 1_500_000, 2),
        ("half a mile", 0.5, 2),
        ("a couple of", 2, 3),
        ("a dozen", 12, 2),
        ("two three", 2, 1),
        ("five and six", 5, 1),
        ("twenty eleven", 20, 1),
    ],
)
def test_a_numeral_has_one_value_and_an_end(text: str, value: float, end: int) -> None:
    found = numeral(tokenize(text), 0)
    assert found is not None
    assert (found.value, found.end) == (value, end)


@pytest.mark.parametrize("text", ["a kitchen", "and", "hundred", "9" * 40, "first"])
def test_other_words_are_no_numeral(text: str) -> None:
    assert numeral(tokenize(text), 0) is None


@pytest.mark.parametrize(("norm", "value"), [("3rd", 3), ("third", 3), ("86th", 86), ("three", None), ("th", None)])
def test_an_ordinal_is_read_in_digits_and_words(norm: str, value: int | None) -> None:
    assert ordinal(norm) == value


@given(ANY_TEXT)
def test_folding_and_numerals_never_fail(text: str) -> None:
    tokens = tokenize(text)
    for at, token in enumerate(tokens):
        assert singular(token.norm)
        numeral(tokens, at)


def test_endings_do_not_part_a_word_from_itself() -> None:
    assert singular("bedrooms") == singular("bedroom")
    assert singular("parking") == "parking"
    assert singular("x" * 1000) == "x" * 1000

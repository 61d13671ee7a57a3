"""Tokens keep their place, and glued forms come apart."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.languages.normalise import singular, tokenize

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
    # Linear takes some hundredths of a second; a quadratic reader would not come back for minutes.
    text = (unit * 20_000)[:20_000] + " end"
    assert tokenize(text)[-1].text.endswith("end")


@given(ANY_TEXT)
def test_folding_never_fails(text: str) -> None:
    for token in tokenize(text):
        assert singular(token.norm)


def test_endings_do_not_part_a_word_from_itself() -> None:
    assert singular("bedrooms") == singular("bedroom")
    assert singular("parking") == "parking"
    assert singular("x" * 1000) == "x" * 1000

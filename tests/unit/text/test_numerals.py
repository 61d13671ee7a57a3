"""Numbers in digits and words have one value, in each language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.languages.en.amounts import AMOUNTS as ENGLISH
from claimtree.languages.id.amounts import AMOUNTS as INDONESIAN
from claimtree.languages.normalise import tokenize
from claimtree.languages.number_words import NumberWords
from claimtree.text.amounts import blend
from claimtree.text.amounts.digits import digits
from claimtree.text.amounts.numerals import numeral, ordinal


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
    found = numeral(tokenize(text), 0, ENGLISH.numbers)
    assert found is not None
    assert (found.value, found.end) == (value, end)


@pytest.mark.parametrize("text", ["a kitchen", "and", "hundred", "9" * 40, "first"])
def test_other_words_are_no_numeral(text: str) -> None:
    assert numeral(tokenize(text), 0, ENGLISH.numbers) is None


@pytest.mark.parametrize(("norm", "value"), [("3rd", 3), ("third", 3), ("86th", 86), ("three", None), ("th", None)])
def test_an_ordinal_is_read_in_digits_and_words(norm: str, value: int | None) -> None:
    assert ordinal(norm, ENGLISH.numbers) == value


@pytest.mark.parametrize(
    ("text", "value", "end"),
    [
        ("dua setengah", 2.5, 2),
        ("setengah", 0.5, 1),
        ("sepuluh", 10, 1),
        ("sebelas", 11, 1),
        ("dua belas", 12, 2),
        ("dua puluh lima", 25, 3),
        ("seratus", 100, 1),
        ("seratus dua puluh lima juta", 125_000_000, 5),
        ("dua ratus lima puluh ribu", 250_000, 5),
        ("seribu lima ratus", 1500, 3),
        ("sejuta", 1_000_000, 1),
        ("satu koma lima miliar", 1_500_000_000, 4),
        ("dua koma dua lima", 2.25, 4),
        ("satu setengah miliar", 1_500_000_000, 3),
        ("setengah juta", 500_000, 2),
        ("1,5 miliar", 1_500_000_000, 2),
        ("3 ratus juta", 300_000_000, 3),
        ("2 juta 500 ribu", 2_500_000, 4),
        ("500an juta", 500_000_000, 3),
        ("750rb", 750_000, 2),
        ("2 triliun", 2e12, 2),
        ("dua tiga", 2, 1),
        ("satu dari", 1, 1),
    ],
)
def test_indonesian_numbers_are_built_from_their_own_words(text: str, value: float, end: int) -> None:
    found = numeral(tokenize(text), 0, INDONESIAN.numbers)
    assert found is not None
    assert found.value == pytest.approx(value)
    assert found.end == end


def _english(number: int) -> str:
    small = [*ENGLISH.numbers.small]
    tens = [word for word in ENGLISH.numbers.tens if word != "fourty"]
    for size, name in ((10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred")):
        if number >= size:
            head, rest = divmod(number, size)
            return f"{_english(head)} {name}" + (f" {_english(rest)}" if rest else "")
    if number < 20:
        return small[number]
    return tens[number // 10 - 2] + (f" {small[number % 10]}" if number % 10 else "")


def _indonesian(number: int) -> str:
    small = [*INDONESIAN.numbers.small]
    for size, name in ((10**9, "miliar"), (10**6, "juta"), (1000, "ribu"), (100, "ratus")):
        if number >= size:
            head, rest = divmod(number, size)
            said = {1000: "seribu", 100: "seratus"}.get(size) if head == 1 else None
            return (said or f"{_indonesian(head)} {name}") + (f" {_indonesian(rest)}" if rest else "")
    if number < 12:
        return small[number]
    if number < 20:
        return f"{small[number % 10]} belas"
    return f"{small[number // 10]} puluh" + (f" {small[number % 10]}" if number % 10 else "")


NUMBERS = st.one_of(st.integers(0, 200), st.integers(0, 10**6), st.integers(0, 10**12 - 1))


@given(NUMBERS, st.booleans())
def test_a_number_in_words_is_read_as_it_was_spelled(number: int, mixed: bool) -> None:
    both = blend(INDONESIAN, ENGLISH).numbers
    for spelled, words in ((_english(number), ENGLISH.numbers), (_indonesian(number), INDONESIAN.numbers)):
        tokens = tokenize(spelled)
        found = numeral(tokens, 0, both if mixed else words)
        assert found is not None
        assert (found.value, found.end) == (number, len(tokens))


@given(st.integers(0, 10**13), st.integers(0, 99), st.booleans(), st.booleans())
def test_a_number_in_digits_is_read_as_it_was_written(whole: int, cents: int, comma: bool, grouped: bool) -> None:
    text = f"{whole:,}" if grouped else str(whole)
    if cents:
        text += f".{cents:02}"
    if comma:
        text = text.translate(str.maketrans(",.", ".,"))
    value = whole + cents / 100
    assert digits(text, decimal_comma=comma) == (pytest.approx(value) if value <= 1e13 else None)


SCALED = [
    (words.numbers, word, scale, comma)
    for words, comma in ((ENGLISH, False), (INDONESIAN, True))
    for word, scale in {**words.numbers.scales, **words.numbers.glued}.items()
]


@given(st.integers(1, 999), st.integers(0, 9), st.sampled_from(SCALED))
def test_a_scale_multiplies_what_stands_before_it(
    whole: int, tenth: int, scaled: tuple[NumberWords, str, float, bool]
) -> None:
    words, word, scale, comma = scaled
    text = f"{whole}{',' if comma else '.'}{tenth}{word}"
    tokens = tokenize(text)
    found = numeral(tokens, 0, words, decimal_comma=comma)
    if (whole + tenth / 10) * scale > 1e15:
        assert found is None
        return
    assert found is not None
    assert found.value == pytest.approx((whole + tenth / 10) * scale)
    assert found.end == len(tokens)


PIECES = "1 2,5 ½ / - an juta two dua and a half setengah koma ratus belas k"


@given(st.lists(st.sampled_from(PIECES.split()), max_size=9))
def test_any_row_of_number_words_is_read_or_left_alone(words: list[str]) -> None:
    tokens = tokenize(" ".join(words))
    both = blend(INDONESIAN, ENGLISH).numbers
    for at in range(len(tokens)):
        found = numeral(tokens, at, both)
        assert found is None or (at < found.end <= len(tokens) and 0 <= found.value <= 1e15)

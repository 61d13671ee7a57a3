"""Numbers in digits and words have one value, in each language."""

from __future__ import annotations

import pytest

from claimtree.text.amounts import ENGLISH
from claimtree.text.amounts.numerals import digits, numeral, ordinal
from claimtree.text.normalise import tokenize


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

"""A quote is found where it stands, and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.llm_reader.quotes import find_quote

TEXT = "Sunny two-bedroom in location X.\n\nQuiet  Street; $4,000 a month, 12.5 m². Straße am Park. quiet street"


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("Sunny", "Sunny"),
        ("SUNNY two-bedroom", "Sunny two-bedroom"),
        ("quiet street", "quiet street"),
        ("Quiet Street", "Quiet  Street"),
        ("X. Quiet", "X.\n\nQuiet"),
        ("  $4,000 a month ", "$4,000 a month"),
        ("strasse AM park", "Straße am Park"),
        ("12.5 m²", "12.5 m²"),
    ],
)
def test_a_quote_is_found_as_written_or_in_other_case_and_spacing(quote: str, found: str) -> None:
    span = find_quote(quote, TEXT)
    assert span is not None
    assert TEXT[slice(*span)] == found


@pytest.mark.parametrize("quote", ["", "  ", "cat", "unny", "$4", "4", "000", "12", "5 m²", "noisy street", "Suny"])
def test_what_does_not_stand_there_is_not_found(quote: str) -> None:
    assert find_quote(quote, TEXT) is None


def test_a_thing_said_twice_is_found_twice() -> None:
    first = find_quote("quiet street", TEXT)
    assert first is not None
    second = find_quote("quiet street", TEXT, {first})
    assert second is not None
    assert second != first
    assert find_quote("quiet street", TEXT, {first, second}) in (first, second)


def test_a_script_without_spaces_is_searched_too() -> None:
    assert find_quote("安静", "很安静的街道") == (1, 3)


@given(text=st.text(max_size=60), start=st.integers(0, 60), length=st.integers(1, 20))
def test_whatever_is_found_says_the_quote(text: str, start: int, length: int) -> None:
    quote = text[start : start + length]
    span = find_quote(quote, text)
    if span is not None:
        assert "".join(text[slice(*span)].casefold().split()) == "".join(quote.casefold().split())


@given(words=st.lists(st.text("abcXYZ", min_size=1, max_size=5), min_size=1, max_size=8), data=st.data())
def test_whole_words_are_always_found_in_any_case_and_spacing(words: list[str], data: st.DataObject) -> None:
    text = "  ".join(words)
    first = data.draw(st.integers(0, len(words) - 1))
    after = data.draw(st.integers(first + 1, len(words)))
    quote = "\n".join(words[first:after]).swapcase()
    span = find_quote(quote, text)
    assert span is not None
    assert text[slice(*span)].lower().split() == quote.lower().split()

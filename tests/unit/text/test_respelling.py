"""Words that are read as others keep the places of what was written."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.model.scopes import ListedWords, Scope, Span, Status
from claimtree.text.respelling import Respelling, overlapping_none, read_respelled


class Words:
    """Finds every word, and says of each span which words of the text it was given it covers."""

    version = "words"

    def __init__(self) -> None:
        self.text = ""
        self.asked: list[str] = []

    def read(self, text: str, *, listing: bool) -> Words:
        self.text = text
        return self

    @property
    def end(self) -> int:
        return len(self.text)

    @property
    def found(self) -> Sequence[Span]:
        spans, at = [], 0
        for word in self.text.split(" "):
            if word:
                spans.append(Span(at, at + len(word)))
            at += len(word) + 1
        return spans

    def named(self, span: Span) -> float:
        self.asked.append(self.text[span.start : span.end])
        return 1.0

    def means(self, asked: Sequence[ListedWords]) -> Sequence[float]:
        self.asked += [self.text[one.span.start : one.span.end] for one in asked]
        return [1.0] * len(asked)

    def asks(self, asked: Sequence[ListedWords]) -> Sequence[tuple[float, float]]:
        return [(1.0, one) for one in self.means(asked)]

    def scopes(self, spans: Sequence[Span]) -> Sequence[Scope]:
        self.asked += [self.text[span.start : span.end] for span in spans]
        return [Scope(status=Status.WANTED, sureness=1.0, part=span) for span in spans]

    def alternatives(self, spans: Sequence[Span]) -> Sequence[int | None]:
        return [None] * len(spans)


def respelled(text: str, **meant: str) -> list[Respelling]:
    return [Respelling(Span(text.index(word), text.index(word) + len(word)), words) for word, words in meant.items()]


def test_the_meant_words_are_read_and_found_where_the_written_ones_stand() -> None:
    text, words = "a furnised flat neer us", Words()
    reading = read_respelled(words, text, respelled(text, furnised="furnished", neer="near"), listing=False)
    assert words.text == "a furnished flat near us"
    assert [text[span.start : span.end] for span in reading.found] == ["a", "furnised", "flat", "neer", "us"]


def test_the_scope_of_written_words_is_that_of_the_corrected_ones() -> None:
    text, words = "ok 🐶 and 🚇", Words()
    reading = read_respelled(words, text, respelled(text, **{"🐶": "dogs", "🚇": "near subway"}), listing=False)
    spans = [Span(3, 4), Span(9, 10), Span(5, 8)]
    scopes = reading.scopes(spans)
    assert words.asked == ["dogs", "near subway", "and"]
    assert [scope.part for scope in scopes] == spans


def test_two_words_for_one_picture_are_found_once() -> None:
    text = "🚇 please"
    reading = read_respelled(Words(), text, respelled(text, **{"🚇": "near subway"}), listing=False)
    assert list(reading.found) == [Span(0, 1), Span(2, 8)]


def test_a_text_that_is_written_as_it_is_meant_is_read_as_it_is() -> None:
    words = Words()
    assert read_respelled(words, "plain", [], listing=True) is words


def test_of_respellings_that_overlap_the_first_stays() -> None:
    one, other, apart = (Respelling(Span(*at), "x") for at in ((0, 4), (2, 6), (6, 8)))
    assert overlapping_none([apart, other, one]) == [one, apart]


@given(
    st.lists(st.tuples(st.text("ab", min_size=1), st.text("xyz", min_size=1), st.booleans()), min_size=1, max_size=8)
)
def test_every_found_word_stands_in_its_own_place(words: list[tuple[str, str, bool]]) -> None:
    text = " ".join(written for written, _, _ in words)
    at, changes, places = 0, [], []
    for written, meant, is_changed in words:
        places.append(Span(at, at + len(written)))
        if is_changed:
            changes.append(Respelling(places[-1], meant))
        at += len(written) + 1
    reader = Words()
    reading = read_respelled(reader, text, changes, listing=False)
    assert reader.text == " ".join(meant if is_changed else written for written, meant, is_changed in words)
    assert list(reading.found) == places
    assert [scope.part for scope in reading.scopes(places)] == places


def test_pictures_beside_words_and_each_other_are_words_apart() -> None:
    text, words = "🐶🐱 ok🚇now", Words()
    changes = respelled(text, **{"🐶": "dogs", "🐱": "cats", "🚇": "subway"})
    reading = read_respelled(words, text, changes, listing=False)
    assert words.text == "dogs cats ok subway now"
    assert [text[span.start : span.end] for span in reading.found] == ["🐶", "🐱", "ok", "🚇", "now"]


@pytest.mark.parametrize("listing", [True, False])
def test_nothing_is_lost_between_words(listing: bool) -> None:
    text, words = "aa bb cc", Words()
    reading = read_respelled(words, text, respelled(text, bb="wider"), listing=listing)
    assert reading.named(Span(1, 7)) == 1.0
    assert words.asked == ["a wider c"]

"""Phrases are found by their words as if each had been looked at."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from claimtree.model.stated_words import Vocabulary, WishWords, words_of
from claimtree.model.word_signatures import signatures
from claimtree.search.word_index import SoughtWords, WordIndex

VOCABULARY = Vocabulary(small=("a", "the"), endings=("s", "es"), denying=(), near=(), before=(), after=(), beside=())
WORDS = st.sampled_from(
    ["a", "tv", "bus", "buses", "kayak", "kayaks", "pool", "café", "–pool", "7", "_", "x\ny", "…", ""]
)
TEXTS = st.lists(st.lists(WORDS, max_size=6).map(" ".join), max_size=8)


@given(texts=TEXTS, wish=st.lists(WORDS, min_size=1, max_size=3).map(" ".join))
def test_the_rows_found_are_those_that_have_all_words(texts: list[str], wish: str) -> None:
    words = WishWords(wish, VOCABULARY)
    index = WordIndex(signatures(texts), texts.__getitem__)
    expected = [row for row, text in enumerate(texts) if words.found_in(words_of(text)) is not None]
    assert index.rows_with(SoughtWords(words)).tolist() == expected


def test_a_text_without_words_has_an_empty_signature() -> None:
    assert signatures(["…", "pool", ""]).astype(bool).tolist() == [[False, False], [True, True], [False, False]]
    assert signatures([]).shape == (0, 2)

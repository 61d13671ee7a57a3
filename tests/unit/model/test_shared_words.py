"""What the words of a wish and of phrases have in common: for all at once as for each alone, word by word."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.model.shared_words import FEATURES, is_alike, shared_words

WORDS = st.sampled_from(
    ["bar", "bars", "barn", "ba", "12", "123", "1234", "share", "Shared", "sharing", "sha", "lease", "leather", "a",
     "-", "\n", "\u00dcber", "\u00fcbern\u00e4chste", "stra\u00dfe", "strasse", "\u0663", "\u00b2"]
)  # fmt: skip
TEXTS = st.lists(WORDS, max_size=8).map(" ".join) | st.text(max_size=12)


def expected(wish: str, phrase: str) -> list[float]:
    """The same, word by word."""
    asked, said = (
        [w for w in re.findall(r"\w+", text.casefold()) if len(w) > 2 or w.isdigit()] for text in (wish, phrase)
    )
    same = [word in said for word in asked] or [False]
    alike = [any(is_alike(word, other) for other in said) for word in asked] or [False]
    back = [any(is_alike(word, other) for other in asked) for word in said] or [False]
    return [
        sum(same) / len(same), all(same), any(same), same[-1],
        sum(alike) / len(alike), all(alike), any(alike), alike[-1], alike[0],
        sum(back) / len(back), all(back),
        min(len(asked), 6), min(len(said), 20), len(said) == 1, len(asked) == 1,
        min(alike.count(False), 4), min(back.count(False), 10),
        any(word.isdigit() for word in asked), sum(alike) / len(alike) * len(asked) / (len(said) + 1),
    ]  # fmt: skip


@given(TEXTS, st.lists(TEXTS, max_size=6))
def test_all_phrases_at_once_are_compared_as_each_word_with_each(wish: str, phrases: list[str]) -> None:
    found = shared_words(wish, phrases)
    assert found.features.shape == (len(phrases), FEATURES)
    for row, phrase in enumerate(phrases):
        assert found.features[row].tolist() == [float(one) for one in expected(wish, phrase)], (wish, phrase)


@pytest.mark.parametrize(
    ("wish", "phrase", "has_all"),
    [
        ("pizza oven", "a pizza oven on the patio", True),
        ("pizza oven", "pizza ovens", False),
        ("water", "water fountain", False),
        ("", "", False),
        ("a pizza oven", "the oven, for a Pizza", True),
    ],
)
def test_a_phrase_has_all_of_several_words(wish: str, phrase: str, has_all: bool) -> None:
    assert shared_words(wish, [phrase, "something else"]).all_words.tolist() == [has_all, False]


def test_no_phrases_are_compared_with_nothing() -> None:
    found = shared_words("a wish", [])
    assert found.features.shape == (0, FEATURES)
    assert found.all_words.dtype == np.bool_

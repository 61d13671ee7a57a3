"""Whether listed words mean their entry: what the shipped weights learned, and the sums."""

from __future__ import annotations

import pytest

from claimtree.model.scopes import ListedWords, Span
from claimtree.models.scope import shipped_scope

HOME = "Sunny two-bedroom flat. The kitchen has a large island with stools. {} Quiet at night."


def means(text: str, words: str, entry: str, *, negated: bool = False) -> float:
    start = text.index(words)
    asked = ListedWords(span=Span(start, start + len(words)), entry=entry, negated=negated)
    return shipped_scope().read(text, listing=True).means([asked])[0]


@pytest.mark.parametrize(
    ("said", "words", "entry"),
    [
        ("Take the ferry to Ellis Island in summer.", "Island in", "kitchen island"),
        ("Guests love the many affordable cafes on Main Street.", "affordable", "affordable"),
        ("Fluffy and cozy towels are provided.", "cozy", "cozy"),
        ("The library next door is a quiet place to study.", "quiet", "quiet"),
    ],
)
def test_words_that_speak_of_something_else_are_doubted(said: str, words: str, entry: str) -> None:
    assert means(HOME.format(said), words, entry) < 0.4


@pytest.mark.parametrize(
    ("words", "entry"), [("island with", "kitchen island"), ("Sunny", "bright"), ("Quiet at night", "quiet")]
)
def test_words_that_speak_of_the_home_are_not(words: str, entry: str) -> None:
    assert means(HOME.format("Close to the train."), words, entry) > 0.6


def test_words_are_judged_alike_alone_and_together() -> None:
    text = HOME.format("Take the ferry to Ellis Island in summer.") * 12  # more than one window
    reading = shipped_scope().read(text, listing=True)
    starts = [at for at in range(len(text)) if text.startswith(("island with", "Quiet", "Sunny"), at)]
    asked = [ListedWords(span=Span(at, at + 5), entry="quiet", negated=k % 2 == 1) for k, at in enumerate(starts)]
    assert len(asked) == 36
    assert reading.means(asked) == pytest.approx([reading.means([one])[0] for one in asked], abs=1e-5)


def test_a_span_without_words_is_not_doubted() -> None:
    assert shipped_scope().read("", listing=True).means([ListedWords(span=Span(0, 0), entry="x", negated=False)]) == (
        1.0,
    )

"""What is read from messages: a table of messages with what they say, and what must never happen."""

import random

import pytest
from tests.unit.message_facts.told import cases, told

from claimtree.message_facts.reader import MOST_CHARACTERS, MOST_FACTS, read


@pytest.mark.parametrize(
    ("message", "expected"), list(cases()), ids=lambda value: value[:50] if isinstance(value, str) else ""
)
def test_a_message_says_this_and_nothing_else(message: str, expected: list[str]) -> None:
    assert sorted(told(read(message))) == sorted(expected)


def test_the_quote_of_each_fact_stands_in_the_message() -> None:
    for message, _ in cases():
        for fact in read(message).facts:
            assert fact.quote == message[fact.start : fact.end] or message.isupper()
            assert fact.quote.strip()


def test_a_sentence_that_asks_says_nothing_and_is_kept_as_a_question() -> None:
    reading = read("Do you have Mary Ellen Smith in your tree? She was in Ohio around 1900. When did she die?")
    assert reading.questions == ("Do you have Mary Ellen Smith in your tree?", "When did she die?")
    assert told(reading) == ["Mary Ellen Smith: residence ABT 1900 @ Ohio"]


def test_names_that_the_tree_has_are_known_at_the_beginning_of_a_sentence() -> None:
    assert told(read("Blossom died in 1900.")) == []
    assert told(read("Blossom died in 1900.", known=lambda word: word == "blossom")) == ["Blossom: death 1900"]


def test_a_long_message_is_cut_and_says_so() -> None:
    message = "Evan Hughes died in 1867. " * 2_000
    reading = read(message)
    assert reading.cut
    assert len(reading.facts) <= MOST_FACTS
    assert all(fact.end <= MOST_CHARACTERS for fact in reading.facts)


@pytest.mark.parametrize(
    "message",
    [
        "",
        "   \n\n ",
        "?" * 5_000,
        "(" * 5_000,
        "Mary " * 4_000,
        "b. " * 4_000,
        "her mother's " * 1_500,
        "was " * 4_000,
        "and, " * 4_000,
        "great-" * 3_000 + "grandmother died in 1900",
        "\u202e\x00\x1b[31mEvan died in 1867",
        "1852-" * 3_000,
        "🙂 " * 3_000,
    ],
    ids=range(13),
)
def test_any_text_is_read_without_failing(message: str) -> None:
    for fact in read(message).facts:
        assert fact.quote


def test_words_in_any_order_are_read_without_failing() -> None:
    words = sorted({word for message, _ in cases() for word in message.split()})
    chance = random.Random(7)
    for _ in range(150):
        message = " ".join(chance.choices(words, k=chance.randint(1, 40)))
        reading = read(message)
        for fact in reading.facts:
            assert fact.quote == message[fact.start : fact.end] or message.isupper()
            assert 0 <= fact.person < len(reading.people)

"""Reads what a message says of people.

A sentence is walked once, left to right. Phrases that name people become persons of the message; a
word for an event opens an event of the subject of its clause; dates and places go to the open event.
A sentence that asks says nothing. Whatever is not understood is passed over: a stranger writes about
many things, and only what is said plainly is worth a person's time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from claimtree.message_facts.fact_words import fact_words
from claimtree.message_facts.message_words import Sentence, sentences
from claimtree.message_facts.people_spoken_of import PeopleSpokenOf
from claimtree.message_facts.said import Reading, SaidFact
from claimtree.message_facts.sentence_walk import SentenceWalk
from claimtree.message_facts.standing_facts import relations_of
from claimtree.message_facts.walk_state import MessageState

MOST_CHARACTERS: Final = 20_000
MOST_FACTS: Final = 300
_MOST_CAPITALS: Final = 0.02
"""The share of words with a capital below which a message is taken to be written without."""


def _none(text: str) -> bool:
    return False


def read(
    message: str, *, known: Callable[[str], bool] = _none, place: Callable[[str], bool] = _none, code: str = "en"
) -> Reading:
    """Returns what a message says; `known` is true of words of names that a tree has, `place` of what is a place of it
    and nobody's name."""
    text = message[:MOST_CHARACTERS]
    table = fact_words(code)
    people = PeopleSpokenOf(table)
    facts: list[SaidFact] = []
    asked: list[SaidFact] = []
    questions: list[str] = []
    found = list(sentences(text))
    text, found = _in_small_letters(text, found)
    small = _has_no_capitals(found)
    walk = SentenceWalk(
        MessageState(text=text, people=people, table=table, small_letters=small, known=known, place=place)
    )
    for sentence in found:
        if len(facts) >= MOST_FACTS:
            break
        told = walk.of(sentence)
        facts += told.facts
        asked += told.asked
        if told.asks:
            questions.append(message[sentence.words[0].start : sentence.words[-1].end + int(sentence.asks)].strip())
    facts += relations_of(people, facts, text)
    facts.sort(key=lambda one: (one.start, one.end))
    return Reading(
        people=people.said(message),
        facts=tuple(facts[:MOST_FACTS]),
        asked=tuple(asked[:MOST_FACTS]),
        questions=tuple(questions),
        cut=len(message) > MOST_CHARACTERS,
    )


def _has_no_capitals(found: Sequence[Sentence]) -> bool:
    words = [word for one in found for word in one.words if word.text[0].isalpha()]
    capitals = sum(word.is_capital and word.raw != "I" for word in words)
    starts = len(found)
    return bool(words) and capitals <= max(_MOST_CAPITALS * len(words), 0) and capitals <= starts


def _in_small_letters(text: str, found: list[Sentence]) -> tuple[str, list[Sentence]]:
    """Returns a message that is shouted as one without capitals."""
    letters = [letter for letter in text if letter.isalpha()]
    if len(letters) < 20 or sum(letter.isupper() for letter in letters) < 0.9 * len(letters):
        return text, found
    lower = text.lower()
    return (lower, list(sentences(lower))) if len(lower) == len(text) else (text, found)

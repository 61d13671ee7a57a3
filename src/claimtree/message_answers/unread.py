"""What of a sentence nothing accounts for: words behind a name that are no clue, and what somebody had.

Whether the tree has somebody is no answer to "who worked on the railroad" or "any photos of": what is not
understood is told, and never answered as if it were not there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from claimtree.answering.people_names import words_of
from claimtree.message_answers.intent_words import IntentWords, texts_of
from claimtree.message_answers.sought_people import SoughtPeople
from claimtree.message_facts.fact_words import fact_words
from claimtree.message_facts.message_words import OWNED, MessageWord, Sentence, message_words
from claimtree.message_facts.said_dates import said_dates
from claimtree.message_facts.said_kin import kin_word

_MOST_SHOWN: Final = 3
_LEADS: Final = ("about.lookup", "about.in_tree", "about.several", "about.related", "about.wondering", "leads.people")


def unread_behind_names(text: str, sentence: Sentence, people: SoughtPeople, words: IntentWords) -> tuple[str, ...]:
    """Returns what a sentence that looks for somebody says of them and nothing was made of: behind the name, and
    right before "of" the name."""
    accounted = _accounted(sentence, people, words) | _said_of_them(text, sentence, people, words)
    names = people.places_in(sentence)
    if not names:
        return ()
    first = min(names)
    texts = texts_of(sentence.words)
    kept = {at for at in range(first, len(texts)) if at not in accounted}
    if first > 1 and texts[first - 1] in words.question["of"] and first - 2 not in accounted:
        kept.add(first - 2)
    return _runs(text, sentence, kept)


def unread_words(text: str, sentence: Sentence, people: SoughtPeople, words: IntentWords) -> tuple[str, ...]:
    """Returns what of a sentence nothing was made of that asks how people are related."""
    accounted = _accounted(sentence, people, words)
    return _runs(text, sentence, {at for at in range(len(sentence.words)) if at not in accounted})


def on_record(unread: tuple[str, ...], values: str, words: IntentWords) -> tuple[str, ...]:
    """Returns what is left when words are taken away that records of somebody have: "who was a druggist"."""
    known = set(words_of(values))
    return tuple(one for one in unread if not set(texts_of(message_words(one))) - words.small <= known)


def _accounted(sentence: Sentence, people: SoughtPeople, words: IntentWords) -> set[int]:
    """Returns the places of signs, small words, names, and words that say what is wanted."""
    found, texts = sentence.words, texts_of(sentence.words)
    known = {at for at, word in enumerate(found) if word.is_sign or word.text == OWNED or word.text in words.small}
    known |= {at for start, end in people.places_in(sentence).items() for at in range(start, end)}
    for table in _LEADS:
        for start, end in words.spans(table, texts):
            known |= set(range(start, end))
    return known


def _said_of_them(text: str, sentence: Sentence, people: SoughtPeople, words: IntentWords) -> set[int]:
    """Returns the places of words of which clues were made."""
    found, texts = sentence.words, texts_of(sentence.words)
    known: set[int] = set()
    for fact in (*people.reading.facts, *people.reading.asked):
        known |= {at for at, word in enumerate(found) if fact.start <= word.start and word.end <= fact.end}
    dates = said_dates(text[found[0].start : found[-1].end], found, fact_words())
    known |= {at for start, one in dates.items() for at in range(start, max(one.end, start + 1))}
    clues = [clue for one in people.all_in(sentence) for clue in one.clues]
    said = {word for clue in clues for part in (clue.place, clue.value, clue.name) for word in words_of(part)}
    known |= {at for at, word in enumerate(texts) if words_of(word) and set(words_of(word)) <= said}
    known |= {at for at, word in enumerate(texts) if word in words.question["events"]}
    if any(clue.relation is not None for clue in clues):
        for start in range(len(texts)):
            kin = kin_word(texts, start)
            known |= set(range(start, kin.end)) if kin is not None else set()
    return known


def _runs(text: str, sentence: Sentence, kept: set[int]) -> tuple[str, ...]:
    """Returns the words at some places as they are written, those beside each other together."""
    found: list[tuple[MessageWord, MessageWord]] = []
    last = -2
    for at in sorted(kept):
        word = sentence.words[at]
        between = range(last + 1, at)
        if found and len(between) <= _MOST_SHOWN and not any(sentence.words[one].is_sign for one in between):
            found[-1] = found[-1][0], word
        else:
            found.append((word, word))
        last = at
    return tuple(_said(text, found))[:_MOST_SHOWN]


def _said(text: str, found: list[tuple[MessageWord, MessageWord]]) -> Iterator[str]:
    return (text[first.start : last.end] for first, last in found)

"""Tells a question about somebody who is named from one for them: "did X have a twin?" and "do you have X?"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from claimtree.message_answers.intent_words import IntentWords
from claimtree.message_facts.message_words import OWNED

_FOR_SOMEBODY: Final = frozenset({"who", "what"})
"""What asks for the one who is named right behind it and a form of "be"."""


def asks_about_named(texts: Sequence[str], names: Mapping[int, int], words: IntentWords) -> bool:
    """Returns whether a sentence is a question that says or asks something of those whom it names.

    `names` has the words at which names begin, and where they end. What asks whether the tree has somebody
    is no such question.
    """
    return any(
        _asks_at(texts, at, names, words) and not words.has("about.in_tree", texts[at:])
        for at in _clauses(texts, names, words)
    )


def _clauses(texts: Sequence[str], names: Mapping[int, int], words: IntentWords) -> Iterator[int]:
    """Yields where a question may begin: at once, behind "do you know", "tell me", or "X, "."""
    start = words.without_lead("leads.openers", texts)
    yield start
    if start in names and texts[names[start] : names[start] + 1] == [","]:
        yield names[start] + 1
    for at in range(start + 1, len(texts)):
        if words.ends("leads.questions", texts[:at]):
            yield at


def _asks_at(texts: Sequence[str], at: int, names: Mapping[int, int], words: IntentWords) -> bool:
    if at >= len(texts):
        return False
    first, behind, known = texts[at], at + 1, words.question
    if first in known["wh"]:
        if first not in _FOR_SOMEBODY:
            return behind not in names
        if behind < len(texts) and texts[behind] in known["be"]:
            behind += 1
            while behind < len(texts) and texts[behind] in known["articles"]:
                behind += 1
        # "Who was X?" asks for X, "who was X's guardian?" does not.
        return behind not in names or texts[names[behind] : names[behind] + 1] == [OWNED]
    begins = first in known["auxiliaries"] or (first in known["whether"] and at > 0)
    return begins and behind < len(texts) and texts[behind] not in known["others"]

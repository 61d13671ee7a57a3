"""Tells a question about somebody who is named from one for them: "did X have a twin?" and "do you have X?"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from claimtree.message_answers.intent_words import IntentWords
from claimtree.message_facts.message_words import OWNED
from claimtree.message_facts.said_kin import kin_word

_SIGNS: Final = frozenset("?.!,;:-–—")
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
    """Yields where a question may begin: at once, behind "do you know", "tell me", "X, ", or a comma."""
    start = words.without_lead("leads.openers", texts)
    yield start
    if start in names and texts[names[start] : names[start] + 1] == [","]:
        yield names[start] + 1
    for at in range(start + 1, len(texts)):
        # "Without counting infants, how many children did X have?" What begins with "who" may tell of somebody.
        behind_comma = texts[at - 1] in (",", ":") and texts[at] in words.question["plainly"]
        if behind_comma or words.ends("leads.questions", texts[:at]):
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


def asks_for_kin(texts: Sequence[str], names: Mapping[int, int]) -> bool:
    """Returns whether a sentence asks for relatives of those whom it names: "X's grandchildren", "children of X",
    "X: parents?". In "X, daughter of Y" a relative only says who is meant, and "my grandmother" is X."""
    inside = {at for start, end in names.items() for at in range(start, end)}
    if asks_for_a_thing(texts, names):
        return True
    for at in range(len(texts)):
        kin = kin_word(texts, at) if at not in inside else None
        if kin is None or kin.end in inside or texts[at - 1 : at] in (["my"], ["our"], ["a"], ["an"]):
            continue
        if texts[at - 1 : at] == [OWNED] or all(text in _SIGNS for text in texts[kin.end :]):
            return True
        if (
            texts[kin.end : kin.end + 1] == ["of"]
            and kin.end + 1 in names
            and not any(end <= at for end in names.values())
        ):
            return True
    return False


def asks_for_a_thing(texts: Sequence[str], names: Mapping[int, int]) -> bool:
    """Returns whether a sentence speaks of what somebody had, and of no relative: "do you have X's Bible?"."""
    owned = (end + 1 for end in names.values() if texts[end : end + 1] == [OWNED])
    return any(at < len(texts) and at not in names and kin_word(texts, at) is None for at in owned)

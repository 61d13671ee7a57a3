"""Questions about one thing that was seen already: "Is it furnished? Do they allow pets?" They wish for nothing."""

from __future__ import annotations

from collections.abc import Sequence

from claimtree.text.language import Language
from claimtree.text.lexicon import Item
from claimtree.text.polarity import SENTENCE_ENDS


def questions(items: Sequence[Item], language: Language) -> list[range]:
    """Items of the sentences that ask about one thing; "is there a home with …?" asks for one and is not among them."""
    found: list[range] = []
    first = 0
    for end in range(len(items) + 1):
        if end < len(items) and items[end].norm not in SENTENCE_ENDS:
            continue
        asked = end < len(items) and items[end].norm == "?"
        start = _start(items, first, end, language)
        if start < end and _asks_about(items, start, end, language, asked=asked):
            found.append(range(first, end))
        elif (at := _wonders(items, first, end, language)) is not None:
            found.append(range(at, end))
        first = end + 1
    return found


def _start(items: Sequence[Item], first: int, end: int, language: Language) -> int:
    """Where the question itself begins: after "also", "thanks, and"."""
    while first < end and (items[first].norm in language.openers or items[first].is_break):
        first += 1
    return first


def _wonders(items: Sequence[Item], first: int, end: int, language: Language) -> int | None:
    """Where "I need to know if" begins to ask."""
    for at in range(first, end):
        for wording in language.wondering:
            words = wording.split()
            if items[at].norm == words[0] and [item.norm for item in items[at : at + len(words)]] == words:
                return at
    return None


def _asks_about(items: Sequence[Item], start: int, end: int, language: Language, *, asked: bool) -> bool:
    words = [item.norm for item in items[start : min(end, start + 6)]]
    for opening in language.questions:
        pattern = opening.split()
        if words[: len(pattern)] == pattern:
            return True
    # "Are pets allowed?": the verb leads and a thing follows; "are there", "do you" and "can you" ask for something.
    if not asked or words[0] not in language.asking or len(words) < 2:
        return False
    return words[1] not in language.asked_for

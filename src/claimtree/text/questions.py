"""Questions about one thing that was seen already: "Is it furnished? Do they allow pets?" They wish for nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from claimtree.text.language import Language
from claimtree.text.lexicon import Item
from claimtree.text.polarity import SENTENCE_ENDS
from claimtree.text.wordings import Wordings, by_first

_SHORT = 3


def questions(items: Sequence[Item], language: Language) -> list[range]:
    """Items of the sentences that ask about one thing; "is there a home with …?" asks for one and is not among them."""
    found: list[range] = []
    joins = language.ands | language.buts | language.openers
    first = 0
    for end in range(len(items) + 1):
        if end < len(items) and items[end].norm not in SENTENCE_ENDS:
            continue
        asked = end < len(items) and items[end].norm == "?"
        whole = first == 0 and end + 1 >= len(items)
        start = -1
        for at in _clauses(items, first, end, joins):
            if at <= start:
                continue  # it begins with the small words that were skipped before
            start = _start(items, at, end, language)
            if start < end and (
                _asks_about(items, start, end, language, asked=asked)
                or (asked and at == first and not whole and _is_short(items, start, end))
            ):
                found.append(range(at, end))
                break
        else:
            wondered = _wonders(items, first, end, language)
            if wondered is not None:
                found.append(range(wondered, end))
        first = end + 1
    return found


def _clauses(items: Sequence[Item], first: int, end: int, joins: frozenset[str]) -> Iterator[int]:
    """Where the sentence begins, and each place at which a question may join in: "… number, and is it furnished?"."""
    yield first
    for i in range(first + 1, end):
        if items[i - 1].is_break or items[i - 1].norm in joins:
            yield i


def _is_short(items: Sequence[Item], start: int, end: int) -> bool:
    """ "Pet-friendly?", between other sentences: no number, a word or three."""
    return end - start <= _SHORT and not any(item.mention for item in items[start:end])


def _start(items: Sequence[Item], first: int, end: int, language: Language) -> int:
    """Where the question itself begins: after "also", "thanks, and"."""
    while first < end and (items[first].norm in language.openers or items[first].is_break):
        first += 1
    return first


def _wonders(items: Sequence[Item], first: int, end: int, language: Language) -> int | None:
    """Where "I need to know if" begins to ask."""
    wordings = _openings(language.wondering)
    for at in range(first, end):
        for words, _ in wordings.get(items[at].norm, ()):
            after = at + len(words)
            if tuple(item.norm for item in items[at:after]) == words:
                # "check if there are others" asks for something.
                return at if after >= end or items[after].norm not in language.asked_for else None
    return None


def _asks_about(items: Sequence[Item], start: int, end: int, language: Language, *, asked: bool) -> bool:
    words = tuple(item.norm for item in items[start : min(end, start + 6)])
    if any(words[: len(opening)] == opening for opening, _ in _openings(language.questions).get(words[0], ())):
        return True
    # "Are pets allowed?": the verb leads and a thing follows; "are there", "do you" and "can you" ask for something.
    if not asked or words[0] not in language.asking or len(words) < 2:
        return False
    return words[1] not in language.asked_for


@lru_cache(maxsize=32)
def _openings(wordings: tuple[str, ...]) -> Wordings[None]:
    return by_first({tuple(wording.split()): None for wording in wordings})

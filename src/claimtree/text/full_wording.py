"""Provides the full wording for the judge if a word list knows only a part of it.

A list matches "parking" in "parking at no extra charge" and "pool" in "pool in season, for a fee".
The judge gets the whole: for a wish all the words that were found (`narrows`), for a document its
clauses (`passages`).
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import dataclass

from claimtree.languages import Language
from claimtree.model.scopes import Span
from claimtree.text.lexicon import Item
from claimtree.text.mention_types import Mention
from claimtree.text.word_matches import means_something

FEWEST_WORDS = 2
"""Minimum number of meaningful words in a passage."""
LONGEST_PASSAGE = 24
"""Maximum length in items; a longer clause is split at its conjunctions, and then into pieces of
this length."""
_REACH = 12
"""How many items on each side of the known ones are examined."""
MOST_PASSAGES = 1_000
"""Maximum per text, since each has to be embedded. No listing comes near it."""


def narrows(items: Sequence[Item], mention: Mention, span: Span, language: Language) -> bool:
    """True if the found words say more than the known ones among them ("covered parking")."""
    for i in range(max(0, mention.first - _REACH), min(len(items), mention.after + _REACH)):
        item = items[i]
        if mention.first <= i < mention.after or item.start < span.start or item.end > span.end:
            continue
        if item.norm in language.narrowing or (adds_meaning(item, language) and item.norm not in language.vague):
            return True
    return False


def adds_meaning(item: Item, language: Language) -> bool:
    """True if a word narrows the meaning of those beside it; numbers do not, since they are
    compared."""
    return item.mention is None and means_something(item, language)


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A clause of a document: items first…after-1."""

    first: int
    after: int


def passages(
    items: Sequence[Item], aside: Collection[int], known: Container[int], language: Language
) -> Iterator[Passage]:
    """Yields the clauses that say more than the lists know; skips those with an item in `aside`,
    such as slogans and contact data.

    A clause whose meaningful words are all known adds nothing to its claims ("gym and pool").
    """
    joins = language.ands | language.buts
    start = 0
    for at in range(len(items) + 1):
        if at < len(items) and not items[at].is_break:
            continue
        for first, after in _split_clause(items, start, at, joins):
            meaningful = [i for i in range(first, after) if _has_meaning(items[i], language)]
            says_more = any(i not in known for i in meaningful)
            if len(meaningful) >= FEWEST_WORDS and says_more and not any(i in aside for i in range(first, after)):
                yield Passage(first=first, after=after)
        start = at + 1


def _has_meaning(item: Item, language: Language) -> bool:
    """True if a word of a document carries meaning; in "no smoking" both do."""
    return item.mention is not None or item.norm in language.negations or adds_meaning(item, language)


def _split_clause(items: Sequence[Item], first: int, after: int, joins: Container[str]) -> Iterator[tuple[int, int]]:
    """Yields a clause, or its parts if it is long."""
    if after - first <= LONGEST_PASSAGE:
        yield first, after
        return
    start = first
    for at in range(first, after + 1):
        if at == after or (items[at].norm in joins and at - start >= FEWEST_WORDS):
            for begin in range(start, at, LONGEST_PASSAGE):
                yield begin, min(at, begin + LONGEST_PASSAGE)
            start = at + 1

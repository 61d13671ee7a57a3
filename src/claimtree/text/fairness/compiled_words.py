"""The word lists of several languages, indexed by first and by last word, the longest phrase
first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from typing import Generic, TypeVar

from claimtree.languages import CODES
from claimtree.languages.normalise import singular
from claimtree.languages.phrase_lookup import pairs_by_first, pairs_by_last
from claimtree.text.fairness.fair_words import FairWords, Ground, Group, Head, Operator, Small, fair_words
from claimtree.text.lexicon import Item

Forms = tuple[str, ...]
"""The forms in which a list may contain a word: as it stands, without plural s, without a clitic
("nya")."""

_LONGEST_WITHOUT_PLURAL = 3
T = TypeVar("T")


def forms_of(item: Item) -> Forms:
    """Returns the forms of an item; for an amount those of its last word ("a couple", "section
    eight")."""
    if item.mention is None:
        return _forms(item.norm, item.word)
    last = (item.words or (item.norm,))[-1]
    return _forms(last, last)


@lru_cache(maxsize=1 << 13)
def _forms(norm: str, folded: str) -> Forms:
    # `singular` keeps the s of words that may be no plural ("pakistanis", "bus"). "is" is no plural
    # of "i".
    bare = norm.removesuffix("s") if len(norm) > _LONGEST_WITHOUT_PLURAL else norm
    return tuple(dict.fromkeys((norm, singular(norm), bare, folded)))


class Phrases(Generic[T]):
    """Phrases, each with a value."""

    def __init__(self, phrases: Iterable[tuple[str, T]]) -> None:
        entries = [(tuple(phrase.split()), value) for phrase, value in phrases]
        self._by_first, self._by_last = pairs_by_first(entries), pairs_by_last(entries)

    def __bool__(self) -> bool:
        return bool(self._by_first)

    @property
    def beginnings(self) -> frozenset[str]:
        """The first words of all phrases."""
        return frozenset(self._by_first)

    def starting(self, forms: Sequence[Forms], at: int) -> tuple[T, int] | None:
        """Returns the value of the longest phrase that starts at this item, and the item after
        it."""
        best: tuple[T, int] | None = None
        for form in forms[at] if at < len(forms) else ():
            for words, value in self._by_first.get(form, ()):
                if best is not None and at + len(words) <= best[1]:
                    break
                if _stand_at(forms, at, words):
                    best = (value, at + len(words))
                    break
        return best

    def ending(self, forms: Sequence[Forms], after: int) -> tuple[T, int] | None:
        """Returns the value of the longest phrase that ends before item `after`, and its first
        item."""
        best: tuple[T, int] | None = None
        for form in forms[after - 1] if after > 0 else ():
            for words, value in self._by_last.get(form, ()):
                first = after - len(words)
                if best is not None and first >= best[1]:
                    break
                if first >= 0 and _stand_at(forms, first, words):
                    best = (value, first)
                    break
        return best


def has(forms: Sequence[Forms], at: int, words: frozenset[str]) -> bool:
    """True if there is an item at this index and it is one of the words."""
    return 0 <= at < len(forms) and not words.isdisjoint(forms[at])


def _stand_at(forms: Sequence[Forms], at: int, words: Sequence[str]) -> bool:
    return at + len(words) <= len(forms) and all(word in forms[at + k] for k, word in enumerate(words))


@dataclass(frozen=True, kw_only=True)
class Vocabulary:
    """The words of all languages that a text is read in."""

    groups: Phrases[Group]
    always: Phrases[Ground]
    heads: Phrases[Head]
    head_first: Phrases[Head]
    """Heads that stand before the group ("tetangga muslim")."""
    before: Phrases[Operator]
    behind: Phrases[Operator]
    tails: Phrases[bool]
    small: Small

    @cached_property
    def naming(self) -> frozenset[str]:
        """The words that the naming of a group may begin with; most words of a text are not among
        them and are skipped."""
        listed = (self.always, self.groups, self.heads, self.head_first)
        return self.small.ages.union(
            self.small.theirs, self.small.prefixes, *(phrases.beginnings for phrases in listed)
        )


@lru_cache(maxsize=16)
def vocabulary(codes: tuple[str, ...]) -> Vocabulary:
    """Returns the combined words of these languages; for a word in several of them the first one
    applies."""
    known = [fair_words(code) for code in codes if code in CODES]
    return Vocabulary(
        groups=Phrases((phrase, group) for words in known for group in words.groups for phrase in group.words),
        always=Phrases(_spread(words.always for words in known)),
        heads=Phrases(_spread(words.heads for words in known)),
        head_first=Phrases(_spread(words.heads for words in known if words.head_first)),
        before=Phrases(_spread(words.before for words in known)),
        behind=Phrases(_spread(words.behind for words in known)),
        tails=Phrases((phrase, True) for words in known for phrase in words.tails),
        small=Small(**{each.name: _joined(known, each.name) for each in fields(Small)}),
    )


def _spread(lists: Iterable[Mapping[T, tuple[str, ...]]]) -> Iterable[tuple[str, T]]:
    return ((phrase, key) for each in lists for key, phrases in each.items() for phrase in phrases)


def _joined(known: Iterable[FairWords], name: str) -> frozenset[str]:
    return frozenset(word for words in known for word in getattr(words.small, name))

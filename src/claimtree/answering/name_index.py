"""Finds names of a tree by their words: which words a word may be another writing of, and who has them.

A name that is asked for is compared in full only with the few names that share most with it. Each of
its words leads to the words of the tree that it may stand for: the same, a spelling of it, a
nickname, one that sounds alike, one typing error away. The tie of two words is that of
`person_names/word_ties`; the keys here only find the words that are worth comparing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from claimtree.person_names.letters import in_latin, in_new_spelling, sound_key, spelling_key
from claimtree.person_names.name_data import name_families, name_words
from claimtree.person_names.word_ties import Tie, formal_of, tie

MOST_WORDS: Final = 8
"""Words of a name that are looked up."""
_WORTH: Final = {
    Tie.SAME: 1.0,
    Tie.SPELLING: 0.9,
    Tie.NICKNAME: 0.85,
    Tie.FORM: 0.75,
    Tie.SOUND: 0.65,
    Tie.EDIT: 0.6,
    Tie.CHANGE: 0.55,
    Tie.START: 0.5,
    Tie.EDITS: 0.5,
    Tie.INITIAL: 0.4,
}
"""By how the words are tied; it decides who is compared in full, and nothing else."""
_SHORTEST_CUT: Final = 4
"""Letters of the shortest word of which typing errors are looked for."""
_EXTRA: Final = 0.03
"""What each word counts that was not asked for."""
_TWO_WORDS: Final = 2
_LONGEST_WORD: Final = 20

Numbers = NDArray[np.int32]


class NameIndex:
    """The words of names, each of somebody, by number."""

    def __init__(self, names: Iterable[tuple[int, str]], owners: int) -> None:
        """`names` has each name with the number of its owner, below `owners`."""
        self._owners: Final = owners
        holders: dict[str, set[int]] = {}
        self._lengths: Final = np.full(owners, MOST_WORDS, np.float32)
        for owner, name in names:
            words = name_parts(name)
            self._lengths[owner] = min(self._lengths[owner], len(words))
            for word in (*words, *_joined(words)):
                holders.setdefault(word, set()).add(owner)
        self._words: Final = tuple(holders)
        self._holders: Final[list[Numbers]] = [np.fromiter(sorted(one), np.int32, len(one)) for one in holders.values()]
        self._by_key: Final[Mapping[str, Sequence[int]]] = self._keyed()
        self._near = lru_cache(maxsize=1 << 12)(self._find_near)

    def _keyed(self) -> Mapping[str, Sequence[int]]:
        found: dict[str, list[int]] = {}
        for number, word in enumerate(self._words):
            for key in _stored_keys(word):
                found.setdefault(key, []).append(number)
        return found

    def owners(self, name: str) -> tuple[Numbers, NDArray[np.float32]]:
        """Returns the numbers of those who may be called so, with how much of the name they have: a word that is the
        same counts 1, and of two who have as much of it the one of fewer words comes first. In the order of numbers."""
        total = np.zeros(self._owners, np.float32)
        asked = name_parts(name)[:MOST_WORDS]
        shared = np.zeros(self._owners, np.float32)
        for word in asked:
            self._spread(word, shared, 1.0)
            total += shared
            shared[:] = 0
        for word in _joined(asked):
            self._spread(word, shared, 2.0)
            np.maximum(total, shared, out=total)
            shared[:] = 0
        found = np.flatnonzero(total).astype(np.int32)
        extra = np.maximum(self._lengths[found] - len(asked), 0)
        return found, (total[found] - _EXTRA * extra).astype(np.float32)

    def _spread(self, word: str, into: NDArray[np.float32], times: float) -> None:
        for number, worth in self._near(word):
            holders = self._holders[number]
            into[holders] = np.maximum(into[holders], worth * times)

    def _find_near(self, word: str) -> tuple[tuple[int, float], ...]:
        """Returns the words that a word may stand for, with how closely they are tied."""
        numbers = dict.fromkeys(number for key in _asked_keys(word) for number in self._by_key.get(key, ()))
        found = []
        for number in numbers:
            known = self._words[number]
            worth = max(_WORTH.get(tie(word, known, given=True), 0.0), _WORTH.get(tie(word, known, given=False), 0.0))
            if worth:
                found.append((number, worth))
        return tuple(found)


@lru_cache(maxsize=1 << 15)
def name_parts(name: str) -> tuple[str, ...]:
    """Returns the words of a name as they are compared, without titles where enough words remain.

    >>> name_parts("Dr. Mary-Ann O'Brien, Jr.")
    ('mary', 'ann', 'obrien', 'jr')
    """
    plain = name.replace("_", " ").replace("'", "").replace("’", "")
    latin = in_latin(plain)
    if not latin.replace(" ", "").isalnum():
        latin = "".join([letter if letter.isalnum() else " " for letter in latin])
    words = tuple(latin.split())
    titles = name_words().all_titles
    kept = tuple(word for word in words if word not in titles)
    return tuple(word[:_LONGEST_WORD] for word in (kept or words))


def _joined(words: Sequence[str]) -> Iterator[str]:
    """Yields two words written as one: "Mary Ann" and "Maryann"."""
    return (one + other for one, other in pairwise(words) if min(len(one), len(other)) >= _TWO_WORDS)


def _stored_keys(word: str) -> set[str]:
    keys = {f"={word}", f"^{word[0]}"}
    if len(word) == 1:
        # An initial of the tree may be a word that is asked for.
        return keys | {f"!{word}"}
    for formal in formal_of(word):
        # What begins a nickname's full name may be its initial.
        keys |= {f"={formal}", f"^{formal[0]}"}
        keys |= {f"#{head}" for head in name_families().get(formal, ())}
    return keys | _letter_keys(word)


def _asked_keys(word: str) -> set[str]:
    if len(word) == 1:
        return {f"^{word}"}
    keys = set[str]()
    for formal in formal_of(word):
        keys |= {f"={formal}", f"!{formal[0]}"}
        keys |= {f"#{head}" for head in name_families().get(formal, ())}
    return keys | _letter_keys(word)


def _letter_keys(word: str) -> set[str]:
    """Returns keys that words share which are written or sound alike."""
    if len(word) < _TWO_WORDS:
        return set()
    reduced = {word, spelling_key(word), spelling_key(in_new_spelling(word))}
    keys = {f"~{sound_key(one)}" for one in reduced}
    if len(word) >= _SHORTEST_CUT - 1:
        # Two words that are one letter apart, or have two swapped, share one with a letter less.
        keys |= {f"-{word}", *(f"-{word[:at]}{word[at + 1 :]}" for at in range(len(word)))}
    return keys

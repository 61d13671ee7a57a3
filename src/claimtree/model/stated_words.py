"""Tells whether a phrase that has the very words of a wish says what is wished.

"Take our kayaks down to the lake" states kayaks, however unusual the sentence is; "wine glasses" have the word of
"wine" and mean something else. A judge of meaning is not needed for the first and not good enough for the second.
What tells them apart is where the words stand: alone or as the last words before a small one, or before the noun that
they describe; what else is said; and how similar the two are. A logistic model weighs these; it was trained on marked
phrases of real listings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from claimtree.model.phrases import Vectors

START, END = "<s>", "</s>"
"""What stands before the first word of a phrase, and after the last."""
_WORD = re.compile(r"\w+")
_LONGEST = 24
"""Words of a phrase that count as many."""
_BEFORE_WORDS = 4
"""How many words before those of the wish a negation is looked for."""


@dataclass(frozen=True, kw_only=True)
class Vocabulary:
    """The words that the model knows, by what they tell."""

    small: tuple[str, ...]
    """They name nothing, so a phrase need not have those of a wish."""
    endings: tuple[str, ...]
    """By one of these two forms of a word may differ."""
    denying: tuple[str, ...]
    near: tuple[str, ...]
    """They tell that something is somewhere else."""
    before: tuple[str, ...]
    after: tuple[str, ...]
    beside: tuple[str, ...]
    """Words directly before those of the wish, directly after them, and anywhere else in the phrase."""

    @cached_property
    def sets(self) -> KnownWords:
        """The words as they are looked up: a search asks of many phrases."""
        small, denying, near = {*self.small, "_"}, frozenset(self.denying), frozenset(self.near)
        return KnownWords(frozenset(small), frozenset(small) | near | denying, denying, near)


class KnownWords(NamedTuple):
    """Words of a vocabulary that others are looked up in."""

    small: frozenset[str]
    leading: frozenset[str]
    """They lead on to something else."""
    denying: frozenset[str]
    near: frozenset[str]


class WishWords:
    """The words of a wish that a phrase has to have."""

    def __init__(self, wish: str, vocabulary: Vocabulary) -> None:
        words = words_of(wish)
        self.words = tuple(word for word in words if word not in vocabulary.small) or tuple(words)
        self.forms = tuple(_forms(word, vocabulary.endings) for word in self.words)

    def found_in(self, words: Sequence[str]) -> tuple[int, ...] | None:
        """Returns where a phrase has each of the words, as near to each other as it has them; None if one is
        missing."""
        places = [[k for k, word in enumerate(words) if word in forms] for forms in self.forms]
        if not places or not all(places):
            return None
        return min((_chain(start, places[1:]) for start in places[0]), key=_disorder)


def words_of(text: str) -> list[str]:
    """Returns the words of a text.

    >>> words_of("A potter's wheel, 2 kilns")
    ['a', 'potter', 's', 'wheel', '2', 'kilns']
    """
    return _WORD.findall(text.casefold())


_listed = lru_cache(maxsize=1 << 12)(words_of)


def _forms(word: str, endings: Sequence[str]) -> frozenset[str]:
    """Returns the forms of a word: with and without an ending."""
    bare = [word.removesuffix(end) for end in endings if word.endswith(end) and len(word) > len(end) + 2]
    return frozenset([word, *bare, *(word + end for end in endings)])


def _chain(start: int, places: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Returns a place of each word, each as near as possible behind the one before."""
    chain = [start]
    for some in places:
        chain.append(min(some, key=lambda k: (abs(k - chain[-1] - 1), k)))
    return tuple(chain)


def _disorder(chain: tuple[int, ...]) -> tuple[int, bool, tuple[int, ...]]:
    """Returns how little words stand together in their order, to choose the least."""
    return _gaps(chain), list(chain) != sorted(chain), chain


def _gaps(chain: Sequence[int]) -> int:
    """Returns how many other words stand among some words."""
    return max(chain) + 1 - min(chain) - len(set(chain))


def context_features(wish: WishWords, at: Sequence[int], words: Sequence[str], vocabulary: Vocabulary) -> list[float]:
    """Returns how the words of a wish stand in a phrase; `at` is where."""
    first, after = min(at), max(at) + 1
    before, behind = words[first - 1] if first else START, words[after] if after < len(words) else END
    others = {*words[:first], *words[after:]}
    small, leading, denying, near = vocabulary.sets
    return [
        _gaps(at), list(at) == sorted(at), min(len(words), _LONGEST), first, len(words) - after,
        before == START, behind == END, len(wish.words) == 1, min(len(wish.words), 4), len(words) == len(wish.words),
        not denying.isdisjoint(others), not denying.isdisjoint(words[max(0, first - _BEFORE_WORDS) : first]),
        len(others & near), before in small, behind in leading,
        behind != END and behind not in small, before != START and before not in small,
        *(before == word for word in vocabulary.before),
        *(behind == word for word in vocabulary.after),
        *(word in others for word in vocabulary.beside),
    ]  # fmt: skip


def wish_features(own: Vectors) -> NDArray[np.float64]:
    """Returns the coordinates of wishes: "for the weekend" and "some of us" ask for nothing that a home may have."""
    return own.codes.astype(np.float64) * own.scales[:, None]


@dataclass(frozen=True, eq=False, kw_only=True)
class StatedWords:
    """A logistic model of what is asked, where its words stand in a phrase, and how similar the two are."""

    vocabulary: Vocabulary
    weights: NDArray[np.float64]
    """The weights of `context_features`, of `wish_features`, and of `second_opinion.pair_features`."""
    bias: float
    bar: float
    """The probability from which the phrase says what is wished."""

    def wish(self, wish: str) -> WishWords:
        return WishWords(wish, self.vocabulary)

    def found(self, wish: str, phrases: Sequence[str]) -> list[tuple[int, ...] | None]:
        """Returns where each phrase has the words of the wish; None if it has not all."""
        asked = self.wish(wish)
        return [asked.found_in(_listed(phrase)) for phrase in phrases]

    def states(
        self,
        wish: str,
        own: Vectors,
        phrases: Sequence[str],
        at: Sequence[Sequence[int]],
        features: NDArray[np.float64],
    ) -> NDArray[np.bool_]:
        """Returns for each phrase whether it says what is wished; `own` has the wish's vector, `at` is where the
        phrase has the words of the wish, and `features` are those of the second opinion."""
        asked = self.wish(wish)
        contexts = [
            context_features(asked, places, _listed(phrase), self.vocabulary)
            for phrase, places in zip(phrases, at, strict=True)
        ]
        everything = np.hstack(
            [np.array(contexts, np.float64), np.repeat(wish_features(own), len(phrases), axis=0), features]
        )
        score = everything @ self.weights + self.bias
        # Rounded, for a sum may differ in its last bits with the number of pairs.
        found: NDArray[np.bool_] = np.round(score, 6) >= np.log(self.bar / (1 - self.bar))
        return found

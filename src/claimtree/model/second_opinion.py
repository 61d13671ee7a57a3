"""A second opinion on phrases that a judge takes to meet a wish.

A search takes the best of many thousand phrases, so what reaches the top is mostly what the judge
overrates: "iron" for an ironing board, "wine glasses" for champagne glasses, "exercise equipment"
for a treadmill. A small model, trained on marked results of real searches, looks at what the judge
cannot see in its vectors: whether the words of the wish occur in the phrase, how much else the
phrase says, and how similar the two are as texts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from claimtree.model.phrases import Floats, Vectors
from claimtree.model.stated_words import StatedWords

UNCONFIRMED = 0.8
"""The highest probability of a result that the second opinion does not confirm: below every bar for
counting, so that it is shown as possible."""
_TOGETHER = 1024
"""Pairs that are compared at once, which bounds memory: their features take some megabytes."""
_WORD = re.compile(r"\w+")
_PARTICLE = 2
"""Words of at most this many letters are not compared."""
_ALIKE = 4
"""Number of leading letters by which another form of the same word is recognised."""


@dataclass(frozen=True, eq=False, kw_only=True)
class SecondOpinion:
    """A logistic model of a wish, a phrase and what the judge says."""

    version: str
    weights: NDArray[np.float64]
    """The weights of `pair_features`."""
    bias: float
    bar: float
    """The probability from which a result is confirmed."""
    stated: StatedWords | None = None
    """What decides instead about a phrase that has the very words of a wish; None if nothing does."""

    def confirms(
        self, wishes: Sequence[str], own: Vectors, phrases: Sequence[str], vectors: Vectors, logits: Floats
    ) -> NDArray[np.bool_]:
        """Returns for each pair of a wish and a phrase whether it agrees that the one meets the other; for the
        arguments see `pair_features`."""
        found = np.zeros(len(phrases), np.bool_)
        for start in range(0, len(phrases), _TOGETHER):
            some = slice(start, start + _TOGETHER)
            pairs = [(_words(wish), _words(phrase)) for wish, phrase in zip(wishes[some], phrases[some], strict=True)]
            all_words = np.array([_has_all(asked, words) for asked, words in pairs], np.bool_)
            score = _features(pairs, _part(own, some), _part(vectors, some), logits[some]) @ self.weights + self.bias
            # Rounded, for a sum may differ in its last bits with the number of pairs.
            found[some] = (np.round(score, 6) >= np.log(self.bar / (1 - self.bar))) | all_words
        return found

    def states(
        self, wishes: Sequence[str], own: Vectors, phrases: Sequence[str], vectors: Vectors, logits: Floats
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Returns for each pair whether the phrase has all words of the wish, and whether it then says what is
        wished; for the arguments see `pair_features`."""
        has, says = np.zeros(len(phrases), np.bool_), np.zeros(len(phrases), np.bool_)
        if self.stated is None:
            return has, says
        found = self.stated.found(wishes, phrases)
        at = [k for k, places in enumerate(found) if places is not None]
        has[at] = True
        for start in range(0, len(at), _TOGETHER):
            some = at[start : start + _TOGETHER]
            asked, said = [wishes[k] for k in some], [phrases[k] for k in some]
            features = pair_features(asked, own.take(some), said, vectors.take(some), logits[some])
            places = [one for k in some if (one := found[k])]
            says[some] = self.stated.states(asked, own.take(some), said, places, features)
        return has, says


def pair_features(
    wishes: Sequence[str], own: Vectors, phrases: Sequence[str], vectors: Vectors, logits: Floats
) -> NDArray[np.float64]:
    """Returns a row for each pair of a wish and a phrase: `word_features`, the judge's logit of meeting above that of
    silence and of refuting, the cosine, and the products and differences of the vectors' coordinates.

    `own` has the wishes' vectors and `vectors` those of the phrases, `logits` (pairs, 3) what the judge says.
    """
    pairs = [(_words(wish), _words(phrase)) for wish, phrase in zip(wishes, phrases, strict=True)]
    return _features(pairs, own, vectors, logits)


def word_features(wish: str, phrase: str) -> list[float]:
    """Returns how far the words of a wish and of a phrase are the same."""
    return _word_features(_words(wish), _words(phrase))


def has_all_words(wish: str, phrase: str) -> bool:
    """True if a phrase has all of the several words of a wish: 48 of 52 such pairs were marked right,
    which are too few to be learned.

    >>> has_all_words("pizza oven", "a pizza oven on the patio"), has_all_words("water", "water fountain")
    (True, False)
    """
    return _has_all(_words(wish), _words(phrase))


def is_alike(one: str, other: str) -> bool:
    """True if two words may be forms of one word.

    >>> is_alike("bar", "bars"), is_alike("shared", "sharing"), is_alike("lease", "leather")
    (True, True, False)
    """
    short, long = sorted((one, other), key=len)
    return len(short) > _PARTICLE and long.startswith(short[:_ALIKE])


class _Words:
    """The words of a text. Thousands are compared in a search, so forms of a word are found by its first letters
    in sets: the same as `is_alike` with each word.
    """

    __slots__ = ("_heads", "listed", "stems")

    def __init__(self, text: str) -> None:
        self.listed = [word for word in _WORD.findall(text.casefold()) if len(word) > _PARTICLE or word.isdigit()]
        self._heads = {word[:_ALIKE] for word in self.listed if len(word) > _PARTICLE}
        self.stems = {head[: _PARTICLE + 1] for head in self._heads}
        """Forms of one word have the first letters of the shortest words that have forms in common."""

    def has_form_of(self, word: str) -> bool:
        """True if one of the words may be a form of this one."""
        heads = self._heads
        if word[:_ALIKE] in heads:
            return True
        size = len(word)
        if size < _ALIKE:
            return size > _PARTICLE and any(head.startswith(word) for head in heads)
        return word[: _PARTICLE + 1] in heads  # the shortest words that have forms


_words = lru_cache(maxsize=1 << 12)(_Words)
"""A wish is compared with many phrases, and a phrase with many wishes."""


def _has_all(asked: _Words, phrase_words: _Words) -> bool:
    return len(asked.listed) > 1 and set(asked.listed).issubset(phrase_words.listed)


def _features(
    pairs: Sequence[tuple[_Words, _Words]], own: Vectors, vectors: Vectors, logits: Floats
) -> NDArray[np.float64]:
    words = np.array([_word_features(asked, phrase_words) for asked, phrase_words in pairs], np.float64)
    mine, theirs = _floats(own), _floats(vectors)
    products, scores = theirs * mine, logits.astype(np.float64)
    margins = np.stack([scores[:, 0] - scores[:, 2], scores[:, 0] - scores[:, 1], products.sum(1)], 1)
    return np.hstack([words, margins, products, np.abs(theirs - mine)])


def _part(vectors: Vectors, rows: slice) -> Vectors:
    return Vectors(codes=vectors.codes[rows], scales=vectors.scales[rows])


def _word_features(asked: _Words, phrase_words: _Words) -> list[float]:
    count, others = len(asked.listed), len(phrase_words.listed)
    same = [word in phrase_words.listed for word in asked.listed] or [False]
    if asked.stems.isdisjoint(phrase_words.stems):
        alike, back = [False] * (count or 1), [False] * (others or 1)
    else:
        alike = [phrase_words.has_form_of(word) for word in asked.listed] or [False]
        back = [asked.has_form_of(word) for word in phrase_words.listed] or [False]
    return [
        _share(same), all(same), any(same), same[-1],
        _share(alike), all(alike), any(alike), alike[-1], alike[0],
        _share(back), all(back),
        min(count, 6), min(others, 20), others == 1, count == 1,
        min(alike.count(False), 4), min(back.count(False), 10),
        any(map(str.isdigit, asked.listed)), _share(alike) * count / (others + 1),
    ]  # fmt: skip


def _share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags)


def _floats(vectors: Vectors) -> NDArray[np.float64]:
    return vectors.codes.astype(np.float64) * vectors.scales[:, None]

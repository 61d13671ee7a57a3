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

import numpy as np
from numpy.typing import NDArray

from claimtree.model.phrases import Floats, Vectors

UNCONFIRMED = 0.8
"""The highest probability of a result that the second opinion does not confirm: below every bar for
counting, so that it is shown as possible."""
_WORD = re.compile(r"\w+")
_PARTICLE = 2
"""Words of at most this many letters are not compared."""
_ALIKE = 4
"""Number of leading letters by which another form of the same word is recognised."""


@dataclass(frozen=True, eq=False, kw_only=True)
class SecondOpinion:
    """Weights of a logistic model of a wish, a phrase and what the judge says."""

    version: str
    words: Floats
    """Weights of `word_features`."""
    judged: Floats
    """(3,): weights of the judge's logit of MEETS above the others, and of the cosine."""
    product: Floats
    """Weights of the products of the two vectors' coordinates."""
    difference: Floats
    """Weights of the absolute differences of the coordinates."""
    bias: float
    bar: float
    """The probability from which a result is confirmed."""

    def confirms(
        self, wish: str, own: Vectors, phrases: Sequence[str], vectors: Vectors, logits: Floats
    ) -> NDArray[np.bool_]:
        """Returns which phrases it agrees to meet the wish. `own` is the wish's vector, `logits`
        (phrases, 3) is what the judge says."""
        features = np.array([word_features(wish, phrase) for phrase in phrases], np.float32)
        mine, theirs = _floats(own)[0], _floats(vectors)
        margins = np.stack([logits[:, 0] - logits[:, 2], logits[:, 0] - logits[:, 1], theirs @ mine], 1)
        score = (
            features @ self.words
            + margins @ self.judged
            + (theirs * mine) @ self.product
            + np.abs(theirs - mine) @ self.difference
            + self.bias
        )
        whole = [has_all_words(wish, phrase) for phrase in phrases]
        found: NDArray[np.bool_] = (score >= np.log(self.bar / (1 - self.bar))) | whole
        return found


def word_features(wish: str, phrase: str) -> list[float]:
    """Returns how far the words of a wish and of a phrase are the same."""
    asked, said = _words(wish), _words(phrase)
    same = [word in said for word in asked] or [False]
    alike = [any(is_alike(word, other) for other in said) for word in asked] or [False]
    back = [any(is_alike(word, other) for other in asked) for word in said] or [False]
    return [
        _share(same), all(same), any(same), same[-1],
        _share(alike), all(alike), any(alike), alike[-1], alike[0],
        _share(back), all(back),
        min(len(asked), 6), min(len(said), 20), len(said) == 1, len(asked) == 1,
        min(alike.count(False), 4), min(back.count(False), 10),
        any(word.isdigit() for word in asked), _share(alike) * len(asked) / (len(said) + 1),
    ]  # fmt: skip


def has_all_words(wish: str, phrase: str) -> bool:
    """True if a phrase has all of the several words of a wish: 48 of 52 such pairs were marked right,
    which are too few to be learned.

    >>> has_all_words("pizza oven", "a pizza oven on the patio"), has_all_words("water", "water fountain")
    (True, False)
    """
    asked = _words(wish)
    return len(asked) > 1 and set(asked).issubset(_words(phrase))


def is_alike(one: str, other: str) -> bool:
    """True if two words may be forms of one word.

    >>> is_alike("bar", "bars"), is_alike("shared", "sharing"), is_alike("lease", "leather")
    (True, True, False)
    """
    short, long = sorted((one, other), key=len)
    return len(short) > _PARTICLE and long.startswith(short[:_ALIKE])


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text.casefold()) if len(word) > _PARTICLE or word.isdigit()]


def _share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags)


def _floats(vectors: Vectors) -> Floats:
    floats: Floats = vectors.codes.astype(np.float32) * vectors.scales[:, None]
    return floats

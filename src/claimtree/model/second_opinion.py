"""A second opinion on phrases that a judge takes to meet a wish.

A search takes the best of many thousand phrases, so what reaches the top is mostly what the judge
overrates: "iron" for an ironing board, "wine glasses" for champagne glasses, "exercise equipment"
for a treadmill. A small model, trained on marked results of real searches, looks at what the judge
cannot see in its vectors: whether the words of the wish occur in the phrase, how much else the
phrase says, and how similar the two are as texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimtree.model.phrases import Floats, Vectors
from claimtree.model.shared_words import FEATURES, shared_words
from claimtree.model.stated_words import StatedWords

UNCONFIRMED = 0.8
"""The highest probability of a result that the second opinion does not confirm: below every bar for
counting, so that it is shown as possible."""
_TOGETHER = 1024
"""Pairs that are compared at once, which bounds memory: their features take some megabytes."""
_MARGINS = 3
_CLOSE = 1e-3
"""A score in single precision decides unless it is so close to the bar: it differs by a tenth of that at most from
the one in double precision, which decides then."""


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
        self, wish: str, own: Vectors, phrases: Sequence[str], vectors: Vectors, logits: Floats
    ) -> NDArray[np.bool_]:
        """Returns for each phrase whether it agrees that the phrase meets the wish; for the arguments see
        `pair_features`."""
        shared = shared_words(wish, phrases)
        bar = np.log(self.bar / (1 - self.bar))
        score = shared.features @ self.weights[:FEATURES] + self._quick(own, vectors, logits) + self.bias
        found: NDArray[np.bool_] = score >= bar
        close = np.flatnonzero(np.abs(score - bar) < _CLOSE)
        for start in range(0, len(close), _TOGETHER):
            some = close[start : start + _TOGETHER]
            exact = _features(shared.features[some], own, vectors.take(some), logits[some]) @ self.weights + self.bias
            # Rounded, for a sum may differ in its last bits with the number of pairs.
            found[some] = np.round(exact, 6) >= bar
        return found | shared.all_words

    def _quick(self, own: Vectors, vectors: Vectors, logits: Floats) -> NDArray[np.float64]:
        """Returns the score of everything but the words, in single precision."""
        margins, products, differences = np.split(self.weights[FEATURES:], [_MARGINS, _MARGINS + vectors.dimensions])
        mine, theirs = _floats(own, np.float32), _floats(vectors, np.float32)
        by_product = np.stack([mine[0] * products, mine[0]], 1).astype(np.float32)
        sums = theirs @ by_product
        cosine = sums[:, 1]
        theirs -= mine
        np.abs(theirs, out=theirs)
        found: NDArray[np.float64] = _margins(logits, cosine) @ margins + sums[:, 0]
        found += theirs @ differences.astype(np.float32)
        return found

    def states(
        self, wish: str, own: Vectors, phrases: Sequence[str], vectors: Vectors, logits: Floats
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Returns for each phrase whether it has all words of the wish, and whether it then says what is
        wished; for the arguments see `pair_features`."""
        has, says = np.zeros(len(phrases), np.bool_), np.zeros(len(phrases), np.bool_)
        if self.stated is None:
            return has, says
        found = self.stated.found(wish, phrases)
        at = [k for k, places in enumerate(found) if places is not None]
        has[at] = True
        for start in range(0, len(at), _TOGETHER):
            some = at[start : start + _TOGETHER]
            said = [phrases[k] for k in some]
            features = pair_features(wish, own, said, vectors.take(some), logits[some])
            places = [one for k in some if (one := found[k])]
            says[some] = self.stated.states(wish, own, said, places, features)
        return has, says


def pair_features(
    wish: str, own: Vectors, phrases: Sequence[str], vectors: Vectors, logits: Floats
) -> NDArray[np.float64]:
    """Returns a row for each phrase: what its words share with those of the wish, the judge's logit of meeting above
    that of silence and of refuting, the cosine, and the products and differences of the vectors' coordinates.

    `own` has the wish's vector and `vectors` those of the phrases, `logits` (phrases, 3) what the judge says.
    """
    return _features(shared_words(wish, phrases).features, own, vectors, logits)


def _features(words: NDArray[np.float64], own: Vectors, vectors: Vectors, logits: Floats) -> NDArray[np.float64]:
    mine, theirs = _floats(own, np.float64), _floats(vectors, np.float64)
    products = theirs * mine
    return np.hstack([words, _margins(logits, products.sum(1)), products, np.abs(theirs - mine)])


def _margins(logits: Floats, cosines: NDArray[Any]) -> NDArray[np.float64]:
    scores = logits.astype(np.float64)
    return np.stack([scores[:, 0] - scores[:, 2], scores[:, 0] - scores[:, 1], cosines], 1)


def _floats(vectors: Vectors, kind: type[Any]) -> NDArray[Any]:
    found: NDArray[Any] = vectors.codes.astype(kind)
    found *= vectors.scales[:, None]
    return found

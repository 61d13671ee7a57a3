"""Fits what tells whether a phrase that has the very words of a wish says it (`model.stated_words`).

    python training/judge/stated_words.py DATA

DATA is the folder with the listings that `claimtree eval ticks` asks; needs `scikit-learn`. Things that people may ask
for in their own words were looked for in these listings, and the phrases that have the words were marked:
stated_words.jsonl has the wishes, the marks, and a digest of each phrase; and sentences of our own, with their text,
that deny a thing or deny something beside it. The marks of second_opinion.jsonl on such
phrases are learned from as well.

Prints how much of what is right is kept on wishes that the model has not seen. Writes stated_words.json and its
checksum in model.json beside the encoder, and prints DIGEST for `models/encoder.py`.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold

from claimtree.languages.en import ENGLISH
from claimtree.languages.id import INDONESIAN
from claimtree.model.stated_words import END, START, Vocabulary, WishWords, context_features, wish_features, words_of
from claimtree.models.encoder import FOLDER, OwnEncoder
from second_opinion import FOLDS, RIGHT, checksum_in_card, digest, features, phrases_of

ROWS = Path(__file__).with_suffix(".jsonl")
LISTINGS = 5000
"""Listings of each corpus: all of them."""
BAR = 0.6
STRENGTH = 0.003
"""The weight of the data against that of small weights."""
SEEN, MOST = 6, 60
"""How often a word has to stand beside one of a wish to be known, and how many are."""
_NEAR = (
    "near nearby minutes minute min mins walk walking away across close step steps block blocks station from next "
    "around distance mile miles drive ride famous street avenue dekat menit"
)
_SMALL = "a an the of for in on at to and or with my your our its it is are this that by as s me us we i you"
_SMALL_ID = "di ke dan atau yang untuk dengan ada ini itu"

Row = tuple[str, str, int]
"""A wish, a phrase that has its words, and 1 if it says it."""


def empty() -> Vocabulary:
    """Returns the words that are known without looking at the marks."""
    return Vocabulary(
        small=tuple(f"{_SMALL} {_SMALL_ID}".split()),
        endings=("s", "es", "nya"),
        denying=tuple(sorted({*ENGLISH.negations, *INDONESIAN.negations, "t", "never", "except"})),
        near=tuple(_NEAR.split()),
        before=(),
        after=(),
        beside=(),
    )


def rows_of(phrases: dict[str, str], vocabulary: Vocabulary) -> Iterable[Row]:
    """Yields the marked pairs whose phrase has all words of the wish."""
    for file in (ROWS, ROWS.with_name("second_opinion.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            phrase, wish = row.get("text") or phrases.get(row["phrase"]), row["wish"].casefold()
            if phrase is not None and row["mark"] in RIGHT and found(wish, phrase, vocabulary):
                yield wish, phrase, RIGHT[row["mark"]]


def found(wish: str, phrase: str, vocabulary: Vocabulary) -> tuple[int, ...] | None:
    return WishWords(wish, vocabulary).found_in(words_of(phrase))


def learned(rows: Sequence[Row], known: Vocabulary) -> Vocabulary:
    """Returns the vocabulary with the words that stand beside those of wishes most often."""
    before, after, beside = Counter[str](), Counter[str](), Counter[str]()
    for wish, phrase, _ in rows:
        at, words = found(wish, phrase, known) or (), words_of(phrase)
        first, behind = min(at), max(at) + 1
        before[words[first - 1] if first else START] += 1
        after[words[behind] if behind < len(words) else END] += 1
        beside.update({*words[:first], *words[behind:]})

    def often(counted: Counter[str]) -> tuple[str, ...]:
        return tuple(sorted(word for word, count in counted.most_common(MOST) if count >= SEEN))

    return Vocabulary(
        small=known.small,
        endings=known.endings,
        denying=known.denying,
        near=known.near,
        before=often(before),
        after=often(after),
        beside=often(beside),
    )


def features_of(rows: Sequence[Row], vocabulary: Vocabulary) -> NDArray[np.float64]:
    contexts = [
        context_features(
            WishWords(wish, vocabulary), found(wish, phrase, vocabulary) or (), words_of(phrase), vocabulary
        )
        for wish, phrase, _ in rows
    ]
    pairs = features([{"wish": wish, "phrase": phrase} for wish, phrase, _ in rows], {row[1]: row[1] for row in rows})
    return np.hstack(
        [np.array(contexts, np.float64), wish_features(OwnEncoder().embed([row[0] for row in rows])), pairs]
    )


def fitted(x: NDArray[np.float64], y: NDArray[np.int64]) -> tuple[NDArray[np.float64], float]:
    mean, deviation = x.mean(0), x.std(0) + 1e-6
    model = LogisticRegression(C=STRENGTH, max_iter=4000).fit((x - mean) / deviation, y)
    weights = model.coef_[0] / deviation
    return weights, float(model.intercept_[0] - (weights * mean).sum())


def unseen(x: NDArray[np.float64], rows: Sequence[Row]) -> NDArray[np.float64]:
    """Returns the probability of each row by a model that has not seen its wish."""
    y, chances = np.array([right for _, _, right in rows]), np.zeros(len(rows))
    groups = [int(digest(wish), 16) % 2**31 for wish, _, _ in rows]
    for train, test in GroupKFold(FOLDS).split(x, y, groups):
        weights, bias = fitted(x[train], y[train])
        chances[test] = 1 / (1 + np.exp(-(x[test] @ weights + bias)))
    return chances


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    known = empty()
    rows = list(rows_of(phrases_of(Path(sys.argv[1]), LISTINGS), known))
    vocabulary = learned(rows, known)
    x, y = features_of(rows, vocabulary), np.array([right for _, _, right in rows])
    chances = unseen(x, rows)
    lines = [f"{len(rows)} marked pairs, {y.mean():.3f} right"]
    for bar in (0.5, 0.6, 0.7, 0.8, 0.9):
        kept = chances >= bar
        lines.append(f"from {bar}: {y[kept].mean():.3f} right; kept {kept[y == 1].mean():.3f} of the right")
    weights, bias = fitted(x, y)
    kept_words = {name: list(getattr(vocabulary, name)) for name in Vocabulary.__dataclass_fields__}
    about = {
        "vocabulary": kept_words,
        "weights": [float(f"{weight:.5g}") for weight in weights],
        "bias": bias,
        "bar": BAR,
    }
    file = FOLDER / "stated_words.json"
    file.write_text(json.dumps(about) + "\n", encoding="utf-8")
    lines.append(f"DIGEST of src/claimtree/models/encoder.py: {checksum_in_card(file)}")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

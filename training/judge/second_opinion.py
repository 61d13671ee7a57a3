"""Fits the judge's second opinion to marked results of real searches.

    python training/judge/second_opinion.py DATA

DATA is the folder with the listings that `claimtree eval ticks` asks; needs `scikit-learn`. Wishes
of our own sentences and claim groups were put to these listings, and people marked whether the
phrases that the judge took to meet them really do: second_opinion.jsonl has the wishes, the marks,
and a digest of each phrase, whose words are not ours to ship. The listings are read again to find
the phrases; those that the reader now cuts otherwise are left out.

Prints how much of what is right is kept, and of what is wrong is gone, on wishes that the model has
not seen. Writes second_opinion.npz and its checksum in model.json beside the encoder, and prints
DIGEST for `models/encoder.py`.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold

from claimtree.model.second_opinion import pair_features
from claimtree.model.shared_words import shared_words
from claimtree.models.encoder import FOLDER, NAME, OwnEncoder
from claimtree.ports import MovableStore

sys.path.append(str(Path(__file__).parents[2]))

from evals.tick_corpora import find_file, listings_of, load_corpora, opened, sample

ROWS = Path(__file__).with_suffix(".jsonl")
LISTINGS = 900
"""Listings of each corpus that were asked."""
RIGHT = {"right": 1, "wrong": 0, "no wish": 0}
"""What is unclear is not learned from."""
BAR = 0.6
STRENGTH = 0.001
"""The weight of the data against that of small weights."""
FOLDS = 5
_DIGITS = 16


def phrases_of(data: Path, most: int = LISTINGS) -> dict[str, str]:
    """Returns the phrases of so many listings of each corpus by their digests."""
    found: dict[str, str] = {}
    for corpus in load_corpora():
        file = find_file(corpus, data)
        if file is None:
            sys.exit(f"no listings of {corpus.title} under {data}")
        listings = sample(listings_of(corpus, file), most)
        with (
            TemporaryDirectory() as folder,
            opened(corpus, listings, folder=Path(folder), embedder=NAME, progress=lambda *_: None) as engine,
        ):
            store = cast(MovableStore, engine.store)
            for partition in store.partitions(store.partition_keys()):
                found |= {digest(phrase.pattern): phrase.pattern for phrase in partition.phrases}
    return found


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


def features(rows: list[dict[str, str]], phrases: Mapping[str, str]) -> NDArray[np.float64]:
    """Returns the features of each row."""
    encoder = OwnEncoder()
    own, theirs = encoder.embed([row["wish"] for row in rows]), encoder.embed([phrases[row["phrase"]] for row in rows])
    judged = encoder.judge(own)
    found = []
    for k, row in enumerate(rows):
        said = judged.take([k]).logits(theirs.take([k]))[:, 0]
        found.append(pair_features(row["wish"], own.take([k]), [phrases[row["phrase"]]], theirs.take([k]), said)[0])
    return np.array(found)


def fitted(x: NDArray[np.float64], y: NDArray[np.int64]) -> tuple[NDArray[np.float64], float]:
    mean, deviation = x.mean(0), x.std(0) + 1e-6
    model = LogisticRegression(C=STRENGTH, max_iter=4000).fit((x - mean) / deviation, y)
    weights = model.coef_[0] / deviation
    return weights, float(model.intercept_[0] - (weights * mean).sum())


def unseen(x: NDArray[np.float64], y: NDArray[np.int64], wishes: list[str]) -> NDArray[np.float64]:
    """Returns the probability of each row by a model that has not seen its wish."""
    found = np.zeros(len(y))
    groups = [int(digest(wish), 16) % 2**31 for wish in wishes]
    for train, test in GroupKFold(FOLDS).split(x, y, groups):
        weights, bias = fitted(x[train], y[train])
        found[test] = 1 / (1 + np.exp(-(x[test] @ weights + bias)))
    return found


def report(chances: NDArray[np.float64], whole: NDArray[np.bool_], y: NDArray[np.int64]) -> Iterator[str]:
    """Yields a line for each bar; `whole`: which rows are confirmed in any case."""
    for bar in (0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7):
        kept = (chances >= bar) | whole
        right = y[kept].mean() if kept.any() else 0.0
        told = f"kept {kept[y == 1].mean():.3f} of the right, {kept[y == 0].mean():.3f} of the wrong"
        yield f"from {bar}: {right:.3f} right; {told}"


def write(weights: NDArray[np.float64], bias: float) -> str:
    """Writes the weights beside the encoder; returns the digest of its card."""
    file = FOLDER / "second_opinion.npz"
    np.savez(file, weights=weights.astype(np.float32), bias=np.float32(bias), bar=np.float32(BAR))
    return checksum_in_card(file)


def checksum_in_card(file: Path) -> str:
    """Writes the checksum of a file into the card of the encoder beside it; returns the digest of the card."""
    card = FOLDER / "model.json"
    about = json.loads(card.read_text(encoding="utf-8"))
    about["files"][file.name] = hashlib.sha256(file.read_bytes()).hexdigest()
    about["files"] = dict(sorted(about["files"].items()))
    card.write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
    return hashlib.sha256(card.read_bytes()).hexdigest()


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    phrases = phrases_of(Path(sys.argv[1]))
    marked = [json.loads(line) for line in ROWS.read_text(encoding="utf-8").splitlines()]
    rows = [row for row in marked if row["phrase"] in phrases and row["mark"] in RIGHT]
    y = np.array([RIGHT[row["mark"]] for row in rows])
    x = features(rows, phrases)
    lines = [f"{len(rows)} of {sum(row['mark'] in RIGHT for row in marked)} marked pairs found, {y.mean():.3f} right"]
    whole = np.concatenate([shared_words(row["wish"], [phrases[row["phrase"]]]).all_words for row in rows])
    lines += report(unseen(x, y, [row["wish"] for row in rows]), whole, y)
    weights, bias = fitted(x, y)
    lines.append(f"DIGEST of src/claimtree/models/encoder.py: {write(weights, bias)}")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

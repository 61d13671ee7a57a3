"""Fits the head that tells whether a lexicon word in a listing means its concept, on marked words
of listings.

    python training/reader/says.py TEXTS [OUT]

TEXTS is a JSON Lines file of the marked listings, {"id", "text"}, which may not be shipped.
`says.jsonl` beside this file has the marks: listing, start of the word, the word, its concept, and
whether the text says it. OUT (default: the folder of the shipped reader) gets says.npz, and its
reader.json the new checksum; the digest of reader.json is printed for models/scope.py. The head is
one logistic layer over the mean of the reader's vectors of the word's tokens.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zlib
from pathlib import Path

import numpy as np

from claimtree.model.scopes import Span
from claimtree.models.scope import FOLDER, shipped_scope
from claimtree.text.markup import without_markup

MARKS = Path(__file__).with_name("says.jsonl")
RIDGE = 150.0
FOLDS = 10


def vectors_of(marks: list[dict], texts: dict[str, str]) -> tuple[np.ndarray, list[dict]]:
    """Returns the mean vector of each marked word found at its marked position, and the marks of
    these."""
    scope, rows, kept = shipped_scope(), [], []
    readings = {}
    for mark in marks:
        text = texts.get(mark["id"], "")
        span = Span(mark["start"], mark["start"] + len(mark["word"]))
        if text[span.start : span.end] != mark["word"]:
            continue
        if mark["id"] not in readings:
            readings[mark["id"]] = scope.read(without_markup(text), listing=True)
        at = readings[mark["id"]]._located(span)
        rows.append(at.part.vectors[at.part.row(at.first) : at.part.row(at.after)].mean(0))
        kept.append(mark)
    return np.array(rows, np.float64), kept


def fitted(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, float]:
    """Fits a logistic layer by Newton's method, with a ridge on standardised columns; returns
    weights and bias."""
    mean, spread = x.mean(0), x.std(0) + 1e-6
    rows = np.c_[(x - mean) / spread, np.ones(len(x))]
    weights, ridge = np.zeros(rows.shape[1]), np.r_[np.full(x.shape[1], RIDGE), 1e-3]
    for _ in range(30):
        p = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (p - y) + ridge * weights
        weights -= np.linalg.solve((rows * (p * (1 - p))[:, None]).T @ rows + np.diag(ridge), slope)
    own = weights[:-1] / spread
    return own, float(weights[-1] - own @ mean)


def held_out(x: np.ndarray, y: np.ndarray, keys: list[str]) -> np.ndarray:
    """Returns the chance of each word from a model fitted on words with other keys
    (cross-validation)."""
    fold = np.array([zlib.crc32(key.encode()) % FOLDS for key in keys])
    told = np.zeros(len(y))
    for k in range(FOLDS):
        weight, bias = fitted(x[fold != k], y[fold != k])
        told[fold == k] = 1 / (1 + np.exp(-(x[fold == k] @ weight + bias)))
    return told


def main(texts_file: str, out: str = str(FOLDER)) -> None:
    texts = {
        row["id"]: row["text"] for row in map(json.loads, Path(texts_file).read_text(encoding="utf-8").splitlines())
    }
    marks = [json.loads(line) for line in MARKS.read_text(encoding="utf-8").splitlines()]
    x, marks = vectors_of(marks, texts)
    y = np.array([mark["right"] for mark in marks], np.float64)
    for key in ("id", "word"):
        told = held_out(x, y, [mark[key].lower() for mark in marks])
        right, wrong = told[y == 1], told[y == 0]
        ranked = (right[:, None] > wrong[None]).mean()
        below = f"below .4: {(right < 0.4).sum()} right, {(wrong < 0.4).sum()} wrong"
        sys.stdout.write(f"by {key}: {len(right)} right, {len(wrong)} wrong, ranked {ranked:.3f}; {below}\n")
    weight, bias = fitted(x, y)
    folder = Path(out)
    np.savez(folder / "says.npz", **{"says.weight": weight.astype(np.float32), "says.bias": np.float32(bias)})
    card = folder / "reader.json"
    about = json.loads(card.read_text(encoding="utf-8"))
    about["files"]["says.npz"] = hashlib.sha256((folder / "says.npz").read_bytes()).hexdigest()
    card.write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
    sys.stdout.write(hashlib.sha256(card.read_bytes()).hexdigest() + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])

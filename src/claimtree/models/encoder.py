"""The default embedder: our own encoder, which separates phrases that meet and refute a wish.

It ships with the package (`small/`, see its model card): an int8 ONNX file, a head of 2 MB and a
vocabulary. It needs only onnxruntime and numpy, and loads nothing before the first text that is in
no cache.

A phrase becomes the unit vector of its first token. So does a wish; the head (two dense layers)
turns that vector into three.

Texts of equal length run in one batch. The model quantises every row separately, so a text's vector
does not depend on the rest of the batch: alone or in a batch it is the same to the last bit.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path

import numpy as np

from claimtree.deadlines import carried, check
from claimtree.errors import ModelError
from claimtree.model.judging import JudgedWishes
from claimtree.model.phrases import Floats, Vectors
from claimtree.model.second_opinion import SecondOpinion
from claimtree.model.stated_words import StatedWords, Vocabulary
from claimtree.models.artefact import Artefact
from claimtree.models.wordpiece import words

NAME = "claimtree-small-3"
FOLDER = Path(__file__).parent / "small"
FORMAT = 1
DIGEST = "4891e745ae86a347e9281876965154e2021003b46d2cc75385765cdead5998fd"
"""SHA-256 of this release's model.json, which holds the checksums of the other files."""
TRAINING = "141ff2d1c7001d2e"
"""Identifies the training, and so the vectors: it stays when only the graph is exported anew."""
DIMENSIONS = 384
LONGEST_PIECES = 96
TOGETHER = 192
"""Pieces per run, in texts of one length: more would not fit the processor's cache, and be slower,
and fewer would load the weights too often."""
_ROWS = 256
"""Rows of a layer of the head, of 3 KB at most, that fit the processor's cache."""
_TWO_LETTERS = re.compile("[A-Za-z]{2}")
_DIGITS = 12
"""Digits of a checksum that tell two second opinions apart."""
_EXAMINED = 10_000
"""Letters of a text in which `has_words` looks for words."""


class OwnEncoder:
    """claimtree-small-3 (English and Indonesian, 384 dimensions): an `Embedder` and a `Judge`."""

    name = NAME
    dimensions = DIMENSIONS
    fingerprint = f"{NAME} {TRAINING}"

    def __init__(self, folder: Path = FOLDER, *, threads: int = 1) -> None:
        """`threads`: concurrent runs, each on one core."""
        self.folder = folder
        self._artefact = Artefact(
            folder,
            card="model.json",
            digest=DIGEST,
            needs={"format": FORMAT, "name": NAME, "dimensions": DIMENSIONS},
            model="encoder",
            hint="choose another embedder (--embedder)",
        )
        self.threads = threads

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row per text, in order; a text without a word in Latin letters gets a zero row."""
        rows = np.zeros((len(texts), DIMENSIONS), np.float32)
        by_length: dict[int, list[tuple[int, list[int]]]] = {}
        for row, text in enumerate(texts):
            if has_words(text):
                pieces = self._artefact.vocabulary.numbers(text, LONGEST_PIECES)
                by_length.setdefault(len(pieces), []).append((row, pieces))
        runs = [
            found[start : start + size]
            for length, found in sorted(by_length.items())
            for size in (max(1, TOGETHER // length),)
            for start in range(0, len(found), size)
        ]
        if not runs:
            return Vectors.from_floats(rows)
        session = self._artefact.session("encoder.onnx")

        def encode(run: Sequence[tuple[int, list[int]]]) -> Floats:
            check()
            vectors: Floats = session.run(None, {"ids": np.array([pieces for _, pieces in run], np.int64)})[0][:, 0]
            return vectors

        if self.threads == 1 or len(runs) == 1:
            encoded = [encode(run) for run in runs]
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                encoded = list(pool.map(carried(encode), runs))
        for run, vectors in zip(runs, encoded, strict=True):
            rows[[row for row, _ in run]] = vectors
        if not np.isfinite(rows).all():
            raise ModelError(
                f"the encoder in {self.folder} gave a vector that is no number",
                hint="its file is damaged in a way that its check sum does not show: reinstall claimtree",
                values={"folder": str(self.folder)},
            )
        return Vectors.from_floats(rows)

    def judge(self, wishes: Vectors) -> JudgedWishes:
        """Turns each wish, given as a vector of this encoder, into three vectors."""
        head = self._head
        own = wishes.codes.astype(np.float32) * wishes.scales[:, None]
        hidden = gelu(_through(head["first"], own) + head["first_bias"])
        turned = _through(head["second"], hidden) + head["second_bias"]
        three = head["own"][None, :, None] * own[:, None, :] + turned.reshape(len(wishes), 3, DIMENSIONS)
        # A wish without words has no vectors: only the bias counts, and it favours silence.
        three[wishes.scales == 0] = 0
        return JudgedWishes(
            vectors=Vectors.from_floats(three.reshape(-1, DIMENSIONS)),
            lengths=(np.linalg.norm(three, axis=-1) * head["scale"]).astype(np.float32),
            bias=head["bias"],
            own=wishes,
            second=self._second_opinion,
        )

    @cached_property
    def _second_opinion(self) -> SecondOpinion:
        kept = self._artefact.arrays("second_opinion.npz")
        return SecondOpinion(
            version=str(self._artefact.about["files"]["second_opinion.npz"])[:_DIGITS],
            weights=kept["weights"].astype(np.float64),
            bias=float(kept["bias"]),
            bar=float(kept["bar"]),
            stated=self._stated_words,
        )

    @cached_property
    def _stated_words(self) -> StatedWords:
        kept = json.loads(self._artefact.file("stated_words.json"))
        return StatedWords(
            vocabulary=Vocabulary(**{name: tuple(words) for name, words in kept["vocabulary"].items()}),
            weights=np.array(kept["weights"], np.float64),
            bias=kept["bias"],
            bar=kept["bar"],
        )

    @cached_property
    def _head(self) -> Mapping[str, Floats]:
        return self._artefact.arrays("head.npz")


def _through(layer: Floats, vectors: Floats) -> Floats:
    """Returns the product of a layer and each vector.

    Vector by vector: a product of matrices adds up in another order, which could move a chance at its threshold to
    the other side. Some rows of the layer at a time, which stay in the processor's cache for all vectors.
    """
    found = np.empty((len(vectors), len(layer)), np.float32)
    for start in range(0, len(layer), _ROWS):
        rows = slice(start, start + _ROWS)
        for product, vector in zip(found, vectors, strict=True):
            product[rows] = layer[rows] @ vector
    return found


def has_words(text: str) -> bool:
    """Whether a text has a word of two Latin letters or more: all that the encoder has learned to read.

    >>> has_words("sunny"), has_words("TV"), has_words("x"), has_words("🙂 12"), has_words("静かな")
    (True, True, False, False, False)
    """
    # Two Latin letters side by side are in one word; the rest is for those with something between.
    if _TWO_LETTERS.search(text, 0, _EXAMINED):
        return True
    return any(sum(letter.isascii() and letter.isalpha() for letter in word) > 1 for word in words(text[:_EXAMINED]))


def gelu(x: Floats) -> Floats:
    """The activation function that the head was trained with (GELU, tanh approximation)."""
    # Not x**3: numpy calculates each power by itself, which takes hundreds of times as long.
    return np.asarray(0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * (x * x * x)))), np.float32)

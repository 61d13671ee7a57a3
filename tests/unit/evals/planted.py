"""Concepts and embedders whose truth is known: what a calibration must find, since it was put there."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from claimtree.model.judging import JudgedWishes
from claimtree.model.phrases import Floats, Vectors

CONCEPTS = 60
DIMENSIONS = CONCEPTS + 2


def rows(count: int = CONCEPTS) -> list[dict[str, object]]:
    """A word for each concept; what a phrase says of it stands behind the word."""
    return [
        {
            "id": f"c{n}",
            "type": "features" if n % 3 else "price",
            "wish": [f"{n} wish {k}" for k in "ab"],
            "met": [f"{n} met {k}" for k in "abc"],
            "refuted": [f"{n} refuted {k}" for k in "ab"],
            "silent": [f"{n} silent {k}" for k in "ab"],
        }
        for n in range(count)
    ]


def write(path: Path, concepts: Iterable[object]) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in concepts), encoding="utf-8")
    return path


class Planted:
    """What meets a wish is alike by 0.9, what refutes it by 0.6, a near miss by 0.3, strangers not at all."""

    name = "planted"
    dimensions = DIMENSIONS

    def __init__(self, similar: dict[str, float] | None = None) -> None:
        self.similar = similar or {"wish": 1.0, "met": 0.9, "refuted": 0.6, "silent": 0.3}

    def embed(self, texts: Sequence[str]) -> Vectors:
        found = np.zeros((len(texts), DIMENSIONS), np.float32)
        for row, text in enumerate(texts):
            word, kind = text.split()[:2]
            if word.isdigit():
                found[row, int(word)] = self.similar[kind]
                found[row, -1] = np.sqrt(1 - self.similar[kind] ** 2)
        return Vectors.from_floats(found)


class PlantedJudge(Planted):
    """Knows the three apart, and is as sure as it is told to be."""

    name = "planted-judge"

    def __init__(self, *, sure: float = 12.0) -> None:
        super().__init__({"wish": 1.0, "met": 1.0, "refuted": 1.0, "silent": 0.0})
        self.sure = sure

    def embed(self, texts: Sequence[str]) -> Vectors:
        plain = super().embed(texts)
        found = plain.codes.astype(np.float32) * plain.scales[:, None]
        for row, text in enumerate(texts):
            # The last but one says on which side a phrase stands.
            found[row, -2] = {"met": 1.0, "refuted": -1.0}.get(text.split()[1], 0.0)
        return Vectors.from_floats(found)

    def judge(self, wishes: Vectors) -> JudgedWishes:
        own = wishes.codes.astype(np.float32) * wishes.scales[:, None]
        three = np.repeat(own[:, None, :], 3, axis=1)
        three[:, 0, -2], three[:, 1, -2], three[:, 2] = 1.0, -1.0, 0.0
        lengths: Floats = np.linalg.norm(three, axis=-1).astype(np.float32) * self.sure
        bias = np.array([0.0, 0.0, self.sure], np.float32)
        return JudgedWishes(vectors=Vectors.from_floats(three.reshape(-1, DIMENSIONS)), lengths=lengths, bias=bias)

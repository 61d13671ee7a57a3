"""The exported encoder gives what the weights say: small random ones, against the same layers written out in numpy."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import onnxruntime
import pytest
from numpy.typing import NDArray

pytest.importorskip("onnx", reason="for the export only: pip install onnx")

WIDTH, HEADS, INNER, LAYERS = 384, 12, 48, 2
PIECES = ["[PAD]", "[unused0]", "[UNK]", "[CLS]", "[SEP]", "quiet", "静", "##er", "street", "café", "2", "!"]
ADDED = ["sunyi", "jalan"]
Floats = NDArray[np.float32]


@pytest.fixture(scope="module")
def export(recipe: Callable[[str], ModuleType]) -> ModuleType:
    return recipe("export")


@pytest.fixture(scope="module")
def weights() -> dict[str, Floats]:
    chance = np.random.default_rng(5)
    shapes: dict[str, tuple[int, ...]] = {
        "encoder.words.weight": (len(PIECES) + len(ADDED), WIDTH),
        "encoder.places.weight": (512, WIDTH),
        "encoder.kinds.weight": (2, WIDTH),
        "first.weight": (2 * WIDTH, WIDTH), "first.bias": (2 * WIDTH,),
        "second.weight": (3 * WIDTH, 2 * WIDTH), "second.bias": (3 * WIDTH,),
        "own": (3,), "scale": (), "bias": (3,), "silence": (),
    }  # fmt: skip
    norms = ["encoder.norm"]
    for at in range(LAYERS):
        stem = f"encoder.layers.{at}."
        norms += [f"{stem}attended", f"{stem}ended"]
        sizes = dict.fromkeys(("query", "key", "value", "out"), (WIDTH, WIDTH))
        for name, (outputs, inputs) in (sizes | {"wide": (INNER, WIDTH), "narrow": (WIDTH, INNER)}).items():
            shapes |= {f"{stem}{name}.weight": (outputs, inputs), f"{stem}{name}.bias": (outputs,)}
    made = {name: np.asarray(chance.normal(0, 0.05, shape), np.float32) for name, shape in shapes.items()}
    for name in norms:
        made[f"{name}.weight"] = np.asarray(chance.normal(1, 0.05, WIDTH), np.float32)
        made[f"{name}.bias"] = np.asarray(chance.normal(0, 0.05, WIDTH), np.float32)
    return made


def written_out(weights: dict[str, Floats], ids: list[int]) -> NDArray[Any]:
    """The vector of one text, in floats."""

    def dense(x: NDArray[Any], name: str) -> NDArray[Any]:
        return np.asarray(x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"])

    def norm(x: NDArray[Any], name: str) -> NDArray[Any]:
        even = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-12)
        return np.asarray(even * weights[f"{name}.weight"] + weights[f"{name}.bias"])

    def heads(x: NDArray[Any]) -> NDArray[Any]:
        return x.reshape(len(ids), HEADS, -1).transpose(1, 0, 2)

    places, kind = weights["encoder.places.weight"][: len(ids)], weights["encoder.kinds.weight"][0]
    x = norm(weights["encoder.words.weight"][ids] + places + kind, "encoder.norm")
    for at in range(LAYERS):
        stem = f"encoder.layers.{at}."
        query, key, value = (heads(dense(x, f"{stem}{part}")) for part in ("query", "key", "value"))
        likeness = np.exp(query @ key.transpose(0, 2, 1) / math.sqrt(WIDTH / HEADS))
        seen = (likeness / likeness.sum(-1, keepdims=True) @ value).transpose(1, 0, 2).reshape(len(ids), WIDTH)
        x = norm(x + dense(seen, f"{stem}out"), f"{stem}attended")
        wide = dense(x, f"{stem}wide")
        soft = wide * 0.5 * (1 + np.vectorize(math.erf)(wide / math.sqrt(2)))
        x = norm(x + dense(soft, f"{stem}narrow"), f"{stem}ended")
    return np.asarray(x[0])


def opened(model: bytes) -> Callable[[list[list[int]]], Floats]:
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])

    def encode(ids: list[list[int]]) -> Floats:
        vectors: Floats = session.run(None, {"ids": np.array(ids, np.int64)})[0]
        # Of each text only the first piece.
        assert vectors.shape == (len(ids), 1, WIDTH)
        return vectors[:, 0]

    return encode


def cosine(one: NDArray[Any], other: NDArray[Any]) -> float:
    return float(one @ other / np.linalg.norm(one) / np.linalg.norm(other))


@pytest.mark.parametrize(
    ("piece", "read"),
    [
        ("quiet", True), ("##er", True), ("café", True), ("2", True), ("!", True), ("m²", True),
        ("[CLS]", True), ("[SEP]", True), ("[UNK]", True), ("[PAD]", False), ("[unused7]", False), ("[MASK]", False),
        ("静", False), ("##ия", False),
    ],
)  # fmt: skip
def test_a_piece_is_read_if_it_is_latin_and_no_mark_of_bert(export: ModuleType, piece: str, read: bool) -> None:
    assert export.is_read(piece) is read


@pytest.mark.parametrize("ids", [[3, 4], [3, 5, 4], [3, 5, 8, 9, 12, 13, 10, 4]])
def test_the_graph_gives_the_vector_that_the_weights_say(
    export: ModuleType, weights: dict[str, Floats], ids: list[int]
) -> None:
    (found,) = opened(export.encoder_of(weights).SerializeToString())([ids])
    assert cosine(found, written_out(weights, ids)) > 0.999
    assert cosine(found, written_out(weights, [3, 11, 4])) < 0.99


def test_a_text_has_the_same_vector_alone_and_in_company(export: ModuleType, weights: dict[str, Floats]) -> None:
    encode = opened(export.encoder_of(weights).SerializeToString())
    texts = [[3, first, second, 4] for first in range(5, 13) for second in range(5, 13)]
    together = encode(texts)
    for text, vector in zip(texts, together, strict=True):
        assert np.array_equal(encode([text])[0], vector)


def test_what_is_written_fits_together(
    export: ModuleType, weights: dict[str, Floats], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    np.savez(tmp_path / "judge.npz", **weights)  # type: ignore[arg-type]  # numpy's stubs see a flag
    (tmp_path / "vocab.txt").write_text("".join(f"{piece}\n" for piece in PIECES), encoding="utf-8")
    (tmp_path / "words.txt").write_text("\n".join(ADDED), encoding="utf-8")
    out = tmp_path / "out"
    weights_file, *inputs = (str(tmp_path / name) for name in ("judge.npz", "vocab.txt", "words.txt"))
    monkeypatch.setattr("sys.argv", ["export.py", weights_file, str(out), *inputs])
    export.main()
    kept = (out / "vocabulary.txt").read_text(encoding="utf-8").splitlines()
    assert kept == [piece for piece in [*PIECES, *ADDED] if piece not in ("[PAD]", "[unused0]", "静")]
    # A piece has another number in what is shipped, and the vector that it had.
    text = ["[CLS]", "quiet", "jalan", "[SEP]"]
    (found,) = opened((out / "encoder.onnx").read_bytes())([[kept.index(piece) for piece in text]])
    assert cosine(found, written_out(weights, [[*PIECES, *ADDED].index(piece) for piece in text])) > 0.999
    files = json.loads((out / "model.json").read_text(encoding="utf-8"))["files"]
    assert set(files) == {"encoder.onnx", "head.npz", "vocabulary.txt"}
    for name, digest in files.items():
        assert hashlib.sha256((out / name).read_bytes()).hexdigest() == digest
    with np.load(out / "head.npz") as head:
        assert head["scale"] == pytest.approx(math.exp(weights["scale"]))
        assert np.allclose(head["second"], weights["second.weight"], atol=1e-3)

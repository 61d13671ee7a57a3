"""Exports trained weights to the shipped files: an int8 ONNX encoder, the head as npz, the
vocabulary.

    python training/judge/export.py judge.npz OUT [vocab.txt words.txt]

needs `onnx`, but no torch. Without a vocabulary, the shipped words are used, for a judge whose
training continued from the shipped one.

The graph is built by hand with onnxruntime's fused operators, for texts of one length: no padding
and no mask, and after the last attention only the first token is processed, since only that one is
used. Word embeddings are stored as int8 rows with a scale each; dense layers are quantised per
channel, to seven bits, so that machines without VNNI, whose sums would overflow otherwise, give the
same vectors.

The input of a dense layer is quantised dynamically, row by row. The usual way takes one scale for
all rows, so that a text's vector would depend on the rest of its batch. This way texts of one
length can be batched, and each gets the vector it has alone, to the last bit.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

sys.path.append(str(Path(__file__).parents[1]))

from weights.shipped import ENCODER, read_weights  # importable through the path added above
from weights.stored import load, quantised

WIDTH, HEADS = 384, 12
OURS = "com.microsoft"
LONGEST = 128
"""Number of position embeddings that are kept: the maximum number of tokens of a text."""
Weights = dict[str, NDArray[np.float32]]


class Graph:
    """An ONNX graph under construction: each step returns the name of its output."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, onnx.TensorProto] = {}

    def constant(self, name: str, array: NDArray[np.generic]) -> str:
        self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(array), name)
        return name

    def number(self, name: str, value: float) -> str:
        return self.constant(name, np.array([value], np.float32))

    def weight(self, name: str) -> str:
        return self.constant(name, self.weights[name].astype(np.float32))

    def dense(self, x: str, name: str, weight: NDArray[np.float32]) -> str:
        """Multiplies x by a dense layer's weight, (outputs, inputs), in integers."""
        numbers, scales = quantised(weight)
        whole = self.constant(name, numbers.T)
        lengths = self.step("Mul", [self.peak(x), self.number("per_127", 1 / 127)])
        one, middle = self.number("one", 1), self.constant("middle", np.array([128], np.uint8))
        rounded = self.step("QuantizeLinear", [self.step("Div", [x, lengths]), one, middle])
        scale = self.constant(f"{name}.scales", scales)
        sums = self.step("MatMulIntegerToFloat", [rounded, whole, one, scale, middle], domain=OURS)
        return self.step("Mul", [sums, lengths])

    def peak(self, x: str) -> str:
        """Returns the largest absolute value of each row, at least 1e-6."""
        largest = self.step("ReduceMax", [self.step("Abs", [x])], axes=[-1], keepdims=1)
        return self.step("Max", [largest, self.number("least", 1e-6)])

    def step(self, operator: str, inputs: list[str], *, domain: str = "", **attributes: object) -> str:
        name = f"{operator.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, inputs, [name], name=name, domain=domain, **attributes))
        return name


def embeddings(graph: Graph) -> str:
    """Returns the sum of token and position embeddings, normalised."""
    words = graph.weights["encoder.words.weight"].astype(np.float32)
    scales = np.maximum(np.abs(words).max(1, keepdims=True), 1e-8) / 127
    table = graph.constant("words", np.rint(words / scales).astype(np.int8))
    scale = graph.constant("word_scales", scales.astype(np.float32))
    places = graph.weights["encoder.places.weight"] + graph.weights["encoder.kinds.weight"][0]
    row = graph.step("Gather", [table, "ids"])
    row = graph.step("Mul", [graph.step("Cast", [row], to=TensorProto.FLOAT), graph.step("Gather", [scale, "ids"])])
    shape = graph.step("Shape", ["ids"], start=1, end=2)
    zero, axis = graph.constant("zero", np.array([0])), graph.constant("axis", np.array([0]))
    place = graph.step("Slice", [graph.constant("places", places.astype(np.float32)), zero, shape, axis])
    return graph.step(
        "LayerNormalization",
        [graph.step("Add", [row, place]), graph.weight("encoder.norm.weight"), graph.weight("encoder.norm.bias")],
        epsilon=1e-12,
    )


def layer(graph: Graph, x: str, at: int, *, last: bool) -> str:
    """Adds one layer of the encoder; the last one only for the first token."""
    stem = f"encoder.layers.{at}."

    def weight(part: str) -> NDArray[np.float32]:
        return graph.weights[f"{stem}{part}.weight"].astype(np.float32)

    packed = np.concatenate([weight(part) for part in ("query", "key", "value")])
    biases = np.concatenate([graph.weights[f"{stem}{part}.bias"] for part in ("query", "key", "value")])
    thirds = graph.constant("thirds", np.array([WIDTH] * 3))
    query, key, value = (f"{stem}{part}" for part in ("query", "key", "value"))
    dense = graph.dense(x, f"{stem}packed", packed)
    graph.nodes.append(helper.make_node("Split", [dense, thirds], [query, key, value], axis=-1))
    bias = graph.constant(f"{stem}packed.bias", biases.astype(np.float32))
    seen = graph.step("MultiHeadAttention", [query, key, value, bias], domain=OURS, num_heads=HEADS)
    if last:
        first, second = graph.constant("first", np.array([0])), graph.constant("second", np.array([1]))
        along = graph.constant("along", np.array([1]))
        seen, x = (graph.step("Slice", [values, first, second, along]) for values in (seen, x))
    x = norm(graph, graph.dense(seen, f"{stem}out", weight("out")), x, f"{stem}attended", f"{stem}out.bias")
    wide = graph.dense(x, f"{stem}wide", weight("wide"))
    wide = graph.step("BiasGelu", [wide, graph.weight(f"{stem}wide.bias")], domain=OURS)
    return norm(graph, graph.dense(wide, f"{stem}narrow", weight("narrow")), x, f"{stem}ended", f"{stem}narrow.bias")


def norm(graph: Graph, x: str, skip: str, name: str, bias: str) -> str:
    # In separate steps: the fused SkipLayerNormalization measured three times as slow.
    summed = graph.step("Add", [graph.step("Add", [x, graph.weight(bias)]), skip])
    return graph.step(
        "LayerNormalization", [summed, graph.weight(f"{name}.weight"), graph.weight(f"{name}.bias")], epsilon=1e-12
    )


def is_read(piece: str) -> bool:
    """True if a token can occur in encoded text: not an unused one, nor one of another script."""
    if piece.startswith("["):
        return piece in ("[UNK]", "[CLS]", "[SEP]")
    return all(letter < "\u0250" or not letter.isalpha() for letter in piece)


def encoder_of(weights: Weights) -> onnx.ModelProto:
    """Returns the encoder as an ONNX model: `ids` (texts, pieces) to `vector` (texts, 1, WIDTH)."""
    graph = Graph(weights)
    layers = len({name.split(".")[2] for name in weights if name.startswith("encoder.layers.")})
    x = embeddings(graph)
    for at in range(layers):
        x = layer(graph, x, at, last=at == layers - 1)
    graph.nodes.append(helper.make_node("Identity", [x], ["vector"]))
    made = helper.make_graph(
        graph.nodes,
        "encoder",
        [helper.make_tensor_value_info("ids", TensorProto.INT64, ["texts", "pieces"])],
        [helper.make_tensor_value_info("vector", TensorProto.FLOAT, ["texts", 1, WIDTH])],
        list(graph.constants.values()),
    )
    versions = [helper.make_opsetid("", 17), helper.make_opsetid(OURS, 1)]
    return helper.make_model(made, opset_imports=versions, ir_version=8, producer_name="claimtree")


def head_of(weights: Weights) -> dict[str, NDArray[np.generic]]:
    """Returns the head, which turns a wish's vector into three."""
    return {
        "first": weights["first.weight"].astype(np.float16),
        "first_bias": weights["first.bias"].astype(np.float32),
        "second": weights["second.weight"].astype(np.float16),
        "second_bias": weights["second.bias"].astype(np.float32),
        "own": weights["own"].astype(np.float32),
        "scale": np.array(np.exp(weights["scale"]), np.float32),
        "bias": weights["bias"].astype(np.float32),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("vocabulary", type=Path, nargs="?")
    parser.add_argument("words", type=Path, nargs="?", help="the words added to the vocabulary, one a line")
    options = parser.parse_args()
    weights = load(options.weights)
    options.out.mkdir(parents=True, exist_ok=True)
    if options.vocabulary is None:
        pieces = (ENCODER.parent / "vocabulary.txt").read_text(encoding="utf-8").split("\n")[:-1]
        weights["encoder.words.weight"] = read_weights(ENCODER)["words.weight"]
    else:
        vocabulary = options.vocabulary.read_text(encoding="utf-8").rstrip("\n").split("\n")
        if options.words is not None:
            vocabulary += [word for word in options.words.read_text(encoding="utf-8").split("\n") if word]
        kept = [row for row, piece in enumerate(vocabulary) if is_read(piece)]
        pieces = [vocabulary[row] for row in kept]
        weights["encoder.words.weight"] = weights["encoder.words.weight"][kept]
    weights["encoder.places.weight"] = weights["encoder.places.weight"][:LONGEST]
    onnx.save(encoder_of(weights), options.out / "encoder.onnx")
    (options.out / "vocabulary.txt").write_text("".join(f"{piece}\n" for piece in pieces), encoding="utf-8")
    np.savez(options.out / "head.npz", **head_of(weights))  # type: ignore[arg-type]  # numpy's stubs see a flag
    files = {
        name: hashlib.sha256((options.out / name).read_bytes()).hexdigest()
        for name in ("encoder.onnx", "head.npz", "vocabulary.txt")
    }
    about = {"format": 1, "name": "claimtree-small-2", "dimensions": WIDTH, "files": files}
    (options.out / "model.json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
    total = sum(file.stat().st_size for file in options.out.iterdir())
    sys.stdout.write(f"wrote {options.out}: {total / 1e6:.1f} MB\n")


if __name__ == "__main__":
    main()

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
length can be batched, and each gets the vector it has alone, to the last bit. Between attentions
the tokens of all texts are the rows of one matrix, because QuantizeLinear takes a scale per row
only for such.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

sys.path.append(str(Path(__file__).parents[1]))

from weights.shipped import ENCODER, read_weights  # importable through the path added above
from weights.stored import load, quantised

WIDTH, HEADS = 384, 12
OURS = "com.microsoft"
MIDDLE = 128
"""The number that stands for zero among quantised inputs, which are unsigned."""
NAME = "claimtree-small-3"
LONGEST = 128
"""Number of position embeddings that are kept: the maximum number of tokens of a text."""
Weights = dict[str, NDArray[np.float32]]


class Rows(NamedTuple):
    """Quantised rows, by the names of their tensors: the numbers, and what each row's are
    multiples of."""

    numbers: str
    lengths: str


class Graph:
    """An ONNX graph under construction: each step returns the name of its output."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, onnx.TensorProto] = {}
        self.middles = ""
        """MIDDLE once for each row, as QuantizeLinear takes it."""

    def constant(self, name: str, array: NDArray[np.generic]) -> str:
        self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(array), name)
        return name

    def number(self, name: str, value: float) -> str:
        return self.constant(name, np.array([value], np.float32))

    def weight(self, name: str) -> str:
        return self.constant(name, self.weights[name].astype(np.float32))

    def dense(self, x: str, name: str, weight: NDArray[np.float32]) -> str:
        """Multiplies the rows of x by a dense layer's weight, (outputs, inputs), in integers."""
        return self.product(self.quantised(x), name, weight)

    def quantised(self, x: str) -> Rows:
        """Quantises each row of x by its largest absolute value, at least 1e-6."""
        largest = self.step("ReduceMax", [self.step("Abs", [x])], axes=[-1], keepdims=0)
        largest = self.step("Max", [largest, self.number("least", 1e-6)])
        lengths = self.step("Mul", [largest, self.number("per_127", 1 / 127)])
        numbers = self.step("QuantizeLinear", [x, lengths, self.middles], axis=0)
        return Rows(numbers, self.step("Unsqueeze", [lengths, self.constant("second_axis", np.array([1]))]))

    def product(self, rows: Rows, name: str, weight: NDArray[np.float32]) -> str:
        """Multiplies quantised rows by a dense layer's weight."""
        numbers, scales = quantised(weight)
        whole, scale = self.constant(name, numbers.T), self.constant(f"{name}.scales", scales)
        one, middle = self.number("one", 1), self.constant("middle", np.array([MIDDLE], np.uint8))
        sums = self.step("MatMulIntegerToFloat", [rows.numbers, whole, one, scale, middle], domain=OURS)
        return self.step("Mul", [sums, rows.lengths])

    def matrix(self, x: str) -> str:
        """Reshapes x, (texts, pieces, WIDTH), to one row per token."""
        return self.step("Reshape", [x, self.constant("matrix", np.array([-1, WIDTH]))])

    def count_rows(self, x: str) -> str:
        """Prepares the following steps for as many rows as x has; returns x."""
        count = self.step("Shape", [x], start=0, end=1)
        middle = helper.make_tensor("middle", TensorProto.UINT8, [1], [MIDDLE])
        self.middles = self.step("ConstantOfShape", [count], value=middle)
        return x

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
    return normalised(graph, graph.step("Add", [row, place]))


def normalised(graph: Graph, embedded: str) -> str:
    """Normalises the embeddings of tokens, (texts, pieces, WIDTH); returns one row per token."""
    weights = [graph.weight("encoder.norm.weight"), graph.weight("encoder.norm.bias")]
    return graph.step("LayerNormalization", [graph.count_rows(graph.matrix(embedded)), *weights], epsilon=1e-12)


def shape_of(graph: Graph, x: str) -> str:
    """Returns the shape of the vectors of all tokens: texts and pieces as in x, and WIDTH."""
    texts_and_pieces = graph.step("Shape", [x], start=0, end=2)
    return graph.step("Concat", [texts_and_pieces, graph.constant("width", np.array([WIDTH]))], axis=0)


def attention(
    graph: Graph, x: str, stem: str, shape: str, weights: Sequence[NDArray[np.float32]], bias: NDArray[np.float32]
) -> str:
    """Adds an attention with its weights for query, key and value. Returns a tensor of that
    shape."""
    rows = graph.quantised(x)
    # One product each: splitting the product of all three copies it.
    products = [
        graph.step("Reshape", [graph.product(rows, f"{stem}{part}", weight), shape])
        for part, weight in zip(("query", "key", "value"), weights, strict=True)
    ]
    biases = graph.constant(f"{stem}packed.bias", bias.astype(np.float32))
    return graph.step("MultiHeadAttention", [*products, biases], domain=OURS, num_heads=HEADS)


def feed_forward(graph: Graph, x: str, stem: str, wide: NDArray[np.float32], narrow: NDArray[np.float32]) -> str:
    """Adds the two dense layers behind an attention."""
    # In two steps: the fused BiasGelu measured twice as slow.
    widened = graph.step("Add", [graph.dense(x, f"{stem}wide", wide), graph.weight(f"{stem}wide.bias")])
    active = graph.step("Gelu", [widened], domain=OURS)
    return norm(graph, graph.dense(active, f"{stem}narrow", narrow), x, f"{stem}ended", f"{stem}narrow.bias")


def layer(graph: Graph, x: str, at: int, shape: str, *, last: bool) -> str:
    """Adds one layer of the encoder; the last one only for the first token."""
    stem = f"encoder.layers.{at}."

    def weight(part: str) -> NDArray[np.float32]:
        return graph.weights[f"{stem}{part}.weight"].astype(np.float32)

    parts = ("query", "key", "value")
    bias = np.concatenate([graph.weights[f"{stem}{part}.bias"] for part in parts])
    seen = attention(graph, x, stem, shape, [weight(part) for part in parts], bias)
    if last:
        first, second = graph.constant("first", np.array([0])), graph.constant("second", np.array([1]))
        along = graph.constant("along", np.array([1]))
        whole = graph.step("Reshape", [x, shape])
        seen, whole = (graph.step("Slice", [values, first, second, along]) for values in (seen, whole))
        x = graph.count_rows(graph.matrix(whole))
    out = graph.dense(graph.matrix(seen), f"{stem}out", weight("out"))
    x = norm(graph, out, x, f"{stem}attended", f"{stem}out.bias")
    return feed_forward(graph, x, stem, weight("wide"), weight("narrow"))


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
    shape = shape_of(graph, "ids")
    for at in range(layers):
        x = layer(graph, x, at, shape, last=at == layers - 1)
    one_each = graph.constant("one_each", np.array([-1, 1, WIDTH]))
    graph.nodes.append(helper.make_node("Reshape", [x, one_each], ["vector"]))
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
    about = {"format": 1, "name": NAME, "dimensions": WIDTH, "files": files}
    (options.out / "model.json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
    total = sum(file.stat().st_size for file in options.out.iterdir())
    sys.stdout.write(f"wrote {options.out}: {total / 1e6:.1f} MB\n")


if __name__ == "__main__":
    main()

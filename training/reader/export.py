"""Exports the trained reader to the shipped files: an int8 ONNX file of its layers, and its heads.

    python training/reader/export.py reader.npz [OUT]

needs `onnx`, no torch. OUT (default: the folder of the shipped encoder) gets reader.onnx,
reader.npz and reader.json. Word vectors are not copied: reader.json has their byte offsets in the
judge's encoder.onnx. Dense layers are quantised like the judge's (training/judge/export.py).
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper

sys.path.insert(0, str(Path(__file__).parents[1]))

from judge.export import HEADS, OURS, WIDTH, Graph, Weights, norm
from sentences import VOCABULARY
from weights.shipped import ENCODER, located_constants

FILES = ("encoder.onnx", "meaning.npz", "places.npz", "reader.npz", "reader.onnx", "vocabulary.txt")


def layers_of(weights: Weights) -> onnx.ModelProto:
    """Returns the layers as a model: `embedded` (texts, pieces, WIDTH), the sum of word and
    position vectors, to `vectors` of the same shape."""
    graph = Graph(weights)
    first = [graph.weight("encoder.norm.weight"), graph.weight("encoder.norm.bias")]
    x = graph.step("LayerNormalization", ["embedded", *first], epsilon=1e-12)
    for at in range(len({name.split(".")[2] for name in weights if name.startswith("encoder.layers.")})):
        x = layer(graph, x, f"encoder.layers.{at}.")
    graph.nodes.append(helper.make_node("Identity", [x], ["vectors"]))
    shape = ["texts", "pieces", WIDTH]
    made = helper.make_graph(
        graph.nodes,
        "reader",
        [helper.make_tensor_value_info("embedded", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("vectors", TensorProto.FLOAT, shape)],
        list(graph.constants.values()),
    )
    versions = [helper.make_opsetid("", 17), helper.make_opsetid(OURS, 1)]
    return helper.make_model(made, opset_imports=versions, ir_version=8, producer_name="claimtree")


def layer(graph: Graph, x: str, stem: str) -> str:
    thirds = graph.constant("thirds", np.array([WIDTH] * 3))
    query, key, value = (f"{stem}{part}" for part in ("query", "key", "value"))
    dense = graph.dense(x, f"{stem}packed", graph.weights[f"{stem}packed.weight"])
    graph.nodes.append(helper.make_node("Split", [dense, thirds], [query, key, value], axis=-1))
    bias = graph.weight(f"{stem}packed.bias")
    seen = graph.step("MultiHeadAttention", [query, key, value, bias], domain=OURS, num_heads=HEADS)
    out = graph.dense(seen, f"{stem}out", graph.weights[f"{stem}out.weight"])
    x = norm(graph, out, x, f"{stem}attended", f"{stem}out.bias")
    wide = graph.dense(x, f"{stem}wide", graph.weights[f"{stem}wide.weight"])
    wide = graph.step("BiasGelu", [wide, graph.weight(f"{stem}wide.bias")], domain=OURS)
    narrow = graph.dense(wide, f"{stem}narrow", graph.weights[f"{stem}narrow.weight"])
    return norm(graph, narrow, x, f"{stem}ended", f"{stem}narrow.bias")


def heads_of(weights: Weights) -> dict[str, np.ndarray]:
    """Returns the heads by name and the position embeddings, in float16."""
    places = {"places": weights["encoder.places.weight"].astype(np.float16)}
    return places | {
        name.removeprefix("heads."): array.astype(np.float16)
        for name, array in weights.items()
        if not name.startswith("encoder.")
    }


def main() -> None:
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    out = Path(sys.argv[2]) if len(sys.argv) == 3 else ENCODER.parent
    weights = {name: array.astype(np.float32) for name, array in np.load(sys.argv[1]).items()}
    onnx.save(layers_of(weights), out / "reader.onnx")
    np.savez(out / "reader.npz", **heads_of(weights))  # type: ignore[arg-type]  # numpy's stubs see a flag
    pieces = VOCABULARY.read_text(encoding="utf-8").split("\n")
    about = {
        "format": 2,
        "name": "claimtree-reader-1",
        "first": pieces.index("[CLS]"),
        "last": pieces.index("[SEP]"),
        "query": pieces.index("query"),
        "listing": pieces.index("listing"),
        "shared": located_constants(("words", "word_scales")),
        "files": {name: hashlib.sha256((out / name).read_bytes()).hexdigest() for name in FILES},
    }
    (out / "reader.json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
    digest = hashlib.sha256((out / "reader.json").read_bytes()).hexdigest()
    sys.stdout.write(f"DIGEST of src/claimtree/models/scope.py: {digest}\n")


if __name__ == "__main__":
    main()

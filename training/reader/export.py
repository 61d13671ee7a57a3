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

from judge.export import OURS, WIDTH, Graph, Weights, attention, feed_forward, norm, normalised, shape_of
from sentences import VOCABULARY
from weights.shipped import ENCODER, located_constants

FILES = ("encoder.onnx", "meaning.npz", "places.npz", "reader.npz", "reader.onnx", "vocabulary.txt")


def layers_of(weights: Weights) -> onnx.ModelProto:
    """Returns the layers as a model: `embedded` (texts, pieces, WIDTH), the sum of word and
    position vectors, to `vectors` of the same shape."""
    graph = Graph(weights)
    x, whole = normalised(graph, "embedded"), shape_of(graph, "embedded")
    for at in range(len({name.split(".")[2] for name in weights if name.startswith("encoder.layers.")})):
        x = layer(graph, x, f"encoder.layers.{at}.", whole)
    graph.nodes.append(helper.make_node("Reshape", [x, whole], ["vectors"]))
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


def layer(graph: Graph, x: str, stem: str, shape: str) -> str:
    thirds = np.split(graph.weights[f"{stem}packed.weight"], 3)
    seen = attention(graph, x, stem, shape, thirds, graph.weights[f"{stem}packed.bias"])
    out = graph.dense(graph.matrix(seen), f"{stem}out", graph.weights[f"{stem}out.weight"])
    x = norm(graph, out, x, f"{stem}attended", f"{stem}out.bias")
    wide, narrow = (graph.weights[f"{stem}{name}.weight"] for name in ("wide", "narrow"))
    return feed_forward(graph, x, stem, wide, narrow)


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

"""Extracts the starting weights, bge-small-en-v1.5, from the int8 file of the extra `stock`.

    python training/judge/start.py OUT          needs `onnx` and the extra `stock`

writes OUT/bge.npz and OUT/vocab.txt. A dense weight keeps its stored form, integers ("q/NAME") with
scales ("s/NAME") and zero points ("z/NAME"), one of each per output: a quarter of the size of
floats, for the transfer to the GPU machine.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import numpy_helper

from claimtree.models.local import packaged_folder

Array = NDArray[np.generic]


def arrays_of(model: Path) -> dict[str, Array]:
    """Returns the weights under BERT's names."""
    graph = onnx.load(str(model)).graph
    stored: dict[str, Array] = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    found: dict[str, Array] = {
        name: array
        for name, array in stored.items()
        if name.split(".")[0] in ("embeddings", "encoder") and array.dtype == np.float32 and array.ndim == 1
    }
    for node in graph.node:
        if node.op_type == "Gather" and node.input[0].endswith("_quantized"):
            # An embedding table: rows are not transposed.
            stem = node.input[0].removesuffix("_quantized")
            found |= _whole(stem, stored[node.input[0]], stored[f"{stem}_scale"], stored[f"{stem}_zero_point"])
        elif node.op_type == "MatMulInteger":
            # ONNX multiplies by (inputs, outputs); the layer is named after the node.
            stem = node.input[1].removesuffix("_quantized")
            name = node.name.strip("/").removesuffix("/MatMul_quant").replace("/", ".") + ".weight"
            scale, zero = (stored[f"{stem}_{part}"].reshape(-1, 1) for part in ("scale", "zero_point"))
            found |= _whole(name, stored[node.input[1]].T, scale, zero)
    return found


def _whole(name: str, numbers: Array, scale: Array, zero: Array) -> dict[str, Array]:
    return {f"q/{name}": numbers, f"s/{name}": scale, f"z/{name}": zero}


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    out, folder = Path(sys.argv[1]), packaged_folder()
    out.mkdir(parents=True, exist_ok=True)
    found = arrays_of(folder / "model.onnx")
    np.savez_compressed(out / "bge.npz", **found)  # type: ignore[arg-type]  # numpy's stubs want arrays of one kind
    shutil.copy(folder / "vocab.txt", out / "vocab.txt")
    sys.stdout.write(f"{len(found)} arrays, {sum(array.nbytes for array in found.values()) / 1e6:.1f} MB\n")


if __name__ == "__main__":
    main()

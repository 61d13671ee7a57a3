"""Reads the weights of the shipped encoder as floats from its ONNX file, without the package
`onnx`.

The training machine has torch and numpy only. Of the file format (protocol buffers), only the
constants of a graph are parsed: their names, shapes, types and values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ENCODER = Path(__file__).parents[2] / "src" / "claimtree" / "models" / "small" / "encoder.onnx"
READER = ENCODER.with_name("reader.onnx")
Weights = dict[str, NDArray[np.float32]]

_GRAPH, _CONSTANT = 7, 5
_SHAPE, _TYPE, _NAME, _CONTENT = 1, 2, 8, 9
_TYPES = {1: np.float32, 2: np.uint8, 3: np.int8, 7: np.int64}
_THIRDS = ("query", "key", "value")
_DENSE = ("out", "wide", "narrow")


def read_weights(file: Path = ENCODER) -> Weights:
    """Returns all weights under the names of `network.Encoder`, dequantised."""
    found = dict(_constants(memoryview(file.read_bytes())))
    weights: Weights = {
        "words.weight": found["words"].astype(np.float32) * found["word_scales"],
        "places.weight": found["places"].astype(np.float32),
    }
    return weights | _layers(found)


def read_reader(file: Path = READER) -> Weights:
    """Returns the weights of the shipped reader's own layers and positions, dequantised; its words
    are the encoder's."""
    with np.load(file.with_name("reader.npz")) as heads:
        places = {"places.weight": heads["places"].astype(np.float32)}
    return places | _layers(dict(_constants(memoryview(file.read_bytes()))))


def _layers(found: dict[str, NDArray[np.generic]]) -> Weights:
    """Returns the layers among the constants of a graph, under the names of `network.Encoder`."""
    weights: Weights = {f"norm.{part}": found[f"encoder.norm.{part}"].astype(np.float32) for part in ("weight", "bias")}
    for at in range(sum(1 for name in found if name.endswith(".query"))):
        stem = f"encoder.layers.{at}."
        for name in _DENSE:
            weights[f"layers.{at}.{name}.weight"] = _dense(found, f"{stem}{name}")
            weights[f"layers.{at}.{name}.bias"] = found[f"{stem}{name}.bias"]
        weights[f"layers.{at}.packed.weight"] = np.concatenate([_dense(found, f"{stem}{name}") for name in _THIRDS])
        weights[f"layers.{at}.packed.bias"] = found[f"{stem}packed.bias"]
        for name in ("attended", "ended"):
            for part in ("weight", "bias"):
                weights[f"layers.{at}.{name}.{part}"] = found[f"{stem}{name}.{part}"]
    return weights


def _dense(found: dict[str, NDArray[np.generic]], name: str) -> NDArray[np.float32]:
    """Returns a dense layer's weight, (outputs, inputs)."""
    return np.ascontiguousarray((found[name].astype(np.float32) * found[f"{name}.scales"]).T)


def located_constants(names: Sequence[str], file: Path = ENCODER) -> dict[str, dict[str, object]]:
    """Returns the byte offset in the file of some constants, with their type and shape."""
    content = file.read_bytes()
    found = {}
    for name, array in _constants(memoryview(content)):
        if name in names:
            offset = content.index(array.tobytes())
            found[name] = {"offset": offset, "type": array.dtype.name, "shape": list(array.shape)}
    return found


def _constants(content: memoryview) -> Iterator[tuple[str, NDArray[np.generic]]]:
    for number, graph in _fields(content):
        if number != _GRAPH or isinstance(graph, int):
            continue
        for inner, tensor in _fields(graph):
            if inner == _CONSTANT and not isinstance(tensor, int):
                yield _tensor(tensor)


def _tensor(content: memoryview) -> tuple[str, NDArray[np.generic]]:
    shape: list[int] = []
    name, kind, numbers = "", 0, memoryview(b"")
    for number, value in _fields(content):
        if isinstance(value, int):
            if number == _TYPE:
                kind = value
            elif number == _SHAPE:
                shape.append(value)
        elif number == _SHAPE:
            shape += _numbers(value)
        elif number == _NAME:
            name = bytes(value).decode()
        elif number == _CONTENT:
            numbers = value
    return name, np.frombuffer(numbers, _TYPES[kind]).reshape(shape)


def _fields(content: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """Yields the fields of a message: number and value, an integer or bytes."""
    at = 0
    while at < len(content):
        key, at = _number(content, at)
        if key & 7 == 0:
            value, at = _number(content, at)
            yield key >> 3, value
            continue
        length = {1: 8, 5: 4}.get(key & 7)
        if length is None:
            length, at = _number(content, at)
        yield key >> 3, content[at : at + length]
        at += length


def _number(content: memoryview, at: int) -> tuple[int, int]:
    """Decodes a varint; returns its value and the offset after it."""
    value = shift = 0
    while True:
        byte = content[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7


def _numbers(content: memoryview) -> list[int]:
    found, at = [], 0
    while at < len(content):
        value, at = _number(content, at)
        found.append(value)
    return found

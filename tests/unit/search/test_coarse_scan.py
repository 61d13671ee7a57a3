"""A first look rules out most phrases and never one that counts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.shared_packs import shared_encoder, shared_pack

from claimtree.model.judging import JudgedWishes, Says
from claimtree.model.phrases import Vectors
from claimtree.search import coarse_scan
from claimtree.search.coarse_scan import CoarseVectors, Directions
from claimtree.search.judged_rows import margin, near_enough

DIMENSIONS = 384


def sheet_of(rng: np.random.Generator, rows: int, spread: float) -> CoarseVectors:
    """Vectors most of which lies along a few axes, as those of texts do; some say nothing."""
    weights = np.exp(-np.arange(DIMENSIONS) / spread)
    floats = rng.normal(size=(rows, DIMENSIONS)) * weights @ np.linalg.qr(rng.normal(size=(DIMENSIONS,) * 2))[0]
    floats[:: max(2, rows // 3)] = 0
    return CoarseVectors(Vectors.from_floats(floats))


def wishes_of(rng: np.random.Generator, sheet: CoarseVectors, count: int) -> JudgedWishes:
    """Wishes that lie near some of the vectors, so that some pass."""
    floats = rng.normal(size=(3 * count, DIMENSIONS)) * 0.05
    floats += sheet.vectors.codes[rng.integers(len(sheet), size=3 * count)] / 127
    return JudgedWishes(
        vectors=Vectors.from_floats(floats),
        lengths=rng.uniform(2, 15, (count, 3)).astype(np.float32),
        bias=np.array([-1.8, -1.7, -0.6], np.float32),
    )


@settings(max_examples=min(20, settings().max_examples))
@given(
    seed=st.integers(0, 2**32),
    rows=st.integers(1, 60),
    spread=st.sampled_from([5.0, 40.0, 1e6]),
    least=st.sampled_from([0.01, 0.5, 0.9, 0.999]),
    silence=st.sampled_from([0.0, 1.5]),
)
def test_none_that_passes_is_missing(seed: int, rows: int, spread: float, least: float, silence: float) -> None:
    rng = np.random.default_rng(seed)
    sheet = sheet_of(rng, rows, spread)
    wishes = wishes_of(rng, sheet, 3)
    logits = wishes.logits(sheet.vectors)
    logits[:, :, Says.NOTHING] += silence
    found, passes = sheet.may_pass(Directions(wishes, [float(margin(least)) + silence] * len(wishes)))
    assert passes.any(axis=1).all()
    for k in range(len(wishes)):
        assert set(np.flatnonzero(near_enough(logits[:, k], least))) <= set(found[passes[:, k]].tolist())


@pytest.mark.parametrize("least", [0.0, 1.0])
def test_a_bar_that_all_or_none_can_reach(least: float) -> None:
    rng = np.random.default_rng(1)
    sheet = sheet_of(rng, 20, 40.0)
    found, _ = sheet.may_pass(Directions(wishes_of(rng, sheet, 1), [float(margin(least))]))
    assert len(found) == (0 if least else 20)


def test_blocks_that_are_shared_among_threads_are_found_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(2)
    sheet = sheet_of(rng, 500, 40.0)
    directions = Directions(wishes_of(rng, sheet, 3), [float(margin(0.5))] * 3)
    whole, whole_passes = sheet.may_pass(directions)
    monkeypatch.setattr(coarse_scan, "_BLOCK", 16)
    rows, passes = sheet.may_pass(directions)
    assert 0 < len(whole) < len(sheet)
    assert (rows.tolist(), passes.tolist()) == (whole.tolist(), whole_passes.tolist())


@pytest.mark.slow
def test_of_real_words_few_are_left_to_be_looked_at() -> None:
    encoder, pack = shared_encoder(), shared_pack("rentals", guesses=False)
    words = [saying for concept in pack.concepts.values() for saying in concept.says][:1200]
    sheet = CoarseVectors(encoder.embed(words))
    wishes = encoder.judge(encoder.embed(["somewhere that does not rattle", "room for a piano"]))
    found, passes = sheet.may_pass(Directions(wishes, [float(margin(0.5))] * 2))
    for k in range(len(wishes)):
        passing = np.flatnonzero(near_enough(wishes.logits(sheet.vectors)[:, k], 0.5))
        assert set(passing) <= set(found[passes[:, k]].tolist())
        assert np.count_nonzero(passes[:, k]) < len(sheet) / 3

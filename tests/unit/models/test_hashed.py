from __future__ import annotations

import numpy as np
import pytest

from claimtree.models.hashed import HashedEmbedder


def similarity(left: str, right: str) -> float:
    embedder = HashedEmbedder()
    return float(embedder.embed([left]).similarity(embedder.embed([right]))[0, 0])


def test_the_name_says_the_dimensions() -> None:
    assert HashedEmbedder().name == "hashed-256"
    assert HashedEmbedder(64).name == "hashed-64"
    assert HashedEmbedder(64).embed(["gym"]).dimensions == 64


def test_vectors_are_the_same_in_every_process_and_version() -> None:
    # A store built by an earlier version is searched by this one: these numbers never change.
    codes = HashedEmbedder(8).embed(["No pets"]).codes
    np.testing.assert_array_equal(codes, [[57, -57, 19, -127, 44, -83, 76, 57]])


@pytest.mark.parametrize(
    ("wish", "nearer", "farther"),
    [
        ("rent", "monthly rent", "renovated"),
        ("pets allowed", "pets not allowed", "smoking allowed"),
        ("dishwasher", "dishwashers", "washing machine"),
        ("quiet street", "street is quiet", "quiet bedroom"),
    ],
)
def test_shared_words_and_word_pieces_make_alike(wish: str, nearer: str, farther: str) -> None:
    assert similarity(wish, nearer) > similarity(wish, farther)


def test_strangers_are_nearly_at_right_angles() -> None:
    assert abs(similarity("large kitchen", "pets allowed")) < 0.25


def test_case_spacing_and_unicode_form_do_not_matter() -> None:
    assert similarity("Café  Corner", "cafe\u0301 corner") == pytest.approx(1.0)


def test_word_order_matters_a_little() -> None:
    assert 0.7 < similarity("kitchen larger than the bedroom", "bedroom larger than the kitchen") < 0.99


def test_punctuation_alone_is_something() -> None:
    assert similarity("!", "!") == pytest.approx(1.0)
    assert similarity("!", "?") < 0.9

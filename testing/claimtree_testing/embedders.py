"""The tests that define an embedder: derive a class, override the fixture `embedder`, run
pytest."""

from __future__ import annotations

import numpy as np
import pytest

from claimtree.model.phrases import Vectors
from claimtree.ports import Embedder

TEXTS = (
    "pets allowed",
    "no pets allowed",
    "a large, bright kitchen with a window to the garden",
    "monthly rent _",
    "gym",
    "dekat stasiun, 3 kamar tidur",
    "café on the corner, 10 m² terrace",
    "静かな部屋",
    "квартира с видом на парк",
    "🏠",
    "l'appartement d'à côté\tet\nplus",
)
"""Short and long, in several scripts; all different."""


def assert_equal(left: Vectors, right: Vectors) -> None:
    np.testing.assert_array_equal(left.codes, right.codes)
    np.testing.assert_array_equal(left.scales, right.scales)


class EmbedderSuite:
    """Derive from it and override the fixture; all tests may share one embedder, because embedding
    is stateless."""

    @pytest.fixture
    def embedder(self) -> Embedder:
        raise NotImplementedError("give the suite the embedder to test")

    def test_it_has_a_name(self, embedder: Embedder) -> None:
        assert embedder.name
        assert embedder.name == embedder.name.strip()

    def test_no_texts_give_no_rows_of_its_dimensions(self, embedder: Embedder) -> None:
        vectors = embedder.embed([])
        assert len(vectors) == 0
        assert vectors.dimensions == embedder.dimensions

    def test_each_text_gets_one_row_of_its_dimensions(self, embedder: Embedder) -> None:
        vectors = embedder.embed(TEXTS)
        assert vectors.codes.shape == (len(TEXTS), embedder.dimensions)
        assert vectors.codes.dtype == np.int8
        assert vectors.scales.dtype == np.float32

    def test_rows_come_in_the_order_of_the_texts(self, embedder: Embedder) -> None:
        assert_equal(embedder.embed(TEXTS[::-1]), embedder.embed(TEXTS).take(range(len(TEXTS))[::-1]))

    def test_a_text_gets_the_same_row_alone_and_in_company(self, embedder: Embedder) -> None:
        alone = Vectors.concatenate([embedder.embed([text]) for text in TEXTS])
        assert_equal(embedder.embed(TEXTS), alone)
        assert_equal(embedder.embed([TEXTS[0], "padding " * 100]).take([0]), alone.take([0]))

    def test_a_text_given_twice_gets_two_equal_rows(self, embedder: Embedder) -> None:
        vectors = embedder.embed([TEXTS[0], TEXTS[1], TEXTS[0]])
        assert_equal(vectors.take([0]), vectors.take([2]))

    def test_rows_are_of_unit_length(self, embedder: Embedder) -> None:
        vectors = embedder.embed(TEXTS)
        np.testing.assert_allclose(np.diag(vectors.similarity(vectors)), 1.0, atol=1e-5)

    def test_texts_that_differ_get_rows_that_differ(self, embedder: Embedder) -> None:
        vectors = embedder.embed(TEXTS)
        assert len({row.tobytes() for row in vectors.codes}) == len(TEXTS)

    def test_shared_words_make_texts_alike(self, embedder: Embedder) -> None:
        wish, near, far = (
            embedder.embed([text])
            for text in ("large kitchen", "a large kitchen with an island", "train to the airport")
        )
        assert wish.similarity(near)[0, 0] > wish.similarity(far)[0, 0]

    @pytest.mark.parametrize("blank", ["", " ", "\t\n"])
    def test_a_blank_text_is_similar_to_nothing(self, embedder: Embedder, blank: str) -> None:
        vectors = embedder.embed([TEXTS[0], blank, TEXTS[1]])
        assert not vectors.codes[1].any()
        assert_equal(vectors.take([0, 2]), embedder.embed(TEXTS[:2]))

    def test_a_very_long_text_gets_a_row(self, embedder: Embedder) -> None:
        vectors = embedder.embed(["a sunny kitchen and a quiet bedroom " * 3000])
        np.testing.assert_allclose(vectors.similarity(vectors), 1.0, atol=1e-5)

    def test_half_a_surrogate_pair_gets_a_row(self, embedder: Embedder) -> None:
        vectors = embedder.embed(["pets \ud83d allowed", "pets allowed \x00"])
        np.testing.assert_allclose(np.diag(vectors.similarity(vectors)), 1.0, atol=1e-5)

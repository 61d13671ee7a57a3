"""The order of an answer, beside sorting everything."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as some
from hypothesis.extra import numpy as arrays

from claimtree.model.claims import LevelName, TypeName
from claimtree.model.phrases import Floats
from claimtree.model.vector_items import ItemId, Neighbour, VectorBatch, VectorItem, unit_vectors
from claimtree.vectors.engine_base import apart
from claimtree.vectors.order import best, merged

# Few and small numbers, so that many vectors are equal, opposite or zero.
ROWS = arrays.arrays(
    np.float32, some.tuples(some.integers(1, 40), some.just(4)), elements=some.sampled_from([-1, 0, 2])
)


def ids(count: int) -> list[ItemId]:
    return [ItemId(f"{number:03}") for number in range(count)]


@given(stored=ROWS, asked=ROWS, limit=some.integers(1, 50))
def test_the_best_are_those_that_sorting_everything_brings_to_the_front(
    stored: Floats, asked: Floats, limit: int
) -> None:
    names, own, others = ids(len(stored)), unit_vectors(stored), unit_vectors(asked)
    table = own.similarity(others)
    for column, answer in enumerate(best(names, own, others, limit)):
        every = sorted(zip((-table[:, column]).tolist(), names, strict=True))[:limit]
        assert [(-one.similarity, one.id) for one in answer] == every


@given(stored=ROWS, asked=ROWS, limit=some.integers(1, 50), cut=some.integers(0, 40))
def test_answers_of_two_halves_make_the_answer_of_the_whole(
    stored: Floats, asked: Floats, limit: int, cut: int
) -> None:
    names, own, others = ids(len(stored)), unit_vectors(stored), unit_vectors(asked[:1])
    halves = [
        best(names[part], own.take(range(len(names))[part]), others, limit)[0]
        for part in (slice(cut), slice(cut, None))
    ]
    assert merged(halves, limit) == best(names, own, others, limit)[0]


def test_no_halves_make_no_answer() -> None:
    assert merged([], 3) == ()
    assert merged([(), (Neighbour(id=ItemId("a"), similarity=0.5),)], 3) == (Neighbour(id=ItemId("a"), similarity=0.5),)


@given(
    rows=arrays.arrays(
        np.float32,
        some.tuples(some.integers(1, 8), some.sampled_from([1, 3, 64, 700, 2000])),
        elements=some.floats(-1, 1, width=16),
    )
)
def test_vectors_that_were_moved_apart_round_back_to_what_they_were(rows: Floats) -> None:
    vectors = unit_vectors(rows)
    items = tuple(VectorItem(id=id, level=LevelName("home"), type=TypeName("flat")) for id in ids(len(vectors)))
    moved = apart(VectorBatch(items=items, vectors=vectors))
    # As an engine that keeps directions gives them back.
    back = unit_vectors(moved / np.linalg.norm(moved, axis=1, keepdims=True))
    said = vectors.scales > 0
    np.testing.assert_array_equal(back.codes[said], vectors.codes[said])
    np.testing.assert_array_equal(back.scales[said], vectors.scales[said])


def test_equal_vectors_are_moved_apart_the_same_way_each_time() -> None:
    vectors = unit_vectors([[1.0, 2.0, 3.0]] * 2)
    items = tuple(VectorItem(id=id, level=LevelName("home"), type=TypeName("flat")) for id in ids(2))
    batch = VectorBatch(items=items, vectors=vectors)
    moved = apart(batch)
    assert (moved[0] != moved[1]).any()
    np.testing.assert_array_equal(moved, apart(batch))
    np.testing.assert_array_equal(moved[1:], apart(batch.take([1])))

"""The tests that define a vector index: derive `LastingIndexSuite`, override how to open one, and
run pytest.

    class TestMyIndex(LastingIndexSuite):
        @pytest.fixture
        def open_it(self, tmp_path: Path) -> IndexOpener:
            return lambda space, *, create=True: MyIndex(tmp_path / "vectors", space, create=create)

Each call opens the same index again. Similarities must equal those of brute force to the last bit,
for approximate engines too: only which items they find may differ, with a recall of at least 95%.
`VectorIndexSuite` is for an index in memory. Importing this module needs pytest.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing
from typing import Any, Protocol

import numpy as np
import pytest

from claimtree.errors import BadInput, IndexMismatch, StoreError, StoreUnavailable
from claimtree.model.claims import LevelName, TypeName
from claimtree.model.phrases import Vectors
from claimtree.model.vector_items import Filter, ItemId, Label, VectorBatch, VectorItem, VectorSpace, unit_vectors
from claimtree.models.hashed import HashedEmbedder
from claimtree.ports import VectorIndex
from claimtree_testing.vector_cases import (
    EMBEDDER,
    FILTERS,
    HOME,
    HOUSE,
    KITCHEN,
    NOUNS,
    ODD_IDS,
    ROOM,
    SPACE,
    WISHES,
    batch,
    brute_force,
    found,
    item,
    listings,
    recall,
)


class IndexOpener(Protocol):
    """Opens the index of a test; each call opens the same one."""

    def __call__(self, space: VectorSpace, *, create: bool = True) -> VectorIndex: ...


class VectorIndexSuite:
    """The definition of a vector index; the module's docstring says how to use it."""

    listings = 3_000
    """The number of listings for the recall test; enough that an approximate engine builds its
    graph."""
    at_once = 2_345
    """The number of items in one batch; more than the engine takes in one request."""

    @pytest.fixture
    def open_it(self) -> IndexOpener:
        raise NotImplementedError("give the suite the index to test")

    @pytest.fixture
    def index(self, open_it: IndexOpener) -> Iterator[VectorIndex]:
        with closing(open_it(SPACE)) as index:
            yield index

    # Putting and removing

    def test_a_new_index_is_empty(self, index: VectorIndex) -> None:
        assert index.count() == 0
        assert index.ids() == ()
        assert found(index, "sunny kitchen") == []
        assert index.space == SPACE

    def test_what_was_put_is_found_the_most_similar_first(self, index: VectorIndex) -> None:
        index.put(batch({"a": "quiet attic", "b": "sunny kitchen with a view", "c": "sunny kitchen"}))
        assert found(index, "sunny kitchen") == ["c", "b", "a"]
        assert index.count() == 3
        assert index.ids() == ("a", "b", "c")

    def test_similarity_is_plain_cosine_from_minus_one_to_one(self, index: VectorIndex) -> None:
        rows = np.zeros((4, SPACE.dimensions), np.float32)
        rows[0, 0], rows[1, 0], rows[2, 1] = 3.0, -0.5, 1.0
        rows[3, :2] = 1.0
        ids = ("along", "against", "across", "between")
        index.put(VectorBatch(items=tuple(item(id) for id in ids), vectors=unit_vectors(rows)))
        (answer,) = index.nearest(unit_vectors(rows[:1]), limit=10)
        assert [one.id for one in answer] == ["along", "between", "across", "against"]
        assert [one.similarity for one in answer] == pytest.approx([1.0, 0.5**0.5, 0.0, -1.0], abs=1e-6)

    def test_putting_an_id_again_replaces_it(self, index: VectorIndex) -> None:
        index.put(VectorBatch(items=(item("a", labels=["old"]),), vectors=EMBEDDER.embed(["quiet attic"])))
        index.put(VectorBatch(items=(item("a", level=ROOM, type=KITCHEN),), vectors=EMBEDDER.embed(["sunny kitchen"])))
        assert index.count() == 1
        assert index.get([ItemId("a")]).items == (item("a", level=ROOM, type=KITCHEN),)
        ((one,),) = index.nearest(EMBEDDER.embed(["sunny kitchen"]), limit=5)
        assert one.similarity == pytest.approx(1.0, abs=1e-6)
        assert found(index, "sunny kitchen", where=Filter(levels=frozenset({HOME}))) == []
        assert found(index, "sunny kitchen", where=Filter(labels=(frozenset({Label("old")}),))) == []

    def test_of_an_id_given_twice_at_once_the_last_counts(self, index: VectorIndex) -> None:
        items = (item("a"), item("b"), item("a", type=HOUSE))
        index.put(VectorBatch(items=items, vectors=EMBEDDER.embed(["attic", "garden", "garage"])))
        assert index.count() == 2
        assert index.get([ItemId("a")]).items[0].type == HOUSE
        assert found(index, "garage")[0] == "a"

    def test_an_empty_batch_changes_nothing(self, index: VectorIndex) -> None:
        index.put(VectorBatch(items=(), vectors=Vectors.empty(SPACE.dimensions)))
        assert index.count() == 0

    def test_removing_says_how_many_went_and_the_unknown_count_zero(self, index: VectorIndex) -> None:
        index.put(batch({"a": "attic", "b": "garden", "c": "garage"}))
        assert index.remove([ItemId("a"), ItemId("nobody"), ItemId("c"), ItemId("a")]) == 2
        assert index.remove([ItemId("a")]) == 0
        assert index.remove([]) == 0
        assert index.ids() == ("b",)
        assert found(index, "attic") == ["b"]
        assert len(index.get([ItemId("a")])) == 0

    def test_what_was_removed_can_be_put_again(self, index: VectorIndex) -> None:
        for _ in range(2):
            index.put(batch({"a": "attic"}))
            assert found(index, "attic") == ["a"]
            assert index.remove([ItemId("a")]) == 1
            assert found(index, "attic") == []

    def test_get_gives_items_and_vectors_as_they_were_put_in_the_order_asked(self, index: VectorIndex) -> None:
        put = listings(50)
        index.put(put)
        asked = [put.items[row].id for row in (30, 2, 17)]
        got = index.get([asked[0], ItemId("nobody"), asked[1], asked[0], asked[2]])
        assert got.items == tuple(put.items[row] for row in (30, 2, 17))
        np.testing.assert_array_equal(got.vectors.codes, put.vectors.codes[[30, 2, 17]])
        np.testing.assert_array_equal(got.vectors.scales, put.vectors.scales[[30, 2, 17]])
        assert len(index.get([])) == 0

    def test_any_text_can_be_an_id(self, index: VectorIndex) -> None:
        texts = {id: f"attic number {number}" for number, id in enumerate(ODD_IDS)}
        index.put(batch(texts))
        assert index.ids() == tuple(sorted(ODD_IDS))
        assert [one.id for one in index.get([ItemId(id) for id in ODD_IDS]).items] == list(ODD_IDS)
        assert set(found(index, "attic", limit=100)) == set(ODD_IDS)
        for id in ODD_IDS:
            assert found(index, texts[id], limit=1, where=Filter(ids=frozenset({ItemId(id)}))) == [id]
        assert index.remove([ItemId(id) for id in ODD_IDS]) == len(ODD_IDS)

    def test_levels_types_and_labels_are_any_text_and_a_type_may_be_empty(self, index: VectorIndex) -> None:
        odd = item("a", level=LevelName("lantai/2"), type=TypeName(""), labels=["arah=barat laut", "静か", "a'b\"c"])
        index.put(VectorBatch(items=(odd, item("b")), vectors=EMBEDDER.embed(["attic", "attic"])))
        assert index.get([ItemId("a")]).items == (odd,)
        for where in (
            Filter(levels=frozenset({odd.level})),
            Filter(types=frozenset({odd.type})),
            *(Filter(labels=(frozenset({label}),)) for label in odd.labels),
        ):
            assert found(index, "attic", where=where) == ["a"]

    def test_a_batch_larger_than_an_engine_takes_at_once_is_put_whole(self, index: VectorIndex) -> None:
        put = listings(self.at_once)
        index.put(put)
        assert index.count() == self.at_once
        assert index.ids() == tuple(one.id for one in put.items)
        assert len(index.get(index.ids())) == self.at_once
        assert index.remove(index.ids()) == self.at_once
        assert index.count() == 0

    # Searching

    def test_equally_similar_items_come_by_id_also_where_the_limit_cuts(self, index: VectorIndex) -> None:
        ids = [f"same-{number:03}" for number in range(90)]
        shuffled = random.Random(3).sample(ids, len(ids))
        index.put(batch(dict.fromkeys(shuffled, "sunny kitchen") | {"best": "sunny kitchen by the river"}))
        index.compact()
        assert found(index, "sunny kitchen by the river", limit=4) == ["best", *ids[:3]]

    def test_the_filter_comes_before_the_limit(self, index: VectorIndex) -> None:
        near = {f"near-{number}": "sunny kitchen" for number in range(40)}
        index.put(batch(near))
        index.put(VectorBatch(items=(item("far", type=HOUSE),), vectors=EMBEDDER.embed(["a dark garage"])))
        assert found(index, "sunny kitchen", limit=1, where=Filter(types=frozenset({HOUSE}))) == ["far"]

    def test_a_limit_beyond_the_index_gives_everything(self, index: VectorIndex) -> None:
        index.put(batch({"a": "attic", "b": "garden"}))
        assert sorted(found(index, "attic", limit=5_000)) == ["a", "b"]

    def test_an_empty_set_in_a_filter_lets_nothing_through(self, index: VectorIndex) -> None:
        index.put(batch({"a": "attic"}))
        nothing: frozenset[Any] = frozenset()
        for where in (Filter(ids=nothing), Filter(levels=nothing), Filter(types=nothing), Filter(labels=(nothing,))):
            assert found(index, "attic", where=where) == []
        assert found(index, "attic", where=Filter(without=frozenset())) == ["a"]

    def test_a_filter_that_nothing_fits_finds_nothing(self, index: VectorIndex) -> None:
        index.put(batch({"a": "attic"}))
        for where in (
            Filter(levels=frozenset({LevelName("moon")})),
            Filter(types=frozenset({TypeName("crater")})),
            Filter(ids=frozenset({ItemId("nobody")})),
            Filter(labels=(frozenset({Label("new")}),)),
        ):
            assert found(index, "attic", where=where) == []

    def test_several_vectors_get_an_answer_each_in_order(self, index: VectorIndex) -> None:
        texts = {f"{number:03}": f"{noun} {number}" for number, noun in enumerate(NOUNS * 4)}
        index.put(batch(texts))
        answers = index.nearest(EMBEDDER.embed(list(texts.values())), limit=1)
        assert [one.id for (one,) in answers] == list(texts)
        assert index.nearest(Vectors.empty(SPACE.dimensions), limit=1) == ()

    def test_a_blank_text_is_similar_to_nothing(self, index: VectorIndex) -> None:
        index.put(batch({"blank": "", "a": "attic", "b": "garden"}))
        assert index.count() == 3
        assert found(index, "attic", limit=1) == ["a"]
        (answer,) = index.nearest(EMBEDDER.embed(["attic"]), limit=3)
        assert [one.similarity for one in answer if one.id == "blank"] == [0.0]
        assert found(index, "") == []
        assert [len(answer) for answer in index.nearest(EMBEDDER.embed(["attic", " ", "garden"]), limit=2)] == [2, 0, 2]

    @pytest.mark.parametrize("text", ["sunny kitchen", ""])
    def test_many_that_say_the_same_hide_nothing(self, index: VectorIndex, text: str) -> None:
        same = {f"same-{number:03}": text for number in range(400)}
        index.put(batch({"first": "a dark garage"} | same | {"last": "a charming garage"}))
        index.compact()
        assert found(index, "dark garage", limit=2) == ["first", "last"]
        assert found(index, "a charming garage", limit=2) == ["last", "first"]
        assert len(found(index, "garage", limit=500)) == 402

    def test_a_small_index_agrees_with_brute_force_to_the_last_bit(self, index: VectorIndex) -> None:
        put = listings(400)
        index.put(put)
        asked = EMBEDDER.embed(WISHES)
        for name, where in FILTERS.items():
            answers = index.nearest(asked, limit=10, where=where)
            assert [list(answer) for answer in answers] == brute_force(put, asked, limit=10, where=where), name

    def test_of_ten_it_finds_nine_and_a_half_whatever_is_filtered(self, index: VectorIndex) -> None:
        put = listings(self.listings)
        index.put(put)
        index.compact()
        asked = EMBEDDER.embed(WISHES)
        table = put.vectors.similarity(asked)
        row_of = {one.id: row for row, one in enumerate(put.items)}
        recalls = {}
        for name, where in FILTERS.items():
            truth = brute_force(put, asked, limit=10, where=where)
            answers = index.nearest(asked, limit=10, where=where)
            if index.exact:
                assert [list(answer) for answer in answers] == truth, name
            for column, answer in enumerate(answers):
                assert all(one.similarity == table[row_of[one.id], column] for one in answer), name
                assert all(where.admits(put.items[row_of[one.id]]) for one in answer), name
            recalls[name] = recall(truth, answers)
        assert all(share >= 0.95 for share in recalls.values()), recalls

    # Bad input

    def test_vectors_of_other_dimensions_are_refused_and_nothing_is_written(self, index: VectorIndex) -> None:
        other = HashedEmbedder(64).embed(["attic"])
        with pytest.raises(BadInput, match="64"):
            index.put(VectorBatch(items=(item("a"),), vectors=other))
        with pytest.raises(BadInput, match="64"):
            index.nearest(other, limit=1)
        assert index.count() == 0

    def test_numbers_that_are_none_are_refused_and_nothing_is_written(self, index: VectorIndex) -> None:
        with pytest.raises(BadInput, match="not finite"):
            unit_vectors([[np.nan] * SPACE.dimensions])
        good = EMBEDDER.embed(["garden", "attic"])
        bad = Vectors(codes=good.codes, scales=np.array([good.scales[0], np.nan], np.float32))
        with pytest.raises(BadInput, match="unit vector"):
            index.put(VectorBatch(items=(item("a"), item("b")), vectors=bad))
        with pytest.raises(BadInput, match="unit vector"):
            index.nearest(bad, limit=1)
        assert index.count() == 0

    @pytest.mark.parametrize(
        "wrong", [item(""), item("half \ud83d"), item("a", labels=[""]), item("a", labels=["\udc00"])]
    )
    def test_names_that_are_none_are_refused_and_nothing_is_written(
        self, index: VectorIndex, wrong: VectorItem
    ) -> None:
        with pytest.raises(BadInput):
            index.put(VectorBatch(items=(item("good"), wrong), vectors=EMBEDDER.embed(["garden", "attic"])))
        assert index.count() == 0

    @pytest.mark.parametrize("limit", [0, -1])
    def test_a_limit_below_one_is_refused(self, index: VectorIndex, limit: int) -> None:
        with pytest.raises(BadInput, match=str(limit)):
            index.nearest(EMBEDDER.embed(["attic"]), limit=limit)

    # Opening and closing

    def test_closing_twice_is_fine_and_a_closed_index_says_so(self, open_it: IndexOpener) -> None:
        index = open_it(SPACE)
        index.close()
        index.close()
        with pytest.raises(StoreError, match="closed"):
            index.put(batch({"a": "attic"}))
        with pytest.raises(StoreError, match="closed"):
            index.nearest(EMBEDDER.embed(["attic"]), limit=1)


class LastingIndexSuite(VectorIndexSuite):
    """The suite for an index that persists: after reopening, it still contains what was put."""

    shared = True
    """Whether it may be open twice at the same time; if not, opening it again is refused."""

    def test_opened_again_it_has_what_was_put(self, open_it: IndexOpener) -> None:
        put = listings(300)
        with closing(open_it(SPACE)) as index:
            index.put(put)
            index.remove([put.items[0].id])
            asked = EMBEDDER.embed(WISHES[:5])
            before = index.nearest(asked, limit=20)
        with closing(open_it(SPACE, create=False)) as index:
            assert index.count() == 299
            assert index.nearest(asked, limit=20) == before

    def test_what_one_handle_puts_another_finds_or_it_is_refused(self, open_it: IndexOpener) -> None:
        with closing(open_it(SPACE)) as one:
            one.put(batch({"a": "attic"}))
            if not self.shared:
                with pytest.raises(StoreUnavailable) as caught:
                    open_it(SPACE)
                assert caught.value.hint
                return
            with closing(open_it(SPACE)) as two:
                assert found(two, "attic") == ["a"]
                two.put(batch({"b": "attic by the river"}))
                assert found(one, "attic") == ["a", "b"]
                assert one.remove([ItemId("a")]) == 1
                assert found(two, "attic") == ["b"]

    def test_an_index_that_is_missing_and_not_to_be_made_is_an_error(self, open_it: IndexOpener) -> None:
        with pytest.raises(StoreUnavailable) as caught:
            open_it(SPACE, create=False)
        assert caught.value.hint

    @pytest.mark.parametrize(
        "other",
        [VectorSpace(embedder="another", dimensions=128), VectorSpace(embedder=EMBEDDER.name, dimensions=64)],
    )
    def test_an_index_of_another_embedder_refuses_to_open_and_stays_as_it_is(
        self, open_it: IndexOpener, other: VectorSpace
    ) -> None:
        with closing(open_it(SPACE)) as index:
            index.put(batch({"a": "attic"}))
        with pytest.raises(IndexMismatch, match=EMBEDDER.name) as caught:
            open_it(other)
        assert caught.value.hint
        with closing(open_it(SPACE)) as index:
            assert found(index, "attic") == ["a"]

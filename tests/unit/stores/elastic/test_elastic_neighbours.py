"""A phrase's place in the graph of neighbours, before any server sees it."""

from __future__ import annotations

import base64

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from claimtree.model.claims import ConceptId, LevelName, Name, TypeName
from claimtree.model.phrases import Codes, Phrase, Vectors
from claimtree.ports import Reach
from claimtree.stores.elastic.address import Dialect
from claimtree.stores.elastic.dialects import MOST_NEIGHBOURS, Json, nearest_query
from claimtree.stores.elastic.neighbours import apart, in_the_graph, within
from claimtree.stores.elastic.phrase_cache import phrase_document

HOME, ROOM = LevelName("home"), LevelName("room")
LOOK, RULE = TypeName("look"), TypeName("rule")
ROW = np.array([127, -127, 3, 0, -60, 9, 9, 1], np.int8)


def placed(phrase: Phrase, codes: Codes = ROW) -> Json:
    return in_the_graph(phrase_document(phrase, codes, 0.01, born=3))


def phrase(pattern: str, *, concept: str | None = None, name: Name | None = None) -> Phrase:
    return Phrase(pattern=pattern, type=LOOK, level=HOME, concept=ConceptId(concept) if concept else None, name=name)


def test_a_phrase_gets_its_place_and_stays_what_it_was() -> None:
    calm = phrase("calm")
    before, after = phrase_document(calm, ROW, 0.01, born=3), placed(calm)
    assert len(after.pop("vector")) == len(ROW)
    assert after.pop("listed") is False
    assert after == before
    assert base64.b64decode(before["codes"]) == ROW.tobytes()


def test_a_phrase_of_a_word_list_is_marked() -> None:
    assert placed(phrase("calm", concept="quiet"))["listed"] is True


@pytest.mark.parametrize(
    ("said", "codes"),
    [(phrase("in Kiel", name=Name(kind="town", text="Kiel")), ROW), (phrase(""), np.zeros(8, np.int8))],
    ids=["a name", "a blank text"],
)
def test_what_is_like_nothing_has_no_place_and_is_not_looked_at_again(said: Phrase, codes: Codes) -> None:
    document = placed(said, codes)
    assert "vector" not in document
    assert document["listed"] is False


@given(arrays(np.int8, 384, elements=st.integers(-127, 127)), st.integers(0, 2**63 - 1))
def test_a_vector_is_moved_by_a_hair_and_always_in_the_same_way(codes: Codes, id: int) -> None:
    moved = apart(codes, format(id, "x"))
    assert np.abs(moved.astype(int) - codes).max() <= 1
    assert np.abs(moved.astype(int)).max() <= 127
    assert (apart(codes, format(id, "x")) == moved).all()


@given(st.integers(0, 2**63 - 1), st.integers(0, 7), st.sampled_from([-1, 1]))
def test_what_says_anything_is_never_moved_to_where_nothing_is_said(id: int, at: int, least: int) -> None:
    codes = np.zeros(8, np.int8)
    codes[at] = least
    assert apart(codes, format(id, "x")).any()


def test_equal_vectors_of_other_phrases_are_no_longer_equal_and_still_alike() -> None:
    rng = np.random.default_rng(5)
    own = Vectors.from_floats(rng.normal(size=(1, 384)))
    moved = Vectors.from_floats(np.array([apart(own.codes[0], format(id, "x")) for id in range(100)], np.float32))
    assert len(np.unique(moved.codes, axis=0)) == 100
    assert moved.similarity(own).min() > 0.9995


def test_a_reach_names_its_levels_and_types_and_nothing_else() -> None:
    keys = frozenset({(HOME, LOOK), (HOME, RULE), (ROOM, LOOK)})
    home = {"bool": {"filter": [{"term": {"level": "home"}}, {"terms": {"type": ["look", "rule"]}}]}}
    room = {"bool": {"filter": [{"term": {"level": "room"}}, {"term": {"type": "look"}}]}}
    either = {"bool": {"should": [home, room]}}
    assert within(Reach(keys=keys)) == either
    assert within(Reach(keys=keys, unlisted=True)) == {"bool": {"filter": [either, {"term": {"listed": False}}]}}


@pytest.mark.parametrize("k", [1, 200, 6_000, MOST_NEIGHBOURS])
def test_a_server_is_never_asked_to_look_at_more_than_it_can_nor_at_less_than_it_is_to_give(k: int) -> None:
    elastic = nearest_query(Dialect.ELASTICSEARCH, "vector", [1], k, {})
    opened = nearest_query(Dialect.OPENSEARCH, "vector", [1], k, {})
    assert k <= elastic["knn"]["num_candidates"] <= MOST_NEIGHBOURS
    assert k <= opened["query"]["knn"]["vector"]["k"] <= MOST_NEIGHBOURS
    assert (elastic["size"], elastic["knn"]["k"], opened["size"]) == (k, k, k)

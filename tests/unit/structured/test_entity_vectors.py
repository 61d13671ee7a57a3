"""Vectors of whole entities: kept up to date, and deciding where nothing else does, the same in every engine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from tests.unit.structured.rows import rows, store_of

from claimtree.engine import Engine
from claimtree.errors import BadInput, StoreUnavailable
from claimtree.indexing import Indexer
from claimtree.model.claims import EntityId, LevelName, TypeName
from claimtree.model.notices import NoticeCode
from claimtree.model.vector_items import ItemId, Label, VectorBatch, VectorItem, VectorSpace, unit_vectors
from claimtree.ports import MovableStore, VectorIndex
from claimtree.sources.listings import read_records
from claimtree.structured.entity_vectors import MARK, EntityVectors
from claimtree.structured.hybrid import Method, SourceSearcher
from claimtree.structured.store_source import StoreSource
from claimtree.vectors.open import open_index

TEXTS = ["Taman luas, view gunung.", "Dekat pasar dan sekolah.", "Garasi luas dan dapur bersih.", ""]
ROWS = [
    {**row, "description": TEXTS[i % 4], "property_type": "house", "listing_type": "sale"}
    for i, row in enumerate(rows(24))
]
ASKED = "rumah dijual"
WORDS = "rumah dijual garasi luas dapur bersih"


@pytest.fixture(scope="module")
def stored() -> tuple[Engine, MovableStore, Indexer]:
    return store_of(ROWS)


def index(engine: Engine, address: str = "exact:") -> VectorIndex:
    return open_index(address, VectorSpace(embedder=engine.embedder.name, dimensions=engine.embedder.dimensions))


def searcher(engine: Engine, vectors: EntityVectors | None) -> SourceSearcher:
    assert engine.pack.api is not None
    source = StoreSource(engine, engine.pack.api)
    return SourceSearcher(
        engine,
        source,
        engine.pack.api,
        method=Method.SEMANTIC,
        open_vectors=None if vectors is None else lambda: vectors,
    )


@pytest.fixture
def vectors(stored: tuple[Engine, MovableStore, Indexer]) -> Iterator[EntityVectors]:
    engine, store, _ = stored
    with closing(EntityVectors(index(engine), engine.embedder, engine.pack)) as vectors:
        assert vectors.update(store) == 24
        yield vectors


def test_only_what_has_changed_is_written_again() -> None:
    engine, store, indexer = store_of(ROWS)
    with closing(EntityVectors(index(engine), engine.embedder, engine.pack)) as vectors:
        told: list[int] = []
        assert vectors.update(store, told.append) == 24
        assert told == [24]
        assert vectors.update(store) == 0
        indexer.index(read_records([{**ROWS[0], "description": "Kolam renang."}], engine.pack, source="api"))
        store.remove([EntityId("2")])
        assert vectors.update(store) == 1
        assert set(vectors.index.ids()) == {str(row["api_id"]) for row in ROWS if row["api_id"] != 2} | {MARK}
        assert vectors.likeness("Kolam renang.", [EntityId("1"), EntityId("2"), EntityId("3")]).keys() == {"1", "3"}


def test_vectors_of_something_else_are_not_removed() -> None:
    engine, store, _ = store_of(ROWS)
    with closing(EntityVectors(index(engine), engine.embedder, engine.pack)) as vectors:
        other = VectorItem(
            id=ItemId("photo-1"), level=LevelName("photo"), type=TypeName("photo"), labels=frozenset({Label("mine")})
        )
        flat = unit_vectors(np.ones((1, engine.embedder.dimensions)))
        vectors.index.put(VectorBatch(items=(other,), vectors=flat))
        with pytest.raises(BadInput, match="photo-1"):
            vectors.update(store)
        assert set(vectors.index.ids()) == {"photo-1"}


def test_likeness_decides_where_hits_are_equal_and_nowhere_else(
    stored: tuple[Engine, MovableStore, Indexer], vectors: EntityVectors
) -> None:
    engine, _, _ = stored
    plain = engine.search(ASKED, limit=24)
    with searcher(engine, None) as without:
        assert [hit.id for hit in without.search(ASKED, limit=24).hits] == [hit.id for hit in plain.hits]
    found = searcher(engine, vectors).search(ASKED, limit=24)
    likeness = vectors.likeness(ASKED, [hit.id for hit in plain.hits])
    expected = sorted(plain.hits, key=lambda hit: (hit.standing.rank, -likeness[hit.id], hit.id))
    assert [hit.id for hit in found.hits] == [hit.id for hit in expected]
    assert [hit.id for hit in found.hits] != [hit.id for hit in plain.hits]
    assert [hit.standing.rank for hit in found.hits] == [hit.standing.rank for hit in plain.hits]


def test_an_entity_without_a_vector_comes_after_its_equals(
    stored: tuple[Engine, MovableStore, Indexer], vectors: EntityVectors
) -> None:
    engine, _, _ = stored
    first = searcher(engine, vectors).search(ASKED, limit=24).hits[0]
    vectors.index.remove([first.id])  # type: ignore[list-item]  # ids of items are those of entities
    hits = searcher(engine, vectors).search(ASKED, limit=24).hits
    equals = [hit.id for hit in hits if hit.standing == first.standing]
    assert equals[-1] == first.id


class Broken(EntityVectors):
    def likeness(self, text: str, ids: object) -> dict[EntityId, float]:
        raise StoreUnavailable("no connection")


def test_an_index_that_is_down_changes_nothing_but_the_order_of_equals(
    stored: tuple[Engine, MovableStore, Indexer],
) -> None:
    engine, _, _ = stored
    broken = Broken(index(engine), engine.embedder, engine.pack)
    found = searcher(engine, broken).search(ASKED, limit=24)
    assert [hit.id for hit in found.hits] == [hit.id for hit in engine.search(ASKED, limit=24).hits]
    assert [one.code for one in found.notices] == [NoticeCode.VECTORS_DOWN]


@pytest.mark.slow
@pytest.mark.parametrize("engine_name", ["exact", "chroma", "qdrant-edge"])
def test_every_engine_gives_the_same_answers(
    stored: tuple[Engine, MovableStore, Indexer], vectors: EntityVectors, tmp_path: Path, engine_name: str
) -> None:
    pytest.importorskip({"chroma": "chromadb", "qdrant-edge": "qdrant_edge"}.get(engine_name, "claimtree"))
    engine, store, _ = stored
    other = EntityVectors(index(engine, f"{engine_name}:///{tmp_path}/listings"), engine.embedder, engine.pack)
    with closing(other):
        assert other.update(store) == 24
        for question in (ASKED, WORDS, "taman luas", "dekat sekolah"):
            one, two = (searcher(engine, which).search(question, limit=24) for which in (vectors, other))
            assert [(hit.id, hit.standing) for hit in one.hits] == [(hit.id, hit.standing) for hit in two.hits]

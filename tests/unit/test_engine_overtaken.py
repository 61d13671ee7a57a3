"""Somebody writes while a question is answered: the answer is that of one state of the store."""

from __future__ import annotations

import pytest
from tests.unit.test_engine import PACK, boat, found, port

from claimtree.engine import Engine
from claimtree.errors import UnknownName
from claimtree.indexing import Indexer, delete
from claimtree.model.answers import Ranked
from claimtree.model.claims import EntityId
from claimtree.model.documents import Document
from claimtree.model.plans import Plan
from claimtree.models.hashed import HashedEmbedder
from claimtree.ports import StoreIdentity
from claimtree.stores.memory import MemoryStore
from claimtree.text.rule_reader import RuleReader


class Meddling(MemoryStore):
    """Runs another writer once, right before it ranks."""

    def meddle(self) -> None:
        """What they do; nothing by itself."""

    def rank(self, plan: Plan, *, limit: int, offset: int = 0) -> Ranked:
        self.meddle()
        return super().rank(plan, limit=limit, offset=offset)


def engine_of(*documents: Document) -> tuple[Engine, Meddling, Indexer]:
    embedder, reader = HashedEmbedder(), RuleReader(PACK)
    identity = StoreIdentity(pack=PACK.name, pack_version=1, embedder=embedder.name, dimensions=embedder.dimensions)
    store = Meddling(identity, PACK.hierarchy)
    indexer = Indexer(PACK, store, reader, embedder)
    assert indexer.index(documents).ok
    return Engine(pack=PACK, store=store, reader=reader, embedder=embedder), store, indexer


@pytest.mark.parametrize("searched_before", [True, False])
def test_wordings_that_come_after_a_question_was_read_are_found_like_any_other(
    monkeypatch: pytest.MonkeyPatch, searched_before: bool
) -> None:
    """Nobody had said that a boat is fast, so no plan of the question could know those words."""
    engine, store, indexer = engine_of(port("Kiel"), boat("dora", "kiel", "Dry.", 2000))
    if searched_before:
        found(engine, "fast")

    def write() -> None:
        monkeypatch.undo()
        assert indexer.index([boat("frieda", "kiel", "Fast.", 400)]).ok

    monkeypatch.setattr(store, "meddle", write)
    meanwhile = found(engine, "fast")
    assert [hit.id for hit in meanwhile.hits if hit.met] == ["frieda"]
    assert meanwhile == found(engine, "fast")


def test_an_entity_that_goes_while_it_is_explained_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, store, _ = engine_of(port("Kiel"), boat("dora", "kiel", "Dry.", 2000))
    dora = EntityId("dora")
    monkeypatch.setattr(store, "meddle", lambda: delete(store, [dora]))
    with pytest.raises(UnknownName, match="dora"):
        engine.explain(dora, "dry")

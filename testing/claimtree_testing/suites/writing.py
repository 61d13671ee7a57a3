"""Tests of what a store accepts, replaces, removes and refuses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from claimtree.errors import ClaimtreeError, StoreError
from claimtree.model.claims import (
    EntityId,
    Facet,
    LevelName,
)
from claimtree.model.hierarchy import Entity
from claimtree.model.phrases import Batch, Edge, IndexedEntity, Phrase, PhraseId
from claimtree.ports import Store
from claimtree_testing.suites.cases import Cases
from claimtree_testing.suites.town import (
    GAS,
    HOUSE,
    LEAFY,
    MET,
    MODERN,
    OLD,
    QUIET,
    ROOM,
    SUNNY,
    TOWN,
    UNKNOWN,
    asks,
    batch,
    house,
    order,
    phrase_id,
    proof,
    room,
    town,
    verdicts,
    wants,
)
from claimtree_testing.worlds import phrase_vectors


class Writing(Cases):
    """What a store accepts, replaces, removes and refuses."""

    def test_an_empty_store_answers_with_nothing(self, store: Store) -> None:
        ranked = store.rank(asks(wants(proof(QUIET))), limit=10)
        assert ranked.hits == ()
        assert (ranked.ladder.total, dict(ranked.ladder.met), ranked.ladder.more) == (0, {0: 0, 1: 0}, (0,))
        assert store.check() == ()

    def test_the_same_id_put_twice_keeps_one(self, store: Store) -> None:
        store.put(batch(house("h", QUIET)))
        store.put(batch(house("h", SUNNY)))
        assert store.get([EntityId("h")]) == (house("h", SUNNY),)
        assert store.info().entities[HOUSE] == 1
        assert verdicts(store, asks(wants(proof(QUIET)), wants(proof(SUNNY))), "h") == [UNKNOWN, MET]

    def test_the_same_batch_put_twice_changes_nothing(self, store: Store) -> None:
        again = batch(town("t", LEAFY), house("h", QUIET, town="t"), room("r", "h", MODERN))
        store.put(again)
        before = store.info()
        store.put(again)
        after = store.info()
        assert (before.entities, before.claims, before.phrases, before.edges) == (
            after.entities,
            after.claims,
            after.phrases,
            after.edges,
        )

    def test_owned_parts_that_do_not_come_again_vanish_and_others_stay(self, store: Store) -> None:
        store.put(batch(house("h"), room("mine", "h", MODERN), room("again", "h"), room("guest", "h", owned=False)))
        store.put(batch(house("h"), room("again", "h", GAS)))
        assert store.children(EntityId("h")) == (EntityId("again"), EntityId("guest"))
        assert store.get([EntityId("mine")]) == ()
        assert verdicts(store, asks(wants(proof(MODERN), facet="kitchen")), "h") == [UNKNOWN]

    def test_what_one_house_owns_is_safe_when_another_comes_again(self, store: Store) -> None:
        store.put(batch(house("h"), house("other"), room("r", "h"), room("s", "other")))
        store.put(batch(house("other")))
        assert store.children(EntityId("h")) == (EntityId("r"),)
        assert store.children(EntityId("other")) == ()

    def test_a_replaced_entity_may_move_and_takes_its_parts_along(self, store: Store) -> None:
        store.put(batch(town("t", LEAFY), town("u"), house("h", town="t"), room("r", "h", owned=False)))
        store.put(batch(house("h", town="u")))
        assert store.children(EntityId("t")) == ()
        assert store.children(EntityId("u")) == (EntityId("h"),)
        assert store.children(EntityId("h")) == (EntityId("r"),)
        assert verdicts(store, asks(wants(proof(LEAFY))), "h") == [UNKNOWN]

    def test_a_replaced_town_keeps_its_houses_and_changes_what_they_meet(self, store: Store) -> None:
        store.put(batch(town("t"), house("h", town="t")))
        plan = asks(wants(proof(LEAFY)))
        assert verdicts(store, plan, "h") == [UNKNOWN]
        store.put(batch(town("t", LEAFY)))
        assert verdicts(store, plan, "h") == [MET]

    def test_removing_the_unknown_is_zero(self, store: Store) -> None:
        store.put(batch(house("h")))
        assert store.remove([]) == 0
        assert store.remove([EntityId("nobody"), EntityId("H")]) == 0
        assert store.info().entities[HOUSE] == 1

    def test_removing_takes_the_subtree_and_counts_each_once(self, store: Store) -> None:
        store.put(batch(town("t"), house("h", QUIET, town="t"), room("r", "h"), house("i", QUIET), room("s", "i")))
        assert store.remove(iter([EntityId("r"), EntityId("t"), EntityId("t")])) == 3
        assert order(store, asks(wants(proof(QUIET)))) == ["i"]
        assert store.info().entities == {TOWN: 0, HOUSE: 1, ROOM: 1}
        assert store.children(EntityId("t")) == ()
        assert store.remove([EntityId("h")]) == 0
        assert store.check() == ()

    def test_what_was_removed_can_be_put_again_without_its_old_parts(self, store: Store) -> None:
        store.put(batch(house("h", QUIET), room("r", "h", owned=False)))
        store.remove([EntityId("h")])
        store.put(batch(house("h", SUNNY)))
        assert store.children(EntityId("h")) == ()
        assert verdicts(store, asks(wants(proof(QUIET)), wants(proof(SUNNY))), "h") == [UNKNOWN, MET]

    def test_an_empty_batch_is_fine(self, store: Store) -> None:
        store.put(batch())
        assert store.info().phrases == 0

    @pytest.mark.parametrize(
        "refused",
        [
            pytest.param(batch(house("new", QUIET), house("bad", town="nowhere")), id="unknown parent"),
            pytest.param(batch(house("new", QUIET), room("bad", "t")), id="parent of the wrong level"),
            pytest.param(batch(house("new", QUIET), house("bad", town="new")), id="parent of the same level"),
            pytest.param(batch(house("bad", town="bad")), id="its own parent"),
            pytest.param(batch(house("old", town="old")), id="its own parent, once stored"),
            pytest.param(batch(room("bad", "late"), house("late", QUIET)), id="parent after its child"),
            pytest.param(batch(house("new", QUIET), house("new")), id="twice in one batch"),
            pytest.param(batch(town("old")), id="stored at another level"),
            pytest.param(batch(house("bad", LEAFY)), id="claim of another level"),
            pytest.param(
                batch(house("old"), room("bad", "old", owned=False, facet=None), room("bad", "old")),
                id="a part twice",
            ),
            pytest.param(
                Batch(entities=(house("new", QUIET, OLD),), phrases=(), vectors=phrase_vectors((), 4)),
                id="phrase neither stored nor in the batch",
            ),
            pytest.param(
                Batch(
                    entities=(house("new"),),
                    phrases=(Phrase.of(QUIET),),
                    vectors=phrase_vectors([Phrase.of(QUIET), Phrase.of(OLD)], 4),
                ),
                id="more vectors than phrases",
            ),
            pytest.param(batch(house("new", QUIET), dimensions=5), id="vectors of other dimensions"),
            pytest.param(
                batch(
                    house("new", QUIET),
                    edges=[Edge(base=phrase_id(QUIET), derived=PhraseId(7), excludes=False, discount=0.5)],
                ),
                id="edge to an unknown phrase",
            ),
            pytest.param(
                Batch(
                    entities=(
                        IndexedEntity(
                            entity=Entity(id=EntityId("bad"), level=ROOM, parent=None, facet=Facet("kitchen"))
                        ),
                    ),
                    vectors=phrase_vectors((), 4),
                ),
                id="no parent below the answers",
            ),
        ],
    )
    def test_a_refused_batch_changes_nothing(self, store: Store, refused: Batch) -> None:
        store.put(batch(town("t", LEAFY), house("old", SUNNY, town="t"), room("r", "old", MODERN)))
        before = store.info()
        with pytest.raises(StoreError):
            store.put(refused)
        after = store.info()
        assert (after.entities, after.claims, after.phrases, after.edges) == (
            before.entities,
            before.claims,
            before.phrases,
            before.edges,
        )
        assert store.get([EntityId("old"), EntityId("new")]) == (house("old", SUNNY, town="t"),)
        assert store.children(EntityId("old")) == (EntityId("r"),)
        assert store.check() == ()

    def test_an_entity_cannot_hang_on_what_the_same_batch_removes(self, store: Store) -> None:
        owned = house("h", town="t")
        owned = replace(owned, entity=replace(owned.entity, owner=EntityId("t")))
        store.put(batch(town("t"), owned, room("r", "h")))
        with pytest.raises(StoreError, match="'h'"):
            store.put(batch(town("t", LEAFY), room("r", "h", MODERN)))
        assert store.get([EntityId("t"), EntityId("h"), EntityId("r")]) == (town("t"), owned, room("r", "h"))
        store.put(batch(town("t"), house("new", town="t"), room("r", "new")))
        assert store.get([EntityId("h"), EntityId("r")]) == (room("r", "new"),)
        assert store.check() == ()

    def test_an_unknown_level_is_refused(self, store: Store) -> None:
        bad = IndexedEntity(entity=Entity(id=EntityId("bad"), level=LevelName("castle")))
        with pytest.raises(ClaimtreeError, match="castle"):
            store.put(batch(house("new"), bad))
        assert store.info().entities[HOUSE] == 0

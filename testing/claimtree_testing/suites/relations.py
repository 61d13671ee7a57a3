"""What a store knows of relations between its entities."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import pytest

from claimtree.errors import BadInput, StoreError
from claimtree.model.claims import EntityId
from claimtree.model.phrases import IndexedEntity
from claimtree.model.relations import Direction, Relation, RelationKind, RelationName, relation_query
from claimtree.ports import MovableStore
from claimtree_testing.suites.cases import Cases
from claimtree_testing.suites.town import IDENTITY, TREE, StoreMaker, batch, house, room, town

KINDS = {
    kind.name: kind
    for kind in (
        RelationKind(name=RelationName("parent-of"), about="", inverse=RelationName("child-of")),
        RelationKind(name=RelationName("child-of"), about="", inverse=RelationName("parent-of")),
        RelationKind(name=RelationName("beside"), about="", symmetric=True),
        RelationKind(name=RelationName("cites"), about=""),
    )
}


def states(item: IndexedEntity, *relations: tuple[str, str] | tuple[str, str, str]) -> IndexedEntity:
    """The entity with relations: kind, other entity, and what is quoted."""
    stated = tuple(
        Relation(kind=RelationName(kind), to=EntityId(to), quote=quote[0] if quote else "", source="log")
        for kind, to, *quote in relations
    )
    return replace(item, entity=replace(item.entity, relations=stated))


def links(store: MovableStore, id: str, *kinds: str, direction: Direction = Direction.OUT) -> list[tuple[str, str]]:
    """The kinds and other ends of an entity's links, in order."""
    found = store.related([EntityId(id)], relation_query(KINDS, kinds or None, direction))
    return [(link.kind, link.to) for link in found[EntityId(id)]]


def reached(store: MovableStore, id: str, *, depth: int, limit: int = 100) -> list[tuple[str, int]]:
    found = store.walk([EntityId(id)], relation_query(KINDS, None, Direction.BOTH), depth=depth, limit=limit)
    return [(visit.id, visit.depth) for visit in found.visits]


class Relating(Cases):
    """Links between entities: stored and removed with the one that states them, seen from both ends."""

    def test_an_entity_gives_its_relations_back_as_they_were_stated(self, store: MovableStore) -> None:
        stated = states(house("h"), ("cites", "i", "see I"), ("beside", "nobody"), ("cites", "i"))
        store.put(batch(stated, house("i")))
        assert store.get([EntityId("h")]) == (stated,)
        assert store.info().relations == 3
        assert store.check() == ()

    def test_a_link_has_its_quote_and_who_states_it_whichever_end_it_is_seen_from(self, store: MovableStore) -> None:
        store.put(batch(states(house("h"), ("cites", "i", "see I")), house("i")))
        query = relation_query(KINDS, None, Direction.BOTH)
        found = store.related([EntityId("i"), EntityId("h"), EntityId("i")], query)
        assert {
            id: [(link.direction, link.to, link.stated_by, link.quote, link.source) for link in found[id]]
            for id in found
        } == {
            "i": [(Direction.IN, "h", "h", "see I", "log")],
            "h": [(Direction.OUT, "i", "h", "see I", "log")],
        }

    def test_inverse_and_symmetric_relations_are_found_from_both_ends(self, store: MovableStore) -> None:
        store.put(batch(states(house("h"), ("parent-of", "i"), ("beside", "j")), house("i"), house("j")))
        assert links(store, "h") == [("beside", "j"), ("parent-of", "i")]
        assert links(store, "i") == [("child-of", "h")]
        assert links(store, "i", "parent-of") == []
        assert links(store, "i", "parent-of", direction=Direction.IN) == [("parent-of", "h")]
        assert links(store, "j") == links(store, "j", direction=Direction.IN) == [("beside", "h")]

    def test_a_relation_without_an_inverse_goes_one_way(self, store: MovableStore) -> None:
        store.put(batch(states(house("h"), ("cites", "i")), house("i")))
        assert links(store, "i") == []
        assert links(store, "i", direction=Direction.IN) == [("cites", "h")]
        assert links(store, "h", direction=Direction.IN) == []

    def test_a_relation_to_what_does_not_exist_waits_until_it_comes(self, store: MovableStore) -> None:
        store.put(batch(states(house("h"), ("cites", "late", "see there"), ("beside", "never"))))
        assert links(store, "h") == []
        waiting = store.waiting()
        assert waiting.count == 2
        assert [(one.by, one.kind, one.to) for one in waiting.first] == [
            ("h", "cites", "late"),
            ("h", "beside", "never"),
        ]
        assert len(store.waiting(limit=1).first) == 1
        store.put(batch(house("late")))
        assert links(store, "h") == [("cites", "late")]
        assert store.waiting().count == 1
        assert store.related([EntityId("never")], relation_query(KINDS)) == {}

    def test_removing_an_entity_removes_what_it_states_and_lets_others_wait(self, store: MovableStore) -> None:
        both = states(house("i"), ("cites", "h"), ("beside", "j"))
        store.put(batch(states(house("h"), ("cites", "i")), both, house("j")))
        store.remove([EntityId("i")])
        assert (links(store, "h"), links(store, "j")) == ([], [])
        assert store.info().relations == 1
        assert store.waiting().count == 1
        store.put(batch(house("i")))
        assert (links(store, "h"), links(store, "i"), links(store, "j")) == ([("cites", "i")], [], [])
        assert store.check() == ()

    def test_replacing_an_entity_replaces_what_it_states_and_nothing_else(self, store: MovableStore) -> None:
        store.put(batch(states(house("h"), ("cites", "i"), ("beside", "i")), states(house("i"), ("cites", "h"))))
        store.put(batch(states(house("h"), ("parent-of", "i"))))
        assert links(store, "h") == [("parent-of", "i")]
        assert links(store, "i") == [("child-of", "h"), ("cites", "h")]
        assert store.info().relations == 2
        store.put(batch(house("h")))
        assert links(store, "i", direction=Direction.BOTH) == [("cites", "h")]
        assert store.check() == ()

    def test_owned_parts_take_their_relations_along_when_they_vanish(self, store: MovableStore) -> None:
        store.put(batch(house("h"), states(room("r", "h"), ("beside", "i")), house("i")))
        assert links(store, "i") == [("beside", "r")]
        store.put(batch(house("h")))
        assert links(store, "i") == []
        assert store.info().relations == 0
        assert store.check() == ()

    def test_entities_of_any_level_may_be_linked(self, store: MovableStore) -> None:
        store.put(
            batch(
                states(town("t"), ("cites", "r")),
                states(house("h", town="t"), ("beside", "t")),
                room("r", "h"),
            )
        )
        assert links(store, "t") == [("beside", "h"), ("cites", "r")]
        # What lies above or below it is written again: its own relations stay.
        store.put(batch(states(town("t"), ("cites", "h")), states(room("r", "h"), ("cites", "t"))))
        assert links(store, "h", direction=Direction.BOTH) == [("beside", "t"), ("cites", "t")]
        assert store.check() == ()

    def test_what_is_near_an_entity_changes_and_its_relations_stay(self, store: MovableStore) -> None:
        store.put(batch(states(house("h"), ("cites", "i")), house("i")))
        store.put_nearby({EntityId("h"): ()})
        assert links(store, "h") == [("cites", "i")]

    def test_both_ends_may_state_the_same_and_each_is_quoted(self, store: MovableStore) -> None:
        one, other = ("beside", "i", "H says so"), ("beside", "h", "I says so")
        store.put(batch(states(house("h"), one), states(house("i"), other)))
        found = store.related([EntityId("h")], relation_query(KINDS))[EntityId("h")]
        assert [(link.to, link.stated_by, link.quote) for link in found] == [
            ("i", "h", "H says so"),
            ("i", "i", "I says so"),
        ]

    def test_a_walk_goes_breadth_first_through_loops(self, store: MovableStore) -> None:
        store.put(
            batch(
                states(house("a"), ("cites", "c"), ("cites", "b")),
                states(house("b"), ("cites", "a"), ("cites", "d")),
                states(house("c"), ("cites", "d"), ("beside", "b")),
                states(house("d"), ("cites", "a"), ("cites", "e"), ("cites", "nobody")),
                house("e"),
            )
        )
        assert reached(store, "a", depth=0) == []
        assert reached(store, "a", depth=1) == [("b", 1), ("d", 1), ("c", 1)]
        assert reached(store, "a", depth=9) == [("b", 1), ("d", 1), ("c", 1), ("e", 2)]
        assert reached(store, "nobody", depth=3) == []
        store.remove([EntityId("d")])
        assert reached(store, "a", depth=9) == [("b", 1), ("c", 1)]

    def test_a_walk_from_several_names_the_first_way_to_each(self, store: MovableStore) -> None:
        store.put(batch(states(house("a"), ("cites", "c")), states(house("b"), ("cites", "c")), house("c")))
        found = store.walk([EntityId("b"), EntityId("a")], relation_query(KINDS), depth=2, limit=5)
        assert [(visit.id, visit.came_from, visit.link.kind) for visit in found.visits] == [("c", "b", "cites")]

    def test_a_walk_stops_at_its_limit_and_says_so(self, store: MovableStore) -> None:
        some = [house(f"i{n}") for n in range(5)]
        store.put(batch(states(house("h"), *(("cites", f"i{n}") for n in range(5))), *some))
        query = relation_query(KINDS)
        whole = store.walk([EntityId("h")], query, depth=2, limit=5)
        cut = store.walk([EntityId("h")], query, depth=2, limit=3)
        assert not whole.cut
        assert cut.cut
        assert cut.visits == whole.visits[:3]
        with pytest.raises(BadInput):
            store.walk([EntityId("h")], query, depth=2, limit=0)

    def test_thousands_of_relations_of_one_entity_are_all_kept(self, store: MovableStore) -> None:
        many = [house(f"i{n:04}") for n in range(2_000)]
        stated = states(house("hub"), *(("cites", f"i{n:04}", f"page {n}") for n in range(2_000)), ("cites", "nobody"))
        store.put(batch(stated, *many))
        found = store.related([EntityId("hub")], relation_query(KINDS))[EntityId("hub")]
        assert [(link.to, link.quote) for link in found] == [(f"i{n:04}", f"page {n}") for n in range(2_000)]
        assert store.get([EntityId("hub")]) == (stated,)
        assert store.info().relations == 2_001
        assert links(store, "i1999", direction=Direction.IN) == [("cites", "hub")]

    def test_the_first_links_of_an_entity_come_with_the_number_of_the_others(self, store: MovableStore) -> None:
        stated = [("cites", f"i{n:02}", f"page {n}") for n in range(20)] + [("beside", "i03"), ("cites", "nobody")]
        back = [states(house(f"i{n:02}"), ("beside", "hub"), ("parent-of", "hub", "so")) for n in range(20)]
        store.put(batch(states(house("hub"), *stated), *back))
        for direction in Direction:
            query = relation_query(KINDS, None, direction)
            whole = store.related([EntityId("hub")], query)[EntityId("hub")]
            for limit in (1, 7, 21, 500):
                assert store.first_links(EntityId("hub"), query, limit=limit) == (
                    whole[:limit],
                    max(0, len(whole) - limit),
                )
        assert store.first_links(EntityId("i00"), relation_query(KINDS, []), limit=3) == ((), 0)
        assert store.first_links(EntityId("nobody"), relation_query(KINDS), limit=3) == ((), 0)

    def test_an_entity_that_thousands_refer_to_names_them_all(self, store: MovableStore) -> None:
        store.put(batch(house("hub"), *(states(house(f"i{n:04}"), ("cites", "hub")) for n in range(1_500))))
        assert links(store, "hub", direction=Direction.IN) == [("cites", f"i{n:04}") for n in range(1_500)]

    @pytest.mark.parametrize(
        "wrong", [("cites", "bad"), ("", "h"), ("cites", "")], ids=["itself", "no kind", "nothing"]
    )
    def test_a_relation_that_cannot_be_is_refused_with_the_batch(
        self, store: MovableStore, wrong: tuple[str, str]
    ) -> None:
        store.put(batch(states(house("h"), ("cites", "i"))))
        with pytest.raises(StoreError, match="'bad'"):
            store.put(batch(house("i"), states(house("bad"), wrong)))
        assert store.waiting().count == store.info().relations == 1
        assert store.get([EntityId("i"), EntityId("bad")]) == ()

    def test_quotes_and_ids_may_be_any_text(self, store: MovableStore) -> None:
        odd = 'a "b"\n\\ 寿司 😀 o\'hara %_ \u00a0'
        stated = states(house("#/?"), ("cites", "straße", odd), ("cites", "STRASSE"), ("cites", "😀"))
        store.put(batch(stated, house("straße"), house("😀")))
        assert store.get([EntityId("#/?")]) == (stated,)
        assert links(store, "#/?") == [("cites", "straße"), ("cites", "😀")]
        assert links(store, "😀", direction=Direction.IN) == [("cites", "#/?")]

    def test_relations_are_there_after_reopening(self, make_store: StoreMaker) -> None:
        store = make_store(IDENTITY, TREE)
        store.put(batch(states(house("h"), ("cites", "i", "see I"), ("beside", "late")), house("i")))
        store.close()
        with closing(self.reopen(store, IDENTITY, TREE)) as again:
            assert links(again, "h") == [("cites", "i")]
            assert again.waiting().count == 1
            assert again.check() == ()

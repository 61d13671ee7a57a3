"""Tests of scanning all entities and of locking out writers, which moving a store needs."""

from __future__ import annotations

import threading

from claimtree.geo import Point
from claimtree.model.claims import EntityId, LevelName, TypeName
from claimtree.model.places import NearbyFact, PlaceId, PlaceKind
from claimtree.ports import MovableStore
from claimtree_testing.suites.cases import Cases
from claimtree_testing.suites.town import (
    GAS,
    HOUSE,
    LEAFY,
    MODERN,
    QUIET,
    ROOM,
    SUNNY,
    TOWN,
    StoreMaker,
    batch,
    house,
    room,
    says,
    town,
)
from claimtree_testing.worlds import apply, random_world


class Scanning(Cases):
    """Scans page by page, scans of recent writes, and the lock against writers."""

    def test_pages_bring_every_entity_of_a_level_once_in_order(self, make_store: StoreMaker) -> None:
        world = random_world(6)
        store = make_store(world.identity, world.hierarchy)
        apply(world, store)
        for level in world.hierarchy.levels:
            wanted = sorted(item.entity.id for item in world.kept if item.entity.level == level)
            assert [one.id for one in store.scan(level, limit=10_000)] == wanted
            assert _paged(store, level, 3) == wanted
        store.close()

    def test_an_empty_store_has_nothing_to_scan(self, store: MovableStore) -> None:
        assert store.scan(HOUSE) == ()
        assert store.partition_keys() == ()

    def test_what_was_written_since_is_told_from_what_was_there(self, store: MovableStore) -> None:
        store.put(batch(town("t"), house("a", QUIET), house("b", QUIET)))
        before = store.generation()
        assert store.scan(HOUSE, since=before) == ()
        store.put(batch(house("b", SUNNY), house("c", town="t")))
        store.put(batch(house("a", SUNNY)))
        store.remove([EntityId("c")])
        changed = store.scan(HOUSE, since=before)
        assert [one.id for one in changed] == ["a", "b"]
        assert changed[0].written > changed[1].written > before
        assert store.scan(TOWN, since=before) == ()
        assert store.scan(HOUSE, since=before, after=EntityId("a")) == changed[1:]

    def test_every_write_of_entities_has_a_higher_number(self, store: MovableStore) -> None:
        generations = [store.generation()]
        store.put(batch(house("a", QUIET)))
        generations.append(store.generation())
        store.put(batch(house("a", QUIET)))
        generations.append(store.generation())
        store.remove([EntityId("a")])
        generations.append(store.generation())
        assert generations == sorted(set(generations))
        store.remove([EntityId("nobody")])
        store.known_phrases([])
        assert store.generation() >= generations[-1]

    def test_what_is_put_again_after_it_was_removed_is_new(self, store: MovableStore) -> None:
        store.put(batch(house("a", QUIET)))
        store.remove([EntityId("a")])
        before = store.generation()
        store.put(batch(house("a", QUIET)))
        assert [one.id for one in store.scan(HOUSE, since=before)] == ["a"]

    def test_being_given_what_is_near_is_no_write_of_the_entity(self, store: MovableStore) -> None:
        store.put(batch(house("a", QUIET)))
        (was,) = store.scan(HOUSE)
        fact = NearbyFact(kind=PlaceKind("park"), place=PlaceId("p"), name="Green", point=Point(1.0, 1.0), metres=200.0)
        store.put_nearby({EntityId("a"): (fact,)})
        assert store.scan(HOUSE) == (was,)

    def test_parts_are_scanned_at_their_own_level(self, store: MovableStore) -> None:
        store.put(batch(house("h", QUIET), room("r", "h", MODERN), room("s", "h", GAS)))
        assert [one.id for one in store.scan(ROOM)] == ["r", "s"]
        assert [one.id for one in store.scan(HOUSE)] == ["h"]

    def test_the_keys_of_all_partitions_are_told_in_order(self, store: MovableStore) -> None:
        other = says("bright", type="mood")
        store.put(batch(town("t", LEAFY), house("h", QUIET, other, town="t"), room("r", "h", MODERN)))
        trait = TypeName("trait")
        keys = ((HOUSE, TypeName("mood")), (HOUSE, trait), (ROOM, trait), (TOWN, trait))
        assert store.partition_keys() == keys
        assert [(part.level, part.type) for part in store.partitions(keys)] == list(keys)
        store.remove([EntityId("t")])
        assert store.partition_keys() == keys, "phrases outlive the claims that used them"

    def test_a_note_is_kept_beside_the_data(self, store: MovableStore) -> None:
        store.put(batch(house("h", QUIET)))
        before = store.generation()
        assert store.note("moved from") == ""
        store.set_note("moved from", 'elsewhere, "quoted" – ŻÓŁĆ')
        store.set_note("other", "x")
        assert store.note("moved from") == 'elsewhere, "quoted" – ŻÓŁĆ'
        store.set_note("moved from", "there")
        assert (store.note("moved from"), store.note("other"), store.note("MOVED FROM")) == ("there", "x", "")
        store.set_note("moved from", "")
        assert store.note("moved from") == ""
        assert store.generation() == before

    def test_while_it_is_held_everybody_reads_and_writers_wait(self, store: MovableStore) -> None:
        store.put(batch(house("a", QUIET)))
        failures: list[BaseException] = []

        def write() -> None:
            try:
                store.put(batch(house("b", SUNNY)))
            except BaseException as error:  # noqa: BLE001 - handed to the test's own thread
                failures.append(error)

        writer = threading.Thread(target=write)
        with store.holding():
            before = store.generation()
            writer.start()
            writer.join(0.2)
            assert writer.is_alive()
            assert store.generation() == before
            assert [one.id for one in store.scan(HOUSE)] == ["a"]
            assert store.get([EntityId("b")]) == ()
        writer.join()
        if failures:
            raise failures[0]
        assert [one.id for one in store.scan(HOUSE)] == ["a", "b"]


def _paged(store: MovableStore, level: LevelName, size: int) -> list[str]:
    found: list[str] = []
    after = None
    while page := store.scan(level, after=after, limit=size):
        assert len(page) <= size
        found += [one.id for one in page]
        after = page[-1].id
    return found

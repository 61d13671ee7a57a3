"""Tests of writes that were based on a state which another writer has changed since."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace

import pytest

from claimtree.errors import StoreConflict
from claimtree.geo import Point
from claimtree.model.claims import EntityId
from claimtree.model.hierarchy import Source
from claimtree.model.phrases import Batch, IndexedEntity
from claimtree.model.places import NearbyFact, Place, PlaceId, PlaceKind
from claimtree.ports import PlaceStore
from claimtree_testing.suites.cases import Cases
from claimtree_testing.suites.town import (
    HOUSE,
    IDENTITY,
    MET,
    MODERN,
    QUIET,
    SUNNY,
    TREE,
    UNKNOWN,
    StoreMaker,
    asks,
    batch,
    house,
    proof,
    room,
    town,
    verdicts,
    wants,
)

_H, _I = EntityId("h"), EntityId("i")
_WRITERS, _ROUNDS = 4, 8


class Overtaking(Cases):
    """No write is lost: a batch says which state it is based on, and is refused if that has
    changed."""

    def test_a_batch_that_is_based_on_what_is_stored_is_taken(self, store: PlaceStore) -> None:
        store.put(_based(batch(_as("h", "1")), h=None))
        store.put(_based(batch(_as("h", "2"), _as("i", "1")), h="1", i=None))
        assert store.digests([_H, _I]) == {"h": "2", "i": "1"}

    @pytest.mark.parametrize("seen", [None, "0", ""], ids=["thought missing", "another state", "thought a part"])
    def test_one_that_is_not_is_refused_and_writes_nothing(self, store: PlaceStore, seen: str | None) -> None:
        store.put(batch(_as("h", "1"), room("r", "h", MODERN)))
        before = store.generation()
        late = batch(replace(house("h", SUNNY), digest="2"), house("i", SUNNY), town("t"))
        with pytest.raises(StoreConflict, match="'h'") as refused:
            store.put(_based(late, h=seen))
        assert refused.value.ids == {"h"}
        assert store.generation() == before
        assert store.get([_H, _I]) == (_as("h", "1"),)
        assert store.children(_H) == (EntityId("r"),)
        assert verdicts(store, asks(wants(proof(SUNNY))), "h") == [UNKNOWN]
        assert store.check() == ()

    def test_every_entity_that_has_changed_is_named(self, store: PlaceStore) -> None:
        store.put(batch(_as("h", "1"), _as("i", "1")))
        with pytest.raises(StoreConflict, match="1 more") as refused:
            store.put(_based(batch(_as("h", "3"), _as("i", "3"), _as("j", "3")), h="1", i="2", j="2"))
        assert refused.value.ids == {"i", "j"}

    def test_what_was_removed_meanwhile_does_not_come_back(self, store: PlaceStore) -> None:
        store.put(batch(_as("h", "1")))
        store.remove([_H])
        with pytest.raises(StoreConflict):
            store.put(_based(batch(_as("h", "2")), h="1"))
        assert store.get([_H]) == ()

    def test_what_a_batch_is_based_on_need_not_be_in_it(self, store: PlaceStore) -> None:
        store.put(batch(_as("h", "1")))
        with pytest.raises(StoreConflict):
            store.put(_based(batch(_as("i", "1")), h="2"))
        store.put(_based(batch(_as("i", "1")), h="1"))
        assert store.get([_I]) == (_as("i", "1"),)

    def test_ids_of_any_letters_are_compared(self, store: PlaceStore) -> None:
        strange = ["h\x00", "", "é", "💡" * 40]
        store.put(batch(*(_as(id, "1") for id in strange)))
        again = batch(*(_as(id, "2") for id in strange))
        store.put(replace(again, expected={EntityId(id): "1" for id in strange}))
        with pytest.raises(StoreConflict) as refused:
            store.put(replace(again, expected={EntityId(id): "1" for id in strange}))
        assert refused.value.ids == set(strange)

    def test_removing_may_be_based_on_something_too(self, store: PlaceStore) -> None:
        store.put(batch(_as("h", "1"), _as("i", "1")))
        with pytest.raises(StoreConflict) as refused:
            store.remove([_H, _I], expected={_H: "1", _I: "0"})
        assert refused.value.ids == {"i"}
        assert store.info().entities[HOUSE] == 2
        assert store.remove([_H, _I], expected={_H: "1", _I: "1"}) == 2
        with pytest.raises(StoreConflict):
            store.remove([_H], expected={_H: "1"})
        assert store.remove([_H], expected={_H: None}) == 0

    def test_what_is_near_is_written_only_with_the_places_it_was_measured_with(self, store: PlaceStore) -> None:
        store.put_places([_PARK])
        version = store.places_version()
        store.put(replace(batch(_at("h", 40.0)), measured_with=version))
        store.put_nearby({_H: (_FACT,)}, measured_with=version)
        store.put_places([replace(_PARK, name="Another Park")])
        with pytest.raises(StoreConflict):
            store.put_nearby({_H: ()}, measured_with=version)
        with pytest.raises(StoreConflict) as refused:
            store.put(replace(batch(_at("h", 41.0)), measured_with=version))
        assert not refused.value.ids
        (kept,) = store.get([_H])
        assert (kept.nearby, kept.entity.point) == ((_FACT,), Point(40.0, -73.0))

    def test_what_was_measured_where_something_no_longer_stands_is_left(self, store: PlaceStore) -> None:
        store.put(batch(_at("h", 40.0), _at("i", 40.0), house("nowhere")))
        store.put(batch(_at("i", 41.0)))
        measured = {_H: (40.0, -73.0), _I: (40.0, -73.0), EntityId("nowhere"): (40.0, -73.0)}
        store.put_nearby(dict.fromkeys(measured, (_FACT,)), measured_at=measured)
        assert [item.nearby for item in store.get([_H, _I, EntityId("nowhere")])] == [(_FACT,), (), ()]

    def test_many_writers_who_try_again_lose_nothing(self, make_store: StoreMaker) -> None:
        """Each writer adds its own texts to one shared house; at the end every text is there."""
        with closing(make_store(IDENTITY, TREE)) as store:
            store.put(batch(_as("h", "0")))
            names = [[f"{writer}.{number}" for number in range(_ROUNDS)] for writer in range(_WRITERS)]

            def add_all(own: list[str]) -> None:
                for name in own:
                    _add(store, name)

            with ThreadPoolExecutor(_WRITERS) as writers:
                list(writers.map(add_all, names))
            (item,) = store.get([_H])
            added = {source.name for source in item.entity.sources}
            assert added == {name for own in names for name in own}
            assert verdicts(store, asks(wants(proof(QUIET))), "h") == [MET]


_PARK = Place(id=PlaceId("park"), kind=PlaceKind("park"), name="The Park", shape=Point(40.001, -73.0))
_FACT = NearbyFact(
    kind=PlaceKind("park"), place=PlaceId("park"), name="The Park", point=Point(40.001, -73.0), metres=111.0
)


def _as(id: str, digest: str) -> IndexedEntity:
    """Returns a quiet house with this digest."""
    return replace(house(id, QUIET), digest=digest)


def _at(id: str, lat: float) -> IndexedEntity:
    item = house(id)
    return replace(item, entity=replace(item.entity, point=Point(lat, -73.0)))


def _based(written: Batch, **digests: str | None) -> Batch:
    return replace(written, expected={EntityId(id): digest for id, digest in digests.items()})


def _add(store: PlaceStore, name: str) -> None:
    """Reads the house, adds a source and writes it back; retries after a conflict."""
    while True:
        (item,) = store.get([_H])
        entity = replace(item.entity, sources=(*item.entity.sources, Source(name=name)))
        later = replace(item, entity=entity, digest=f"{item.digest} {name}")
        try:
            store.put(_based(batch(later), h=item.digest))
        except StoreConflict:
            continue
        return

"""A copy is the source's equal, goes on where it stopped, and never takes another's place."""

import itertools
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from claimtree.errors import StoreError
from claimtree.geo import Point
from claimtree.model.claims import EntityId
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.phrases import Batch
from claimtree.model.places import Place, PlaceId, PlaceKind
from claimtree.moving import Verify, copy_store, copying
from claimtree.ports import MovableStore, StoreIdentity
from claimtree.stores.memory import MemoryStore
from claimtree.stores.sqlite import SqliteStore
from claimtree_testing.suites import (
    HOUSE,
    IDENTITY,
    LEAFY,
    MODERN,
    QUIET,
    SUNNY,
    TREE,
    batch,
    house,
    observations,
    room,
    town,
)
from claimtree_testing.worlds import apply, random_world

Maker = Callable[[StoreIdentity, Hierarchy], MovableStore]


@pytest.fixture
def make_sqlite(tmp_path: Path) -> Maker:
    numbers = itertools.count()
    return lambda identity, tree: SqliteStore(tmp_path / f"{next(numbers)}.db", identity, tree)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a small world has many pages."""
    monkeypatch.setattr(copying, "PAGE", 7)


def park(id: str, lat: float = 1.0) -> Place:
    return Place(id=PlaceId(id), name=id.title(), kind=PlaceKind("park"), shape=Point(lat, 2.0))


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 8))])
@pytest.mark.usefixtures("small")
def test_a_world_is_the_same_after_moving_there_and_back(make_sqlite: Maker, seed: int) -> None:
    world = random_world(seed)
    first, last = (MemoryStore(world.identity, world.hierarchy) for _ in range(2))
    apply(world, first)
    first.put_places([park("a"), park("b")])
    first.set_measured_version(first.places_version())
    with closing(make_sqlite(world.identity, world.hierarchy)) as middle:
        there = copy_store(first, middle, world.hierarchy)
        back = copy_store(middle, last, world.hierarchy, verify=Verify.SAMPLE)
        assert there.problems == back.problems == ()
        assert there.written == there.compared == len(world.kept)
        wanted = observations(first, world)
        assert observations(middle, world) == wanted
        assert observations(last, world) == wanted
        assert last.places() == middle.places() == first.places()
        for store in (middle, last):
            assert store.measured_version() == store.places_version()
            assert store.check() == ()


def town_with_houses(count: int = 30) -> Batch:
    homes = [house(f"h{i:02d}", QUIET, town="t", digest=str(i)) for i in range(count)]
    return batch(town("t", LEAFY), *homes, *(room(f"r{i:02d}", f"h{i:02d}", MODERN) for i in range(count)))


class Breaking:
    """A store that fails after some writes, as when the power goes."""

    def __init__(self, store: MovableStore, after: int) -> None:
        self._store = store
        self._left = after

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    def put(self, batch: Batch) -> None:
        self._left -= 1
        if self._left < 0:
            raise KeyboardInterrupt
        self._store.put(batch)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("after", [0, 1, 2, 4, 6])
def test_an_interrupted_copy_goes_on_where_it_stopped(make_sqlite: Maker, after: int) -> None:
    source = MemoryStore(IDENTITY, TREE)
    source.put(town_with_houses())
    with closing(make_sqlite(IDENTITY, TREE)) as target:
        broken: MovableStore = Breaking(target, after)  # type: ignore[assignment]
        with pytest.raises(KeyboardInterrupt):
            copy_store(source, broken, TREE)
        landed = sum(target.info().entities.values())
        report = copy_store(source, target, TREE)
        assert (report.verified, report.written) == (True, 61 - landed)
        assert target.info().entities == source.info().entities


def test_what_changed_since_is_brought_by_another_run(make_sqlite: Maker) -> None:
    source = MemoryStore(IDENTITY, TREE)
    source.put(town_with_houses())
    source.put_places([park("a"), park("b")])
    with closing(make_sqlite(IDENTITY, TREE)) as target:
        copy_store(source, target, TREE)
        source.remove([EntityId("h03")])
        source.put(batch(house("h04", SUNNY, town="t", digest="4"), room("r04", "h04", MODERN)))
        source.put(batch(town("u"), house("new", SUNNY, town="u")))
        source.put_places([park("a", 1.5)])
        source.remove_places([PlaceId("b")])
        report = copy_store(source, target, TREE)
        assert report.verified
        assert target.get([EntityId("h04")]) == source.get([EntityId("h04")])
        assert target.get([EntityId("h03"), EntityId("r03")]) == ()
        assert target.places() == (park("a", 1.5),)
        assert target.info().entities == source.info().entities
        assert copy_store(source, target, TREE).written == 0


def test_a_target_that_holds_something_else_is_left_alone(make_sqlite: Maker) -> None:
    source = MemoryStore(IDENTITY, TREE)
    source.put(town_with_houses())
    with closing(make_sqlite(IDENTITY, TREE)) as target:
        target.put(batch(house("mine", SUNNY)))
        with pytest.raises(StoreError, match="holds something already, and is no copy"):
            copy_store(source, target, TREE)
        assert target.info().entities[HOUSE] == 1
        assert target.note(copying.NOTE) == ""


def test_a_copy_that_was_written_to_is_somebody_s_own(make_sqlite: Maker) -> None:
    with closing(make_sqlite(IDENTITY, TREE)) as source, closing(make_sqlite(IDENTITY, TREE)) as target:
        source.put(town_with_houses())
        copy_store(source, target, TREE)
        target.put(batch(house("mine", SUNNY)))
        with pytest.raises(StoreError, match="was written to after"):
            copy_store(source, target, TREE)
        assert target.get([EntityId("mine")])


def test_the_copy_of_another_source_is_left_alone(make_sqlite: Maker) -> None:
    with closing(make_sqlite(IDENTITY, TREE)) as one, closing(make_sqlite(IDENTITY, TREE)) as target:
        one.put(town_with_houses())
        copy_store(one, target, TREE)
        with closing(make_sqlite(IDENTITY, TREE)) as other, pytest.raises(StoreError, match="is no copy"):
            copy_store(other, target, TREE)


def test_an_empty_store_is_copied_too(make_sqlite: Maker) -> None:
    with closing(make_sqlite(IDENTITY, TREE)) as one, closing(make_sqlite(IDENTITY, TREE)) as target:
        report = copy_store(one, target, TREE)
        assert (report.verified, report.written, report.phrases) == (True, 0, 0)


def test_surroundings_that_are_behind_stay_behind(make_sqlite: Maker) -> None:
    source = MemoryStore(IDENTITY, TREE)
    source.put(town_with_houses())
    source.put_places([park("a")])
    with closing(make_sqlite(IDENTITY, TREE)) as target:
        copy_store(source, target, TREE)
        assert target.measured_version() != target.places_version()
        source.set_measured_version(source.places_version())
        copy_store(source, target, TREE)
        assert target.measured_version() == target.places_version()


class Busy:
    """A source that is written to while it is read, a limited number of times."""

    def __init__(self, store: MovableStore, times: int) -> None:
        self._store = store
        self._left = times

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    def get(self, ids: list[EntityId]) -> object:
        found = self._store.get(ids)
        if self._left:
            self._left -= 1
            id = f"late{self._left:03d}"
            self._store.put(batch(town(f"of {id}"), house(id, SUNNY, town=f"of {id}"), room(f"{id}/r", id, MODERN)))
            self._store.remove([EntityId(f"h{self._left % 30:02d}")])
        return found


@pytest.mark.usefixtures("small")
def test_what_is_written_meanwhile_is_caught_up_with(make_sqlite: Maker) -> None:
    inner = MemoryStore(IDENTITY, TREE)
    inner.put(town_with_houses())
    source: MovableStore = Busy(inner, 20)  # type: ignore[assignment]
    with closing(make_sqlite(IDENTITY, TREE)) as target:
        report = copy_store(source, target, TREE)
        assert report.problems == ()
        assert target.info().entities == inner.info().entities
        ids = [one.id for one in inner.scan(HOUSE, limit=1_000)]
        assert target.get(ids) == inner.get(ids)


@pytest.mark.usefixtures("small")
@pytest.mark.slow
def test_a_source_that_never_rests_is_said_to(make_sqlite: Maker) -> None:
    inner = MemoryStore(IDENTITY, TREE)
    inner.put(town_with_houses())
    source: MovableStore = Busy(inner, 1_000_000)  # type: ignore[assignment]
    with closing(make_sqlite(IDENTITY, TREE)) as target:
        report = copy_store(source, target, TREE)
        assert [problem for problem in report.problems if "written to all the time" in problem]


class Forgetful:
    """A target that loses what it is given of one house."""

    def __init__(self, store: MovableStore) -> None:
        self._store = store

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    def put(self, batch: Batch) -> None:
        kept = tuple(item for item in batch.entities if item.entity.id not in ("h07", "r07"))
        self._store.put(Batch(entities=kept, phrases=batch.phrases, vectors=batch.vectors, edges=batch.edges))


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("verify", list(Verify))
def test_a_copy_that_lacks_something_is_not_verified(make_sqlite: Maker, verify: Verify) -> None:
    source = MemoryStore(IDENTITY, TREE)
    source.put(town_with_houses())
    with closing(make_sqlite(IDENTITY, TREE)) as inner:
        target: MovableStore = Forgetful(inner)  # type: ignore[assignment]
        report = copy_store(source, target, TREE, verify=verify)
        assert not report.verified
        assert "07" in report.problems[0]

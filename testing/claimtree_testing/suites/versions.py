"""The tests that define versions of a store: subclass `VersionsSuite`, override `address`, and run
pytest.

class TestMyVersions(VersionsSuite):
    @pytest.fixture
    def address(self, tmp_path: Path) -> str:
        return f"mine://{tmp_path}/claims"
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from typing import TypeAlias

import pytest

from claimtree.errors import IndexMismatch, StoreError, StoreUnavailable
from claimtree.model.claims import Claim, EntityId
from claimtree.model.phrases import Batch
from claimtree.ports import Built, MovableStore, StoreIdentity, Versions
from claimtree.stores.open import open_store, open_versions
from claimtree_testing.suites.town import (
    EVERYTHING,
    HOUSE,
    IDENTITY,
    QUIET,
    SUNNY,
    TREE,
    asks,
    batch,
    house,
    proof,
    wants,
)

BUILT = Built(identity=IDENTITY, hierarchy=TREE)
OTHER = replace(BUILT, identity=replace(IDENTITY, embedder="another", dimensions=6))
SIZE = 12

Opener: TypeAlias = Callable[..., MovableStore]


def homes(fact: Claim = QUIET, *, size: int = SIZE, dimensions: int = 4) -> Batch:
    return batch(*(house(f"h{i:02d}", fact) for i in range(size)), dimensions=dimensions)


class VersionsSuite:
    """A live store, a version built beside it, and the swap."""

    @pytest.fixture
    def address(self) -> str:
        raise NotImplementedError("give address as a fixture")

    @pytest.fixture
    def opened(self, address: str) -> Iterator[Opener]:
        """Yields a function that opens the store at the address; all stores are closed at the
        end."""
        with ExitStack() as closing_all:

            def open_it(identity: StoreIdentity = IDENTITY, **options: bool) -> MovableStore:
                return closing_all.enter_context(closing(open_store(address, identity, TREE, **options)))

            yield open_it

    @pytest.fixture
    def live(self, opened: Opener) -> MovableStore:
        store = opened()
        store.put(homes(QUIET))
        return store

    @pytest.fixture
    def versions(self, address: str) -> Versions:
        return open_versions(address)

    def test_where_nothing_is_stored_nothing_is_told(self, versions: Versions) -> None:
        found = versions.present()
        assert (found.live, found.former, found.unfinished) == (None, None, None)
        with pytest.raises(StoreError):
            versions.begin(BUILT)

    def test_what_a_store_was_built_with_is_told(self, live: MovableStore, versions: Versions) -> None:
        found = versions.present()
        assert (found.live, found.former, found.unfinished) == (BUILT, None, None)

    def test_a_new_version_is_empty_and_the_live_one_does_not_notice(
        self, live: MovableStore, versions: Versions, opened: Opener
    ) -> None:
        with closing(versions.begin(OTHER)) as fresh:
            assert fresh.identity == OTHER.identity
            assert fresh.info().entities[HOUSE] == 0
            fresh.put(homes(SUNNY, size=3, dimensions=6))
            live.put(homes(SUNNY, size=5))
            assert fresh.info().entities[HOUSE] == 3
        assert versions.present().unfinished == OTHER
        assert met(live) == (SIZE - 5, 5)
        assert met(opened()) == (SIZE - 5, 5)

    def test_what_was_begun_with_the_same_goes_on_and_with_another_starts_over(
        self, live: MovableStore, versions: Versions
    ) -> None:
        with closing(versions.begin(BUILT)) as fresh:
            fresh.put(homes(size=4))
        with closing(versions.begin(BUILT)) as again:
            assert again.info().entities[HOUSE] == 4
        with closing(versions.begin(OTHER)) as other:
            assert other.info().entities[HOUSE] == 0
        assert versions.present().unfinished == OTHER

    def test_a_version_that_was_abandoned_is_gone(self, live: MovableStore, versions: Versions) -> None:
        versions.begin(BUILT).close()
        assert versions.abandon()
        assert not versions.abandon()
        assert versions.present().unfinished is None
        with pytest.raises(StoreError):
            versions.finish()
        assert met(live) == (SIZE, 0)

    def test_whoever_has_it_open_answers_from_the_new_version(
        self, live: MovableStore, versions: Versions, opened: Opener
    ) -> None:
        reader = opened(create=False, read_only=True)
        assert met(live) == met(reader) == (SIZE, 0)
        before = live.generation(), live.places_version()
        swap(live, versions, homes(SUNNY))
        for store in (live, reader, opened()):
            assert met(store) == (0, SIZE)
            assert (store.generation() > before[0], store.places_version() > before[1]) == (True, True)
            assert store.check() == ()
        found = versions.present()
        assert (found.live, found.former, found.unfinished) == (BUILT, BUILT, None)
        live.put(batch(house("new", QUIET)))
        assert met(reader) == (1, SIZE)

    def test_a_writer_that_waited_writes_into_the_new_version(
        self, live: MovableStore, versions: Versions, opened: Opener
    ) -> None:
        other = opened()
        failures: list[BaseException] = []

        def write(store: MovableStore, id: str) -> None:
            try:
                store.put(batch(house(id, SUNNY)))
            except BaseException as error:  # noqa: BLE001 - handed to the test's own thread
                failures.append(error)

        writers = [threading.Thread(target=write, args=pair) for pair in ((live, "mine"), (other, "theirs"))]
        with closing(versions.begin(BUILT)) as fresh:
            fresh.put(homes(QUIET))
        with live.holding():
            for writer in writers:
                writer.start()
            for writer in writers:
                writer.join(0.2)
                assert writer.is_alive()
            versions.finish()
        for writer in writers:
            writer.join()
        if failures:
            raise failures[0]
        for store in (live, other, opened()):
            assert len(store.get([EntityId("mine"), EntityId("theirs")])) == 2
            assert met(store) == (SIZE, 2)

    def test_who_was_built_with_something_else_reads_on_and_writes_no_more(
        self, live: MovableStore, versions: Versions, opened: Opener
    ) -> None:
        reader = opened(create=False, read_only=True)
        swap(live, versions, homes(SUNNY, size=5, dimensions=6), built=OTHER)
        for store in (live, reader):
            assert met(store) == (SIZE, 0)
            assert len(store.get([EntityId("h00"), EntityId("h11")])) == 2
        with pytest.raises(IndexMismatch):
            live.put(homes(SUNNY))
        with pytest.raises(IndexMismatch):
            opened()
        current = opened(OTHER.identity)
        assert met(current) == (0, 5)
        with current.holding():
            versions.rollback()
        live.put(batch(house("again", SUNNY)))
        assert met(live) == met(reader) == (SIZE, 1)

    def test_rolling_back_brings_the_former_version_and_again_the_new_one(
        self, live: MovableStore, versions: Versions, opened: Opener
    ) -> None:
        swap(live, versions, homes(SUNNY))
        for wanted in ((SIZE, 0), (0, SIZE), (SIZE, 0)):
            before = live.generation()
            with live.holding():
                versions.rollback()
            assert met(live) == met(opened()) == wanted
            assert live.generation() > before
            assert live.check() == ()
        assert versions.present().former == BUILT

    def test_the_former_version_stays_until_it_is_forgotten(self, live: MovableStore, versions: Versions) -> None:
        assert not versions.forget()
        swap(live, versions, homes(SUNNY))
        assert versions.forget()
        assert not versions.forget()
        assert versions.present().former is None
        with live.holding(), pytest.raises(StoreError):
            versions.rollback()
        assert met(live) == (0, SIZE)
        swap(live, versions, homes(QUIET))
        assert met(live) == (SIZE, 0)

    def test_version_follows_version_and_one_former_one_is_kept(
        self, live: MovableStore, versions: Versions, opened: Opener
    ) -> None:
        for turn in range(4):
            swap(live, versions, homes((SUNNY, QUIET)[turn % 2], size=3 + turn))
            live.put(batch(house(f"turn {turn}")))
        assert live.info().entities[HOUSE] == 7
        with live.holding():
            versions.rollback()
        assert live.info().entities[HOUSE] == 6
        assert opened().get([EntityId("turn 2")])

    def test_two_do_not_build_at_the_same_time(self, live: MovableStore, versions: Versions, address: str) -> None:
        with closing(versions.begin(BUILT)), pytest.raises(StoreUnavailable):
            open_versions(address).begin(BUILT)
        versions.abandon()

    def test_readers_meet_one_version_or_the_other_and_never_half(
        self, live: MovableStore, versions: Versions, opened: Opener
    ) -> None:
        plan = asks(wants(proof(QUIET)), wants(proof(SUNNY)))
        reader = opened(create=False, read_only=True)
        seen: set[str] = set()
        failures: list[BaseException] = []
        done = threading.Event()

        def read(store: MovableStore) -> None:
            try:
                while not done.is_set():
                    assert dict(store.rank(plan, limit=EVERYTHING).ladder.met) == {0: 0, 1: SIZE, 2: 0}
                    (first, last) = store.get([EntityId("h00"), EntityId(f"h{SIZE - 1}")])
                    assert first.claims == last.claims
                    seen.add(first.claims[0].text)
            except BaseException as error:  # noqa: BLE001 - handed to the test's own thread
                failures.append(error)

        readers = [threading.Thread(target=read, args=(store,)) for store in (live, reader)]
        for thread in readers:
            thread.start()
        try:
            for turn in range(6):
                swap(live, versions, homes((SUNNY, QUIET)[turn % 2]))
        finally:
            done.set()
            for thread in readers:
                thread.join()
        if failures:
            raise failures[0]
        assert seen == {QUIET.text, SUNNY.text}


def swap(live: MovableStore, versions: Versions, content: Batch, *, built: Built = BUILT) -> None:
    """Builds a version with exactly this content and makes it the live one."""
    with closing(versions.begin(built)) as fresh:
        fresh.put(content)
    with live.holding():
        versions.finish()


def met(store: MovableStore) -> tuple[int, int]:
    """Returns how many houses are quiet, and how many are sunny."""
    quiet, sunny = (store.rank(asks(wants(proof(fact))), limit=1).ladder.met[1] for fact in (QUIET, SUNNY))
    return quiet, sunny

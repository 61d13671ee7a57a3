"""Tests of what persists after closing, and of what readers see during a write."""

from __future__ import annotations

import sys
import threading
from contextlib import closing

import pytest

from claimtree.errors import IndexMismatch
from claimtree.model.claims import (
    Claim,
    EntityId,
)
from claimtree.model.phrases import Batch
from claimtree.ports import MovableStore, StoreIdentity
from claimtree_testing.suites.agreement import observations
from claimtree_testing.suites.cases import Cases
from claimtree_testing.suites.town import (
    EVERYTHING,
    GAS,
    IDENTITY,
    MODERN,
    QUIET,
    SUNNY,
    TREE,
    StoreMaker,
    asks,
    batch,
    house,
    proof,
    room,
    wants,
)
from claimtree_testing.worlds import apply, random_world


class Lasting(Cases):
    """What persists after closing, and what readers see during a write."""

    def test_what_was_written_is_there_after_reopening(self, make_store: StoreMaker) -> None:
        world = random_world(4)
        store = make_store(world.identity, world.hierarchy)
        apply(world, store)
        before = observations(store, world)
        store.close()
        with closing(self.reopen(store, world.identity, world.hierarchy)) as again:
            assert observations(again, world) == before
            assert again.check() == ()

    @pytest.mark.parametrize(
        "other",
        [
            StoreIdentity(pack="suite", pack_version=1, embedder="another", dimensions=4),
            StoreIdentity(pack="suite", pack_version=1, embedder="suite", dimensions=5),
            StoreIdentity(pack="another", pack_version=1, embedder="suite", dimensions=4),
            StoreIdentity(pack="suite", pack_version=2, embedder="suite", dimensions=4),
        ],
        ids=["embedder", "dimensions", "pack", "pack version"],
    )
    def test_a_store_built_with_something_else_refuses_to_open(
        self, make_store: StoreMaker, other: StoreIdentity
    ) -> None:
        store = make_store(IDENTITY, TREE)
        store.put(batch(house("h", QUIET)))
        store.close()
        with pytest.raises(IndexMismatch):
            self.reopen(store, other, TREE).close()
        with closing(self.reopen(store, IDENTITY, TREE)) as again:
            assert again.get([EntityId("h")]) == (house("h", QUIET),)

    def test_readers_during_a_write_see_old_or_new_and_never_half(self, store: MovableStore) -> None:
        def version(fact: Claim, part: Claim) -> Batch:
            houses = [house(f"h{i}", fact) for i in range(24)]
            rooms = [room(f"{fact.pattern} {i}", f"h{i}", part) for i in range(24)]
            return batch(*houses, *rooms)

        old, new = version(QUIET, MODERN), version(SUNNY, GAS)
        plan = asks(
            *(wants(proof(fact)) for fact in (QUIET, SUNNY)),
            *(wants(proof(fact), facet="kitchen") for fact in (MODERN, GAS)),
        )
        store.put(old)
        reads: list[bool] = []
        failures: list[BaseException] = []
        done = threading.Event()

        def read() -> None:
            try:
                while not done.is_set():
                    ranked = store.rank(plan, limit=EVERYTHING)
                    assert dict(ranked.ladder.met) == {0: 0, 1: 0, 2: 24, 3: 0, 4: 0}
                    (dossier,) = store.dossiers(plan, [EntityId("h0")])
                    answered = [bool(pieces) for pieces in dossier.pieces]
                    assert answered in ([True, False, True, False], [False, True, False, True])
                    reads.append(answered[0])
            except BaseException as error:  # noqa: BLE001 - handed to the test's own thread
                failures.append(error)

        readers = [threading.Thread(target=read) for _ in range(2)]
        patience = sys.getswitchinterval()
        sys.setswitchinterval(1e-5)
        try:
            for reader in readers:
                reader.start()
            for turn in range(2_000):
                store.put(old if turn % 2 else new)
                if failures or (len(reads) >= 60 and len(set(reads)) == 2):
                    break
        finally:
            sys.setswitchinterval(patience)
            done.set()
            for reader in readers:
                reader.join()
        if failures:
            raise failures[0]
        assert reads

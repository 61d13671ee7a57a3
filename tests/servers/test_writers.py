"""Writers that get in each other's way: one that is killed, and one that was only asleep."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import closing, contextmanager
from typing import Any

import pytest

from claimtree.errors import StoreUnavailable
from claimtree.model.claims import EntityId
from claimtree.model.phrases import Batch
from claimtree.stores.elastic import ElasticStore, ledger
from claimtree_testing.suites import (
    EVERYTHING,
    IDENTITY,
    LEAFY,
    MODERN,
    NOISY,
    QUIET,
    SUNNY,
    TOWN,
    TREE,
    asks,
    batch,
    house,
    order,
    proof,
    room,
    says,
    town,
    wants,
)

pytestmark = pytest.mark.elastic

SIZE = 12
LOUD = says("loud", at=TOWN)


def homes(*facts: Any) -> Batch:
    items = [town("t", LEAFY)]
    for i in range(SIZE):
        items += [house(f"h{i:02d}", *facts, town="t"), room(f"r{i:02d}", f"h{i:02d}", MODERN)]
    return batch(*items)


class Asleep:
    """A client whose bulk requests block, from the one with that number on, until they are
    released.
    """

    def __init__(self, client: Any, number: int) -> None:
        self._client = client
        self._left = number
        self.sleeping, self.wake = threading.Event(), threading.Event()

    def send(self, method: str, path: str, body: bytes | None, params: Mapping[str, str], *, lines: bool) -> Any:
        if path == "/_bulk":
            self._left -= 1
            if self._left < 0:
                self.sleeping.set()
                self.wake.wait(60)
        return self._client.send(method, path, body, params, lines=lines)

    def close(self) -> None:
        self._client.close()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "LEASE_S", 1.0)


def fast_asleep(monkeypatch: pytest.MonkeyPatch, lock: type[ledger.WriteLock]) -> None:
    """Nor does it report that it still writes."""

    @contextmanager
    def silent(self: ledger.WriteLock) -> Any:
        yield

    monkeypatch.setattr(lock, "kept", silent)


def put_in_a_thread(store: ElasticStore, content: Batch) -> tuple[threading.Thread, list[BaseException]]:
    failures: list[BaseException] = []

    def put() -> None:
        try:
            store.put(content)
        except BaseException as error:  # noqa: BLE001 - handed to the test's own thread
            failures.append(error)

    thread = threading.Thread(target=put)
    thread.start()
    return thread, failures


@pytest.mark.parametrize("number", range(3))
def test_a_writer_that_wakes_up_too_late_changes_nothing(
    addresses: Callable[[], str], monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    address = addresses()
    fast_asleep(monkeypatch, ledger.WriteLock)
    monkeypatch.setattr("claimtree.stores.elastic.cluster_client.BULK_BYTES", 2_000)
    with (
        closing(ElasticStore(address, IDENTITY, TREE)) as first,
        closing(ElasticStore(address, IDENTITY, TREE)) as second,
    ):
        first.put(homes(QUIET))
        client = Asleep(first._client._client, number)
        first._client._client = client
        thread, failures = put_in_a_thread(first, homes(NOISY))
        assert client.sleeping.wait(20)
        second.put(homes(SUNNY))
        client.wake.set()
        thread.join()
        assert [type(failure) for failure in failures] == [StoreUnavailable]
        assert second.check() == ()
        plan = asks(wants(proof(SUNNY)), wants(proof(QUIET)), wants(proof(NOISY)))
        ranked = second.rank(plan, limit=EVERYTHING)
        assert dict(ranked.ladder.met) == {0: 0, 1: SIZE, 2: 0, 3: 0}
        assert len(ranked.hits) == SIZE
        # And both may go on.
        first.put(homes(NOISY))
        assert dict(second.rank(plan, limit=1).ladder.met) == {0: 0, 1: SIZE, 2: 0, 3: 0}
        assert second.check() == ()
        assert [item.claims for item in first.get([EntityId("h00")])] == [(NOISY,)]


def test_what_a_killed_writer_left_is_never_seen_and_goes(
    addresses: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    address = addresses()
    fast_asleep(monkeypatch, ledger.WriteLock)
    with closing(ElasticStore(address, IDENTITY, TREE)) as store:
        store.put(homes(QUIET))

        def killed(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patched:
            # It never gets to release the lock.
            patched.setattr(ledger.Ledger, "_put_down", killed)
            patched.setattr(ledger.Ledger, "_drop", lambda *_: None)
            with pytest.raises(KeyboardInterrupt):
                store.put(homes(SUNNY))
        plan = asks(wants(proof(QUIET)), wants(proof(SUNNY)))
        assert dict(store.rank(plan, limit=1).ladder.met) == {0: 0, 1: SIZE, 2: 0}
        assert [item.claims for item in store.get([EntityId("h03")])] == [(QUIET,)]
        store.put(batch(house("new", SUNNY)))
        assert dict(store.rank(plan, limit=1).ladder.met) == {0: 0, 1: SIZE + 1, 2: 0}
        assert store.check() == ()
        assert not store._view().state.dirty


def test_what_died_is_swept_away_when_it_has_rested(
    addresses: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("claimtree.stores.elastic.cleanup.REST_S", 0.0)
    with closing(ElasticStore(addresses(), IDENTITY, TREE)) as store:
        store.put(homes(QUIET))
        store.put(homes(SUNNY))
        store.remove([EntityId("h00")])
        index = store._view().names.entities

        def documents() -> int:
            store._client.refresh(index)
            answer = store._client.search(index, {"size": 0, "track_total_hits": True})
            return int(answer["hits"]["total"]["value"])

        alive = 1 + 2 * (SIZE - 1)
        assert documents() > alive
        store.compact()  # lets them rest
        assert documents() > alive
        store.compact()
        assert documents() == alive
        assert store._view().state.swept > 0
        assert store.check() == ()
        assert dict(store.rank(asks(wants(proof(SUNNY))), limit=1).ladder.met) == {0: 0, 1: SIZE - 1}


def test_a_read_that_took_so_long_that_its_documents_are_gone_is_done_again(
    addresses: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("claimtree.stores.elastic.cleanup.REST_S", 0.0)
    with closing(ElasticStore(addresses(), IDENTITY, TREE)) as store:
        store.put(homes(QUIET))
        monkeypatch.setattr("claimtree.stores.elastic.store.REST_S", -1.0)
        looks: list[int] = []

        def slow(reading: Any) -> tuple[Any, ...]:
            looks.append(reading.view.state.generation)
            if len(looks) == 1:
                store.put(homes(SUNNY))
                store.compact()
                store.compact()
            return tuple(reading.items([EntityId("h01")]))

        (item,) = store._read(slow)
        assert item.claims == (SUNNY,)
        assert len(set(looks)) == len(looks) == 2


def test_a_writer_that_keeps_what_stands_above_homes_notices_what_another_writer_made_of_it(
    addresses: Callable[[], str],
) -> None:
    address = addresses()
    with (
        closing(ElasticStore(address, IDENTITY, TREE)) as first,
        closing(ElasticStore(address, IDENTITY, TREE)) as second,
    ):
        first.put(batch(town("t", LEAFY)))
        first.put(batch(house("a", QUIET, town="t")))
        second.put(batch(town("t", LOUD)))
        first.put(batch(house("b", QUIET, town="t")))
        plan = asks(wants(proof(LEAFY), required=True), wants(proof(LOUD)))
        assert order(first, plan) == []
        assert order(first, asks(wants(proof(LOUD), required=True))) == ["a", "b"]
        second.put(batch(town("t", LEAFY)))
        first.put(batch(house("c", QUIET, town="t")))
        assert order(first, plan) == ["a", "b", "c"]
        assert first.check() == ()

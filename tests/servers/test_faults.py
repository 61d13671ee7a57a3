"""What a store does when its cluster breaks: right answers or a clear error, nothing lost, and well again by itself.

Each test breaks a cluster of three nodes with one copy of every shard; the fixture mends it. Answers are compared with
the memory store's, which had no accident.
"""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TypeVar

import pytest
from tests.servers.clusters import PATIENCE_S, Cluster

from claimtree.errors import ClaimtreeError, StoreDamaged, StoreError, StoreFull, StoreUnavailable
from claimtree.model.claims import EntityId
from claimtree.model.phrases import Batch
from claimtree.model.plans import Plan
from claimtree.ports import Store
from claimtree.stores.memory import MemoryStore
from claimtree.stores.open import open_store
from claimtree_testing.suites import (
    EVERYTHING,
    IDENTITY,
    MODERN,
    QUIET,
    TREE,
    asks,
    batch,
    exactly,
    house,
    proof,
    room,
    says,
    wants,
)

pytestmark = pytest.mark.faults

BATCHES = 12
PLAN = asks(wants(proof(QUIET)), wants(proof(MODERN), facet="kitchen"), wants(proof(says("number 3"))))

T = TypeVar("T")


def group(number: int, houses: int = 20) -> Batch:
    """A batch of houses with a kitchen each, that all say its number."""
    ids = [f"{number:03d}-{i:02d}" for i in range(houses)]
    homes = [house(id, QUIET, says(f"number {number % 7}"), says("size _", exactly(float(number)))) for id in ids]
    return batch(*homes, *(room(f"{id} kitchen", id, MODERN) for id in ids if int(id[-2:]) % 2))


def seen(store: Store, plan: Plan = PLAN) -> object:
    """What a search finds: every hit, in order, and the ladder."""
    ranked = store.rank(plan, limit=EVERYTHING)
    return ranked.hits, ranked.ladder


def reference(batches: int) -> MemoryStore:
    store = MemoryStore(IDENTITY, TREE)
    for number in range(batches):
        store.put(group(number))
    return store


def until_it_works(do: Callable[[], T]) -> T:
    """What it gives in the end. On the way only one thing may happen: that the store says it cannot be reached."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            return do()
        except StoreUnavailable as error:
            assert_clear(error)
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


def assert_clear(error: ClaimtreeError) -> None:
    """It names the store, says what to do, and shows nothing of our insides or of the client's."""
    assert "elasticsearch://" in error.message
    assert error.hint
    assert "Traceback" not in error.message
    assert "object at 0x" not in error.message
    assert len(error.message) < 800


@pytest.fixture
def store(cluster: Cluster, cluster_address: str) -> Iterator[Store]:
    """A store with some batches in it, each on two nodes."""
    with closing(open_store(cluster_address, IDENTITY, TREE)) as store:
        for number in range(3):
            store.put(group(number))
        cluster.wait_for("green")
        yield store


def prefix_of(address: str) -> str:
    return address.rpartition("/")[2].partition("?")[0]


# A node killed


def test_nothing_acknowledged_is_lost_when_a_node_is_killed_while_indexing(
    store: Store, cluster: Cluster, cluster_address: str
) -> None:
    victim = cluster.holder(f"{prefix_of(cluster_address)}-v1-ledger")
    acknowledged: list[int] = []

    def write() -> None:
        for number in range(3, BATCHES):
            until_it_works(lambda number=number: store.put(group(number)))  # type: ignore[misc]  # a default, not a parameter
            acknowledged.append(number)

    writer = threading.Thread(target=write)
    writer.start()
    while writer.is_alive() and len(acknowledged) < 2:
        time.sleep(0.01)
    cluster.kill(victim)
    writer.join(timeout=PATIENCE_S)
    assert acknowledged == [*range(3, BATCHES)]
    assert until_it_works(lambda: seen(store)) == seen(reference(BATCHES))
    cluster.restart(victim)
    cluster.wait_for("green")
    assert seen(store) == seen(reference(BATCHES))
    assert store.check() == ()


def test_searches_stay_right_while_a_node_is_killed_and_comes_back(
    store: Store, cluster: Cluster, cluster_address: str
) -> None:
    victim = cluster.holder(f"{prefix_of(cluster_address)}-v1-level-house")
    wanted = seen(reference(3))
    answers: list[object] = []
    errors: list[ClaimtreeError] = []
    done = threading.Event()

    def search() -> None:
        while not done.is_set():
            try:
                answers.append(seen(store))
            except StoreUnavailable as error:
                errors.append(error)

    searcher = threading.Thread(target=search)
    searcher.start()
    try:
        cluster.kill(victim)
        until_it_works(lambda: seen(store))
        cluster.restart(victim)
        cluster.wait_for("green")
    finally:
        done.set()
        searcher.join(timeout=PATIENCE_S)
    assert not searcher.is_alive()
    assert answers
    assert all(answer == wanted for answer in answers)
    for error in errors:
        assert_clear(error)
    assert seen(store) == wanted


def test_a_store_opens_and_answers_with_one_node_of_three_gone(
    store: Store, cluster: Cluster, cluster_address: str
) -> None:
    cluster.kill("node1")
    with closing(until_it_works(lambda: open_store(cluster_address, IDENTITY, TREE, create=False))) as other:
        assert until_it_works(lambda: seen(other)) == seen(reference(3))


# The whole cluster


def test_a_stopped_cluster_is_unavailable_and_the_store_works_again_when_it_is_back(
    store: Store, cluster: Cluster, cluster_address: str
) -> None:
    for name in cluster.nodes:
        cluster.signal(name, signal.SIGTERM)
    cluster.wait_until_down()
    with pytest.raises(StoreUnavailable) as searching:
        seen(store)
    assert_clear(searching.value)
    with pytest.raises(StoreUnavailable) as writing:
        store.put(group(3))
    assert_clear(writing.value)
    with pytest.raises(StoreUnavailable):
        open_store(cluster_address, IDENTITY, TREE, create=False)
    cluster.restart()
    assert until_it_works(lambda: seen(store)) == seen(reference(3))
    until_it_works(lambda: store.put(group(3)))
    assert seen(store) == seen(reference(4))


def test_a_cluster_killed_at_once_keeps_what_was_acknowledged(store: Store, cluster: Cluster) -> None:
    store.put(group(3))
    cluster.kill(*cluster.nodes)
    cluster.restart()
    assert until_it_works(lambda: seen(store)) == seen(reference(4))


def test_without_a_quorum_the_store_says_so_and_works_again_with_one(store: Store, cluster: Cluster) -> None:
    cluster.kill("node1", "node2")
    with pytest.raises(StoreUnavailable) as caught:
        store.put(group(3))
    assert_clear(caught.value)
    cluster.restart("node1")
    cluster.restart("node2")
    until_it_works(lambda: store.put(group(3)))
    assert until_it_works(lambda: seen(store)) == seen(reference(4))


# A full disk


def test_a_read_only_index_is_called_full_and_still_answers(
    store: Store, cluster: Cluster, cluster_address: str
) -> None:
    ours = f"/{prefix_of(cluster_address)}-v1-*/_settings"
    cluster.ask("PUT", ours, {"index.blocks.read_only_allow_delete": True})
    with pytest.raises(StoreFull) as caught:
        store.put(group(3))
    assert_clear(caught.value)
    assert seen(store) == seen(reference(3))
    cluster.ask("PUT", ours, {"index.blocks.read_only_allow_delete": None})
    store.put(group(3))
    assert seen(store) == seen(reference(4))


def test_a_disk_above_the_flood_stage_is_called_full_and_writing_goes_on_when_there_is_room(
    store: Store, cluster: Cluster
) -> None:
    def watermarks(on: bool) -> None:
        allocation = "cluster.routing.allocation.disk"
        levels = {f"{allocation}.watermark.{name}": "1%" if on else None for name in ("low", "high", "flood_stage")}
        cluster.ask(
            "PUT", "/_cluster/settings", {"persistent": {**levels, f"{allocation}.threshold_enabled": on or None}}
        )

    def put_until_full() -> None:
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            store.put(group(2))
            time.sleep(1)

    watermarks(on=True)
    try:
        with pytest.raises(StoreFull):
            put_until_full()
        assert seen(store) == seen(reference(3))
    finally:
        watermarks(on=False)
    cluster.ask("PUT", "/fault-*/_settings", {"index.blocks.read_only_allow_delete": None})
    until_it_works(lambda: store.put(group(3)))
    assert seen(store) == seen(reference(4))


# A slow node


@pytest.mark.parametrize("which", ["the first", "the one with the homes"])
def test_a_node_that_stands_still_delays_answers_and_never_changes_them(
    store: Store, cluster: Cluster, cluster_address: str, which: str
) -> None:
    victim = "node1" if which == "the first" else cluster.holder(f"{prefix_of(cluster_address)}-v1-level-house")
    cluster.signal(victim, signal.SIGSTOP)
    assert until_it_works(lambda: seen(store)) == seen(reference(3))
    until_it_works(lambda: store.put(group(3)))
    assert until_it_works(lambda: seen(store)) == seen(reference(4))
    cluster.signal(victim, signal.SIGCONT)
    cluster.wait_for("green")
    assert until_it_works(lambda: seen(store)) == seen(reference(4))


# Indices that are not as they should be


def test_a_red_index_is_an_error_and_never_half_an_answer(cluster: Cluster, cluster_address: str) -> None:
    alone = cluster_address.replace("replicas=1", "replicas=0&shards=3")
    with closing(open_store(alone, IDENTITY, TREE)) as store:
        for number in range(3):
            store.put(group(number))
        victim = cluster.holder(f"{prefix_of(alone)}-v1-level-house")
        cluster.kill(victim)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            with pytest.raises(StoreUnavailable) as caught:
                seen(store)
            assert_clear(caught.value)
        cluster.restart(victim)
        assert until_it_works(lambda: seen(store)) == seen(reference(3))


def test_an_index_that_is_gone_is_called_damage(store: Store, cluster: Cluster, cluster_address: str) -> None:
    cluster.ask("DELETE", f"/{prefix_of(cluster_address)}-v1-level-house")
    with pytest.raises(StoreDamaged) as caught:
        seen(store)
    assert_clear(caught.value)
    with pytest.raises(StoreDamaged):
        store.put(group(3))


def test_a_mapping_that_somebody_else_made_is_called_damage(cluster: Cluster, cluster_address: str) -> None:
    index = f"{prefix_of(cluster_address)}-v1-level-house"
    cluster.ask("PUT", f"/{index}", {"mappings": {"properties": {"id": {"type": "long"}, "born": {"type": "text"}}}})
    with pytest.raises(StoreDamaged) as caught:
        open_store(cluster_address, IDENTITY, TREE)
    assert_clear(caught.value)
    assert cluster.ask("GET", f"/{index}/_count")["count"] == 0


def test_a_field_that_conflicts_with_ours_is_called_damage(
    store: Store, cluster: Cluster, cluster_address: str
) -> None:
    index = f"{prefix_of(cluster_address)}-v1-level-house"
    with closing(store):
        cluster.ask("DELETE", f"/{index}")
        mappings = {"dynamic": "strict", "_meta": {"claimtree": 1}, "properties": {"born": {"type": "boolean"}}}
        cluster.ask("PUT", f"/{index}", {"mappings": mappings})
        with pytest.raises(StoreDamaged) as caught:
            store.put(group(3))
        assert_clear(caught.value)


@pytest.mark.parametrize("part", ["ledger", "v1-ledger", "level-house", "v1-phrases"])
def test_another_programs_index_under_our_prefix_is_refused_and_left_alone(
    cluster: Cluster, cluster_address: str, part: str
) -> None:
    index = f"{prefix_of(cluster_address)}-{part}"
    cluster.ask("PUT", f"/{index}/_doc/state?refresh=true", {"customer": "theirs", "amount": 3})
    before = cluster.ask("GET", f"/{index}/_mapping")
    with pytest.raises(StoreError) as caught:
        open_store(cluster_address, IDENTITY, TREE)
    assert_clear(caught.value)
    assert not isinstance(caught.value, StoreUnavailable)
    assert cluster.ask("GET", f"/{index}/_doc/state")["_source"] == {"customer": "theirs", "amount": 3}
    assert cluster.ask("GET", f"/{index}/_mapping") == before


def test_another_programs_index_beside_ours_is_no_trouble(store: Store, cluster: Cluster, cluster_address: str) -> None:
    index = f"{prefix_of(cluster_address)}-of-somebody-else"
    cluster.ask("PUT", f"/{index}/_doc/1?refresh=true", {"born": "yesterday"})
    store.put(group(3))
    assert seen(store) == seen(reference(4))
    assert [entity.entity.id for entity in store.get([EntityId("003-00")])] == ["003-00"]
    assert store.check() == ()

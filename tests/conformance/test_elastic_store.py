"""The store on a cluster is a store, on Elasticsearch and on OpenSearch."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import ClassVar

import pytest

from claimtree.model.claims import TypeName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.relations import Direction
from claimtree.ports import MovableStore, StoreIdentity
from claimtree.stores.elastic import ElasticStore, layout
from claimtree.stores.elastic.address import Secrets, read_address
from claimtree.stores.elastic.cluster_client import ElasticClient, operation
from claimtree_testing.suites import StoreMaker, StoreSuite, VersionsSuite
from claimtree_testing.suites.agreement import agrees
from claimtree_testing.suites.relations import links, states
from claimtree_testing.suites.town import HOUSE, IDENTITY, TREE, batch, house, says
from claimtree_testing.worlds import random_world

pytestmark = pytest.mark.elastic

Addresses = Callable[[], str]


def fresh_addresses(scheme: str, hosts: str) -> Iterator[Addresses]:
    """Addresses under prefixes of their own; what was made there is taken away at the end."""
    used: list[str] = []

    def address() -> str:
        used.append(f"{scheme}://{hosts}/t{uuid.uuid4().hex[:12]}")
        return used[-1]

    yield address
    for one in used:
        delete_indices(one)


def delete_indices(address: str) -> None:
    where = read_address(address)
    with closing(ElasticClient(where, Secrets())) as client:
        found = client.ask("GET", f"/{where.prefix}-v*/_alias", missing_ok=True, expand_wildcards="all")
        if found:
            client.ask("DELETE", f"/{','.join(found)}")


class UsedIndices:
    """Indices that one test after another uses: to make and to delete those of a store takes a cluster longer than most
    tests. Emptied, they are what a process leaves that died while it made a store, and the next one completes it."""

    def __init__(self, scheme: str, hosts: str) -> None:
        self._new = f"{scheme}://{hosts}/u"
        self._free: dict[Hierarchy, list[str]] = {}

    @contextmanager
    def lent(self) -> Iterator[Callable[[Hierarchy], str]]:
        """Inside the block, each call returns the address of indices without any document."""
        used: list[tuple[Hierarchy, str]] = []

        def address(tree: Hierarchy) -> str:
            free = self._free.setdefault(tree, [])
            used.append((tree, free.pop() if free else f"{self._new}{uuid.uuid4().hex[:12]}"))
            return used[-1][1]

        yield address
        for tree, one in used:
            empty(one)
            self._free[tree].append(one)

    def delete(self) -> None:
        for one in (one for free in self._free.values() for one in free):
            delete_indices(one)


def empty(address: str) -> None:
    """Delete every document of a store's indices, the ledger's among them."""
    where = read_address(address)
    with closing(ElasticClient(where, Secrets())) as client:
        indices, everything = f"{where.prefix}-v1-*", {"size": 10_000, "_source": False}
        client.refresh(indices)
        while hits := client.search(indices, everything)["hits"]["hits"]:
            client.bulk(operation("delete", hit["_index"], hit["_id"]) for hit in hits)
            client.refresh(indices)


@pytest.fixture(scope="session")
def used_elasticsearch_indices(elasticsearch_hosts: str) -> Iterator[UsedIndices]:
    used = UsedIndices("elasticsearch", elasticsearch_hosts)
    yield used
    used.delete()


@pytest.fixture(scope="session")
def used_opensearch_indices(opensearch_hosts: str) -> Iterator[UsedIndices]:
    used = UsedIndices("opensearch", opensearch_hosts)
    yield used
    used.delete()


class OnACluster(StoreSuite):
    # A world takes some seconds on a cluster, so either server has its own; others are tried by the tests marked long.
    odd: ClassVar[int]
    """0 for worlds with even numbers, 1 for those with odd ones."""
    many_worlds: ClassVar[int] = 12
    # Half as many as elsewhere take a quarter of the time.
    world_sizes: ClassVar[Sequence[int]] = (10, 20, 40)

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        own = range(self.odd, self.many_worlds, 2)
        if "seed" in metafunc.fixturenames:
            metafunc.parametrize("seed", own[:1])
        if "slow_seed" in metafunc.fixturenames:
            metafunc.parametrize("slow_seed", own[1:])
        if "most" in metafunc.fixturenames:
            metafunc.parametrize("most", ((1, 5), (2, 30))[self.odd])

    @pytest.fixture
    def make_store(self, used_indices: UsedIndices) -> Iterator[StoreMaker]:
        with used_indices.lent() as lend:
            yield lambda identity, tree: ElasticStore(lend(tree), identity, tree)

    def reopen(self, store: MovableStore, identity: StoreIdentity, hierarchy: Hierarchy) -> MovableStore:
        assert isinstance(store, ElasticStore)
        return ElasticStore(store.address, identity, hierarchy)

    @pytest.mark.long
    @pytest.mark.parametrize("number", range(12, 36))
    def test_it_agrees_with_the_reference_on_more_random_worlds(self, make_store: StoreMaker, number: int) -> None:
        agrees(make_store, random_world(number, size=(20, 40, 80)[number % 3]))

    def test_who_keeps_few_phrases_sees_the_same(self, addresses: Addresses, most: int) -> None:
        def few(identity: StoreIdentity, tree: Hierarchy) -> MovableStore:
            return ElasticStore(f"{addresses()}?phrases={most}", identity, tree)

        agrees(few, random_world(most))

    def test_indices_that_were_made_before_there_were_relations_take_them(
        self, addresses: Addresses, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = {name: field for name, field in layout._ENTITY.items() if name not in layout.RELATION_FIELDS}
        with monkeypatch.context() as earlier:
            earlier.setattr(layout, "_ENTITY", before)
            made = ElasticStore(addresses(), IDENTITY, TREE)
        with closing(made) as store:
            store.put(batch(house("i")))
            assert (store.waiting().count, store.info().relations, store.check()) == (0, 0, ())
            store.put(batch(states(house("h"), ("cites", "i"), ("cites", "late"))))
            assert links(store, "i", direction=Direction.IN) == [("cites", "h")]
            assert (store.waiting().count, store.info().relations, store.check()) == (1, 2, ())

    def test_a_partition_that_grows_too_large_comes_in_slices(self, addresses: Addresses) -> None:
        address, traits, key = addresses(), [says(f"trait {i}") for i in range(9)], (HOUSE, TypeName("trait"))
        with (
            closing(ElasticStore(address, IDENTITY, TREE)) as writer,
            closing(ElasticStore(f"{address}?phrases=4", IDENTITY, TREE)) as reader,
        ):
            writer.put(batch(house("h", *traits[:4])))
            (kept,) = reader.partitions([key])
            assert not kept.is_slice
            writer.put(batch(house("h", *traits)))
            slices = list(reader.partitions([key]))
            assert [len(one.phrases) for one in slices] == [4, 4, 1]
            assert all(one.is_slice for one in slices)
            (whole,) = writer.partitions([key])
            assert tuple(phrase for one in slices for phrase in one.phrases) == whole.phrases


class TestElasticsearchStore(OnACluster):
    odd: ClassVar[int] = 0

    @pytest.fixture
    def addresses(self, elasticsearch_hosts: str) -> Iterator[Addresses]:
        yield from fresh_addresses("elasticsearch", elasticsearch_hosts)

    @pytest.fixture
    def used_indices(self, used_elasticsearch_indices: UsedIndices) -> UsedIndices:
        return used_elasticsearch_indices


class TestOpenSearchStore(OnACluster):
    odd: ClassVar[int] = 1

    @pytest.fixture
    def addresses(self, opensearch_hosts: str) -> Iterator[Addresses]:
        yield from fresh_addresses("opensearch", opensearch_hosts)

    @pytest.fixture
    def used_indices(self, used_opensearch_indices: UsedIndices) -> UsedIndices:
        return used_opensearch_indices


class VersionsOnACluster(VersionsSuite):
    @pytest.fixture
    def address(self, addresses: Addresses) -> str:
        return addresses()


class TestElasticsearchVersions(VersionsOnACluster):
    @pytest.fixture
    def addresses(self, elasticsearch_hosts: str) -> Iterator[Addresses]:
        yield from fresh_addresses("elasticsearch", elasticsearch_hosts)


class TestOpenSearchVersions(VersionsOnACluster):
    @pytest.fixture
    def addresses(self, opensearch_hosts: str) -> Iterator[Addresses]:
        yield from fresh_addresses("opensearch", opensearch_hosts)


# Only what they are made into is a suite of its own.
del OnACluster, VersionsOnACluster

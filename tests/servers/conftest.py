"""Servers to be had: a cluster of three that a test may break, and one server of each kind."""

import uuid
from collections.abc import Callable, Iterator

import pytest
from tests.servers.clusters import Cluster, named, tell


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """The cluster, sound and empty; made so again afterwards."""
    hosts = named("CLAIMTREE_TEST_ELASTICSEARCH_3", "faults-test")
    cluster = Cluster(hosts, named("CLAIMTREE_TEST_SERVERS", "faults-test"))
    yield cluster
    cluster.heal()
    for index in cluster.ask("GET", "/_cat/indices/fault-*?format=json&expand_wildcards=all"):
        cluster.ask("DELETE", f"/{index['index']}")


@pytest.fixture
def cluster_address(cluster: Cluster) -> str:
    """A store's address on the cluster, with a copy of every shard on a second node and little patience."""
    return f"elasticsearch://{cluster.hosts}/fault-{uuid.uuid4().hex[:10]}?replicas=1&timeout=5"


Addresses = Callable[[], str]


@pytest.fixture(params=["elasticsearch", "opensearch"])
def addresses(request: pytest.FixtureRequest) -> Iterator[Addresses]:
    """Fresh addresses on a server of each kind; what was made there is taken away afterwards."""
    host = named(f"CLAIMTREE_TEST_{request.param.upper()}", "servers-test")
    prefix = f"bad-{uuid.uuid4().hex[:10]}"
    made: list[str] = []

    def address() -> str:
        made.append(f"{prefix}-{len(made)}")
        return f"{request.param}://{host}/{made[-1]}"

    yield address
    for index in tell(host, "GET", f"/_cat/indices/{prefix}-*?format=json&expand_wildcards=all"):
        tell(host, "DELETE", f"/{index['index']}")


@pytest.fixture
def elasticsearch_host() -> str:
    """HOST:PORT of an Elasticsearch."""
    return named("CLAIMTREE_TEST_ELASTICSEARCH", "servers-test")

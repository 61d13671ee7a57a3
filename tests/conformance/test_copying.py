"""A copy to a cluster and back is what was copied, on Elasticsearch and on OpenSearch."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from claimtree.geo import Point
from claimtree.model.claims import EntityId
from claimtree.model.places import Place, PlaceId, PlaceKind
from claimtree.moving import copy_store, copying
from claimtree.stores.elastic.address import Secrets, read_address
from claimtree.stores.elastic.cluster_client import ElasticClient
from claimtree.stores.memory import MemoryStore
from claimtree.stores.open import open_store
from claimtree.stores.sqlite import SqliteStore
from claimtree_testing.suites import observations
from claimtree_testing.worlds import apply, random_world

pytestmark = pytest.mark.elastic


@pytest.fixture
def address(request: pytest.FixtureRequest, server: str) -> Iterator[str]:
    hosts = request.getfixturevalue(f"{server}_hosts")
    address = f"{server}://{hosts}/c{uuid.uuid4().hex[:12]}"
    yield address
    where = read_address(address)
    with closing(ElasticClient(where, Secrets())) as client:
        found = client.ask("GET", f"/{where.prefix}-v*/_alias", missing_ok=True, expand_wildcards="all")
        client.ask("DELETE", f"/{','.join(found)}")


@pytest.mark.parametrize(("server", "seed"), [("elasticsearch", 1), ("opensearch", 2)])
def test_a_world_is_the_same_after_moving_to_a_cluster_and_back(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(copying, "PAGE", 15)
    world = random_world(seed, size=20)
    first = MemoryStore(world.identity, world.hierarchy)
    apply(world, first)
    first.put_places([Place(id=PlaceId("p"), name="Park", kind=PlaceKind("park"), shape=Point(1.0, 2.0))])
    first.set_measured_version(first.places_version())
    wanted = observations(first, world)
    with (
        closing(open_store(address, world.identity, world.hierarchy)) as middle,
        closing(SqliteStore(tmp_path / "last.db", world.identity, world.hierarchy)) as last,
    ):
        there, back = copy_store(first, middle, world.hierarchy), copy_store(middle, last, world.hierarchy)
        assert there.problems == back.problems == ()
        assert observations(middle, world) == wanted
        assert observations(last, world) == wanted
        assert middle.places() == last.places() == first.places()
        assert middle.measured_version() == middle.places_version()
        gone = next(item.entity.id for item in world.kept if item.entity.level == world.hierarchy.answers)
        first.remove([EntityId(gone)])
        assert copy_store(first, middle, world.hierarchy).problems == ()
        assert middle.info().entities == first.info().entities

"""Histories of several processes on one store: nothing acknowledged is lost, nothing comes back, no answer is half.

What fails prints its seed; `python -m claimtree_testing.histories --store sqlite --seed N` starts it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from claimtree.stores.elastic.address import Secrets, read_address
from claimtree.stores.elastic.cluster_client import ElasticClient
from claimtree_testing.histories import Plan, run
from claimtree_testing.histories.worker_pool import MEMORY

FEW, MANY = 200, 10_000
ADDRESSES: dict[str, Callable[[Path], str]] = {
    "memory": lambda folder: MEMORY,
    "sqlite": lambda folder: str(folder / "homes.db"),
}
on_both = pytest.mark.parametrize("store", ADDRESSES)


def hold(plan: Plan, folder: Path) -> None:
    report = run(plan, folder / "history")
    assert report.is_sound, "\n".join([str(report), *report.details])
    assert report.operations >= plan.operations
    # A store that refuses everything loses nothing.
    assert len(report.errors) + report.unknown <= report.operations // 5, "\n".join(report.details)


@pytest.mark.parametrize(
    ("store", "seed"), [("memory", 1), pytest.param("memory", 2, marks=pytest.mark.slow), ("sqlite", 1)]
)
def test_a_few_hundred_operations_hold_together(tmp_path: Path, store: str, seed: int) -> None:
    hold(Plan(address=ADDRESSES[store](tmp_path), seed=seed, operations=FEW), tmp_path)


@pytest.mark.slow
@on_both
def test_ten_thousand_operations_hold_together(tmp_path: Path, store: str) -> None:
    hold(Plan(address=ADDRESSES[store](tmp_path), seed=3, operations=MANY), tmp_path)


@pytest.mark.slow
def test_a_server_the_command_line_and_processes_hold_together(tmp_path: Path) -> None:
    """Processes of the server are killed as well, and commands in the middle of a write."""
    address = ADDRESSES["sqlite"](tmp_path)
    hold(Plan(address=address, seed=4, operations=400, workers=2, clients=2, commands=1), tmp_path)


IMPATIENT = {"claimtree.stores.elastic.ledger.LEASE_S": 2.0}
"""Whoever waits for a dead writer on a cluster waits two seconds instead of thirty."""


@pytest.fixture(params=["elasticsearch", "opensearch"])
def cluster(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a new store on a server of each kind; what was made there is taken away afterwards."""
    hosts = request.getfixturevalue(f"{request.param}_hosts")
    address = f"{request.param}://{hosts}/histories-{tmp_path.parent.name}-{tmp_path.name}".lower().replace("_", "-")
    yield address
    where = read_address(address)
    client = ElasticClient(where, Secrets())
    found = client.ask("GET", f"/{where.prefix}-v*/_alias", missing_ok=True, expand_wildcards="all")
    if found:
        client.ask("DELETE", f"/{','.join(found)}")
    client.close()


@pytest.mark.elastic
def test_thousands_of_operations_on_a_cluster_hold_together(tmp_path: Path, cluster: str) -> None:
    plan = Plan(address=cluster, seed=5, operations=2_000, workers=3, homes=80, kills_every=300, adjusted=IMPATIENT)
    hold(plan, tmp_path)


@pytest.mark.elastic
def test_a_server_on_a_cluster_holds_together(tmp_path: Path, cluster: str) -> None:
    plan = Plan(
        address=cluster, seed=6, operations=500, workers=2, clients=2, homes=40, kills_every=300, adjusted=IMPATIENT
    )
    hold(plan, tmp_path)

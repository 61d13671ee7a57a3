"""Each peer is filled, asked and emptied for real: its rows come back, with the right owners and cosines."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks.race.engines import ENGINES
from benchmarks.race.run import RaceOptions, run_race


def quiet(what: str, done: int, of: int) -> None: ...


@pytest.mark.slow
@pytest.mark.parametrize(
    ("engine", "package"), [("lancedb", "lancedb"), ("chroma", "chromadb"), ("qdrant-edge", "qdrant_edge")]
)
def test_an_engine_in_the_process_finds_nearly_everything_when_k_is_larger_than_the_world(
    engine: str, package: str, own_folder: Path
) -> None:
    if find_spec(package) is None:
        pytest.skip(f"{package} is not installed: pip install 'claimtree[bench]'")
    assert found_by(engine, own_folder, {}) >= 0.9


@pytest.mark.elastic
@pytest.mark.parametrize("engine", ["elasticsearch", "opensearch", "pgvector"])
def test_a_server_finds_nearly_everything_when_k_is_larger_than_the_world(engine: str, own_folder: Path) -> None:
    server = ENGINES[engine].server
    address = os.environ.get(f"CLAIMTREE_TEST_{server.upper()}", "")
    if not address or (engine == "pgvector" and find_spec("psycopg") is None):
        pytest.skip(f"no {server} to ask")
    assert found_by(engine, own_folder, {server: address}) >= 0.9


@pytest.mark.elastic
def test_our_store_on_a_cluster_finds_everything_in_the_right_order(own_folder: Path) -> None:
    address = os.environ.get("CLAIMTREE_TEST_ELASTICSEARCH", "")
    if not address:
        pytest.skip("no elasticsearch to ask")
    asked = run_race(options(own_folder, "ours-elasticsearch", {"elasticsearch": address}), quiet)["corpora"][0][
        "results"
    ]["ours-elasticsearch"]["asked"]
    assert asked["wrong"] == []
    assert asked["series"][0]["all"]["means"] == {"recall": 1.0, "precision": 1.0, "ndcg": 1.0, "empty": 0.0}


def options(folder: Path, engine: str, servers: dict[str, str]) -> RaceOptions:
    """One engine, on the market that was laid out."""
    return RaceOptions(homes=(150,), seed=3, engines=(engine,), folder=str(folder.parent), servers=servers)


def found_by(engine: str, folder: Path, servers: dict[str, str]) -> float:
    """The share of the true answers at k = 1,000; in processes of their own, whose warnings are theirs."""
    report = run_race(options(folder, engine, servers), quiet)
    assert report["left_out"] == []
    result = report["corpora"][0]["results"][engine]
    assert result["built"]["bytes"] > 0
    assert result["built"]["memory_known"]
    few, many = (series["all"]["means"] for series in result["asked"]["series"])
    assert few["recall"] <= many["recall"]
    return float(many["recall"])

"""The demo moved to a cluster: every worked query of both packs gives the same answer there, in every byte of JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from claimtree.stores.elastic.address import Secrets, read_address
from claimtree.stores.elastic.client import ElasticClient
from claimtree.stores.open import open_versions

pytestmark = pytest.mark.elastic

QUERIES = {
    "rentals": (
        "quiet 2BR with a modern kitchen over 12 m², south or west facing, allows dogs, no bars nearby, under $4,000",
        "A quiet apartment facing a courtyard with big windows and morning sun, preferably on a higher floor.",
        "Small but well-designed studio with kitchen space for daily cooking and a balcony big enough for two chairs.",
        "Pet-friendly building near a park, not too old, with good soundproofing and natural light.",
        "Top-floor apartment with elevator access, good insulation, and no noisy bars or construction nearby.",
        "Modern kitchen with built-in appliances, dishwasher, oven, large fridge, and enough countertop space.",
        "Area that feels safe at night, with grocery stores and coffee shops within walking distance.",
        "near Bedford Av, under 500 m to a grocery, not above a bar",
        "in or around Williamsburg, closer to Union Square than to Prospect Park",
        "two bedrooms, one with a walk-in closet and one with a desk, under $5,000",
    ),
    "property": (
        "rumah dekat USU maksimal 1,5 miliar",
        "ruko 3 lantai di Medan, dekat mall, di bawah 3 miliar",
        "rumah minimal 3 kamar dalam komplek, hadap timur",
    ),
}


class Demo:
    """The demo's own files, and commands on them."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.run("demo")

    def run(self, *words: str) -> str:
        environment = {**os.environ, "CLAIMTREE_HOME": str(self.home), "NO_COLOR": "1"}
        done = subprocess.run(
            [sys.executable, "-m", "claimtree", *words], capture_output=True, text=True, env=environment, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def answers(self, pack: str, store: str) -> list[dict[str, Any]]:
        """To all queries of a pack, without the time that each took."""
        file = self.home / "queries.txt"
        file.write_text("\n".join(QUERIES[pack]) + "\n", encoding="utf-8")
        said = self.run("search", "--file", str(file), "--pack", pack, "--store", store, "--json")
        found = [json.loads(line) for line in said.splitlines()]
        return [{key: value for key, value in one.items() if key != "took_ms"} for one in found]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    return Demo(tmp_path_factory.mktemp("home"))


@pytest.fixture(params=["elasticsearch", "opensearch"])
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    hosts = os.environ.get(f"CLAIMTREE_TEST_{request.param.upper()}")
    if not hosts:
        pytest.skip(f"CLAIMTREE_TEST_{request.param.upper()} names no server; make servers-test starts it")
    address = f"{request.param}://{hosts}/demo{uuid.uuid4().hex[:10]}"
    yield address
    where = read_address(address)
    wire = ElasticClient(where, Secrets())
    found = wire.ask("GET", f"/{where.prefix}-v*/_alias", missing_ok=True)
    if found:
        wire.ask("DELETE", f"/{','.join(found)}")
    wire.close()


@pytest.mark.parametrize("pack", QUERIES)
def test_every_worked_query_is_answered_alike(demo: Demo, address: str, pack: str) -> None:
    file = str(demo.home / f"demo-{pack}.db")
    demo.run("copy", "--from", file, "--to", address, "--pack", pack)
    wanted, found = demo.answers(pack, file), demo.answers(pack, address)
    assert len(wanted) == len(QUERIES[pack])
    for query, ours, theirs in zip(QUERIES[pack], wanted, found, strict=True):
        assert theirs == ours, query
    # The same through slices of all partitions but the smallest.
    assert demo.answers(pack, f"{address}?phrases=300") == wanted
    assert json.loads(demo.run("check", "--pack", pack, "--store", address, "--json"))
    assert open_versions(address).present().live == open_versions(file).present().live

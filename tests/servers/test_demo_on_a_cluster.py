"""The demo moved to a cluster: every worked query of both packs gives the same answer there, in every byte of JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from claimtree.cli.main import main
from claimtree.stores.elastic.address import Secrets, read_address
from claimtree.stores.elastic.cluster_client import ElasticClient
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


Command = Callable[..., str]
Answers = list[dict[str, Any]]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's own files."""
    home = tmp_path_factory.mktemp("home")
    environment = {**os.environ, "CLAIMTREE_HOME": str(home)}
    subprocess.run([sys.executable, "-m", "claimtree", "demo"], env=environment, check=True, capture_output=True)
    return home


@pytest.fixture
def command(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs a command on them, and returns what it printed."""
    monkeypatch.setenv("CLAIMTREE_HOME", str(home))
    monkeypatch.setenv("NO_COLOR", "1")

    def run(*words: str) -> str:
        capsys.readouterr()
        code = main(words)
        said = capsys.readouterr()
        assert code == 0, said.err
        return said.out

    return run


def answers(command: Command, home: Path, pack: str, store: str) -> Answers:
    """To all queries of a pack, without the time that each took."""
    file = home / "queries.txt"
    file.write_text("\n".join(QUERIES[pack]) + "\n", encoding="utf-8")
    said = command("search", "--file", str(file), "--pack", pack, "--store", store, "--json")
    found = [json.loads(line) for line in said.splitlines()]
    return [{key: value for key, value in one.items() if key != "took_ms"} for one in found]


@pytest.fixture(params=["elasticsearch", "opensearch"])
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    hosts = os.environ.get(f"CLAIMTREE_TEST_{request.param.upper()}")
    if not hosts:
        pytest.skip(f"CLAIMTREE_TEST_{request.param.upper()} names no server; make servers-test starts it")
    address = f"{request.param}://{hosts}/demo{uuid.uuid4().hex[:10]}"
    yield address
    where = read_address(address)
    client = ElasticClient(where, Secrets())
    found = client.ask("GET", f"/{where.prefix}-v*/_alias", missing_ok=True)
    if found:
        client.ask("DELETE", f"/{','.join(found)}")
    client.close()


@pytest.mark.parametrize("pack", QUERIES)
def test_every_worked_query_is_answered_alike(command: Command, home: Path, address: str, pack: str) -> None:
    file = str(home / f"demo-{pack}.db")
    command("copy", "--from", file, "--to", address, "--pack", pack)
    wanted, found = (answers(command, home, pack, store) for store in (file, address))
    assert len(wanted) == len(QUERIES[pack])
    for query, ours, theirs in zip(QUERIES[pack], wanted, found, strict=True):
        assert theirs == ours, query
    # The same through slices of all partitions but the smallest.
    assert answers(command, home, pack, f"{address}?phrases=300") == wanted
    assert json.loads(command("check", "--pack", pack, "--store", address, "--json"))
    assert open_versions(address).present().live == open_versions(file).present().live

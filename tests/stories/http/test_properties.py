"""The rows of a collection behind filters, over real connections: our server and our client against each other."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from tests.shared_packs import shared_pack
from tests.unit.structured.rows import matching, rows, store_of
from tests.unit.structured.test_store_source import FILTERS, joined

import claimtree
from claimtree.api.app import Serving, create_app
from claimtree.api.collections import Spec
from claimtree.errors import SourceApiRefused
from claimtree.model.claims import EntityId
from claimtree.settings import load_settings
from claimtree.structured.client import ApiClient, all_rows
from claimtree.structured.sync import sync

ROWS = rows(40)
EMBEDDER = "hashed-256"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with the rows."""
    home = tmp_path_factory.mktemp("served")
    file = home / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    with claimtree.open(home / "rows.db", pack="property", embedder=EMBEDDER) as ct:
        assert not ct.index(file).bad
    with closing(running(home, Path("rows.db"))) as server:
        yield server.url


class running:  # noqa: N801 - read as "with running(…)"
    """A server in a thread."""

    def __init__(self, home: Path, store: Path) -> None:
        settings = load_settings({"home": str(home), "embedder": EMBEDDER}, {})
        serving = Serving(specs=(Spec(name="rows", pack="property", store=str(home / store)),))
        config = uvicorn.Config(create_app(settings, serving), host="127.0.0.1", port=0, log_level="error")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        until = time.monotonic() + 60
        while not self._server.started:
            assert time.monotonic() < until
            assert self._thread.is_alive()
            time.sleep(0.01)
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(timeout=20)


@pytest.fixture(scope="module")
def client(served: str) -> Iterator[ApiClient]:
    pack = shared_pack("property")
    assert pack.api is not None
    with pytest.MonkeyPatch.context() as patch, closing(ApiClient(served, pack, pack.api, kept_s=0)) as client:
        patch.setenv("NO_PROXY", "127.0.0.1")
        yield client


@given(parts=st.lists(st.sampled_from(list(FILTERS)).flatmap(FILTERS.__getitem__), max_size=4))
def test_the_server_answers_the_client_as_plain_loops_would(client: ApiClient, parts: list[dict[str, Any]]) -> None:
    query = joined(parts)
    page = client.page(query)
    assert {str(row.id) for row in page.rows} == matching(ROWS, query)
    assert page.total == len(page.rows)
    assert page.bad == ()


def test_pages_and_single_rows_come_back(client: ApiClient) -> None:
    pages = list(all_rows(client.page, joined([])))
    assert sum(len(page.rows) for page in pages) == 40
    row = client.get(EntityId("7"))
    assert row is not None
    assert row.data["address"] == ROWS[6]["address"]
    assert client.get(EntityId("7000")) is None


def test_a_parameter_that_the_server_does_not_know_is_refused(served: str) -> None:
    reply = httpx.get(f"{served}/api/v1/properties", params={"bedroms_min": "3"}, trust_env=False)
    assert reply.status_code == 422
    assert "bedrooms_min" in reply.json()["hint"]


def test_a_refusal_of_the_server_is_one_of_the_client(client: ApiClient) -> None:
    with pytest.raises(SourceApiRefused, match="castle"):
        client.page(joined([{"choices": {"property_type": "castle"}}]))


def test_what_is_synced_from_us_answers_as_we_do(client: ApiClient) -> None:
    engine, store, indexer = store_of([])
    report = sync(client, indexer, store)
    assert (report.index.indexed, report.index.skipped, report.mended) == (40, 0, ())
    original, _, _ = store_of(ROWS)
    for question in ("rumah dijual 3 kamar", "ruko disewa di bawah 100 juta per tahun", "hadap utara, ada CCTV"):
        answers = [one.search(question, limit=100) for one in (engine, original)]
        first, second = ([(hit.id, hit.standing) for hit in answer.hits] for answer in answers)
        assert first == second
    assert sync(client, indexer, store, full=True).index.unchanged == 40

"""Every call that a reply shows can be sent to the route of its tool as it is, and finds what the reply shows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.golden.test_chat import TALKS
from tests.golden.test_chat import workspace as demo

from claimtree.api.app import Serving, create_app
from claimtree.api.collections import Spec
from claimtree.workspace import Workspace

workspace = demo
MORE = {
    "property": (
        "rumah disewa di bawah 60 juta per tahun, kalau bisa dekat sekolah",
        "ada lagi?",
        "urutkan termahal",
        "tanpa kolam renang",
        "rumah hadap timur atau selatan, minimal 3 kamar",
        "rumah di Cemara Asri dengan CCTV dan kolam renang, SHM, full furnished",
        "ada lagi?",
        "rumah dekat USU dan dekat rumah sakit",
        "rumah dijual luas tanah di atas 150 m2 di Medan Johor, bukan ruko",
        "ruko dekat mall",
        "ada lagi?",
    ),
    "rentals": (
        "no fee apartment in Williamsburg, ideally with a gym",
        "more",
        "cheapest first",
        "two bedrooms near a park or near a subway",
    ),
}


@pytest.fixture
def client(pack: str, workspace: Workspace) -> Iterator[TestClient]:
    store = workspace.store_to_write().info().address.removeprefix("sqlite:///")
    serving = Serving(specs=(Spec(name="demo", pack=pack, store=f"/{store.lstrip('/')}"),))
    app = create_app(workspace.settings, serving)
    with TestClient(app, base_url="http://127.0.0.1:8321") as client:
        yield client


def answered(client: TestClient, call: dict[str, Any]) -> dict[str, Any]:
    tool, arguments = call["tool"], call["arguments"]
    path = f"/api/v1/tools/{tool}"
    if tool in ("search_properties", "search_nearby"):
        answer = client.post(path, json=arguments)
    else:
        answer = client.get(path, params=arguments)
    assert answer.status_code == 200, (call, answer.text)
    return dict(answer.json())


@pytest.mark.slow
@pytest.mark.parametrize("pack", TALKS)
def test_each_call_of_a_reply_can_be_sent_as_it_is(pack: str, client: TestClient, tmp_path: Path) -> None:
    wrong: list[object] = []
    for message in (*TALKS[pack], *MORE[pack]):
        asked = {"message": message, "session": "s", "limit": 3}
        reply = client.post("/api/v1/chat", json=asked).json()
        found = [(call, answered(client, call)) for call in reply["calls"]]
        searches = [(call, got) for call, got in found if call["tool"] in ("search_properties", "search_nearby")]
        shown = [hit["id"] for hit in reply["hits"]]
        if len(searches) == 1 and "poi_type" not in str(reply["calls"]):
            (call, got) = searches[0]
            if ([hit["id"] for hit in got["hits"]], got["total"]) != (shown, reply["total"]):
                wrong.append((message, call, shown, reply["total"], [hit["id"] for hit in got["hits"]], got["total"]))
        elif searches:
            together = {hit["id"] for _, got in searches for hit in got["hits"]}
            if not together.issuperset(shown):
                wrong.append((message, reply["calls"], shown, sorted(together)))
        for call, got in found:
            if call["tool"].startswith("get_property") and got["id"] not in [
                *shown,
                *(one["id"] for one in reply["answers"]),
            ]:
                wrong.append((message, call, got["id"]))
            if call["tool"] in ("geocode_location", "search_pois") and not got["places"]:
                wrong.append((message, call))
    assert not wrong, "\n".join(map(str, wrong))

"""Versions of entities over HTTP: a write based on an outdated version is refused."""

from __future__ import annotations

import json
import shutil
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.stories.http.processes import running

ONE = "/api/v1/entities/n1"
NEW = "/api/v1/entities/new"
MINE = {"text": "Quiet, with a balcony.", "source": "mine"}


def put(client: TestClient, record: dict[str, Any], path: str = ONE, **headers: str) -> Any:
    return client.put(path, json=record, headers={name.replace("_", "-"): value for name, value in headers.items()})


def test_the_tag_of_an_entity_lets_one_writer_through(client: TestClient) -> None:
    tag = client.get(ONE).headers["etag"]
    first = put(client, MINE, If_Match=tag)
    assert first.status_code == 200
    late = put(client, {"text": "No pets.", "source": "theirs"}, If_Match=tag)
    assert late.status_code == 412
    assert late.json()["code"] == "stale_version"
    assert first.json()["versions"]["n1"] in late.json()["detail"]
    texts = [source["text"] for source in client.get(ONE).json()["sources"]]
    assert "No pets." not in texts
    assert MINE["text"] in texts
    assert put(client, {"text": "No pets.", "source": "theirs"}, If_Match=first.headers["etag"]).status_code == 200


def test_the_version_is_told_everywhere_alike(client: TestClient) -> None:
    done = put(client, MINE)
    version = done.json()["versions"]["n1"]
    shown = client.get(ONE)
    assert shown.json()["version"] == version
    assert done.headers["etag"] == f'"{version}"'
    assert shown.headers["etag"].startswith(f'"{version}.')
    again = put(client, MINE)
    assert (again.json()["unchanged"], again.json()["versions"]) == (1, {"n1": version})


def test_a_known_answer_is_not_sent_again_and_two_encodings_have_two_tags(client: TestClient) -> None:
    plain = client.get(ONE, headers={"Accept-Encoding": "identity"}).headers["etag"]
    small = client.get(ONE, headers={"Accept-Encoding": "gzip"}).headers["etag"]
    assert plain != small
    for tag, encoding in ((plain, "identity"), (small, "gzip")):
        known = client.get(ONE, headers={"Accept-Encoding": encoding, "If-None-Match": tag})
        assert known.status_code == 304
    assert put(client, MINE, If_Match=small).status_code == 200


def test_a_proxy_may_have_made_the_tag_a_weak_one(client: TestClient) -> None:
    tag = client.get(ONE).headers["etag"]
    assert put(client, MINE, If_Match=f'"nothing", W/{tag}').status_code == 200


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        (ONE, {"If-None-Match": "*"}, 412),
        (NEW, {"If-None-Match": "*"}, 200),
        (ONE, {"If-Match": "*"}, 200),
        (NEW, {"If-Match": "*"}, 412),
        (NEW, {"If-Match": '"0123456789abcdef"'}, 412),
        (ONE, {"If-Match": "no tag"}, 422),
        (ONE, {"If-Match": '""'}, 422),
        (ONE, {"If-Match": '"*"'}, 412),
        (ONE, {"If-Match": " "}, 422),
        (ONE, {"If-Match": ",".join(['"a"'] * 51)}, 422),
        (ONE, {"If-None-Match": '"a"'}, 422),
        (ONE, {"If-Match": "*", "If-None-Match": "*"}, 422),
    ],
)
def test_what_headers_ask_for(client: TestClient, path: str, headers: dict[str, str], status: int) -> None:
    assert client.put(path, json=MINE, headers=headers).status_code == status


def test_deleting_wants_a_version_too(client: TestClient) -> None:
    old = client.get(ONE).headers["etag"]
    put(client, MINE)
    assert client.delete(ONE, headers={"If-Match": old}).status_code == 412
    assert client.delete(ONE, headers={"If-Match": client.get(ONE).headers["etag"]}).status_code == 200
    assert client.delete(ONE, headers={"If-Match": "*"}).status_code == 412
    assert client.get(ONE).status_code == 404


def test_several_lines_of_a_header_count_together(client: TestClient) -> None:
    tag = client.get(ONE).headers["etag"]
    both = [("If-Match", '"0123456789abcdef"'), ("If-Match", tag)]
    assert client.request("PUT", ONE, json=MINE, headers=both).status_code == 200


def test_deleting_only_what_is_not_there_makes_no_sense(shared_client: TestClient) -> None:
    assert shared_client.delete(ONE, headers={"If-None-Match": "*"}).status_code == 422
    assert shared_client.get(ONE).status_code == 200


def test_a_record_with_more_columns_than_any_table_is_refused_before_it_is_read(shared_client: TestClient) -> None:
    refused = shared_client.put(ONE, json={f"column {number}": number for number in range(20_000)})
    assert refused.status_code == 422
    assert "columns" in refused.json()["detail"]


def test_a_batch_names_what_was_stale_and_does_the_rest(client: TestClient) -> None:
    known = client.get("/api/v1/entities/n2").json()["version"]
    asked = {
        "records": [{"id": "n1", **MINE}, {"id": "n2", **MINE}, {"id": "new", **MINE}],
        "delete": ["n3", "n/4 ü"],
        "versions": {"n1": "0123456789abcdef", "n2": known, "new": "", "n3": "0123456789abcdef"},
    }
    done = client.post("/api/v1/entities", json=asked).json()
    assert (done["indexed"], done["skipped"]) == (2, 2)
    assert done["deleted"] >= 1
    assert client.get("/api/v1/entities/n/4 ü").status_code == 404
    assert set(done["versions"]) == {"n2", "new"}
    assert ["n1" in bad["reason"] for bad in done["bad"]] == [True, False]
    assert client.get("/api/v1/entities/n3").status_code == 200


@pytest.mark.parametrize(
    "body", [b'{"id": "n1", "price": 123456789012345678901234567890}', b'{"id": "n1", "text": "\\ud83d"}']
)
def test_a_record_that_cannot_be_kept_is_told_of(shared_client: TestClient, body: bytes) -> None:
    kind = {"Content-Type": "application/json"}
    assert shared_client.put(ONE, content=body, headers=kind).status_code == 422
    done = shared_client.post("/api/v1/entities", content=b'{"records": [' + body + b"]}", headers=kind)
    assert (done.status_code, done.json()["skipped"]) == (200, 1)


@pytest.mark.parametrize("body", [b"[" * 500 + b"]" * 500, b'"' + b"x" * (1 << 21) + b'"'], ids=["deep", "large"])
def test_a_body_that_nobody_asked_for_is_refused_or_left_alone(shared_client: TestClient, body: bytes) -> None:
    asked = shared_client.request(
        "GET", "/api/v1/search?q=quiet", content=body, headers={"Content-Type": "application/json"}
    )
    assert asked.status_code in (200, 400, 413)


SITES, HOMES = ("a", "b", "c"), 20


def _put(address: str, id: str, site: str) -> int:
    record = json.dumps({"text": f"Quiet home, said {site}.", "source": site}).encode()
    asked = urllib.request.Request(
        f"{address}/api/v1/entities/{id}", record, {"Content-Type": "application/json"}, method="PUT"
    )
    with urllib.request.urlopen(asked, timeout=60) as answer:
        return int(answer.status)


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.slow
def test_sources_that_are_put_at_once_are_all_there(built: Path, tmp_path: Path, workers: str) -> None:
    home = Path(shutil.copytree(built, tmp_path / "home"))
    with running(home, "--workers", workers) as address, ThreadPoolExecutor(6) as clients:
        asked = [(f"at-once-{number}", site) for number in range(HOMES) for site in SITES]
        assert set(clients.map(lambda one: _put(address, *one), asked)) == {200}
        for number in range(HOMES):
            with urllib.request.urlopen(f"{address}/api/v1/entities/at-once-{number}", timeout=30) as answer:
                assert {source["name"] for source in json.load(answer)["sources"]} == set(SITES)

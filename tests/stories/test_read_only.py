"""A store of another user, which can be read but not written, through every face; and such a data
folder.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.stories.http.processes import serving
from tests.stories.http.serving import EMBEDDER, build
from tests.unprivileged import command, give_away, let_go, public_folder, unprivileged

import claimtree
from claimtree.access import Keys, Role
from claimtree.errors import StoreReadOnly

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def theirs() -> Iterator[Path]:
    """A data folder of another user, with a store, a key and a saved search."""
    with public_folder() as folder:
        data = folder / "data"
        data.mkdir()
        build(data)
        shutil.copy(data / "north.db", data / "rentals.db")
        ran = command(data, "saved", "add", "quiet ones", "quiet", "--embedder", EMBEDDER)
        assert ran.returncode == 0, ran.stderr
        secret = Keys(data / "keys.db").add("web", role=Role.WRITE).secret
        give_away(data)
        (folder / "key").write_text(secret)
        (folder / "mine").mkdir()
        yield folder


def names(folder: Path) -> set[str]:
    return {str(file.relative_to(folder)) for file in folder.rglob("*")}


@pytest.mark.parametrize(
    "home",
    [
        pytest.param("mine", id="a folder of one's own", marks=pytest.mark.slow),
        pytest.param("data", id="their data folder"),
    ],
)
def test_every_command_that_only_reads_works_and_changes_nothing(theirs: Path, home: str) -> None:
    before = names(theirs / "data")
    store = ["--store", str(theirs / "data" / "north.db"), "--embedder", EMBEDDER]
    for words in (
        ["search", "quiet"],
        ["explain", "n1", "quiet"],
        ["show", "n1"],
        ["info"],
        ["check"],
        ["read", "quiet"],
        ["places", "list"],
    ):
        ran = command(theirs / home, *words, *store, "--json")
        assert ran.returncode == 0, (words, ran.stderr, ran.stdout)
    found = json.loads(command(theirs / home, "search", "quiet", *store, "--json").stdout)
    assert {hit["id"] for hit in found["hits"]} >= {"n1", "n3"}
    target = theirs / f"copy of {home}.db"
    ran = command(theirs / home, "copy", "--from", str(theirs / "data" / "north.db"), "--to", str(target), "--json")
    assert (ran.returncode, json.loads(ran.stdout)["problems"]) == (0, []), ran.stderr
    assert names(theirs / "data") == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["index", "MORE"], "cannot be written"),
        (["delete", "n1"], "cannot be written"),
        (["rebuild"], "cannot be written"),
    ],
)
def test_what_would_write_says_clearly_that_it_cannot(theirs: Path, words: list[str], said: str) -> None:
    more = theirs / "mine" / "more.jsonl"
    more.write_text(json.dumps({"id": "new", "text": "Sunny."}), encoding="utf-8")
    words = [str(more) if word == "MORE" else word for word in words]
    store = ["--store", str(theirs / "data" / "north.db"), "--embedder", EMBEDDER]
    ran = command(theirs / "mine", *words, *store, "--json")
    assert ran.returncode == 4, ran.stderr
    error = json.loads(ran.stdout)["error"]
    assert said in error["message"]
    assert error["hint"]


def test_keys_and_saved_searches_of_a_folder_that_one_may_not_write_are_shown(theirs: Path) -> None:
    keys = command(theirs / "data", "keys", "list", "--json")
    assert [key["name"] for key in json.loads(keys.stdout)["keys"]] == ["web"], keys.stderr
    saved = command(theirs / "data", "saved", "list", "--json", "--embedder", EMBEDDER)
    assert "quiet ones" in saved.stdout, saved.stderr
    added = command(theirs / "data", "keys", "add", "more", "--json")
    assert (added.returncode, json.loads(added.stdout)["error"]["code"]) == (4, "store_read_only")


def test_python_opens_it(theirs: Path) -> None:
    more = theirs / "mine" / "python.jsonl"
    more.write_text(json.dumps({"id": "new", "text": "Sunny."}), encoding="utf-8")

    def work() -> None:
        with claimtree.open(theirs / "data" / "north.db", pack="rentals", embedder=EMBEDDER) as ct:
            assert ct.search("quiet").hits
            with pytest.raises(StoreReadOnly):
                ct.index(more)

    unprivileged(work)


def test_agents_search_it(theirs: Path) -> None:
    messages = [
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"},
            },
        },
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {
            "jsonrpc": "2.0",
            "id": 2,
            "method": "tools/call",
            "params": {"name": "search", "arguments": {"text": "quiet"}},
        },
    ]
    words = ["mcp", "--store", str(theirs / "data" / "north.db"), "--embedder", EMBEDDER]
    with subprocess.Popen(
        [sys.executable, "-m", "claimtree", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        preexec_fn=let_go,  # noqa: PLW1509 - what it does is two calls of the system
        env={**os.environ, "CLAIMTREE_HOME": str(theirs / "data")},
    ) as agent:  # fmt: skip
        assert agent.stdin is not None
        assert agent.stdout is not None
        agent.stdin.writelines(json.dumps(message) + "\n" for message in messages)
        agent.stdin.flush()
        answers = [json.loads(agent.stdout.readline()) for _ in range(2)]
        agent.stdin.close()
    assert not answers[1]["result"].get("isError"), answers[1]
    assert "n1" in answers[1]["result"]["content"][0]["text"]


def test_a_server_serves_it_asks_for_keys_and_refuses_to_write(theirs: Path) -> None:
    key = {"Authorization": f"Bearer {(theirs / 'key').read_text()}"}
    named = ["--collection", f"north={theirs / 'data' / 'north.db'}", "--embedder", EMBEDDER]
    log = theirs / "mine" / "server.log"
    with serving(theirs / "data", *named, log=log, before=let_go) as address:
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"{address}/api/v1/search?q=quiet", timeout=30)
        assert refused.value.code == 401
        asked = urllib.request.Request(f"{address}/api/v1/search?q=quiet", headers=key)
        assert json.loads(urllib.request.urlopen(asked, timeout=30).read())["hits"]
        put = urllib.request.Request(
            f"{address}/api/v1/entities/new", method="PUT", data=b'{"text": "Sunny."}',
            headers={**key, "Content-Type": "application/json"},
        )  # fmt: skip
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(put, timeout=30)
        assert (refused.value.code, json.loads(refused.value.read())["code"]) == (409, "store_read_only")
    assert "Traceback" not in log.read_text()

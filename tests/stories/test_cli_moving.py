"""rebuild and copy, as people use them: the same answers before and after, and a way back."""

import json
import re
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from claimtree.models.hashed import HashedEmbedder
from claimtree.models.open import EMBEDDERS

Cli = Callable[..., Any]
Start = Callable[..., Any]

QUERY = "quiet two-bedroom in Williamsburg with a dishwasher under $4,500, pets allowed"


def found(cli: Cli, *arguments: str | Path) -> dict[str, Any]:
    ran = cli("search", QUERY, "--json", *arguments)
    assert ran.code == 0, ran
    answer: dict[str, Any] = ran.json
    del answer["took_ms"]
    return answer


@pytest.mark.slow
def test_a_rebuilt_store_answers_as_before_and_keeps_the_former_version(demo_copy: Path, cli: Cli) -> None:
    before, info = found(cli), cli("info", "--json").json
    ran = cli("rebuild", "--json")
    assert ran.code == 0, ran
    shape = ran.json
    assert set(shape) == {
        "store", "swapped", "read", "resumed", "rounds", "entities", "claims", "phrases", "before", "after", "answers",
        "problems", "interrupted", "held_seconds", "seconds", "notices",
    }  # fmt: skip
    assert (shape["swapped"], shape["problems"], shape["answers"]["different"]) == (True, [], [])
    assert shape["answers"]["must_agree"]
    assert shape["entities"] == info["entities"]
    assert found(cli) == before
    assert cli("check").code == 0
    rolled = cli("rebuild", "--rollback", "--json")
    assert rolled.json["rolled_back"]
    assert rolled.json["left_behind"] == 0
    assert found(cli) == before
    assert cli("rebuild", "--forget", "--json").json["forgotten"] is True
    refused = cli("rebuild", "--rollback", "--json")
    assert (refused.code, refused.error["code"]) == (4, "store")
    assert "no former version" in refused.error["message"]
    assert cli("rebuild", "--forget", "--json").json["forgotten"] is False
    assert found(cli) == before


@pytest.mark.slow
def test_another_embedder_is_a_rebuild_away(demo_copy: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EMBEDDERS, "hashed-64", lambda choice: HashedEmbedder(64))
    refused = cli("search", QUERY, "--embedder", "hashed-64", "--json")
    assert (refused.code, refused.error["code"]) == (4, "index_mismatch")
    assert "claimtree rebuild" in refused.error["hint"]
    ran = cli("rebuild", "--embedder", "hashed-64")
    assert ran.code == 0, ran
    assert "The new version is live" in ran.out
    assert "The embedder is another one" in ran.out
    assert found(cli, "--embedder", "hashed-64")["hits"]
    assert cli("search", QUERY).code == 4
    assert cli("rebuild", "--rollback", "--embedder", "hashed-64").code == 0
    assert found(cli)["hits"]


@pytest.mark.slow
def test_what_was_written_since_is_not_lost_by_a_rollback_unless_told(
    demo_copy: Path, cli: Cli, write_rows: Callable[..., Path]
) -> None:
    store = demo_copy / "demo-rentals.db"
    assert cli("rebuild").code == 0
    assert cli("index", write_rows("new.jsonl", {"id": "new-1", "description": "Sunny."}), "--store", store).code == 0
    refused = cli("rebuild", "--rollback", "--json")
    assert refused.code == 4
    assert "--discard" in refused.error["hint"]
    ran = cli("rebuild", "--rollback", "--discard")
    assert ran.code == 0
    assert "written since" in ran.out
    assert cli("delete", "new-1", "--json").json["deleted"] == 0


def test_a_store_of_another_pack_is_refused(demo_copy: Path, cli: Cli) -> None:
    ran = cli("rebuild", "--pack", "property", "--store", demo_copy / "demo-rentals.db", "--json")
    assert (ran.code, ran.error["code"]) == (4, "index_mismatch")
    assert "--pack rentals" in ran.error["hint"]


@pytest.mark.parametrize("command", [("rebuild",), ("rebuild", "--rollback"), ("copy", "--to", "there.db")])
def test_without_a_store_there_is_nothing_to_move(cli: Cli, command: tuple[str, ...], tmp_path: Path) -> None:
    ran = cli(*command, "--json")
    assert (ran.code, ran.error["code"]) == (4, "store_unavailable")
    assert not (tmp_path / "there.db").exists()


def test_a_store_in_memory_has_no_versions(cli: Cli) -> None:
    ran = cli("rebuild", "--store", "memory:", "--json")
    assert (ran.code, ran.error["code"]) == (2, "unknown_name")


def test_rolling_back_and_forgetting_at_once_is_refused(demo_copy: Path, cli: Cli) -> None:
    assert cli("rebuild", "--rollback", "--forget", "--json").error["code"] == "bad_input"


@pytest.mark.slow
def test_a_killed_rebuild_changes_nothing_and_the_next_one_goes_on(demo_copy: Path, cli: Cli, start: Start) -> None:
    before = found(cli)
    with start("rebuild", "--json") as other:
        deadline = time.monotonic() + 60
        while not list(demo_copy.glob("demo-rentals.db.2*")) and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(0.3)
        other.send_signal(signal.SIGKILL)
        other.wait()
    assert found(cli) == before
    assert cli("rebuild", "--json").json["swapped"] is True
    assert found(cli) == before
    assert cli("rebuild", "--forget").code == 0
    left = sorted(file.name for file in demo_copy.glob("demo-rentals.db*") if "-wal" not in file.name)
    assert len([name for name in left if "-shm" not in name and "rebuilding" not in name]) == 2


def test_a_copy_prints_the_same_hits(demo_copy: Path, cli: Cli, tmp_path: Path) -> None:
    before, info = found(cli), cli("info", "--json").json
    ran = cli("copy", "--to", tmp_path / "there.db", "--json")
    assert ran.code == 0, ran
    shape = ran.json
    assert set(shape) == {
        "source", "target", "entities", "claims", "phrases", "edges", "places", "relations", "written", "compared",
        "verified", "problems", "seconds",
    }  # fmt: skip
    assert shape["verified"] is True
    assert shape["written"] == shape["compared"] == sum(info["entities"].values())
    assert found(cli, "--store", tmp_path / "there.db") == before
    copied = cli("info", "--store", tmp_path / "there.db", "--json").json
    assert {**copied, "store": "", "bytes": 0} == {**info, "store": "", "bytes": 0}
    again = cli("copy", "--to", tmp_path / "there.db", "--verify", "sample")
    assert again.code == 0
    assert "Verified: " in again.out


def test_a_target_that_holds_something_else_is_refused(demo_copy: Path, cli: Cli, tmp_path: Path) -> None:
    ran = cli("copy", "--from", demo_copy / "demo-rentals.db", "--to", demo_copy / "demo-rentals.db", "--json")
    assert (ran.code, ran.error["code"]) == (4, "store")
    there = tmp_path / "there.db"
    cli("copy", "--to", there)
    assert cli("delete", "bk-001", "--store", there).code == 0
    refused = cli("copy", "--to", there, "--json")
    assert (refused.code, refused.error["code"]) == (4, "store")
    assert "was written to" in refused.error["message"]


def test_how_to_verify_is_one_of_two(demo_copy: Path, cli: Cli) -> None:
    ran = cli("copy", "--to", "there.db", "--verify", "some", "--json")
    assert (ran.code, ran.error["code"]) == (2, "bad_input")


@pytest.mark.slow
def test_a_killed_copy_goes_on_where_it_stopped(demo_copy: Path, cli: Cli, start: Start, tmp_path: Path) -> None:
    there = tmp_path / "there.db"
    with start("copy", "--to", there, "--json") as other:
        deadline = time.monotonic() + 60
        while not there.exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.1)
        other.send_signal(signal.SIGKILL)
        other.wait()
    ran = cli("copy", "--to", there, "--json")
    assert ran.code == 0, ran
    assert json.loads(ran.out)["verified"] is True


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.slow
def test_a_rebuild_that_was_ended_is_told_of_and_leaves_nothing_when_it_has_gone_on(
    cli: Cli, start: Start, tmp_path: Path, number: signal.Signals
) -> None:
    rows = [{"id": str(n), "text": f"Quiet and sunny, {n} rooms, a balcony."} for n in range(600)]
    (tmp_path / "homes.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    store = tmp_path / "homes.db"

    def done(*words: str) -> dict[str, Any]:
        ran = cli(*words, "--store", store, "--json")
        assert ran.code == 0, ran
        return dict(ran.json)

    def versions() -> set[str]:
        """Everything beside the store that is a version, a lock or a link; SQLite's own files aside."""
        names = {file.name for file in tmp_path.iterdir() if file.name.startswith("homes.db")}
        return {re.sub(r"\d{4}-[-\d]+", "VERSION", name) for name in names if not name.endswith(("-wal", "-shm"))}

    done("index", str(tmp_path / "homes.jsonl"))
    assert done("info")["notices"] == []
    with start("rebuild", "--store", store, "--json") as process:
        while not _entities_begun(tmp_path):
            assert process.poll() is None, "it was too quick for this test"
            time.sleep(0.01)
        process.send_signal(number)
        process.communicate(timeout=120)
    assert process.returncode == (-number if number == signal.SIGKILL else 130)
    lock = {"homes.db.rebuilding"} if number == signal.SIGKILL else set()
    assert versions() == {"homes.db", "homes.db.VERSION", "homes.db.next"} | lock
    assert "has not ended" in done("info")["notices"][0]
    again = done("rebuild")
    assert again["resumed"] > 0
    assert any("went on with what a former rebuild had begun" in one for one in again["notices"])
    assert again["swapped"]
    assert versions() == {"homes.db", "homes.db.VERSION", "homes.db.former"}
    assert done("info")["notices"] == []
    assert done("rebuild", "--forget") == {"store": str(store), "forgotten": True, "abandoned": False}
    assert versions() == {"homes.db", "homes.db.VERSION"}


def _entities_begun(folder: Path) -> int:
    """How many entities the unfinished version has."""
    if not (folder / "homes.db.next").exists():
        return 0
    with closing(sqlite3.connect((folder / "homes.db.next").resolve())) as connection:
        try:
            return int(connection.execute("SELECT count(*) FROM entity").fetchone()[0])
        except sqlite3.OperationalError:
            return 0  # nothing is in it yet


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGKILL, marks=pytest.mark.slow)])
def test_what_a_rebuild_has_begun_can_be_removed(
    demo_copy: Path, cli: Cli, start: Start, number: signal.Signals
) -> None:
    before = {file.name for file in demo_copy.iterdir() if not file.name.endswith(("-wal", "-shm"))}
    with start("rebuild", "--json") as process:
        while not list(demo_copy.glob("*.next")):
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(number)
        process.communicate(timeout=120)
    removed = cli("rebuild", "--json", "--forget")
    assert (removed.code, removed.json["forgotten"]) == (0, False), removed
    assert {file.name for file in demo_copy.iterdir() if not file.name.endswith(("-wal", "-shm"))} == before


@pytest.mark.slow
def test_what_is_sound_of_a_damaged_store_is_saved_and_the_rest_is_named(
    demo_copy: Path, cli: Cli, tmp_path: Path
) -> None:
    shown = found(cli)["hits"]
    lost, kept = shown[0]["id"], shown[1]["id"]
    with closing(sqlite3.connect(demo_copy / "demo-rentals.db", isolation_level=None)) as raw:
        raw.execute("UPDATE record SET body = zeroblob(9) WHERE num = (SELECT num FROM entity WHERE id = ?)", (lost,))
    refused = cli("search", QUERY, "--json")
    assert (refused.code, refused.error["code"]) == (4, "store_damaged")
    assert "claimtree copy --salvage" in refused.error["hint"]
    assert cli("check", "--json").code == 5
    saved = tmp_path / "saved.db"
    ran = cli("copy", "--salvage", "--to", saved, "--json")
    assert ran.code == 5, ran
    assert f"entity {lost!r}" in ran.json["problems"]
    assert kept in [hit["id"] for hit in found(cli, "--store", saved)["hits"]]
    assert cli("check", "--store", saved).code == 0
    again = cli("copy", "--salvage", "--to", saved, "--json")
    assert "holds something already" in again.error["message"]

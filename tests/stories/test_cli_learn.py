"""Teaching on the command line: a concept added, extended, listed, forgotten, and what it does to the answers."""

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from claimtree.cli.exits import Exit

Cli = Callable[..., Any]
Rows = Callable[..., Path]

ROW = {"id": "calm", "wish": ["calm"], "met": ["sleepy lane"], "refuted": ["by the tram"], "silent": ["calm landlord"]}


def stored(home: Path) -> list[dict[str, Any]]:
    file = home / "rentals.taught.jsonl"
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_a_concept_is_added_extended_listed_and_forgotten(cli: Cli, home: Path) -> None:
    first = cli("learn", "concept", "quiet", "--met", "sleepy lane", "--refuted", "by the tram", "--json")
    assert first.code == 0, first
    assert first.json["file"] == str(home / "rentals.taught.jsonl")
    assert first.json["concepts"][0]["added"] == {"wish": 1, "met": 1, "refuted": 1, "silent": 0}
    assert first.json["concepts"][0]["type"] == "features"

    more = cli(
        "learn", "concept", "Quiet", "hushed", "--silent", "quiet carpet cleaner", "--met", "sleepy lane", "--json"
    )
    assert more.json["concepts"][0]["added"] == {"wish": 1, "met": 0, "refuted": 0, "silent": 1}
    (row,) = stored(home)
    assert (row["id"], row["wish"], row["met"]) == ("quiet", ["quiet", "hushed"], ["sleepy lane"])

    listed = cli("learn", "list", "--json").json["concepts"]
    assert [each["id"] for each in listed] == ["quiet"]
    assert "quiet" in cli("learn", "list").out

    assert cli("learn", "forget", "quiet", "--json").json == {
        "file": str(home / "rentals.taught.jsonl"), "forgotten": ["quiet"], "left": 0
    }  # fmt: skip
    assert "Nothing was taught" in cli("learn", "list").out


def test_a_known_id_needs_no_wish_again(cli: Cli, home: Path) -> None:
    cli("learn", "concept", "quiet", "--met", "sleepy lane")
    assert cli("learn", "concept", "--id", "quiet", "--met", "thick walls").code == 0
    assert stored(home)[0]["met"] == ["sleepy lane", "thick walls"]
    assert cli("learn", "concept", "--id", "bright", "--met", "thick walls").code == Exit.BAD_INPUT


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ([], "bad_input", "--from"),
        (["quiet"], "bad_input", "no phrase"),
        (["quiet", "--met", ""], "bad_input", "no words"),
        (["quiet", "--met", "x"], "bad_input", "no words"),
        (["quiet", "--met", "🚗🚗"], "bad_input", "no words"),
        (["quiet", "--met", "x" * 10_000], "bad_input", "10,000 letters"),
        (["", "--met", "sleepy lane"], "bad_input", "no"),
        (["quiet", "--met", "sleepy lane", "--refuted", "Sleepy  LANE"], "bad_input", "both as met and as refuted"),
        (["quiet", "--met", "sleepy lane", "--type", "weather"], "unknown_name", "weather"),
        (["quiet", "--met", "sleepy lane", "--level", "planet"], "unknown_name", "planet"),
        (["quiet", "--met", "sleepy lane", "--facet", "moat"], "unknown_name", "moat"),
        (["quiet", "--met", "sleepy lane", "--from", "x.jsonl"], "bad_input", "not both"),
        (["--from", "missing.jsonl"], "bad_input", "missing.jsonl"),
        (["--from", "some.jsonl", "--type", "features"], "bad_input", "--type"),
        (["--from", "some.jsonl", "--level", "room"], "bad_input", "--level"),
        (["--from", "some.jsonl", "--facet", "bed"], "bad_input", "--facet"),
        (["--from", "some.jsonl", "--facet", ""], "bad_input", "--facet"),
        (["--from", "some.jsonl", "--lang", "id"], "bad_input", "--lang"),
        (["quiet", "--met", "sleepy lane", "--taught", "notes.txt/x.jsonl"], "bad_input", "notes.txt"),
    ],
)
def test_bad_lessons(cli: Cli, home: Path, tmp_path: Path, arguments: list[str], code: str, says: str) -> None:
    (tmp_path / "notes.txt").write_text("no folder", encoding="utf-8")
    (tmp_path / "some.jsonl").write_text(json.dumps(ROW) + "\n", encoding="utf-8")
    ran = cli("learn", "concept", *arguments, "--json")
    assert ran.code == Exit.BAD_INPUT, ran
    assert ran.error["code"] == code
    assert says in ran.error["message"]
    assert ran.error["hint"] or code == "unknown_name"
    assert not (home / "rentals.taught.jsonl").exists()


@pytest.mark.parametrize("command", ["concept", "list", "forget"])
def test_help_shows_the_common_options_and_examples_that_work(cli: Cli, command: str) -> None:
    shown = cli("learn", command, "--help").out
    for option in ("--json", "--store", "--pack", "--embedder", "--taught"):
        assert option in shown
    found = [line.strip() for line in shown.partition("Examples:")[2].splitlines() if "claimtree " in line]
    assert found
    cli("learn", "concept", "quiet", "--met", "sleepy lane")
    for line in found:
        ran = cli(*shlex.split(line)[1:])
        assert ran.code == 0, f"{line}: {ran}"


def test_forgetting_what_was_never_taught_is_refused_and_nothing_goes(cli: Cli, home: Path) -> None:
    cli("learn", "concept", "quiet", "--met", "sleepy lane")
    ran = cli("learn", "forget", "quiet", "bright", "--json")
    assert (ran.code, ran.error["code"]) == (Exit.BAD_INPUT, "unknown_name")
    assert len(stored(home)) == 1


def test_of_a_file_the_good_rows_land_and_the_bad_ones_are_named(cli: Cli, home: Path, write_rows: Rows) -> None:
    file = write_rows("many.jsonl", ROW, "{", ROW | {"id": "bright", "met": ["🚗"]}, ROW | {"id": "still"})
    ran = cli("learn", "concept", "--from", file, "--json")
    assert ran.code == Exit.SKIPPED
    assert [bad["line"] for bad in ran.json["bad"]] == [2, 3]
    assert [row["id"] for row in stored(home)] == ["calm", "still"]
    shown = cli("learn", "concept", "--from", file)
    assert "line 2 was skipped: broken JSON" in " ".join(shown.out.split())


def test_a_damaged_file_is_left_alone_and_said_to_be(cli: Cli, home: Path) -> None:
    cli("learn", "concept", "quiet", "--met", "sleepy lane")
    file = home / "rentals.taught.jsonl"
    file.write_text(file.read_text(encoding="utf-8") + "{half a row", encoding="utf-8")
    before = file.read_bytes()
    ran = cli("learn", "concept", "bright", "--met", "big windows", "--json")
    assert (ran.code, ran.error["code"]) == (Exit.BAD_INPUT, "bad_input")
    assert "line 2" in ran.error["message"]
    assert file.read_bytes() == before
    listed = cli("learn", "list", "--json").json
    assert [each["id"] for each in listed["concepts"]] == ["quiet"]
    assert "line 2" in listed["notices"][0]


def test_the_file_can_lie_elsewhere(cli: Cli, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cli("learn", "concept", "quiet", "--met", "sleepy lane", "--taught", tmp_path / "mine.jsonl")
    assert not (home / "rentals.taught.jsonl").exists()
    monkeypatch.setenv("CLAIMTREE_TAUGHT", str(tmp_path / "mine.jsonl"))
    assert len(cli("learn", "list", "--json").json["concepts"]) == 1


def test_a_named_file_that_is_not_there_is_said_to_be_missing(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = tmp_path / "mine.jsonl"
    assert cli("learn", "list", "--json").json["notices"] == [], "nobody named the file of the data folder"
    assert cli("learn", "list", "--taught", missing, "--json").json["notices"] == [f"{missing} does not exist."]
    monkeypatch.setenv("CLAIMTREE_TAUGHT", str(missing))
    shown = cli("learn", "list")
    assert shown.code == 0
    assert "does not exist" in " ".join(shown.out.split())
    assert "Nothing was taught" not in shown.out


def test_long_wishes_that_start_alike_are_two_concepts(cli: Cli, home: Path) -> None:
    start = "a calm place to write where nobody in the whole wide house knocks"
    ids = [
        cli("learn", "concept", wish, "--met", "sleepy lane", "--json").json["concepts"][0]["id"]
        for wish in (f"{start} at night", f"{start} by day", f"{start.title()}, by day")
    ]
    assert ids[0] != ids[1] == ids[2]
    assert [row["wish"] for row in stored(home)] == [[f"{start} at night"], [f"{start} by day"]]
    assert max(map(len, ids)) <= 60


def test_without_a_store_it_is_learned_all_the_same(cli: Cli) -> None:
    ran = cli("learn", "concept", "quiet", "--met", "sleepy lane", "--json")
    assert ran.json["effects"] == []
    assert "no store yet" in ran.json["notices"][0]


def test_what_the_store_now_says_is_shown(demo_copy: Path, cli: Cli) -> None:
    taught = ("--refuted", "few comforts", "--met", "sits directly above")
    ran = cli("learn", "concept", "quiet", *taught, "--json")
    (effect,) = ran.json["effects"]
    assert effect["wish"] == "quiet"
    assert {"phrase": "few comforts", "before": "unknown", "after": "refuted"} in effect["changes"]
    assert effect["after"]["refuted"] == effect["before"]["refuted"] + 1
    again = cli("learn", "concept", "quiet", *taught)
    assert "No phrase of the store says another thing" in again.out


def test_a_search_knows_what_was_taught_at_once(demo_copy: Path, cli: Cli) -> None:
    def verdicts() -> dict[str, str]:
        hits = cli("search", "fireplace", "--limit", "100", "--json").json["hits"]
        return {hit["id"]: hit["verdicts"][0]["verdict"] for hit in hits}

    before = verdicts()
    cli("learn", "concept", "fireplace", "--met", "few comforts")
    after = verdicts()
    changed = {id for id, verdict in after.items() if verdict != before.get(id)}
    assert changed
    assert {after[id] for id in changed} == {"met"}
    cli("learn", "forget", "fireplace")
    assert verdicts() == before


def test_a_wish_that_is_read_as_something_else_is_said_to_be(demo_copy: Path, cli: Cli) -> None:
    ran = cli("learn", "concept", "somewhere peaceful", "--met", "sleepy lane", "--json")
    assert ran.json["effects"] or "is read as 'quiet'" in ran.json["notices"][0]


def test_what_comes_with_a_pack_is_taught_too(cli: Cli, tmp_path: Path) -> None:
    from claimtree.packs.find import pack_folder

    pack = Path(__file__).parents[1] / "packs" / "laptops"
    assert pack_folder(pack) == pack
    copy = tmp_path / "laptops"
    copy.mkdir()
    for file in pack.rglob("*"):
        if file.is_file():
            target = copy / file.relative_to(pack)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())
    (copy / "taught.jsonl").write_text(json.dumps(ROW) + "\n", encoding="utf-8")
    listed = cli("learn", "list", "--pack", copy, "--json").json["concepts"]
    assert [each["id"] for each in listed] == ["calm"]
    assert cli("learn", "forget", "calm", "--pack", copy, "--json").error["code"] == "unknown_name"

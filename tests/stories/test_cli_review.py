"""Messages on the command line: read into the queue, looked at, decided, written beside the file."""

import doctest
import hashlib
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.stories.test_cli_tree import DEMO, SMALL

Cli = Callable[..., Any]


@pytest.fixture
def small(tmp_path: Path, cli: Cli) -> Path:
    file = tmp_path / "small.ged"
    file.write_text(SMALL, encoding="utf-8")
    cli("tree", "import", str(file))
    return file


def test_from_a_message_to_a_new_file_and_the_old_one_stays(small: Path, cli: Cli, home: Path) -> None:
    trees = {file: hashlib.sha256(file.read_bytes()).hexdigest() for file in [small, *home.glob("trees/**/*.tree")]}
    added = cli("review", "add", "I have him marrying in 1903, not 1902.", "--about", "I2", "--from", "Dana")
    assert "The message says 1903, the tree says Sep 14, 1902." in added.out
    assert ": 2 DATE 14 SEP 1902" in added.out
    cli("review", "add", "Mary Ellen Smith was buried in Gambier, Ohio.")
    listed = cli("review", "list", "--json").json
    assert [(one["id"], one["kind"]) for one in listed["items"]] == [(1, "conflict"), (2, "suggestion")]
    assert cli("review", "approve", "2", "--by", "Ann").code == 0
    assert cli("review", "reject", "1", "--by", "Ben", "--note", "the licence says 1902").code == 0
    shown = cli("review", "show", "1").out
    assert "rejected by Ben: the licence says 1902" in shown
    done = cli("review", "export", small, "--by", "Ann", "--json").json
    assert done["items"] == [2]
    new = Path(done["path"])
    assert new == small.with_name("small.reviewed.ged")
    assert "1 BURI\n2 PLAC Gambier, Ohio\n2 NOTE From a message: " in new.read_text("utf-8")
    assert {file: hashlib.sha256(file.read_bytes()).hexdigest() for file in trees} == trees
    history = cli("review", "show", "2", "--json").json["audit"]
    assert [(one["by"], one["action"]) for one in history][1:] == [("Ann", "approved"), ("Ann", "exported")]


def test_the_tree_of_what_was_approved_need_not_be_named(small: Path, cli: Cli, tmp_path: Path) -> None:
    other = tmp_path / "other.ged"
    other.write_text(SMALL, encoding="utf-8")
    cli("tree", "import", str(other))
    cli("review", "add", "Mary Ellen Smith was buried in Gambier, Ohio.", "--tree", "small")
    cli("review", "approve", "1", "--by", "Ann")
    assert cli("review", "export", small, "--by", "Ann", "--json").json["items"] == [1]
    # Of both trees something is approved now: the file tells which one is meant.
    for tree, place in (("small", "Delphi"), ("other", "Dayton")):
        cli("review", "add", f"John Miller was buried in {place}.", "--tree", tree)
    cli("review", "approve", "2", "3", "--by", "Ann")
    done = cli("review", "export", other, "--by", "Ann", "--json").json
    assert (done["items"], Path(done["path"]).name) == ([3], "other.reviewed.ged")


def test_a_file_of_messages_is_read_and_twice_is_once(small: Path, cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "inbox.jsonl"
    file.write_text(
        '{"id": "m1", "author": "Dana", "text": "John Miller was buried in Delphi."}\n\n'
        '{"id": "m2", "about": "small:I1", "text": "She was buried in Gambier."}\n',
        encoding="utf-8",
    )
    first = cli("review", "add", "--file", file, "--json").json["messages"]
    assert [one["added"] for one in first] == [[1], [2]]
    again = cli("review", "add", "--file", file, "--json").json["messages"]
    assert [one["added"] for one in again] == [[], []]
    assert cli("review", "show", "2", "--json").json["fact"]["person"]["id"] == "small:I1"


def test_a_reply_waits_in_the_queue_for_a_person_and_is_in_no_export(small: Path, cli: Cli) -> None:
    message = "Mary Ellen Smith was buried in Gambier, Ohio. When was she born?"
    added = cli("review", "add", message, "--from", "Dana", "--draft", "--json").json["messages"][0]
    assert [one["kind"] for one in added["items"]] == ["suggestion", "draft"]
    again = cli("review", "add", message, "--from", "Dana", "--draft")
    assert "1 of it in the queue already" in again.out
    listed = cli("review", "list", "--json").json["items"]
    assert [one["kind"] for one in listed] == ["suggestion", "draft"]
    draft = listed[1]
    assert draft["draft"].startswith("Hello Dana,")
    assert "born about 1878" in draft["draft"]
    assert draft["fact"] is None
    assert "reply to Dana: Mary Ellen Smith was buried" in cli("review", "list").out
    assert "Hello Dana," in cli("review", "show", "2").out
    assert cli("review", "approve", "1", "2", "--by", "Ann").code == 0
    assert cli("review", "export", small, "--by", "Ann", "--json").json["items"] == [1]


def test_an_item_is_about_somebody_new_if_a_person_says_so(small: Path, cli: Cli) -> None:
    cli("review", "add", "Mary Ellen Smith died in 1875.")
    assert cli("review", "show", "1", "--json").json["kind"] == "conflict"
    assigned = cli("review", "assign", "1", "new", "--by", "Ann", "--json").json
    assert (assigned["kind"], assigned["fact"]["person"]["id"]) == ("suggestion", "")
    assert assigned["audit"][-1]["note"] == "new"


def test_a_dry_run_leaves_no_queue_behind(small: Path, cli: Cli, home: Path) -> None:
    assert "suggestion" in cli("review", "add", "John Miller was buried in Delphi.", "--dry-run").out
    assert not (home / "review.db").exists()


def test_who_is_meant_is_said_by_a_person(small: Path, cli: Cli) -> None:
    cli("review", "add", "Peter Zook died in 1935.")
    assert cli("review", "show", "1", "--json").json["fact"]["person"]["id"] == ""
    assigned = cli("review", "assign", "1", "I1", "--by", "Ann", "--json").json
    assert assigned["fact"]["person"]["id"] == "small:I1"
    assert [one["kind"] for one in assigned["conflicts"]] == ["date"]
    assert assigned["kind"] == "conflict"


def test_living_people_are_masked_in_the_queue(small: Path, cli: Cli) -> None:
    cli("review", "add", "Mary Ellen Smith's daughter Secretia Miller was born in 1989.")
    shown = cli("review", "list", "--state", "all").out
    assert "1990" not in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["add"], "nothing to read"),
        (["add", "Evan died.", "--demo"], "several things"),
        (["add", "She died in 1900.", "--about", "I99"], "no person 'I99'"),
        (["show", "77"], "no item 77"),
        (["approve", "77"], "no item 77"),
        (["list", "--state", "maybe"], "no state 'maybe'"),
        (["export", "nowhere.ged"], "nothing of this tree is approved"),
        (["add", "--file", "nowhere.jsonl"], "nowhere.jsonl"),
    ],
)
def test_a_mistake_is_told_with_the_way_out(small: Path, cli: Cli, arguments: list[str], message: str) -> None:
    ran = cli("review", *arguments)
    assert ran.code == 2
    assert message in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    "line", ["not json", "[]", '{"id": "x"}', '{"text": 5}', '{"text": "a", "to": "b"}', '{"text": " "}']
)
def test_a_line_that_is_no_message_is_told_with_its_number(small: Path, cli: Cli, tmp_path: Path, line: str) -> None:
    file = tmp_path / "inbox.jsonl"
    file.write_text('{"text": "Evan died in 1867."}\n' + line + "\n", encoding="utf-8")
    ran = cli("review", "add", "--file", file)
    assert ran.code == 2
    assert "line 2" in ran.err


@pytest.mark.slow
def test_the_page_on_reviews_shows_what_is_printed(cli: Cli, tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "review.md").read_text("utf-8")
    (tmp_path / DEMO.name).write_bytes(DEMO.read_bytes())
    cli("tree", "import", DEMO.name)
    blocks = re.findall(r"^```text\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    ran = 0
    for block in blocks:
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = part.partition("\n")
            printed = cli(*shlex.split(command)[1:]).out
            flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
            assert doctest.OutputChecker().check_output(
                expected.replace("…", "..."), printed.replace("…", "..."), flags
            ), printed
            ran += 1
    assert ran > 3


def test_the_demo_reads_its_messages_into_the_queue_once(cli: Cli) -> None:
    assert cli("demo", "--pack", "family").code == 0
    listed = cli("review", "list", "--json").json
    assert listed["counts"]["waiting"] > 5
    assert {one["origin"]["author"] for one in listed["items"]} >= {"Dana Whitlock", "Peter Lindqvist"}
    shown = cli("demo", "--pack", "family").out
    assert cli("review", "list", "--json").json == listed
    assert "claimtree ask" in shown
    assert "claimtree tree import FILE.ged" in shown

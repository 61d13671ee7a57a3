"""Bad input and bad luck: each ends with a code, a message that names the value, and a way out."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from claimtree.errors import StoreFull
from claimtree.search.query_limits import LONGEST_QUERY

Cli = Callable[..., Any]
Rows = Callable[..., Path]

BYTES = os.fsdecode(b"quiet \xff\xfe home")


@pytest.mark.parametrize(
    ("arguments", "exit", "code", "says"),
    [
        (["search", ""], 2, "bad_query", "empty"),
        (["search", "  \t "], 2, "bad_query", "empty"),
        (["search", "x" * 5000], 2, "bad_query", "5,000 characters"),
        (["search", BYTES], 2, "bad_query", "not text"),
        (["search"], 2, "bad_input", "--file"),
        (["search", "quiet", "--file", "x.txt"], 2, "bad_input", "not both"),
        (["search", "--file", "missing.txt"], 2, "bad_input", "missing.txt"),
        (["search", "quiet", "--limit", "0"], 2, "bad_query", "limit 0"),
        (["search", "quiet", "--limit", "many"], 2, "usage", "--limit"),
        (["search", "quiet", "--offset", "-1"], 2, "bad_query", "offset -1"),
        (["search", "quiet", "--weight", "cellar=0.5"], 2, "unknown_name", "cellar"),
        (["search", "quiet", "--weight", "room"], 2, "bad_input", "room"),
        (["search", "quiet", "--weight", "room=nan"], 2, "bad_query", "nan"),
        (["search", "quiet", "--weight", "room=7"], 2, "bad_query", "7"),
        (["search", "quiet", "--pack", "castles"], 2, "unknown_name", "castles"),
        (["search", "quiet", "--embedder", "oracle"], 2, "unknown_name", "oracle"),
        (["search", "quiet", "--store", "missing.db"], 4, "store_unavailable", "missing.db"),
        (["search", "quiet", "--store", "ftp://x"], 2, "unknown_name", "ftp"),
        (["search", "quiet", "--neighbours", "50"], 2, "bad_input", "--neighbours is gone"),
        (["explain", "bk-001", "quiet", "--neighbours", "50"], 2, "bad_input", "every phrase"),
        (["search", "quiet", "--nonsense"], 2, "usage", "--nonsense"),
        (["explain", "nobody", "quiet"], 2, "unknown_name", "nobody"),
        (["explain", "williamsburg", "quiet"], 2, "unknown_name", "neighborhood"),
        (["explain", "bk-001", ""], 2, "bad_query", "empty"),
        (["explain", "bk-001"], 2, "usage", "TEXT"),
        (["index"], 2, "usage", "FILE"),
        (["index", "missing.jsonl"], 2, "bad_input", "missing.jsonl"),
        (["index", "."], 2, "bad_input", "known format"),
        (["read", "--file", "missing.txt"], 2, "bad_input", "missing.txt"),
        (["packs", "castles"], 2, "unknown_name", "castles"),
        (["fly"], 2, "usage", "fly"),
    ],
    ids=lambda value: " ".join(value)[:40].encode("ascii", "replace").decode() if isinstance(value, list) else None,
)
def test_bad_usage(demo: Cli, arguments: list[str], exit: int, code: str, says: str) -> None:
    for_a_program = demo(*arguments, "--json")
    assert for_a_program.code == exit, for_a_program
    assert for_a_program.error["code"] == code
    assert says in for_a_program.error["message"]

    for_a_person = demo(*arguments)
    assert for_a_person.code == exit
    assert for_a_person.out == ""
    assert says in for_a_person.err
    assert "Traceback" not in for_a_person.err


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["search", "light", "blue", "--limit", "3"], "claimtree search 'light blue'"),
        (["read", "a", "quiet", "(large)", "home"], "claimtree read 'a quiet (large) home'"),
        (["explain", "bk-001", "light", "blue"], "claimtree explain bk-001 'light blue'"),
    ],
)
def test_a_sentence_without_quotes_is_told_with_quotes(cli: Cli, arguments: list[str], meant: str) -> None:
    told = cli(*arguments, "--json")
    assert (told.code, told.error["hint"]) == (2, f"Put the sentence in quotes: {meant}")


def test_a_search_without_a_store_says_how_to_get_one(cli: Cli) -> None:
    error = cli("search", "quiet home", "--json").error
    assert error["code"] == "store_unavailable"
    assert "claimtree demo" in error["hint"]


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ('{"id": "bad", "title": ', "broken JSON"),
        ("[1, 2]", "object in braces"),
        ("\x00\x01\x02", "broken JSON"),
        ('{"title": "no id"}', "id"),
        ('{"id": "bad", "level": "castle"}', "castle"),
        ('{"id": "bad", "price": NaN}', "nan"),
        ('{"id": "bad", "price": 1e999}', "price"),
        ('{"id": "bad", "parent": "atlantis"}', "atlantis"),
        ('{"id": "bad", "parent": "bad"}', "bad"),
        ('{"id": "good-1", "text": "A second time."}', "good-1"),
        ('{"id": "bad", "rooms": "three"}', "rooms"),
    ],
)
def test_a_bad_record_in_the_middle_costs_no_other(cli: Cli, write_rows: Rows, row: str, says: str) -> None:
    rows = write_rows("homes.jsonl", {"id": "good-1", "text": "Sunny."}, row, {"id": "good-2", "text": "Quiet."})
    ran = cli("index", rows, "--json")
    assert ran.code == 3, ran.out
    report = ran.json
    assert (report["indexed"], report["skipped"]) == (2, 1)
    assert "line 2" in report["bad"][0]["place"]
    assert says in report["bad"][0]["reason"]
    assert cli("check").code == 0
    assert cli("info", "--json").json["entities"]["apartment"] == 2

    again = cli("index", rows)
    assert again.code == 3
    assert "line 2" in again.out


def test_many_bad_records_are_counted_not_all_shown(cli: Cli, write_rows: Rows) -> None:
    shown = cli("index", write_rows("homes.jsonl", *["{"] * 50)).out
    assert "line 20" in shown
    assert "line 21" not in shown
    assert "30 more" in shown


def test_two_that_name_each_other_as_parents_are_refused(cli: Cli, write_rows: Rows) -> None:
    rows = write_rows(
        "circle.jsonl",
        {"id": "a", "level": "neighborhood", "parent": "b"},
        {"id": "b", "level": "apartment", "parent": "a"},
    )
    ran = cli("index", rows, "--json")
    assert ran.code == 3
    assert ran.json["skipped"] >= 1
    assert cli("check").code == 0


def test_a_truncated_store_is_named_and_left_alone(demo_copy: Path, cli: Cli) -> None:
    path = demo_copy / "demo-rentals.db"
    for rest in demo_copy.glob("demo-rentals.db-*"):
        rest.unlink()
    path.write_bytes(path.read_bytes()[:20_000])
    ran = cli("search", "quiet", "--json")
    assert ran.code == 4
    assert ran.error["code"] == "store_damaged"
    check = cli("check", "--json")
    assert check.code == 5
    assert not check.json["sound"]
    assert len(path.read_bytes()) == 20_000


def test_a_file_of_another_kind_is_no_store(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a store " * 1000)
    ran = cli("search", "quiet", "--store", "notes.txt", "--json")
    assert (ran.code, ran.error["code"]) == (4, "store_damaged")


def test_another_embedder_is_refused_with_the_way_out(demo: Cli) -> None:
    ran = demo("search", "quiet", "--embedder", "bge-small", "--json")
    assert (ran.code, ran.error["code"]) == (4, "index_mismatch")
    assert "hashed-256" in ran.error["message"]


def test_a_full_disk_keeps_what_was_stored(cli: Cli, write_rows: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    cli("index", write_rows("homes.jsonl", {"id": "a", "text": "Sunny."}))
    from claimtree.stores.sqlite import SqliteStore

    def full(store: SqliteStore, batch: object) -> None:
        raise StoreFull("the disk is full", hint="Make room.")

    with monkeypatch.context() as patch:
        patch.setattr(SqliteStore, "put", full)
        ran = cli("index", write_rows("more.jsonl", {"id": "b", "text": "Dark."}), "--json")
    assert (ran.code, ran.error["code"]) == (4, "store_full")
    assert cli("info", "--json").json["entities"]["apartment"] == 1


def test_what_nobody_expected_is_a_short_message(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> object:
        raise RuntimeError("the moon is \x1b[31mfull")

    monkeypatch.setattr("claimtree.packs.load.load_pack", broken)
    ran = cli("packs", "rentals")
    assert ran.code == 1
    assert ran.err.splitlines()[0] == "Error: RuntimeError: the moon is full"
    assert "CLAIMTREE_DEBUG" in ran.err
    assert cli("packs", "rentals", "--json").error["code"] == "unexpected"

    monkeypatch.setenv("CLAIMTREE_DEBUG", "1")
    with pytest.raises(RuntimeError):
        cli("packs", "rentals")


@pytest.mark.parametrize("said", ["", " ", "?!", "\ufffd\ufffd", "the of and"])
def test_a_text_without_claims_gives_an_empty_list_and_a_notice(cli: Cli, said: str) -> None:
    ran = cli("read", said, "--json")
    assert ran.code == 0
    assert ran.json["claims"] == []
    assert ran.json["notices"]


def test_bytes_that_are_no_text_are_read_around(cli: Cli) -> None:
    ran = cli("read", "-", "--json", stdin=b"\xff\xfe\x00 kitchen over 12 m2 \x80")
    assert ran.code == 0
    assert [claim["claim"] for claim in ran.json["claims"]] == ["kitchen area over 12 m²"]
    assert any("UTF-8" in notice for notice in ran.json["notices"])


def test_binary_from_stdin_is_no_query(demo: Cli) -> None:
    assert demo("search", "-", "--json", stdin=bytes(range(256))).error["code"] == "bad_query"


@pytest.mark.parametrize("size", [10_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_a_document_is_read_up_to_a_megabyte(cli: Cli, size: int) -> None:
    said = ("quiet home with a dishwasher. " * 40_000)[:size]
    ran = cli("read", "-", "--document", "--json", stdin=said.encode())
    assert ran.code == 0
    assert ran.json["claims"]


def test_more_than_a_megabyte_is_refused(cli: Cli) -> None:
    ran = cli("read", "-", "--document", "--json", stdin=b"x" * 1_000_001)
    assert (ran.code, ran.error["code"]) == (2, "bad_input")


@pytest.mark.parametrize("command", ["read", "search"])
def test_a_sentence_may_be_as_long_with_read_as_with_search(demo: Cli, command: str) -> None:
    longest = "quiet home. ".ljust(LONGEST_QUERY, ".")
    assert demo(command, "-", "--json", stdin=longest.encode()).code == 0
    ran = demo(command, "-", "--json", stdin=f"{longest}.".encode())
    assert (ran.code, ran.error["code"]) == (2, "bad_query")


def test_a_settings_file_that_is_wrong_is_named(cli: Cli, home: Path) -> None:
    home.mkdir()
    (home / "claimtree.toml").write_text("packs = 'rentals'")
    ran = cli("read", "quiet", "--json")
    assert ran.code == 2
    assert "claimtree.toml" in ran.error["message"]


def test_a_home_that_cannot_be_is_named(cli: Cli, write_rows: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = write_rows("homes.jsonl", {"id": "a", "text": "Sunny."})
    monkeypatch.setenv("CLAIMTREE_HOME", str(rows))
    ran = cli("index", rows, "--json")
    assert ran.code == 2
    assert "homes.jsonl" in ran.error["message"]


def test_a_store_where_none_can_be_is_named(cli: Cli, write_rows: Rows) -> None:
    rows = write_rows("homes.jsonl", {"id": "a", "text": "Sunny."})
    ran = cli("index", rows, "--store", "homes.jsonl/store.db", "--json")
    assert ran.code == 4, ran
    assert "homes.jsonl" in ran.error["message"]


def test_explaining_a_query_that_says_nothing_is_an_answer(demo: Cli) -> None:
    ran = demo("explain", "bk-001", "?!", "--json")
    assert ran.code == 0, ran
    assert ran.json["claims"] == []


def test_every_error_is_one_json_object(demo: Cli) -> None:
    ran = demo("search", "", "--json")
    assert json.loads(ran.out) == {"error": ran.error}
    assert ran.err == ""

"""Keys on the command line: made and shown once, listed without secrets, revoked, and what is refused."""

import json
import os
import shlex
import stat
import subprocess
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from claimtree.access import Demand, Keys, Role
from claimtree.cli.exits import Exit
from claimtree.saved import FILE, SavedSearches

Cli = Callable[..., Any]
Start = Callable[..., "subprocess.Popen[bytes]"]

SHAPE = {
    "id", "name", "role", "collections", "rate_per_minute", "created", "expires", "revoked", "last_used", "state"
}  # fmt: skip


def keys_in(home: Path) -> Keys:
    return Keys(home / "keys.db")


def test_a_key_is_made_alone_on_stdout_used_listed_and_revoked(cli: Cli, home: Path) -> None:
    made = cli("keys", "add", "shop frontend")
    assert made.code == 0, made
    secret = made.out.removesuffix("\n")
    assert secret.startswith("ct_")
    assert len(secret.split()) == 1
    assert secret not in made.err
    for said in ("'shop frontend'", "read, every collection, until it is revoked", "not shown again", "keys revoke"):
        assert said in made.err
    with closing(keys_in(home)) as keys:
        found = keys.check(secret)
    assert found is not None
    assert (found.name, found.role) == ("shop frontend", Role.READ)

    assert "shop frontend" in cli("keys", "list").out
    assert cli("keys", "list", "--json").json["keys"][0]["last_used"], "it was used just now"

    gone = cli("keys", "revoke", "Shop Frontend")
    assert "refused at once" in gone.out
    with closing(keys_in(home)) as keys:
        assert keys.check(secret) is None
    shown = cli("keys", "list")
    assert "There are no keys" in shown.out
    assert "1 revoked key left out" in shown.err
    assert "revoked" in cli("keys", "list", "--all").out


def test_everything_can_be_said_and_comes_back_as_json(cli: Cli, home: Path) -> None:
    options = (
        "--role",
        "write",
        "--collection",
        "rentals",
        "--collection",
        "homes",
        "--expires",
        "90d",
        "--rate",
        "600",
    )
    made = cli("keys", "add", "nightly", *options, "--json")
    assert set(made.json) == {"key", "secret"}
    assert made.err == ""
    key = made.json["key"]
    assert set(key) == SHAPE
    assert (key["name"], key["role"], key["rate_per_minute"], key["state"]) == ("nightly", "write", 600, "usable")
    assert key["collections"] == ["homes", "rentals"]
    held = datetime.fromisoformat(key["expires"]) - datetime.fromisoformat(key["created"])
    assert held.days == 90
    with closing(keys_in(home)) as keys:
        assert keys.check(made.json["secret"]) is not None

    (listed,) = cli("keys", "list", "--json").json["keys"]
    assert listed == key | {"last_used": listed["last_used"]}
    gone = cli("keys", "revoke", key["id"], "--json").json["key"]
    assert (gone["id"], gone["state"]) == (key["id"], "revoked")
    assert cli("keys", "revoke", key["id"], "--json").json["key"] == gone, "revoking again changes nothing"
    assert cli("keys", "list", "--json").json == {"keys": []}
    assert cli("keys", "list", "--all", "--json").json == {"keys": [gone]}


def test_the_saved_searches_of_a_key_go_with_it(cli: Cli, home: Path) -> None:
    ids = [cli("keys", "add", name, "--json").json["key"]["id"] for name in ("shop", "bank")]
    with closing(SavedSearches(home / FILE)) as saved:
        for id in ids:
            saved.add("mine", "quiet", collection="rentals", owner=id)
        assert cli("keys", "revoke", "shop", "--json").json["searches_forgotten"] == 1
        assert [len(saved.list(collection="rentals", owner=id)) for id in ids] == [0, 1]


def test_no_list_shows_a_secret(cli: Cli, home: Path) -> None:
    secret = cli("keys", "add", "shop", "--json").json["secret"].rpartition("_")[2]
    for shown in (
        cli("keys", "list"),
        cli("keys", "list", "--json"),
        cli("keys", "list", "--all"),
        cli("keys", "revoke", "shop", "--json"),
        cli("keys", "revoke", "shop"),
    ):
        assert secret[:8] not in shown.out + shown.err


def test_only_the_owner_may_read_the_file(cli: Cli, home: Path) -> None:
    cli("keys", "add", "shop")
    for path in home.glob("keys.db*"):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_listing_makes_no_file(cli: Cli, home: Path) -> None:
    assert cli("keys", "list").code == 0
    assert not home.exists()


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["add", ""], "bad_input", "neither a letter nor a digit"),
        (["add", "a\x1b[31mb"], "bad_input", "cannot be seen"),
        (["add", "x" * 5_000], "bad_input", "5,000 characters"),
        (["add", "\udcff\udcfe"], "bad_input", "cannot be seen"),
        (["add", "TAKEN"], "bad_input", "there is a key 'taken' already"),
        (["add", "new", "--role", "owner"], "unknown_name", "have: read, write, admin"),
        (["add", "new", "--expires", "soon"], "bad_input", "'soon' is no duration"),
        (["add", "new", "--expires", "0d"], "bad_input", "cannot hold for 0 seconds"),
        (["add", "new", "--expires", "99y"], "bad_input", "cannot hold for 36,135 days"),
        (["add", "new", "--rate", "0"], "bad_input", "0 times a minute"),
        (["add", "new", "--rate", "many"], "usage", "--rate"),
        (["add", "new", "--collection", "../../etc"], "bad_input", "'../../etc' is no name of a collection"),
        (["add"], "usage", "NAME"),
        (["revoke", "nobody"], "unknown_name", "no key 'nobody'"),
        (["revoke", ""], "unknown_name", "no key ''"),
    ],
)
def test_what_cannot_be_done_is_said_with_a_way_out(
    cli: Cli, home: Path, arguments: list[str], code: str, says: str
) -> None:
    cli("keys", "add", "taken")
    ran = cli("keys", *arguments, "--json")
    assert ran.code == Exit.BAD_INPUT, ran
    assert ran.error["code"] == code
    assert says in ran.error["message"]
    assert ran.error["hint"]
    assert len(ran.out) < 1_000
    with closing(keys_in(home)) as keys:
        assert [key.name for key in keys.list()] == ["taken"]


def test_a_key_in_the_wrong_place_is_not_repeated(cli: Cli, home: Path) -> None:
    secret = cli("keys", "add", "shop").out.strip()
    for arguments in (["add", secret], ["add", f"key {secret}"], ["revoke", secret[:-1]], ["revoke", secret[3:]]):
        for how in ([], ["--json"]):
            ran = cli("keys", *arguments, *how)
            assert ran.code == Exit.BAD_INPUT, arguments
            assert secret.rpartition("_")[2][:10] not in ran.out + ran.err
    assert cli("keys", "revoke", secret).code == 0, "a key that leaked is what one has at hand"


def test_names_in_any_script_are_listed(cli: Cli) -> None:
    names = ["Zoë’s laptop", "東京の店", "متجر", "🦊 fox", "n" * 80]
    for name in names:
        assert cli("keys", "add", name).code == 0
    assert [key["name"] for key in cli("keys", "list", "--json").json["keys"]] == names
    shown = "".join(cli("keys", "list").out.split())
    assert all(name.replace(" ", "")[:6] in shown for name in names)


def test_a_file_that_is_none_of_ours_is_left_alone(cli: Cli, home: Path) -> None:
    home.mkdir()
    (home / "keys.db").write_bytes(b"not a database, only some words" * 30)
    before = (home / "keys.db").read_bytes()
    for arguments in (["list"], ["add", "shop"], ["revoke", "shop"]):
        ran = cli("keys", *arguments, "--json")
        assert (ran.code, ran.error["code"]) == (Exit.STORE, "store_damaged")
    assert (home / "keys.db").read_bytes() == before


@pytest.mark.skipif(os.name != "posix", reason="modes")
def test_a_folder_that_cannot_be_written_is_said_to_be(cli: Cli, tmp_path: Path, home: Path) -> None:
    home.write_text("a file where the folder should be", encoding="utf-8")
    ran = cli("keys", "add", "shop", "--json")
    assert ran.code == Exit.BAD_INPUT
    assert str(home) in ran.error["message"]


@pytest.mark.slow
def test_processes_that_add_at_once_all_get_a_key(start: Start, cli: Cli) -> None:
    started = [start("keys", "add", f"worker {n}", "--json") for n in range(4)]
    made = [json.loads(process.communicate(timeout=120)[0]) for process in started]
    assert {process.returncode for process in started} == {0}
    assert len({each["key"]["id"] for each in made}) == 4
    assert len(cli("keys", "list", "--json").json["keys"]) == 4


@pytest.mark.parametrize("command", ["add", "list", "revoke"])
def test_help_shows_examples_that_work(cli: Cli, command: str) -> None:
    shown = cli("keys", command, "--help").out
    assert "--json" in shown
    found = [line.strip() for line in shown.partition("Examples:")[2].splitlines() if "claimtree " in line]
    assert found
    if command == "revoke":
        cli("keys", "add", "shop-frontend")
    for line in found:
        ran = cli(*shlex.split(line)[1:])
        assert ran.code == 0, f"{line}: {ran}"


def test_keys_are_all_forgotten_only_when_a_person_says_so(cli: Cli, home: Path) -> None:
    cli("keys", "add", "one")
    with closing(keys_in(home)) as keys, closing(SavedSearches(home / FILE)) as searches:
        (one,) = keys.list()
        searches.add("mine", "quiet", collection="rentals", owner=one.id)
    asked = cli("keys", "reset")
    assert asked.code == Exit.BAD_INPUT
    assert "--yes" in asked.err
    with closing(keys_in(home)) as keys:
        assert keys.demand() is Demand.KEYS
    assert cli("keys", "reset", "--yes", "--json").json == {"keys_forgotten": 1}
    with closing(keys_in(home)) as keys, closing(SavedSearches(home / FILE)) as searches:
        assert keys.demand() is Demand.NONE
        assert not searches.list(collection="rentals", owner=one.id)
    assert "0 keys are forgotten" in cli("keys", "reset", "--yes").out

"""Saved searches on the command line: saved, run, told, fed, posted, forgotten."""

import json
import shlex
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import pytest

from claimtree.cli.exits import Exit

Cli = Callable[..., Any]
Rows = Callable[..., Path]

QUESTION = "two-bedroom in Brooklyn under $4,000, pets allowed"
DEMO = Path(__file__).parents[2] / "src" / "claimtree" / "packs" / "rentals" / "demo" / "homes.jsonl"
COMMANDS = ["add", "list", "show", "run", "feed", "webhook", "every", "remove"]
NEW = {
    "id": "bk-901", "level": "apartment", "parent": "williamsburg", "title": "New \x1b[31m<b>2BR</b>", "bedrooms": 2,
    "source": "streetrent", "text": "Two bedrooms. Cats and dogs welcome.", "price": 3100, "lat": 40.71, "lon": -73.957,
}  # fmt: skip


@pytest.fixture
def home_of(demo_copy: Path) -> dict[str, dict[str, Any]]:
    """The demo's homes by id."""
    rows = [json.loads(line) for line in DEMO.read_text(encoding="utf-8").splitlines()]
    return {row["id"]: row for row in rows}


@pytest.fixture(scope="module")
def watched_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the first test that needs it keeps a home with such a search, for the others to copy."""
    return tmp_path_factory.mktemp("watched") / "home"


@pytest.fixture
def watched(cli: Cli, demo_copy: Path, watched_home: Path) -> Cli:
    """Commands on a copy of the demo with a search that has run once."""
    if watched_home.exists():
        shutil.copytree(watched_home, demo_copy, dirs_exist_ok=True)
        return cli
    assert cli("saved", "add", "brooklyn", QUESTION, "--json").json["runs"] == 0
    (first,) = cli("saved", "run", "--json").json["runs"]
    assert (first["baseline"], first["new"], first["gone"], first["changed"]) == (True, [], [], [])
    assert first["hits"] > 5
    shutil.copytree(demo_copy, watched_home)
    return cli


@pytest.fixture
def change(cli: Cli, demo_copy: Path, write_rows: Rows) -> Callable[..., None]:
    """Indexes homes into the demo's own store."""

    def index(*rows: dict[str, Any]) -> None:
        assert cli("index", write_rows("new.jsonl", *rows), "--store", demo_copy / "demo-rentals.db").code == 0

    return index


def hits(cli: Cli) -> list[dict[str, Any]]:
    return list(cli("search", QUESTION, "--limit", "50", "--json").json["hits"])


def test_three_new_one_gone_one_cheaper_with_reasons(
    watched: Cli, change: Callable[..., None], home_of: dict[str, dict[str, Any]]
) -> None:
    assert watched("saved", "run", "--json").json["runs"][0]["summary"] == "nothing new"
    priced = next(hit["id"] for hit in hits(watched) if "price" in hit["fields"])
    gone = next(hit["id"] for hit in hits(watched) if hit["id"] != priced)
    cheaper = home_of[priced] | {"price": home_of[priced]["price"] - 100}
    change(NEW, NEW | {"id": "bk-902", "price": 3200}, NEW | {"id": "bk-903", "price": 3300}, cheaper)
    assert watched("delete", gone).code == 0

    (run,) = watched("saved", "run", "brooklyn", "--json").json["runs"]
    assert run["summary"] == "3 new, 1 gone, 1 cheaper"
    assert [(one["id"], one["reason"]) for one in run["new"]] == [
        ("bk-901", "new_entity"), ("bk-902", "new_entity"), ("bk-903", "new_entity")
    ]  # fmt: skip
    pets = next(one for one in run["new"][0]["verdicts"] if one["claim"] == "pets allowed")
    assert (pets["verdict"], pets["quote"]) == ("met", "Cats and dogs welcome")
    assert [(one["id"], one["reason"]) for one in run["gone"]] == [(gone, "deleted")]
    (changed,) = run["changed"]
    assert (changed["id"], changed["price"]) == (priced, "dropped")
    (moved,) = changed["changed_fields"]
    assert moved["before"]["value"] - moved["after"]["value"] == 100

    assert watched("saved", "run").out == "brooklyn: nothing new\n"
    shown = watched("saved", "show", "brooklyn")
    for words in ("3 new, 1 gone, 1 cheaper", "✓ pets allowed", "“Cats and dogs welcome”", "no longer in the store"):
        assert words in shown.out
    assert "\x1b" not in shown.out


def test_a_home_that_is_refuted_now_says_by_which_words(watched: Cli, change: Callable[..., None]) -> None:
    change(NEW)
    watched("saved", "run")
    change(NEW | {"text": "Two bedrooms. Sorry, no pets."})
    ran = watched("saved", "run", "--json")
    (gone,) = ran.json["runs"][0]["gone"]
    (claim,) = gone["claims"]
    assert (gone["reason"], claim["claim"], claim["before"], claim["verdict"]) == (
        "ruled_out", "pets allowed", "met", "refuted"
    )  # fmt: skip
    assert "no pets" in claim["quote"]
    shown = watched("saved", "show", "brooklyn").out
    assert "✗ pets allowed: met, now refuted" in shown


def test_the_feed_goes_to_stdout_or_to_a_file(watched: Cli, change: Callable[..., None], tmp_path: Path) -> None:
    change(NEW)
    watched("saved", "run")
    root = Xml.fromstring(watched("saved", "feed", "brooklyn").out)
    assert [one.tag.partition("}")[2] for one in root].count("entry") == 1
    ran = watched("saved", "feed", "brooklyn", "--out", tmp_path / "feed.xml", "--json")
    assert ran.json == {"entries": 1, "file": str(tmp_path / "feed.xml"), "feed": None}
    assert Xml.fromstring((tmp_path / "feed.xml").read_text(encoding="utf-8"))[0].text == root[0].text
    assert watched("saved", "feed", "brooklyn", "--out", tmp_path / "no" / "x").code == Exit.BAD_INPUT


@pytest.fixture
def hook() -> Iterator[tuple[str, list[bytes]]]:
    """A server that takes what is posted."""
    posted: list[bytes] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            posted.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/hunter2", posted
        server.shutdown()
        thread.join()


def test_news_are_posted_and_the_secret_is_shown_once(
    watched: Cli, change: Callable[..., None], hook: tuple[str, list[bytes]]
) -> None:
    url, posted = hook
    refused = watched("saved", "webhook", "brooklyn", url, "--json")
    assert (refused.code, refused.error["code"]) == (Exit.BAD_INPUT, "bad_input")
    assert "--allow-private" in refused.error["hint"]
    made = watched("saved", "webhook", "brooklyn", url, "--allow-private", "--json").json
    assert made["secret"].startswith("whsec_")
    change(NEW)
    ran = watched("saved", "run", "--json")
    assert [json.loads(body) for body in posted] == ran.json["runs"]
    assert "posted (status 204)" in ran.err
    for command in (["list"], ["show", "brooklyn"]):
        for flags in ([], ["--json"]):
            shown = watched("saved", *command, *flags)
            assert made["secret"] not in shown.out + shown.err
            assert "hunter2" not in shown.out + shown.err
    assert watched("saved", "webhook", "brooklyn", "--off", "--json").json["webhook"] is None


def test_an_edit_of_a_claim_that_there_is_not_is_said_at_once(cli: Cli, demo_copy: Path) -> None:
    made = cli("saved", "add", "edited", QUESTION, "--edit", "drop:c9", "--json").json
    assert "c9" in made["notices"][0]
    assert made["edits"] == ["drop:c9"]


def test_a_search_is_followed_in_the_pack_that_it_was_saved_for(watched: Cli) -> None:
    assert watched("saved", "list", "--pack", "property", "--json").json == {"searches": []}
    assert watched("saved", "show", "brooklyn", "--pack", "property", "--json").error["code"] == "unknown_name"
    assert "brooklyn" in watched("saved", "list").out
    assert watched("saved", "remove", "brooklyn", "--json").json["removed"]["name"] == "brooklyn"
    assert "Nothing is saved" in watched("saved", "list").out
    assert watched("saved", "run", "--json").json == {"runs": [], "errors": []}


def test_a_search_that_cannot_run_any_more_costs_no_other(cli: Cli, home: Path, watched: Cli) -> None:
    cli("saved", "add", "aging", QUESTION)
    with closing(sqlite3.connect(home / "saved.db")) as file, file:
        file.execute("""UPDATE search SET weights = '{"moat": 1.0}' WHERE name = 'aging'""")
    ran = watched("saved", "run", "--json")
    assert ran.code == Exit.BAD_INPUT
    assert [one["name"] for one in ran.json["runs"]] == ["brooklyn"]
    assert [(one["name"], one["error"]["code"]) for one in ran.json["errors"]] == [("aging", "unknown_name")]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["add", "x" * 81, QUESTION], "bad_input", "name"),
        (["add", "brooklyn", QUESTION], "bad_input", "already"),
        (["add", "b", ""], "bad_query", "empty"),
        (["add", "b", QUESTION, "--limit", "501"], "bad_input", "501"),
        (["add", "b", QUESTION, "--edit", "burn:c1"], "bad_query", "burn"),
        (["add", "b", QUESTION, "--weight", "moat=1"], "unknown_name", "moat"),
        (["add", "b", QUESTION, "--weight", "room=7"], "bad_query", "7"),
        (["add", "b", QUESTION, "--every", "1"], "bad_input", "1"),
        (["show", "nobody"], "unknown_name", "nobody"),
        (["run", "nobody"], "unknown_name", "nobody"),
        (["remove", "nobody"], "unknown_name", "nobody"),
        (["feed", "nobody"], "unknown_name", "nobody"),
        (["webhook", "nobody", "--off"], "unknown_name", "nobody"),
        (["webhook", "brooklyn"], "bad_input", "--off"),
        (["webhook", "brooklyn", "ftp://x.example/"], "bad_input", "http"),
        (["webhook", "brooklyn", "http://a:b@x.example/"], "bad_input", "password"),
        (["every", "brooklyn"], "bad_input", "--off"),
        (["every", "brooklyn", "2"], "bad_input", "2"),
    ],
)
def test_bad_requests(cli: Cli, arguments: list[str], code: str, says: str) -> None:
    assert cli("saved", "add", "brooklyn", QUESTION).code == 0
    ran = cli("saved", *arguments, "--json")
    assert (ran.code, ran.error["code"]) == (Exit.BAD_INPUT, code), ran
    assert says in ran.error["message"]
    assert len(cli("saved", "list", "--json").json["searches"]) == 1


def test_help_shows_the_common_options_and_examples_that_work(cli: Cli, demo_copy: Path) -> None:
    for command in COMMANDS:
        shown = cli("saved", command, "--help").out
        for option in ("--json", "--store", "--pack", "--embedder"):
            assert option in shown
        found = [line.strip() for line in shown.partition("Examples:")[2].splitlines() if "claimtree " in line]
        assert found
        for line in found:
            ran = cli(*shlex.split(line)[1:])
            assert ran.code == 0, f"{line}: {ran}"

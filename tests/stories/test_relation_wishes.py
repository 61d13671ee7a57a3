"""Searches that ask through a relation, on every face: what is read, what proves it, and edits of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.stories.http.serving import HERE

from claimtree.api.app import Serving, create_app
from claimtree.api.collections import Spec
from claimtree.mcp import arguments, search_tools, text_results
from claimtree.mcp.open_packs import Offer
from claimtree.settings import Settings, load_settings

Cli = Callable[..., Any]

KIN = Path(__file__).parents[1] / "packs" / "kin"
ASKED = "whose father was born before 1830"


@pytest.fixture
def kin(cli: Cli) -> Cli:
    """Commands on a store of a few families."""

    def run(command: str, *arguments: str | Path, json: bool = True) -> Any:
        return cli(command, *arguments, "--pack", KIN, "--store", "kin.db", *(["--json"] if json else []))

    ran = run("index", KIN / "people.jsonl")
    assert (ran.code, ran.json["indexed"]) == (0, 9), ran.err
    return run


def test_what_is_asked_of_the_related_entity_is_read_and_told(kin: Cli) -> None:
    (claim,) = kin("read", "not married to a farmer from Ohio").json["claims"]
    assert (claim["claim"], claim["negated"], claim["strength"]) == (
        "not married to a farmer from Ohio",
        True,
        "required",
    )
    assert claim["through"]["relation"] == "married-to"
    assert claim["through"]["direction"] == "out"
    assert [one["claim"] for one in claim["through"]["claims"]] == ["farmer", "from Ohio"]
    assert kin("read", "a farmer").json["claims"][0]["through"] is None


def test_a_hit_is_proven_by_the_words_of_the_related_entity(kin: Cli) -> None:
    found = kin("search", ASKED).json
    assert found["hits"][0]["id"] == "carl"
    (said,) = found["hits"][0]["verdicts"][0]["evidence"]
    assert (said["entity"], said["quote"], said["for"]) == ("adam", "born: 1821", True)
    link = said["link"]
    assert (link["kind"], link["to"], link["title"], link["quote"]) == (
        "father",
        "adam",
        "Adam Rau",
        "son of Adam, farmer",
    )
    assert "emil" not in [hit["id"] for hit in found["hits"]]  # his father was born in 1848


def test_a_person_reads_who_is_meant_and_how_they_are_related(kin: Cli) -> None:
    told = " ".join(kin("search", ASKED, json=False).out.split())
    assert "“born: 1821” — Adam Rau (father “son of" in told
    why = " ".join(kin("explain", "carl", "married to somebody", json=False).out.split())
    assert "“married-to: dora” — Dora Doyle (married-to), by the relation" in why
    missing = " ".join(kin("explain", "emil", ASKED, json=False).out.split())
    assert "born: 1848" in missing


@pytest.mark.parametrize(
    ("edit", "first"),
    [("negate:c1", "emil"), ("words:c1:whose mother was blind", "emil"), ("words:c1:father of a miller", "carl")],
)
def test_such_a_claim_can_be_edited(kin: Cli, edit: str, first: str) -> None:
    found = kin("search", ASKED, "--edit", edit).json
    assert found["hits"][0]["id"] == first
    assert found["hits"][0]["verdicts"][0]["verdict"] == "met"


def test_a_saved_search_is_asked_again(kin: Cli, write_rows: Callable[..., Path]) -> None:
    kin("saved", "add", "grandchildren", ASKED)
    kin("saved", "run", "grandchildren")
    late = {"id": "late", "title": "Late Rau", "relations": [{"kind": "father", "to": "adam"}]}
    kin("index", write_rows("late.jsonl", late))
    (run,) = kin("saved", "run", "grandchildren").json["runs"]
    assert [one["id"] for one in run["new"]] == ["late"]


def test_the_server_names_the_related_entity_on_its_cards(kin: Cli, home: Path, tmp_path: Path) -> None:
    settings = load_settings({"home": str(home), "embedder": "hashed-256"}, {})
    specs = (Spec(name="kin", pack=str(KIN), store=str(tmp_path / "kin.db")),)
    with TestClient(create_app(settings, Serving(specs=specs)), base_url=HERE) as client:
        told = client.get("/api/v1/search", params={"q": ASKED, "cards": "true"}).json()
    hit = told["hits"][0]
    assert hit["card"]["entities"] == {"adam": "Adam Rau"}
    assert hit["verdicts"][0]["evidence"][0]["link"]["title"] == "Adam Rau"


def test_an_agent_is_told_the_relation(kin: Cli, home: Path, tmp_path: Path) -> None:
    settings = Settings(home=home, pack=str(KIN), store=str(tmp_path / "kin.db"), embedder="hashed-256")
    with Offer.of(settings, chosen=True) as offer:
        found = search_tools.search(offer, arguments.Search(text="master of a miller"))
    (said,) = found["hits"][0]["verdicts"][0]["evidence"]
    assert (said["relation"], said["related"], said["stated"]) == ("apprenticed-to, by", "emil", "indenture of 1893")
    assert '"apprenticed-to, by" "emil": "indenture of 1893"' in text_results.search_text(found)

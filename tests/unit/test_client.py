"""The way in from Python."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import claimtree
from claimtree.errors import UnknownName
from claimtree.model.claims import LevelName

HOMES = [
    {"id": f"h{n}", "title": f"Home {n}", "text": text, "price": 2_000 + 100 * n, "bedrooms": 2}
    for n, text in enumerate(
        ["Quiet and sunny, dogs allowed.", "Above a noisy bar. Dogs allowed.", "Quiet, with a dishwasher. No pets."]
    )
]


@pytest.fixture
def homes(tmp_path: Path) -> Path:
    file = tmp_path / "homes.jsonl"
    file.write_text("".join(json.dumps(home) + "\n" for home in HOMES), encoding="utf-8")
    return file


def test_a_file_is_made_searched_explained_and_opened_again(tmp_path: Path, homes: Path) -> None:
    with claimtree.open(tmp_path / "homes.db", pack="rentals", embedder="hashed-256") as ct:
        assert ct.index(homes).indexed == 3
        found = ct.search("quiet, dogs allowed")
        assert found.hits[0].id == "h0"
        assert found.hits[0].met == 2
        assert ct.explain("h2", "quiet, dogs allowed").place != 1
        assert ct.get("h1").entity.title == "Home 1"
    with claimtree.open(tmp_path / "homes.db", pack="rentals", embedder="hashed-256") as ct:
        assert ct.info().entities[LevelName("apartment")] == 3


def test_edits_are_given_as_words_and_pages_follow_one_another(tmp_path: Path, homes: Path) -> None:
    with claimtree.open(tmp_path / "homes.db", pack="rentals", embedder="hashed-256") as ct:
        ct.index(homes)
        wishes = {claim.text: claim.id for claim in ct.read("quiet, nice to have a dishwasher").claims}
        found = ct.search("quiet, nice to have a dishwasher", edits=[f"drop:{wishes['quiet']}"])
        assert ct.search("quiet, nice to have a dishwasher", edits=f"drop:{wishes['quiet']}").claims == found.claims
        assert [claim.text for claim in found.claims] == ["dishwasher"]
        first = ct.search("two bedrooms", limit=2)
        assert isinstance(first, claimtree.Found)
        second = ct.search("two bedrooms", limit=2, after=first.cursor)
        assert isinstance(second, claimtree.Found)
        assert {hit.id for hit in (*first.hits, *second.hits)} == {"h0", "h1", "h2"}
        assert (second.offset, second.cursor) == (2, "")


def test_an_entity_that_is_not_there_is_said_to_be_missing(tmp_path: Path, homes: Path) -> None:
    with claimtree.open(tmp_path / "homes.db", pack="rentals", embedder="hashed-256") as ct:
        ct.index(homes)
        with pytest.raises(UnknownName, match="nobody"):
            ct.get("nobody")


def test_a_sentence_is_read_without_any_store(tmp_path: Path) -> None:
    with claimtree.open(tmp_path / "none.db", pack="rentals", embedder="hashed-256") as ct:
        assert [claim.text for claim in ct.read("quiet").claims] == ["quiet"]
        assert not (tmp_path / "none.db").exists()

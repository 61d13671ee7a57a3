"""From the words of a listing to the tick, with the encoder that ships: what the judge is there for."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import claimtree

Cli = Callable[..., Any]
Ask = Callable[[str, str], str]
OURS = ("--embedder", "claimtree-small-3")
HOMES = {
    "courtyard": "Peaceful courtyard.",
    "flyover": "Overlooks the flyover.",
    "cleaner": "Quiet carpet cleaner included.",
    "broken": "The elevator hasn't worked since May. Dogs are unwelcome. The dishwasher does not work.",
    "sound": "There is an elevator. Dogs are welcome. The kitchen has a dishwasher.",
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of these homes, which tests only read."""
    folder = tmp_path_factory.mktemp("judged")
    rows = ({"id": id, "level": "apartment", "title": id, "text": text} for id, text in HOMES.items())
    (folder / "homes.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    with claimtree.open(folder / "homes.db", pack="rentals", embedder=OURS[1]) as opened:
        assert opened.index(folder / "homes.jsonl").indexed == len(HOMES)
    return folder / "homes.db"


@pytest.fixture
def verdict(cli: Cli, store: Path) -> Ask:
    def ask(home: str, wish: str) -> str:
        found = cli("explain", home, wish, "--store", store, *OURS, "--json").json
        return str(found["verdicts"][0]["verdict"])

    return ask


@pytest.mark.parametrize(
    ("home", "wish", "expected"),
    [
        ("courtyard", "quiet", "met"),
        ("flyover", "quiet", "refuted"),
        ("cleaner", "quiet", "unknown"),
        ("sound", "elevator", "met"),
        ("sound", "dogs allowed", "met"),
        ("sound", "dishwasher", "met"),
    ],
)
def test_words_meet_refute_or_leave_a_wish_open(verdict: Ask, home: str, wish: str, expected: str) -> None:
    assert verdict(home, wish) == expected


@pytest.mark.parametrize("wish", ["elevator", "dogs allowed", "dishwasher"])
def test_a_word_that_its_own_clause_takes_back_is_never_a_tick(verdict: Ask, wish: str) -> None:
    assert verdict("broken", wish) != "met"

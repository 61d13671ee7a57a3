"""From the words of a listing to the tick, with the encoder that ships: what the judge is there for."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]
Ask = Callable[[str, str], str]
OURS = ("--embedder", "claimtree-small-2")
HOMES = {
    "courtyard": "Peaceful courtyard.",
    "flyover": "Overlooks the flyover.",
    "cleaner": "Quiet carpet cleaner included.",
    "broken": "The elevator hasn't worked since May. Dogs are unwelcome. The dishwasher does not work.",
    "sound": "There is an elevator. Dogs are welcome. The kitchen has a dishwasher.",
}


@pytest.fixture
def verdict(cli: Cli, tmp_path: Path) -> Ask:
    file = tmp_path / "homes.jsonl"
    rows = ({"id": id, "level": "apartment", "title": id, "text": text} for id, text in HOMES.items())
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    store = tmp_path / "homes.db"
    cli("index", file, "--store", store, *OURS)

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

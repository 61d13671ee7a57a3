"""Questions about a family tree on the command line."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.stories.test_cli_tree import SMALL

Cli = Callable[..., Any]


@pytest.fixture
def small(tmp_path: Path, cli: Cli) -> Path:
    file = tmp_path / "small.ged"
    file.write_text(SMALL, encoding="utf-8")
    cli("tree", "import", str(file), "--embedder", "hashed-256")
    return file


def test_an_answer_shows_the_lines_that_it_rests_on(small: Path, cli: Cli) -> None:
    shown = cli("ask", "When was Mary Ellen Smith born?")
    assert "about 1878" in shown.out
    assert "@I1@, line 9: 2 DATE ABT 1878" in shown.out
    found = cli("ask", "How old was John Miller at his wedding?", "--tree", "small", "--json").json
    assert found["number"] == {"low": 26, "high": 27}
    assert found["evidence"][0]["quote"]


def test_a_question_that_cannot_be_read_is_asked_back(small: Path, cli: Cli) -> None:
    found = cli("ask", "Was John Miller happy?", "--json").json
    assert found["kind"] == "question"
    assert found["questions"]


def test_a_living_child_is_masked_unless_it_is_to_be_shown(small: Path, cli: Cli) -> None:
    masked = cli("ask", "Who were the children of John Miller?").out
    assert "Living person" in masked
    assert "Secretia" not in masked
    assert "Secretia" in cli("ask", "Who were the children of John Miller?", "--living", "shown").out

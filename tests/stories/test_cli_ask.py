"""Questions about a family tree on the command line."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.stories.test_cli_tree import SMALL
from tests.unit.conftest import Chat, chat  # noqa: F401 - a fixture

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


def test_a_look_up_has_the_shape_of_a_semantic_search_result(small: Path, cli: Cli) -> None:
    found = cli(
        "ask", "Do you have Mary Ellen Smith? She was born about 1879. Her father was Abel Smith.", "--json"
    ).json
    assert found["intent"] == "PERSON_LOOKUP"
    assert [one["name"] for one in found["entities"]["people"]] == ["Mary Ellen Smith"]
    assert found["entities"]["people"][0]["birth"] == {"first": 1874, "last": 1884, "text": "about 1879"}
    assert 1 <= len(found["candidates"]) <= 3
    first = found["candidates"][0]
    assert first["id"] == "small:I1"
    assert 0 <= first["confidence"] <= 100
    assert first["evidence"][0]["source_type"] == "GEDCOM"
    assert first["evidence"][0]["citations"][0]["line"]
    assert found["evidence"]
    assert found["answer_draft"] == found["text"]
    assert isinstance(found["missing_information"], list)
    assert [one["fact"]["kind"] for one in found["suggested_facts"]] == ["relation"]


def test_a_question_back_is_answered_in_the_next_message_of_a_session(tmp_path: Path, cli: Cli) -> None:
    cli("tree", "import", "--demo", "--embedder", "hashed-256")
    asked = cli("ask", "Do you have a John Miller in Indiana?", "--session", "miller", "--json").json
    assert asked["kind"] == "question"
    assert 1 <= len(asked["questions_back"]) <= 3
    told = cli("ask", "the one who married Bertha Lane", "--session", "miller", "--json").json
    assert told["answered"]
    assert told["candidates"][0]["id"] == "hollow-creek:I47"
    later = cli("ask", "When did he die?", "--session", "miller")
    assert "1918" in later.out


def test_a_draft_answers_whoever_wrote_and_is_never_sent(tmp_path: Path, cli: Cli) -> None:
    cli("tree", "import", "--demo", "--embedder", "hashed-256")
    message = "Do you have Mary Ellen Smith? She was born 12 May 1878. Her mother was Sarah Hughes."
    shown = cli("ask", message, "--draft", "--from", "Dana Whitlock")
    assert shown.out.startswith("Hello Dana Whitlock,\n")
    assert "The message says May 12, 1878, the tree says May 12, 1879." in shown.out
    assert "- hollow-creek.ged, @I49@, line 16: 1 NAME Mary Ellen /Smith/" in shown.out
    assert "nothing was sent" in shown.err
    found = cli("ask", message, "--draft", "--json").json
    assert found["draft"]["text"].startswith("Hello,\n")
    assert found["draft"]["text"] == found["draft"]["template"]
    assert "draft" not in cli("ask", message, "--json").json
    assert cli("review", "list", "--json").json["items"] == []


def test_a_draft_masks_the_living_whatever_the_settings(small: Path, cli: Cli) -> None:
    found = cli("ask", "Who were the children of John Miller?", "--draft", "--living", "shown", "--json").json
    assert "Secretia" in found["text"]
    assert "Secretia" not in str(found["draft"])
    assert "Living person" in found["draft"]["text"]


def test_a_name_without_a_draft_is_an_error(small: Path, cli: Cli) -> None:
    ran = cli("ask", "When was Mary Ellen Smith born?", "--from", "Dana")
    assert ran.code == 2
    assert "--draft" in ran.err


def test_a_model_that_invents_a_relation_leaves_the_template(
    small: Path,
    cli: Cli,
    chat: Chat,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in (("URL", chat.url), ("MODEL", "small"), ("KEY", chat.key)):
        monkeypatch.setenv(f"CLAIMTREE_ASSISTANT_{name}", value)
    chat.thinks = lambda body: "Hello,\nThanks.\nMary Ellen Smith is your great-aunt."
    asked = ["ask", "When was Mary Ellen Smith born?", "--draft", "--assistant", "replies"]
    shown = cli(*asked)
    assert "great-aunt" not in shown.out
    assert "about 1878" in shown.out
    assert "not the language model" in shown.err

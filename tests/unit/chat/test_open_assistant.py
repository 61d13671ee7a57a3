"""From settings to a language model of conversations."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from tests.unit.conftest import Chat

from claimtree.chat.open_assistant import open_assistant
from claimtree.chat.open_conversation import model_limit_s
from claimtree.errors import BadInput, UnknownName
from claimtree.settings import Settings, load_settings

ENDPOINT = {"assistant": "llm", "assistant_url": "http://localhost:1/v1", "assistant_model": "small"}
READER = {"reader_url": "http://localhost:2/v1", "reader_model": "large", "reader_key": "sesame"}


@pytest.mark.parametrize(
    ("assistant", "tools", "replies"), [("tools", True, False), ("replies", False, True), ("llm", True, True)]
)
def test_the_parts_of_a_model_are_those_of_the_settings(
    tmp_path: Path, assistant: str, tools: bool, replies: bool
) -> None:
    with closing(open_assistant(Settings(home=tmp_path, **ENDPOINT | {"assistant": assistant}))) as opened:
        assert (opened.chooses_tools, opened.words_replies) == (tools, replies)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("changed", "error", "said"),
    [
        ({"assistant": "oracle"}, UnknownName, "no assistant 'oracle' (have: rules, tools, replies, llm)"),
        ({"assistant_url": ""}, BadInput, "without an endpoint"),
        ({"assistant_model": ""}, BadInput, "without an endpoint"),
        ({"assistant_model": "", **READER}, BadInput, "without an endpoint"),
        ({"assistant_url": "localhost"}, BadInput, "starts with http://"),
        ({"assistant_timeout_s": "soon"}, BadInput, "not a number"),
        ({"assistant_timeout_s": "0"}, BadInput, "assistant_timeout_s is 0"),
        ({"assistant_timeout_s": "600"}, BadInput, "assistant_timeout_s is 600"),
        ({"assistant_concurrency": "1.5"}, BadInput, "not a whole number"),
        ({"assistant_cost_per_day": "5"}, BadInput, "needs prices"),
    ],
)
def test_settings_that_make_no_sense_are_refused_by_name(
    tmp_path: Path, changed: dict[str, str], error: type[BadInput], said: str
) -> None:
    settings = Settings(home=tmp_path, **ENDPOINT | {"assistant_key": "sesame"} | changed)
    with pytest.raises(error) as caught:
        model_limit_s(settings)
    assert said in caught.value.message
    assert "sesame" not in f"{caught.value!r} {caught.value.hint} {caught.value.values} {settings!r}"


def test_the_endpoint_of_the_reader_will_do_and_its_key_goes_nowhere_else(tmp_path: Path, chat: Chat) -> None:
    reader = READER | {"reader_url": chat.url}
    for own, key in (({}, "Bearer sesame"), ({"assistant_key": "mine"}, "Bearer mine")):
        with closing(open_assistant(Settings(home=tmp_path, assistant="llm", **reader, **own))) as opened:
            opened.for_message().write([{"role": "user", "content": "halo"}])
        assert (chat.keys[-1], chat.asked[-1]["model"]) == (key, "large")
    elsewhere = ENDPOINT | {"assistant_url": chat.url}
    with closing(open_assistant(Settings(home=tmp_path, **READER, **elsewhere))) as opened:
        opened.for_message().write([{"role": "user", "content": "halo"}])
    assert (chat.keys[-1], chat.asked[-1]["model"]) == (None, "small")


def test_the_key_may_stand_in_a_variable_of_another_name(tmp_path: Path) -> None:
    environment = {"CLAIMTREE_ASSISTANT_KEY_ENV": "MY_KEY", "MY_KEY": "sesame"}
    settings = load_settings({"home": str(tmp_path)}, environment)
    assert settings.assistant_key == "sesame"
    assert "sesame" not in repr(settings)


def test_a_conversation_without_a_model_waits_for_none(tmp_path: Path) -> None:
    assert model_limit_s(Settings(home=tmp_path)) == 0.0

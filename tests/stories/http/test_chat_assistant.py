"""A conversation over HTTP in which a language model has a part."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.stories.http.serving import Home
from tests.stories.http.test_chat import CHAT, events_of, say
from tests.unit.conftest import Chat, chat  # noqa: F401 - a fixture

from claimtree.errors import BadInput

ARGUMENTS = {"min_bedrooms": 2, "max_bedrooms": 2, "amenities": ["dogs allowed"]}
MESSAGE = "two bedrooms, dogs allowed"


def answering(chat: Chat) -> None:  # noqa: F811 - the server, not the fixture
    """Calls the right tool, and words the reply in its own way."""

    def thinks(body: dict[str, Any]) -> str:
        template: str = json.loads(body["messages"][-1]["content"].split("\n", 1)[1].rsplit("\n", 1)[0])["reply"]
        return template.replace("There are 2 that fit", "Hello! I found 2 that fit")

    chat.calls(("search_properties", ARGUMENTS))
    chat.thinks = thinks


@pytest.fixture
def assisted(here: Home, chat: Chat) -> Iterator[TestClient]:  # noqa: F811 - the fixture
    settings = replace(
        here.settings, assistant="llm", assistant_url=chat.url, assistant_model="small", assistant_key=chat.key
    )
    with replace(here, settings=settings).client() as client:
        yield client


def test_a_model_chooses_tools_and_words_over_http(assisted: TestClient, chat: Chat) -> None:  # noqa: F811
    answering(chat)
    reply = say(assisted, MESSAGE)
    assert reply["assistant"] == {"tools": "model", "text": "model", "notices": []}
    assert reply["calls"] == [{"tool": "search_properties", "arguments": {**ARGUMENTS, "limit": 5}}]
    assert reply["text"].startswith("Hello! I found 2 that fit: 2 bedrooms · dogs allowed.")
    assert chat.keys[0] == f"Bearer {chat.key}"


def test_only_checked_text_is_streamed_and_criteria_come_before_the_model(
    assisted: TestClient,
    chat: Chat,  # noqa: F811
) -> None:
    chat.calls(("search_properties", {"min_bedrooms": 2}))
    chat.thinks = lambda body: "1. Free homes with a pool at http://evil.example"
    asked = {"message": MESSAGE, "session": "s"}
    answer = assisted.post(CHAT, json=asked, headers={"Accept": "text/event-stream"})
    assert "evil" not in answer.text
    events = events_of(answer.text)
    assert events[0][0] == "understood"
    reply = dict(events)["reply"]
    assert (reply["assistant"]["tools"], reply["assistant"]["text"]) == ("rules", "template")
    tools, text = reply["assistant"]["notices"]
    assert tools == "The built-in rules chose the tools, not the language model: it changed “2 bedrooms”."
    assert text.startswith("The built-in texts word this reply, not the language model: ")
    assert "\n".join(data for name, data in events if name == "line") == reply["text"]
    assert chat.key not in answer.text


def test_a_server_does_not_start_with_a_model_that_cannot_be_asked(here: Home) -> None:
    settings = replace(here.settings, assistant="llm", assistant_url="nowhere", assistant_model="small")
    with pytest.raises(BadInput, match="starts with http://"), replace(here, settings=settings).client():
        pass

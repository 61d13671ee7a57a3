"""A draft over HTTP that a language model words, or would."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from tests.stories.http.serving import Home
from tests.stories.http.test_trees import API, home  # noqa: F401 - a fixture
from tests.unit.conftest import Chat, chat  # noqa: F401 - a fixture

ASKED = {"question": "When was Thomas Hughes born?", "draft": True, "author": "Dana Whitlock"}


@pytest.mark.parametrize(
    ("old", "new", "holds"),
    [
        ("Hello Dana", "Dear Dana", True),
        ("Feb 3, 1826", "Feb 3, 1825", False),
        ("Kind regards", "Your third cousin", False),
    ],
)
def test_a_model_words_a_draft_if_it_says_nothing_else(
    home: Home,  # noqa: F811
    chat: Chat,  # noqa: F811
    old: str,
    new: str,
    holds: bool,
) -> None:
    def thinks(body: dict[str, Any]) -> str:
        lines = json.loads(body["messages"][-1]["content"].split("\n", 1)[1].rsplit("\n", 1)[0])["lines"]
        return "\n".join(lines).replace(old, new)

    chat.thinks = thinks
    settings = replace(
        home.settings, assistant="replies", assistant_url=chat.url, assistant_model="small", assistant_key=chat.key
    )
    with replace(home, settings=settings).client() as client:
        draft = client.post(f"{API}/ask", json=ASKED).json()["draft"]
        client.post(f"{API}/ask", json={"question": ASKED["question"]})
    assert draft["worded_by_model"] is holds
    assert (new in draft["text"]) is holds
    assert old in draft["template"]
    assert bool(draft["notices"]) is not holds
    assert len(chat.asked) == 1

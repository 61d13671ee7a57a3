"""How many hits a message asks to be shown."""

from __future__ import annotations

import pytest
from tests.unit.chat.spoken import after, labels, meant

from claimtree.chat import Conversation, SessionState
from claimtree.chat.moves import Move

HOME = "rumah dijual di Medan Johor"
LABEL = "rumah · dijual · Medan Johor"


@pytest.mark.parametrize(
    ("message", "move", "count"),
    [
        ("tampilkan 10 rumah", Move.MODIFY, 10),
        ("tampilkan 8", Move.MODIFY, 8),
        ("show me 12 houses", Move.MODIFY, 12),
        ("3 lagi dong", Move.MORE, 3),
        ("5 more", Move.MORE, 5),
        ("tampilkan 2", Move.DETAIL, 0),
        ("nomor 3", Move.DETAIL, 0),
    ],
)
def test_a_number_of_hits_leaves_the_criteria(message: str, move: Move, count: int) -> None:
    found = meant(message, after("property", HOME), "property")
    assert (found.move, found.heard.count, labels(found, "property")) == (move, count, LABEL)


@pytest.mark.parametrize(
    ("message", "count", "expected"),
    [
        ("cari 10 rumah di Medan Johor", 10, "rumah · Medan Johor"),
        ("cari rumah 3 kamar di Medan Johor", 0, "rumah · 3 kamar tidur · Medan Johor"),
        ("cari 900 rumah di Medan Johor", 0, "rumah · Medan Johor"),
    ],
)
def test_a_search_may_say_how_many(message: str, count: int, expected: str) -> None:
    found = meant(message, SessionState(language="id"), "property")
    assert (found.heard.count, labels(found, "property")) == (count, expected)


def test_a_reply_shows_as_many_as_are_asked_for(talk: Conversation) -> None:
    assert len(talk.reply("rumah", session="s", limit=2).hits) == 2
    reply = talk.reply("tampilkan 4 rumah", session="s", limit=2)
    assert len(reply.hits) == 4
    assert reply.calls[-1].arguments["limit"] == 4

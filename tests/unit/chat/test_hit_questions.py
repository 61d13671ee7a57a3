"""Questions about hits: the number first or last, things that no list knows, and whom to call."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from claimtree.chat import Conversation, Move, Reply
from claimtree.chat.hit_answers import contact_text

SEARCH = "rumah dijual di Medan Johor di bawah 1 miliar"


def said(talk: Conversation, *messages: str) -> Reply:
    """The reply to the last of the messages."""
    return [talk.reply(message) for message in messages][-1]


@pytest.mark.parametrize(
    "question",
    [
        "hadap mana yg nomor 1",
        "menghadap kemana yang nomor 1?",
        "nomor 1 hadap mana",
        "yang pertama hadapnya ke mana ya",
    ],
)
def test_a_question_is_answered_wherever_the_number_stands(talk: Conversation, question: str) -> None:
    reply = said(talk, SEARCH, question)
    assert (reply.move, [str(one.id) for one in reply.answers]) == (Move.ASK, ["a"])
    assert reply.answers[0].quotes == ("hadap utara",)


def test_a_question_about_what_no_list_knows_does_not_repeat_the_last_one(talk: Conversation) -> None:
    reply = said(
        talk,
        "rumah dijual di Medan Johor di bawah 1 miliar",
        "hadap mana yg nomor 1",
        "number 1, does it have a jacuzzi?",
    )
    assert reply.move is Move.ASK
    assert [one.verdict for one in reply.answers] in ([None], ["unknown"])
    assert "jacuzzi" in reply.text
    assert not reply.answers[0].quotes


@pytest.mark.parametrize(
    "question", ["who do i call about it?", "whom should I contact?", "hubungi siapa ya", "agennya siapa"]
)
def test_whom_to_call_is_told_by_the_link_where_the_text_has_no_number(talk: Conversation, question: str) -> None:
    reply = said(talk, SEARCH, "nomor 1", question)
    assert reply.move is Move.ASK
    assert "https://x.example/a" in reply.text


@pytest.mark.parametrize(
    ("text", "contact"),
    [
        ("Rumah asri. Hub Rina 0812-3456-7890 ya", "Hub Rina 0812-3456-7890"),
        ("Dijual cepat!\nMinat WA: 0812 3456 7890 (Budi)", "Minat WA: 0812 3456 7890"),
        ("Call +62 812 3456 789 any time", "Call +62 812 3456 789"),
        ("Tel (061) 4567890.", "Tel (061) 4567890"),
        ("Harga 1.250.000.000 nego, LT 120, kode 0012345678901", ""),
        ("Lot 01, unit 02, 0812", ""),
    ],
)
def test_a_telephone_number_is_quoted_with_its_sentence(text: str, contact: str) -> None:
    item: Any = SimpleNamespace(entity=SimpleNamespace(sources=[SimpleNamespace(text=text)]))
    assert contact_text(item) == contact


@pytest.mark.parametrize(
    "question",
    [
        "how far is number 1 from a mall?",
        "how far to a mall from number 1?",
        "how close is number 1 to the nearest mall",
        "berapa jauh ke mall dari nomor 1?",
        "jarak ke mall terdekat dari no 1",
        "nomor 1 jauh ga dari mall",
    ],
)
def test_how_far_a_kind_of_place_is_is_told_as_a_distance(talk: Conversation, question: str) -> None:
    reply = said(talk, "rumah dijual di Medan Barat", question)
    assert reply.move is Move.ASK
    assert [one.quotes[0].rsplit(" ", 2)[-2:] for one in reply.answers] == [["Delipark", "Mall"]]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("is number 1 prone to flooding?", "no, not flood-prone"),
        ("nomor 1 sering banjir?", "tidak, bukan rawan banjir"),
        ("is number 1 flood-free?", "yes, flood-free"),
    ],
)
def test_a_question_about_a_fault_asks_whether_it_is_there(talk: Conversation, question: str, answer: str) -> None:
    assert answer in said(talk, "rumah dijual di Medan Barat", question).text

"""Rents are labelled for the period that was said, in the language of the conversation."""

from __future__ import annotations

import pytest

from claimtree.chat import Conversation
from claimtree.chat.state_json import decode_state, encode_state


@pytest.mark.parametrize(
    ("wish", "label"),
    [
        ("dua ratus juta per taun", "≤ Rp200 juta per tahun"),
        ("maksimal 30 jt setaun", "≤ Rp30 juta per tahun"),
        ("35 juta se tahun", "≤ Rp35 juta per tahun"),
        ("40 jt pertahum", "≤ Rp40 juta per tahun"),
        ("100 juta per tahin", "≤ Rp100 juta per tahun"),
        ("60jt/thn", "≤ Rp60 juta per tahun"),
        ("tiga juta sebln", "≤ Rp3 juta per bulan"),
        ("3 jt sebulam", "≤ Rp3 juta per bulan"),
        ("2 jt per bulna", "≤ Rp2 juta per bulan"),
        ("500 ribu seminggu", "≤ Rp500 ribu per minggu"),
        ("100 juta", "≤ Rp100 juta per tahun"),
        ("3 juta aja", "≤ Rp3 juta per bulan"),
        ("2-3 jt/bln", "Rp2 juta–Rp3 juta per bulan"),
        ("under 50 million a year please", "< Rp50 million a year"),
    ],
)
def test_a_rent_is_labelled_for_the_period_that_was_said(talk: Conversation, wish: str, label: str) -> None:
    talk.reply("cari rumah disewa di Medan Johor")
    assert talk.reply(wish).labels[-1] == label


def test_a_rent_of_another_size_is_not_for_the_period_of_the_last_one(talk: Conversation) -> None:
    talk.reply("cari rumah disewa di Medan Johor, 500 ribu seminggu")
    assert talk.reply("100 juta").labels[-1] == "≤ Rp100 juta per tahun"
    assert talk.reply("naik ke 120").labels[-1] == "≤ Rp120 juta per tahun"


def test_a_rent_keeps_its_period_while_a_session_is_kept(talk: Conversation) -> None:
    _, state = talk.turn("cari rumah disewa, dua ratus juta per taun", decode_state("{}"))
    assert decode_state(encode_state(state)).criteria[-1].amounts[0].stated == "year"


def test_the_rent_of_a_hit_is_told_in_the_language_of_the_conversation(talk: Conversation) -> None:
    assert [hit.price for hit in talk.reply("rumah disewa di Medan Johor").hits] == ["Rp 140 juta per tahun"]
    assert [hit.price for hit in talk.reply("houses to rent in Medan Johor please").hits] == ["Rp140 million a year"]

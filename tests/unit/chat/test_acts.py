"""What a message does is weighed; what an act needs of the conversation is not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.shared_packs import shared_pack, shared_reader

from claimtree.chat import Move, SessionState
from claimtree.chat.acts import NEEDS, shipped_model
from claimtree.chat.signs import signs_of, written
from claimtree.chat.situation import Situation
from claimtree.chat.understand import Understanding
from claimtree.model.claims import EntityId


def situation(message: str, *before: str, focus: bool = False, asked: str = "") -> Situation:
    pack, reader = shared_pack("property"), shared_reader("property")
    understanding = Understanding(pack)
    state = SessionState(language="id", asked=asked)
    for one in before:
        criteria = understanding.decide(Situation(heard=understanding.hear(one, state, reader), state=state, pack=pack))
        state = replace(state, criteria=criteria.criteria, shown=(EntityId("a"), EntityId("b")))
    state = replace(state, focus=EntityId("a") if focus else None)
    return Situation(heard=understanding.hear(message, state, reader), state=state, pack=pack)


def test_what_was_understood_is_written_as_what_it_is() -> None:
    assert written(situation("carport ga usah deh")) == ["<wish>", "ga", "usah", "deh"]
    assert written(situation("nomor 2 harganya berapa", "rumah di Cemara Asri"))[0] == "<hit>"


@pytest.mark.parametrize("message", ["nomor 1 ada garasi?", "bandingkan 1 dan 2", "pilihan lain?", "urutkan harga"])
def test_nothing_is_done_with_hits_before_some_were_shown(message: str) -> None:
    found = shipped_model().likeliest(signs_of(one := situation(message)), one)
    assert found not in NEEDS or NEEDS[found](one)
    assert found not in (Move.ASK, Move.COMPARE, Move.MORE, Move.SORT)


def test_a_number_after_a_question_asks_the_same_of_another_hit() -> None:
    asked = situation("kalau nomor 2?", "rumah di Cemara Asri", focus=True, asked="ada garasi?")
    pack = shared_pack("property")
    meant = Understanding(pack).decide(asked)
    assert meant.move is Move.ASK
    assert [claim.concept for claim in meant.heard.claims] == ["garage"]

"""The words of a message that steer a conversation, and the hits that it refers to."""

from __future__ import annotations

from functools import cache

import pytest
from tests.shared_packs import shared_pack
from tests.unit.chat.spoken import after, meant

from claimtree.chat.cues import CueFinder, Cues
from claimtree.chat.hit_numbers import Which
from claimtree.chat.moves import Move
from claimtree.languages.conversation_words import Cue


@cache
def finder(pack: str) -> CueFinder:
    return CueFinder(shared_pack(pack))


def cues(message: str, pack: str = "property") -> Cues:
    return finder(pack).find(message)


def numbers(message: str, pack: str = "property") -> list[int]:
    found = cues(message, pack)
    return [one.number for one in found.references if one.which is Which.NUMBER] or list(found.numbers)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("nomor 3", [3]),
        ("no 3", [3]),
        ("no. 3 dong", [3]),
        ("yang ke-5", [5]),
        ("yang kelima", [5]),
        ("yg ke 2 itu", [2]),
        ("#4", [4]),
        ("bandingkan nomor 1 dan 3", [1, 3]),
        ("bandingkan 1 dan 3", [1, 3]),
        ("3", [3]),
        ("nomor tiga", [3]),
        ("nomor 99", [99]),
        ("nomor 3,5", [3, 5]),
        ("yang pertama ada garasinya?", [1]),
        ("does the second allow dogs?", [2]),
        ("is the second bathroom large?", []),
        ("yang 3 lantai", []),
        ("minimal 3 kamar", []),
        ("lantai pertama", []),
        ("rumah di jalan Karya no 3 lantai 2", [3]),
    ],
)
def test_hits_are_referred_to_by_number_in_indonesian(message: str, expected: list[int]) -> None:
    assert numbers(message) == expected


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("number 2", [2]),
        ("does number 2 allow dogs?", [2]),
        ("the second one", [2]),
        ("the 3rd", [3]),
        ("compare 1 and 3", [1, 3]),
        ("option 4 please", [4]),
        ("on the first floor", []),
        ("a second bedroom", []),
        ("3 bedrooms instead", []),
        ("two", [2]),
    ],
)
def test_hits_are_referred_to_by_number_in_english(message: str, expected: list[int]) -> None:
    assert numbers(message, "rentals") == expected


def test_words_that_only_steer_are_not_read_and_positions_stay() -> None:
    message = "hapus kolam renang"
    readable = cues(message).readable()
    assert readable.strip() == "kolam renang"
    assert len(readable) == len(message)


def test_cheaper_than_an_amount_is_left_to_the_reader() -> None:
    assert cues("yang lebih murah dari 1 miliar").comparative is None
    assert cues("yang lebih murah").comparative is not None
    assert cues("yang lebih murah dari nomor 2").comparative is not None


def test_what_begins_a_message_is_told_from_what_stands_in_it() -> None:
    assert Cue.REFINE in cues("yang 3 lantai").begins
    assert Cue.REFINE in cues("oke, tapi di bawah 1 miliar").begins
    assert Cue.REFINE not in cues("rumah yang tenang").begins


@pytest.mark.parametrize(
    ("message", "count"),
    [
        ("bandingkan dua teratas", 2),
        ("compare the top two", 2),
        ("compare the first three", 3),
        ("bandingkan 2 yang pertama", 2),
        ("bandingkan tiga teratas", 3),
    ],
)
def test_a_number_of_the_first_hits_is_those_hits(message: str, count: int) -> None:
    found = meant(message, after("property", "rumah dijual di Medan Johor"), "property")
    assert (found.move, [one.number for one in found.references]) == (Move.COMPARE, list(range(1, count + 1)))

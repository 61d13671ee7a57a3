"""What a message says of what it speaks of, in words that no rule knows."""

from __future__ import annotations

import pytest
from tests.shared_packs import shared_pack, shared_reader
from tests.unit.chat.spoken import after, labels, meant, understanding

from claimtree.chat import Move
from claimtree.chat.mentions import Relation
from claimtree.chat.stances import Stance, stance_signs

HOUSE = "rumah hadap timur di Medan Johor, 3 kamar, ada kolam renang dan carport, maks 800 juta"
LOFT = "1 bedroom in Astoria under 3500 with laundry in unit, a balcony and a doorman"


def said(pack: str, before: str, message: str) -> tuple[Move, str]:
    found = meant(message, after(pack, before), pack)
    return found.move, labels(found, pack, "en" if pack == "rentals" else "id")


@pytest.mark.parametrize(
    ("pack", "before", "message", "gone"),
    [
        ("rentals", LOFT, "nah, no doorman required", "doorman"),
        ("rentals", LOFT, "doesnt need to come with a balcony", "balcony"),
        ("rentals", LOFT, "on reflection we could live without the doorman", "doorman"),
        ("rentals", LOFT, "the balcony turned out to be unnecessary", "balcony"),
        ("property", HOUSE, "ternyata ga butuh carport", "carport"),
        ("property", HOUSE, "kolam renang coret dulu deh", "kolam renang"),
    ],
)
def test_what_a_message_gives_up_goes(pack: str, before: str, message: str, gone: str) -> None:
    asked = said(pack, before, "nomor 1")[1].split(" · ")
    assert said(pack, before, message) == (Move.DROP, " · ".join(one for one in asked if one != gone))


@pytest.mark.parametrize(
    ("pack", "before", "message", "expected"),
    [
        ("property", HOUSE, "hadap selatan masih bisa dipertimbangkan", "hadap timur atau hadap selatan"),
        ("property", HOUSE, "850 pun masih masuk", "≤ Rp850 juta"),
        ("property", "kos putri dekat USU", "kalau yang campur juga gpp", "kos putri atau kos campur"),
        ("property", HOUSE, "selatan jg gak masalah", "hadap timur atau hadap selatan"),
        ("rentals", LOFT, "in the building is ok too", "washer/dryer in unit or laundry in building"),
        ("rentals", LOFT, "3700 isn't a dealbreaker", "< $3,700/month"),
        ("rentals", LOFT, "we'd be open to sunnyside as well", "Astoria or Sunnyside"),
    ],
)
def test_what_would_do_as_well_is_an_alternative(pack: str, before: str, message: str, expected: str) -> None:
    move, now = said(pack, before, message)
    assert move is Move.MODIFY
    assert expected in now.split(" · ")


@pytest.mark.parametrize(
    ("pack", "before", "message", "expected"),
    [
        ("property", "gudang dijual, luas bangunan 1000 m2", "500 aja cukup kok", "luas bangunan minimal 500 m²"),
        ("property", HOUSE, "minimal 4 malah lebih bagus", "minimal 4 kamar tidur"),
        ("property", "rumah dijual carport 2 mobil", "1 mobil saja", "carport 1"),
        ("rentals", LOFT, "let's push that up to 3900", "< $3,900"),
        ("rentals", "2 bedrooms near the subway", "within a 5 minute walk", "≤ 500 m from subway station"),
        ("property", "ruko disewakan di Krakatau", "setahun 90 lah maksimal", "≤ Rp90 juta per tahun"),
        ("property", "tanah dijual di Marelan", "lebar depannya minimal 15", "lebar minimal 15 m"),
        ("property", "rumah di Medan Selayang dekat sekolah", "3 kilo aja", "Medan Selayang"),
    ],
)
def test_a_number_without_its_unit_is_a_value_of_what_was_asked(
    pack: str, before: str, message: str, expected: str
) -> None:
    move, now = said(pack, before, message)
    assert move is Move.MODIFY
    assert expected in now.split(" · ")


@pytest.mark.parametrize(
    ("pack", "before", "message"),
    [
        ("property", HOUSE, "yang ke 3 gimana"),
        ("property", HOUSE, "kami sekeluarga 5 orang"),
        ("property", HOUSE, "nomor 2 dekat sekolah ga?"),
        ("rentals", LOFT, "does number 2 have an elevator?"),
        ("rentals", LOFT, "my daughter is 12 years old"),
    ],
)
def test_other_numbers_and_questions_change_nothing(pack: str, before: str, message: str) -> None:
    assert said(pack, before, message)[1] == said(pack, before, "nomor 1")[1]


def test_one_end_of_a_range_is_opened() -> None:
    before = "1 bedroom in Astoria between 3000 and 3600"
    assert said("rentals", before, "forget the minimum") == (Move.MODIFY, "1 bedroom · Astoria · ≤ $3,600/month")


def test_a_search_for_something_cheaper_keeps_a_limit_that_is_lower_still() -> None:
    state = after("property", HOUSE)
    found = meant("yang lebih murah", state, "property")
    assert found.move is Move.MODIFY


def test_of_a_first_message_nothing_is_read_alone() -> None:
    hearing, reader = understanding("rentals").hearing, shared_reader("rentals")
    first = after("rentals")
    _, mentions = hearing.proposed("quiet place for two people, no doorman required", first, reader)
    assert not any(one.alone for one in mentions)
    _, mentions = hearing.proposed("no doorman required", after("rentals", LOFT), reader)
    assert [(one.alone, one.relation) for one in mentions] == [(True, Relation.SAME)]


def test_what_is_spoken_of_stands_for_what_it_is_to_the_search() -> None:
    """Two sentences that differ in a wish alone have the same signs."""
    hearing, pack, reader = understanding("rentals").hearing, shared_pack("rentals"), shared_reader("rentals")
    state = after("rentals", LOFT)
    signs = []
    for message in ("scrap the doorman bit", "scrap the balcony bit"):
        cues, mentions = hearing.proposed(message, state, reader)
        signs.append(stance_signs(0, mentions, cues, pack))
        assert hearing.mentions.weigh(mentions, cues)[0].stance is Stance.GIVEN_UP
    assert signs[0] == signs[1]

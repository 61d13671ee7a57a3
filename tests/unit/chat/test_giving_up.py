"""Messages that give wishes up, widen them or keep one of several."""

from __future__ import annotations

import pytest
from tests.unit.chat.spoken import after, labels, meant

from claimtree.chat import Move

HOME = ("cari rumah baru hadap timur di Medan Johor", "2 lantai", "ada kolam renang dan carport muat 2 mobil")
LOFT = ("two bedrooms in Astoria or Sunnyside with laundry in unit", "cats allowed", "a gym and an elevator")


@pytest.mark.parametrize(
    ("message", "move", "gone", "come"),
    [
        ("kolam renangnya gausah deh", Move.DROP, "kolam renang", ""),
        ("tanpa kolam renang juga gapapa", Move.DROP, "kolam renang", ""),
        ("nggak ada carport juga boleh", Move.DROP, "carport 2", ""),
        ("gak usah carport, yang penting ada CCTV", Move.MODIFY, "carport 2", "CCTV"),
        ("tidak harus hadap timur, tapi furnished", Move.MODIFY, "hadap timur", "furnished"),
        ("ga jadi rumah, ruko aja", Move.MODIFY, "rumah", "ruko"),
        ("lupakan 2 lantai, 3 lantai", Move.MODIFY, "2 lantai", "3 lantai"),
        ("jumlah lantainya bebas aja", Move.DROP, "2 lantai", ""),
        ("tanpa carport", Move.MODIFY, "carport 2", "tanpa carport"),
    ],
)
def test_what_is_given_up_goes_and_the_rest_of_the_message_is_wanted(
    message: str, move: Move, gone: str, come: str
) -> None:
    state = after("property", *HOME)
    before = "rumah · bangunan baru · hadap timur · Medan Johor · 2 lantai · kolam renang · carport 2"
    found = meant(message, state, "property")
    expected = [one for one in before.split(" · ") if one != gone] + [come] * bool(come)
    assert (found.move, labels(found, "property").split(" · ")) == (move, expected)


def test_a_kind_of_place_names_the_one_that_is_asked_for() -> None:
    state = after("rentals", "near the G train in Greenpoint, dogs allowed")
    found = meant("ok that's too few. drop the subway bit", state, "rentals")
    assert (found.move, labels(found, "rentals")) == (Move.DROP, "Greenpoint · dogs allowed")


def test_a_particle_far_behind_a_comparison_denies() -> None:
    found = meant("boleh agak jauhan dikit kok asal gak banjir", after("property", "rumah dekat USU"), "property")
    assert "tanpa rawan banjir" in labels(found, "property").split(" · ")


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("hadap selatan juga boleh", "hadap timur atau hadap selatan"),
        ("boleh yang second juga", "bangunan baru atau pasar sekunder"),
        ("apartemen juga oke", "rumah atau apartemen"),
        ("3 lantai juga gpp", "2–3 lantai"),
    ],
)
def test_what_would_do_as_well_is_an_alternative(message: str, expected: str) -> None:
    found = meant(message, after("property", *HOME), "property")
    assert (found.move, expected in labels(found, "property").split(" · ")) == (Move.MODIFY, True)


@pytest.mark.parametrize(
    ("message", "gone", "come"),
    [
        ("scratch Sunnyside", "Astoria or Sunnyside", "Astoria"),
        ("nvm the cats, we found her a home", "cats allowed", ""),
        ("doesn't have to be in Sunnyside anymore", "Astoria or Sunnyside", "Astoria"),
        ("laundry in the building would be fine too", "washer/dryer in unit", "laundry in building"),
        ("only the elevator", "gym", ""),
    ],
)
def test_english_messages_give_up_and_widen_too(message: str, gone: str, come: str) -> None:
    state = after("rentals", *LOFT)
    before = labels(meant("what are my filters", state, "rentals"), "rentals")
    now = labels(meant(message, state, "rentals"), "rentals").split(" · ")
    assert gone in before.split(" · ")
    assert gone not in now
    assert any(come in one for one in now)
    assert len(now) == len(before.split(" · ")) - (not come)


def test_a_feature_that_would_do_as_well_as_nothing_is_no_must() -> None:
    found = meant("AC juga boleh", after("property", *HOME), "property")
    assert [(one.concept, one.required) for one in found.criteria][-1] == ("air conditioning", False)


def test_what_becomes_a_must_is_not_dropped() -> None:
    state = after("rentals", *LOFT, "a dishwasher would be nice")
    assert not state.criteria[-1].required
    found = meant("make the dishwasher a must", state, "rentals")
    assert (found.move, found.criteria[-1].concept, found.criteria[-1].required) == (Move.MODIFY, "dishwasher", True)


def test_a_wish_is_dropped_by_a_word_of_it_and_not_by_the_words_that_drop() -> None:
    state = after("rentals", "two bedrooms in Astoria near Astoria Park")
    found = meant("it doesn't have to be close to the park", state, "rentals")
    assert (found.move, labels(found, "rentals")) == (Move.DROP, "2 bedrooms · Astoria")


@pytest.mark.parametrize(
    ("pack", "asked", "message", "expected"),
    [
        ("property", "rumah di Johor garasi 2 mobil", "harga 2-3 M", "Rp2 miliar–Rp3 miliar"),
        ("property", "rumah di Johor 1 sampai 1,5 M", "eh salah, 1,5 sampe 2", "Rp1,5 miliar–Rp2 miliar"),
        ("property", "rumah di Johor 2 lantai", "3 atau lebih maksudnya", "minimal 3 lantai"),
        ("property", "disewakan rumah di Johor 25 juta per tahun", "ralat, 30", "≤ Rp30 juta per tahun"),
        ("rentals", "two bedrooms in Brooklyn under $3,000", "I meant 3", "3 bedrooms"),
    ],
)
def test_numbers_alone_correct_the_last_ones(pack: str, asked: str, message: str, expected: str) -> None:
    found = meant(message, after(pack, asked), pack)
    assert (found.move, expected in labels(found, pack).split(" · ")) == (Move.MODIFY, True), labels(found, pack)


@pytest.mark.parametrize(
    ("pack", "message", "unused", "label"),
    [
        ("property", "cari rumah di Johor untuk 4 anak", ("4 anak",), "rumah · Medan Johor"),
        ("rentals", "relocating in June, studio in Queens under 2.5k", ("in June",), "studio · Queens · < $2,500"),
        ("rentals", "1br in Queens, max 3100", (), "1 bedroom · Queens · ≤ $3,100"),
        ("property", "ruko di Johor parkiran luas", (), "ruko · Medan Johor · parkir luas"),
    ],
)
def test_what_no_wish_has_is_told_and_limits_are_written_out(
    pack: str, message: str, unused: tuple[str, ...], label: str
) -> None:
    found = meant(message, after(pack), pack)
    assert (found.heard.unused, labels(found, pack)) == (unused, label)

"""Numbers whose words say what they are of, the last few hits, and what of several amounts a word gives up."""

from __future__ import annotations

import pytest
from tests.unit.chat.spoken import after, labels, meant

from claimtree.chat.hit_numbers import Which
from claimtree.chat.moves import Move

HOUSE = "rumah di Medan Johor 3 kamar"
RENTAL = "2 bedroom in Astoria"


def said(pack: str, *messages: str) -> str:
    return labels(meant(messages[-1], after(pack, *messages[:-1]), pack), pack)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("tanahnya minimal 120 meter", "luas tanah minimal 120 m²"),
        ("tanah minimal 150 m2 ya", "luas tanah minimal 150 m²"),
        ("luasnya 300an", "luas tanah sekitar 300 m²"),
        ("ukurannya 200 m2", "luas tanah sekitar 200 m²"),
        ("bangunannya 100an aja", "luas bangunan sekitar 100 m²"),
    ],
)
def test_an_area_that_is_named_is_no_price_and_no_other_kind(message: str, expected: str) -> None:
    assert said("property", HOUSE, message) == f"rumah · Medan Johor · 3 kamar tidur · {expected}"


def test_a_plot_with_a_place_is_another_search() -> None:
    assert said("property", HOUSE, "tanah 200 m2 di Marelan") == "tanah · luas tanah sekitar 200 m² · Medan Marelan"


def test_an_area_with_other_wishes_is_still_that_of_the_house() -> None:
    found = said("property", HOUSE, "tanahnya 150m ke atas, 4 kamar")
    assert found == "rumah · Medan Johor · luas tanah minimal 150 m² · 4 kamar tidur"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("at least 75 m²", "area at least 75 m²"),
        ("over 700 sq ft", "area over 700 sq ft"),
        ("or rather 900 square feet", "area about 900 sq ft"),
        ("size around 800", "area about 800 sq ft"),
        ("size at least 70", "area at least 70 m²"),
    ],
)
def test_an_area_is_told_in_the_unit_that_was_asked_for(message: str, expected: str) -> None:
    assert said("rentals", RENTAL, message) == f"2 bedrooms · Astoria · {expected}"


@pytest.mark.parametrize("message", ["villa for 10 people", "vila muat 10 orang", "kapasitas 12 orang"])
def test_room_for_people_is_no_area_of_a_home(message: str) -> None:
    assert "m²" not in said("property", message)


@pytest.mark.parametrize(
    ("message", "limit"),
    [
        ("paling mahal 400 juta", "≤ Rp400 juta"),
        ("paling murah 300 juta", "≥ Rp300 juta"),
        ("400 juta paling mahal", "≤ Rp400 juta"),
        ("di atas 3 M jangan", "≤ Rp3 miliar"),
    ],
)
def test_the_dearest_that_a_home_may_be_is_a_limit_and_no_order(message: str, limit: str) -> None:
    found = meant(message, after("property", HOUSE), "property")
    assert (found.order, labels(found, "property")) == (None, f"rumah · Medan Johor · 3 kamar tidur · {limit}")


def test_the_cheapest_with_so_many_rooms_is_an_order() -> None:
    assert meant("paling murah 3 kamar", after("property", HOUSE), "property").order is not None


@pytest.mark.parametrize(
    ("pack", "before", "message", "move", "count"),
    [
        ("property", HOUSE, "bandingin dua yang terakhir", Move.COMPARE, 2),
        ("property", HOUSE, "2 terakhir ada ac nggak?", Move.ASK, 2),
        ("rentals", RENTAL, "compare the last three", Move.COMPARE, 3),
        ("rentals", RENTAL, "what about the two you showed last, compare those", Move.COMPARE, 2),
        ("rentals", RENTAL, "are the last two furnished?", Move.ASK, 2),
    ],
)
def test_a_number_of_the_last_hits_is_those_hits(pack: str, before: str, message: str, move: Move, count: int) -> None:
    found = meant(message, after(pack, before), pack)
    back = [one.number for one in found.references if one.which is Which.LAST]
    assert (found.move, back) == (move, list(range(count, 0, -1)))


def test_the_last_floors_are_no_two_hits() -> None:
    assert len(meant("compare the last two floors", after("rentals", RENTAL), "rentals").references) < 2


@pytest.mark.parametrize(
    ("before", "message", "left"),
    [
        ("1 bed in Harlem bigger than 60 sqm", "never mind the size", "1 bedroom · Harlem"),
        ("1 bed in Harlem bigger than 60 sqm", "drop the rooms", "Harlem · area over 60 m²"),
        ("1 bed in Harlem", "never mind the size", "Harlem"),
    ],
)
def test_of_several_amounts_that_goes_which_is_called_so(before: str, message: str, left: str) -> None:
    assert said("rentals", before, message) == left


def test_what_says_more_than_a_topic_is_no_topic() -> None:
    found = said("property", "kos dekat USU", "wifi gak usah, yang penting kamar mandi dalam")
    assert found == "rumah kos · ≤ 1 km dari USU · kamar mandi dalam"


def test_the_floors_of_a_house_are_counted_also_in_words_that_are_a_wish_only_alone() -> None:
    assert said("property", "ruko 3 lantai di Medan Johor", "lantainya 2 pun jadi") == "ruko · 2–3 lantai · Medan Johor"


def test_a_price_with_a_wish_begins_no_new_search() -> None:
    found = said("rentals", "loft in Dumbo under 5000", "5500 if it's in a doorman building")
    assert found == "loft · DUMBO · ≤ $5,500 · doorman"


def test_two_numbers_are_compared_wherever_the_question_stands() -> None:
    found = meant("nomor 1 sama 2 bedanya apa", after("property", HOUSE), "property")
    assert (found.move, [one.number for one in found.references]) == (Move.COMPARE, [1, 2])

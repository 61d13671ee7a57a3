"""What a message takes back behind, what would do as well beside what it wants, and numbers that "or" joins."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shared_packs import shared_pack
from tests.unit.chat.spoken import after, labels, meant

from claimtree.chat import Move
from claimtree.chat.criteria import is_soft

LAND = "cari tanah di Medan Tuntungan, luas 200 sampai 400 meter, harus SHM"
QUIET = "something quiet in queens, not on a busy street"


def soft(message: str, pack: str, *before: str) -> list[str]:
    found = meant(message, after(pack, *before), pack)
    return [str(one.concept) for one in found.criteria if is_soft(one, shared_pack(pack))]


@pytest.mark.parametrize(
    ("pack", "before", "message", "concept"),
    [
        ("property", LAND, "yg pinggir jalan besar lebih bagus, tapi ga wajib", "main road"),
        ("rentals", QUIET, "a gym would be great, but not required", "gym"),
    ],
)
def test_a_clause_that_names_nothing_is_about_what_stands_before_it(
    pack: str, before: str, message: str, concept: str
) -> None:
    state = after(pack, before)
    found = meant(message, state, pack)
    assert found.move is Move.MODIFY
    assert found.criteria[: len(state.criteria)] == state.criteria
    assert soft(message, pack, before) == [concept]


def test_what_is_asked_for_and_taken_back_goes() -> None:
    state = after("rentals", QUIET, "with a dishwasher")
    found = meant("2 bedrooms, and the dishwasher is nice, but not required", state, "rentals")
    assert labels(found, "rentals") == "quiet · Queens · not on a busy street · 2 bedrooms"


@pytest.mark.parametrize(
    ("pack", "before", "message", "expected"),
    [
        ("property", LAND, "Kalau 150 meter juga boleh sih, yg penting jangan lebih 350", "luas tanah 150–350 m²"),
        ("property", "rumah 500 sampai 800 juta", "400 juta juga boleh tapi maks 700 juta", "Rp400 juta–Rp700 juta"),
        ("property", "rumah 500 sampai 800 juta", "900 juta juga boleh", "Rp500 juta–Rp900 juta"),
        (
            "rentals",
            "1 bedroom in Astoria between 2000 and 3000",
            "1800 would be ok too but no more than 2800",
            "$1,800/month–$2,800/month",
        ),
    ],
)
def test_both_ends_of_a_range_are_moved_in_one_message(pack: str, before: str, message: str, expected: str) -> None:
    assert expected in labels(meant(message, after(pack, before), pack), pack).split(" · ")


def test_rooms_are_no_range_that_a_number_widens() -> None:
    found = meant("5 lantai juga boleh", after("property", "ruko 2 sampai 3 lantai"), "property")
    assert labels(found, "property") == "ruko · 2–3 lantai atau 5 lantai"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "2 beds or 1 bed with a home office, either works",
            "2 bedrooms or at least 2 beds or 1 bedroom · home office space",
        ),
        ("2 bedrooms or 1 bedroom", "2 bedrooms or 1 bedroom"),
        ("3 bedrooms or 1 bedroom, with a gym", "3 bedrooms or 1 bedroom · gym"),
        ("2 or 4 bedrooms, 1 or 3 bathrooms", "2 bedrooms or 4 bedrooms · 1 bathroom or 3 bathrooms"),
        ("1, 2 or 4 bedrooms", "1 bedroom or 2 bedrooms or 4 bedrooms"),
    ],
)
def test_numbers_that_are_joined_by_or_are_alternatives(message: str, expected: str) -> None:
    found = meant(message, after("rentals", QUIET), "rentals")
    assert labels(found, "rentals") == f"quiet · Queens · not on a busy street · {expected}"


def test_what_comes_with_one_number_is_no_must_for_the_other() -> None:
    message = "2 beds or 1 bed with a home office"
    assert soft(message, "rentals", QUIET) == ["home office"]
    state = after("rentals", QUIET, message)
    found = meant("forget the office thing, 2 bedrooms only", state, "rentals")
    assert labels(found, "rentals") == "quiet · Queens · not on a busy street · 2 bedrooms"


@given(first=st.integers(1, 5), second=st.integers(1, 5))
def test_two_numbers_with_or_never_ask_for_both(first: int, second: int) -> None:
    found = meant(f"{first} bathrooms or {second} bathrooms", after("rentals", QUIET), "rentals")
    rooms = [one for one in found.criteria if one.concept == "bathrooms"]
    assert rooms
    assert len(rooms) == 1 or len({one.or_group for one in rooms} - {None}) == 1


def test_a_first_message_is_not_restricted_by_what_would_do() -> None:
    message = "ada apartemen disewa ga kak deket mall centre point? studio jg ok, kosongan gpp"
    assert "studio" not in labels(meant(message, after("property"), "property"), "property")
    assert "unfurnished" not in labels(meant(message, after("property"), "property"), "property")


def test_what_a_reason_speaks_of_is_no_wish() -> None:
    found = meant("furnished deh, males beli perabot", after("property", "apartemen disewa di medan baru"), "property")
    assert labels(found, "property") == "apartemen · disewakan · Medan Baru · furnished"


def test_a_choice_of_numbers_widens_the_one_that_is_asked_for() -> None:
    found = meant("either 2 beds or a 1 bed works", after("rentals", "2 bedrooms in Park Slope"), "rentals")
    assert labels(found, "rentals") == "1–2 bedrooms · Park Slope"


def test_starting_over_from_zero_is_about_no_hit() -> None:
    found = meant("hapus semua deh kak, mulai lagi dr nol", after("property", LAND), "property")
    assert (found.move, found.criteria) == (Move.RESET, ())

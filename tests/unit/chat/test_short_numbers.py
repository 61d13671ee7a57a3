"""Numbers that a chat leaves short are written out."""

from __future__ import annotations

import pytest
from tests.shared_packs import shared_pack, shared_reader

from claimtree.chat.short_numbers import ShortNumbers


@pytest.mark.parametrize(
    ("before", "message", "expected"),
    [
        ("", "rumah 800an di johor", "rumah 800 juta an di johor"),
        ("", "kos 1,5 an sebulan", "kos 1,5 juta an sebulan"),
        ("sewa 30 juta per tahun", "naikin jadi 40", "naikin jadi 40 juta per tahun"),
        ("rumah 3 kamar 500-700jt", "paling mahal 600", "paling mahal 600 jt"),
        ("rumah 3 kamar 500-700jt", "atau 4", "atau 4 kamar"),
        ("house with 3 bedrooms under 2 billion", "make it 4", "make it 4 bedrooms"),
        ("rumah di bawah 1 M", "di bawah 350", "di bawah 350 juta"),
        ("rumah di bawah 1 M", "naik ke 1,5", "naik ke 1,5 M"),
        ("rumah budgetnya di bawah 800", "eh 700 aja", "eh 700 juta aja"),
        ("sewa 45 juta per tahun", "naik ke 60", "naik ke 60 juta per tahun"),
        ("rumah ± 300 juta", "400 deh", "400 juta deh"),
        ("sewa rumah", "budget 50", "budget 50 juta"),
        ("rumah dijual", "budget 2", "budget 2 miliar"),
        ("ruko 3 lantai", "4 juga boleh", "4 lantai juga boleh"),
        ("house with at least 3 bedrooms", "exactly 4", "exactly 4 bedrooms"),
        ("house 500 million to 1 billion", "max 800", "max 800 juta"),
        ("", "di bawah 3M tapi di atas 1,5", "di bawah 3M tapi di atas 1,5 M"),
        ("", "di bawah 1 M tapi di atas 600", "di bawah 1 M tapi di atas 600 juta"),
        ("", "2 tingkat atau 3", "2 tingkat atau 3 tingkat"),
        ("rumah 4 kamar", "nomor 1 atau 2", "nomor 1 atau 2"),
        ("sewa 100 juta per tahun", "80", "80 juta per tahun"),
        # A number is not of what it cannot be of, a hit keeps its number, and what is said stays.
        ("rumah 3 kamar", "naikin jadi 400", "naikin jadi 400"),
        ("rumah 3 kamar", "nomor 4", "nomor 4"),
        ("rumah 3 kamar", "1 atau 2?", "1 atau 2?"),
        ("rumah 3 kamar", "3 deh", "3 deh"),
        # What is named before it is no price.
        ("rumah 500-800 juta", "luas tanah minimal 100", "luas tanah minimal 100 m2"),
        ("", "luasnya 300an", "luasnya 300 m2 an"),
        ("tanah 300 juta", "ukurannya 300an", "ukurannya 300 m2 an"),
        ("", "luas sekitar 300, harga 500an", "luas sekitar 300 m2 , harga 500 juta an"),
        ("", "rumah luas harga 300an", "rumah luas harga 300 juta an"),
        ("", "bangunannya 1998", "bangunannya 1998"),
        ("rumah 3 kamar", "minimal 2 lantai", "minimal 2 lantai"),
        ("two-bedroom under $4,000", "but under $3,000", "but under $3,000"),
    ],
)
def test_a_short_number_is_of_what_was_asked_before(before: str, message: str, expected: str) -> None:
    pack = shared_pack("property")
    criteria = shared_reader("property").read_query(before).claims if before else ()
    assert ShortNumbers(pack).completed(message, criteria, shown=5) == expected


def test_the_word_for_about_stands_behind_the_scale() -> None:
    assert ShortNumbers(shared_pack("property")).completed("budget 1,2 an M", ()).split() == [
        "budget",
        "1,2",
        "M",
        "an",
    ]


def test_a_large_number_alone_is_a_price_and_a_small_one_a_hit() -> None:
    numbers = ShortNumbers(shared_pack("property"))
    assert numbers.completed("800", (), shown=5) == "800 juta"
    assert numbers.completed("3", (), shown=5) == "3"

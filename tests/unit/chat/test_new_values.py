"""New values for what was asked for, other values that would do as well, and what is kept alone."""

from __future__ import annotations

import pytest
from tests.unit.chat.spoken import after, labels, meant

from claimtree.chat.moves import Move


def said(pack: str, *messages: str) -> str:
    return labels(meant(messages[-1], after(pack, *messages[:-1]), pack), pack)


@pytest.mark.parametrize(
    ("before", "message", "expected"),
    [
        ("rumah dekat usu maks 800 jt", "naikkan ke 1,1 M", "rumah · ≤ 1 km dari USU · ≤ Rp1,1 miliar"),
        ("rumah dekat sun plaza di bawah 2 M", "turunin ke 1,5 M", "rumah · ≤ 1 km dari Sun Plaza · ≤ Rp1,5 miliar"),
        ("rumah dekat usu maks 800 jt", "naik ke 1,2 m", "rumah · ≤ 1 km dari USU · ≤ Rp1,2 miliar"),
        ("rumah dekat usu", "1,4 M aja", "rumah · ≤ 1 km dari USU · ≤ Rp1,4 miliar"),
        ("rumah dekat usu di bawah 1 M", "700 m aja", "rumah · < Rp1 miliar · ≤ 700 m dari USU"),
        ("rumah dekat usu di bawah 1 M", "radius 400 M", "rumah · < Rp1 miliar · ≤ 400 m dari USU"),
    ],
)
def test_m_behind_a_small_number_is_of_the_price_and_behind_a_large_one_of_the_way(
    before: str, message: str, expected: str
) -> None:
    assert said("property", before, message) == expected


@pytest.mark.parametrize(
    ("pack", "before", "message", "expected"),
    [
        ("property", "rumah di medan johor maks 1,5 M", "turunin dong jd 1,3", "≤ Rp1,3 miliar"),
        ("property", "rumah di medan johor maks 1,2 M", "turunin lg jd 850", "≤ Rp850 juta"),
        ("property", "rumah di medan johor maks 900 jt", "balik ke 1,2 aja", "≤ Rp1,2 miliar"),
        ("property", "rumah di medan johor maks 900 jt", "kembali ke 1,1", "≤ Rp1,1 miliar"),
        ("property", "sewa rumah di medan 30 juta per tahun", "40 deh paling banyak", "≤ Rp40 juta per tahun"),
        ("property", "kontrakan di medan 25 jt/thn", "28 paling mentok", "≤ Rp28 juta per tahun"),
        ("property", "kontrakan di medan 25 jt/thn", "maksimal 30", "≤ Rp30 juta per tahun"),
        ("rentals", "1 bed in the east village under 3500", "can you stretch to 4k?", "< $4,000"),
        ("rentals", "1 bed in the east village under 3500", "could you raise that to 3900", "< $3,900"),
    ],
)
def test_a_price_is_moved(pack: str, before: str, message: str, expected: str) -> None:
    found = meant(message, after(pack, before), pack)
    assert (found.move, labels(found, pack).split(" · ")[-1]) == (Move.MODIFY, expected)


def test_going_back_to_a_number_is_to_a_home() -> None:
    state = after("property", "rumah di medan johor maks 900 jt")
    found = meant("balik ke 2", state, "property")
    assert (found.move, found.criteria) == (Move.DETAIL, state.criteria)
    assert [one.number for one in found.references] == [2]


@pytest.mark.parametrize(
    ("pack", "before", "message", "expected"),
    [
        ("property", ("sewa apartemen", "minimal 60 m2"), "45 aja gapapa", "luas bangunan minimal 45 m²"),
        ("property", ("sewa apartemen", "minimal 60 m2"), "80 juga boleh", "luas bangunan minimal 60 m²"),
        ("property", ("sewa apartemen", "maks 60 m2"), "70 juga boleh", "luas bangunan maksimal 70 m²"),
        ("property", ("rumah", "4 kamar"), "3 atau 4 kamar jg gpp", "3–4 kamar tidur"),
        ("property", ("rumah", "hadap timur"), "kl hadap barat blh jg", "hadap timur atau hadap barat"),
        (
            "property",
            ("gudang disewakan di marelan",),
            "kalau tidak ada, dekat belawan juga bisa",
            "Medan Marelan atau ≤ 1 km dari Medan Belawan",
        ),
        (
            "property",
            ("gudang di marelan", "dekat amplas jg boleh"),
            "di belawan juga boleh",
            "Medan Marelan atau ≤ 1 km dari Medan Amplas atau Medan Belawan",
        ),
        ("property", ("rumah", "dekat usu"), "dekat mall juga boleh", "≤ 1 km dari USU atau dekat mall"),
        (
            "rentals",
            ("2 bedroom in astoria",),
            "near mccarren park is fine too",
            "Astoria or ≤ 800 m from McCarren Park",
        ),
        ("property", ("rumah dijual",), "kontrak aja gpp", "disewakan"),
    ],
)
def test_what_would_do_as_well_stands_beside_what_was_asked(
    pack: str, before: tuple[str, ...], message: str, expected: str
) -> None:
    assert said(pack, *before, message).split(" · ")[-1] == expected


@pytest.mark.parametrize(
    ("pack", "before", "message", "expected"),
    [
        (
            "property",
            "rumah ada security 24 jam, cctv, taman",
            "yang wajib cuma cctv dan security",
            "rumah · security 24 jam · CCTV",
        ),
        (
            "property",
            "rumah ada security 24 jam, cctv, taman",
            "yg penting security sama cctv aja",
            "rumah · security 24 jam · CCTV",
        ),
        (
            "property",
            "rumah di johor ada gym, taman, harga di bawah 2 M",
            "hapus semua kecuali harga dan gym",
            "gym · < Rp2 miliar",
        ),
        (
            "rentals",
            "2 bedroom with dishwasher, gym, in-unit laundry",
            "all i need is laundry and the gym",
            "2 bedrooms · gym · washer/dryer in unit",
        ),
    ],
)
def test_all_that_is_named_is_kept(pack: str, before: str, message: str, expected: str) -> None:
    assert said(pack, before, message) == expected


def test_only_what_is_named_goes() -> None:
    dropping = meant("forget that ground floor thing", after("rentals", "2 bed, ground floor, no basement"), "rentals")
    assert (dropping.move, [one.quote for one in dropping.dropped]) == (Move.DROP, ["ground floor"])
    every = meant("floors don't matter", after("rentals", "2 bed, ground floor, no basement"), "rentals")
    assert labels(every, "rentals") == "2 bedrooms"

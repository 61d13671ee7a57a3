"""What belongs to the thing that is asked for, and what is asked for besides."""

from __future__ import annotations

import pytest
from tests.shared_packs import shared_reader

from claimtree.model.claims import QueryClaim
from evals.golden_file import show_amount


def shown(claim: QueryClaim) -> str:
    what = claim.concept or (claim.name.text if claim.name else f"“{claim.quote}”")
    return " ".join(["-" * claim.negated + what, *map(show_amount, claim.amounts)])


def wishes(query: str) -> list[str]:
    return [shown(claim) for claim in shared_reader("property").read_query(query).claims]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("villa, tanah diatas 1000 meter", ["holiday villa", "land area > 1000 m2"]),
        ("rumah dengan tanah minimal 150 meter", ["house", "land area >= 150 m2"]),
        ("rumah tanah 10x20", ["house", "land area ~ 200 m2"]),
        ("rumah tanah 200 m2 bangunan 150", ["house", "land area ~ 200 m2", "building area ~ 150 m2"]),
        ("gudang tanah minimal 2000 meter", ["warehouse", "land area >= 2000 m2"]),
        ("rumah klasik, tanah luas", ["house", "classic", "large land"]),
        ("tanah 200 m2 di Marelan", ["land", "land area ~ 200 m2", "Medan Marelan"]),
        ("cari lahan 1000 meter untuk gudang", ["land", "land area ~ 1000 m2"]),
        ("rumah atau tanah 200 m2", ["house", "land", "land area ~ 200 m2"]),
        ("tanah yang luas dan murah", ["land", "spacious", "cheap"]),
        ("jangan tanah, rumah 2 lantai", ["-land", "house", "floors = 2"]),
        ("ruko atau gudang, luas tanah 500", ["shophouse", "warehouse", "land area ~ 500 m2"]),
    ],
)
def test_land_beside_another_kind_is_that_of_the_other(query: str, expected: list[str]) -> None:
    assert wishes(query) == expected


def test_land_or_a_house_stay_alternatives() -> None:
    house, land, _ = shared_reader("property").read_query("rumah atau tanah 200 m2").claims
    assert house.or_group is not None
    assert house.or_group == land.or_group


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("butuh 5 kamar tidur, 1 kamar di lantai bawah", ["bedrooms = 5", "downstairs bedroom"]),
        ("rumah 4 kamar tidur minimal 1 kamar di lantai 1", ["house", "bedrooms = 4"]),
        ("rumah 3 kamar tidur dan 1 kamar pembantu", ["house", "bedrooms = 3", "maid bedrooms = 1"]),
        ("rumah 3 kamar atau 2 kamar", ["house", "bedrooms = 3", "bedrooms = 2"]),
        ("rumah kos dengan kamar banyak", ["boarding house", "many bedrooms"]),
        ("banyak kamar", ["many bedrooms"]),
        ("kamar mandi banyak", ["has kamar_mandi"]),
    ],
)
def test_a_smaller_number_counts_some_of_them(query: str, expected: list[str]) -> None:
    assert wishes(query) == expected


@pytest.mark.parametrize(
    "query", ["2 kamar cukup", "2 kamar sudah cukup", "2 kamar aja cukup", "cukup 2 kamar", "2 kamar tidur juga cukup"]
)
def test_what_suffices_is_the_least(query: str) -> None:
    assert wishes(query) == ["bedrooms >= 2"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("ruko 2 lantai, kpr flat", ["shophouse", "floors = 2", "fixed instalments"]),
        ("bunga flat", ["fixed instalments"]),
        ("cicilan flat sampai lunas", ["fixed instalments"]),
        ("sewa flat 2 kamar", ["for rent", "apartment", "bedrooms = 2"]),
        ("flat di pusat kota", ["apartment", "city centre"]),
    ],
)
def test_a_flat_rate_is_no_apartment(query: str, expected: list[str]) -> None:
    assert wishes(query) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("ruko disewa di bawah 60 juta", ["shophouse", "for rent", "rent < 5000000 IDR/month"]),
        ("rumah kontrakan budget 24 juta", ["house", "for rent", "rent <= 2000000 IDR/month"]),
        ("kos disewa 800 ribu", ["boarding house", "for rent", "rent <= 800000 IDR/month"]),
        ("rumah disewakan maksimal 5 juta", ["house", "for rent", "rent <= 5000000 IDR/month"]),
        ("rumah disewa 3 juta per bulan", ["house", "for rent", "rent <= 3000000 IDR/month"]),
        ("rumah di bawah 250 juta", ["house", "price < 250000000 IDR"]),
        ("dijual atau disewa di bawah 500 juta", ["for sale", "for rent", "price < 500000000 IDR"]),
        ("jangan disewa, di bawah 500 juta", ["-for rent", "price < 500000000 IDR"]),
    ],
)
def test_money_for_what_is_to_let_is_a_rent(query: str, expected: list[str]) -> None:
    assert wishes(query) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("ruko cocok untuk cafe atau klinik", ["shophouse", "business use"]),
        ("ruko bisa buat minimarket", ["shophouse", "business use"]),
        ("rumah dekat restoran", ["house", "near restaurants"]),
        ("rumah dekat sekolah dan klinik", ["house", "near school", "near clinic"]),
    ],
)
def test_what_it_may_be_used_as_need_not_be_near(query: str, expected: list[str]) -> None:
    assert wishes(query) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("rumah, halaman belakang", ["house", "backyard"]),
        ("rumah, halaman luas", ["house", "large yard"]),
        ("rumah, ada halaman", ["house", "yard"]),
        ("tanah cocok untuk kebun", ["land", "garden use"]),
    ],
)
def test_which_yard_is_asked_for(query: str, expected: list[str]) -> None:
    assert wishes(query) == expected

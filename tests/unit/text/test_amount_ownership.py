"""Amounts of listings: money is the price, and an area the home's, only where the words around it say so."""

from __future__ import annotations

from functools import lru_cache

import pytest
from tests.shared_packs import shared_pack, shared_reader

from claimtree.languages import INDONESIAN
from claimtree.languages.normalise import tokenize
from claimtree.model.amounts import AmountKind
from claimtree.model.claims import EntityId
from claimtree.model.hierarchy import Entity
from claimtree.text.amounts import find_amounts
from claimtree.text.rule_reader import RuleReader


@lru_cache
def reader(pack: str) -> RuleReader:
    return shared_reader(pack)


def amounts(text: str, pack: str) -> list[tuple[str, float, str]]:
    """Concept, value and unit of what a listing says of the home itself in money and areas, where a concept has it."""
    about = Entity(id=EntityId("x"), level=shared_pack(pack).hierarchy.answers)
    claims = reader(pack).read_document(text, about=about, source="s").claims
    kinds = (AmountKind.MONEY, AmountKind.AREA)
    return [
        (str(claim.concept), amount.low, amount.unit)
        for claim in claims
        for amount in claim.amounts
        if amount.kind in kinds and claim.concept and claim.facet is None
    ]


def prices(text: str, pack: str) -> list[float]:
    return [low for concept, low, _ in amounts(text, pack) if concept in ("price", "rent")]


@pytest.mark.parametrize(
    ("listing", "expected"),
    [
        ("Harga jual 875 juta", [875e6]),
        ("Dijual rumah dua lantai di Johor 1,4 M", [1.4e9]),
        ("Rumah 640 juta siap huni", [640e6]),
        ("Rumah minimalis di Tembung, 780 juta nego", [780e6]),
        ("Rumah cantik siap huni di Sunggal cuma 725 juta", [725e6]),
        ("Harga 850 juta bonus AC dua unit", [850e6]),
        ("Harga 850 juta bebas biaya notaris", [850e6]),
        ("Rp 1,3 Miliar", [1.3e9]),
        ("Harga 500 juta DP 15 juta angsuran 3 juta", [500e6]),
    ],
)
def test_money_is_the_price_where_words_say_so(listing: str, expected: list[float]) -> None:
    assert prices(listing, "property") == expected


@pytest.mark.parametrize(
    "listing",
    [
        "Rumah baru, 7JT",
        "Cukup 3 juta langsung akad, rumah dekat stasiun",
        "2 JT TERIMA KUNCI",
        "Commitment fee 30 jt",
        "Booking fee 4 juta saja",
        "Uang tanda jadi 10 juta",
        "Cashback 25 juta untuk pembeli bulan ini",
        "Rumah dijual tiga juta langsung akad",
        "Angsuran mulai 2,5 juta per bulan",
        "Tanpa DP hanya 6 juta all in",
        "Modal 8 juta langsung punya rumah",
        "IPL 450 ribu per bulan",
        "10 tahun Rp 9.850.000/bulan\n15 tahun Rp 7.400.000/bulan",
        "NJOP 900 juta",
        "Kost aktif, omzet 120 juta per tahun",
    ],
)
def test_another_payment_is_no_price_in_indonesian(listing: str) -> None:
    assert prices(listing, "property") == []


@pytest.mark.parametrize(
    ("listing", "expected"),
    [
        ("Rent is $2,300 a month, first month free", [2300]),
        ("2BR in Astoria, $2,450", [2450]),
        ("$2,900 + utilities", [2900]),
        ("$3,100 including heat", [3100]),
        ("Rent reduced from $3,400 to $3,150.", [3150]),
        ("There is a $175 cleaning fee", []),
        ("A $1,200 refundable key deposit is required", []),
        ("Cleaning fee: $140. Taxes are $1,100", []),
        ("About a $15 cab ride from the airport", []),
        ("The lobby went through a $4m renovation", []),
        ("Use this link to get $45 off your first booking", []),
    ],
)
def test_another_payment_is_no_rent_in_english(listing: str, expected: list[float]) -> None:
    assert prices(listing, "rentals") == expected


@pytest.mark.parametrize(
    ("listing", "expected"),
    [
        ("Rumah 7x17 siap huni", [119]),
        ("Luas tanah 240 m2, luas bangunan 180 m2", [240, 180]),
        ("Lantai granit 60x60", []),
        ("Keramik 40x40 di semua ruangan", []),
        ("Kolam renang ukuran 4x8", []),
        ("Row jalan 8 m2", []),
        ("Kawasan perumahan seluas 4,5 hektar", []),
        ("Dijual tanah 2,5 hektar", [25000]),
    ],
)
def test_an_area_of_something_else_is_not_the_homes(listing: str, expected: list[float]) -> None:
    assert [low for _, low, unit in amounts(listing, "property") if unit == "m2"] == expected


@pytest.mark.parametrize(
    ("listing", "expected"),
    [
        ("Our 700 sq ft apartment is bright", [65.03]),
        ("740 sq ft + balcony", [68.75]),
        ("There is a round table that seats six", []),
        ("Comfortably fits two people", []),
        ("Next to an arboretum of 280 acres", []),
        ("A historic neighborhood of six square miles", []),
        ("The deck is an additional 235 square feet", []),
    ],
)
def test_an_area_of_something_else_is_not_the_apartments(listing: str, expected: list[float]) -> None:
    found = [round(low, 2) for concept, low, _ in amounts(listing, "rentals") if concept == "area"]
    assert found == expected


def test_a_floor_on_a_line_of_its_own_is_the_floor() -> None:
    about = Entity(id=EntityId("x"), level=shared_pack("rentals").hierarchy.answers)
    claims = reader("rentals").read_document("Baths: 1\nFloor: 4\nElevator: No", about=about, source="s").claims
    assert [claim.concept for claim in claims] == ["bathrooms", "floor", "elevator"]


def test_a_line_ends_what_is_said_of_an_amount() -> None:
    found = amounts("harga 36 juta / tahun\nmin sewa 2 tahun", "property")
    assert found == [("rent", 3e6, "IDR/month")]
    about = Entity(id=EntityId("x"), level=shared_pack("property").hierarchy.answers)
    claims = reader("property").read_document("harga 36 juta / tahun\nmin sewa 2 tahun", about=about, source="s").claims
    assert [amount.high for claim in claims for amount in claim.amounts if claim.concept == "rent"] == [3e6]


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("sewa 12 juta/are/tahun", "IDR/m2/month"),
        ("60 juta/ruko/tahun", "IDR/month"),
        ("harga 4 juta/m2", "IDR/m2"),
    ],
)
def test_money_is_kept_by_all_that_it_is_paid_for(text: str, unit: str) -> None:
    units = shared_pack("property").units
    (found,) = find_amounts(tokenize(text), units=units, query=False, words=INDONESIAN.amounts)
    assert found.amount.unit == unit

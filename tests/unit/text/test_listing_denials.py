"""Listings that name a thing to say that it is not so: after it, far from it, not yet, or only on
request.
"""

from __future__ import annotations

from functools import lru_cache

import pytest
from tests.shared_packs import shared_pack, shared_reader

from claimtree.model.claims import EntityId
from claimtree.model.hierarchy import Entity
from claimtree.text.rule_reader import RuleReader


@lru_cache
def reader(pack: str) -> RuleReader:
    return shared_reader(pack)


def said(text: str, pack: str = "rentals") -> list[str]:
    """The concepts of a listing in their order, with "-" before the denied ones."""
    about = Entity(id=EntityId("x"), level=shared_pack(pack).hierarchy.answers)
    claims = reader(pack).read_document(text, about=about, source="s").claims
    return [f"{'-' if claim.negated else ''}{claim.concept}" for claim in claims if claim.concept]


@pytest.mark.parametrize(
    ("listing", "expected"),
    [
        ("One cat is fine, dogs are not because of my sister", ["cats allowed", "-dogs allowed"]),
        ("Cats are fine, dogs aren't.", ["cats allowed", "-dogs allowed"]),
        ("Cats OK; dogs, sadly, not.", ["cats allowed", "-dogs allowed"]),
        ("Cats OK; dogs unfortunately are not", ["cats allowed", "-dogs allowed"]),
        ("A dishwasher isn't available", ["-dishwasher"]),
        ("Dogs aren't a problem", ["dogs allowed"]),
        ("Dogs are not a problem", ["dogs allowed"]),
        ("Bright, sadly no elevator", ["bright", "-elevator"]),
        ("Balcony, however, no laundry", ["has balcony", "-laundry"]),
        ("An elevator, though not a dishwasher", ["elevator", "-dishwasher"]),
    ],
)
def test_a_denial_after_what_it_denies_may_be_contracted_regretted_or_explained(
    listing: str, expected: list[str]
) -> None:
    assert said(listing) == expected


@pytest.mark.parametrize(
    ("listing", "expected"),
    [
        ("Nowhere near a supermarket", ["-grocery stores nearby"]),
        ("It is nowhere close to a park", ["-near park"]),
        ("Near a park", ["near park"]),
    ],
)
def test_nowhere_near_denies_nearness(listing: str, expected: list[str]) -> None:
    assert said(listing) == expected


@pytest.mark.parametrize(
    ("listing", "expected"),
    [
        ("jauh dari pasar", ["-near market"]),
        ("jauh dari pasar, dekat sekolah", ["-near market", "near school"]),
        ("tidak jauh dari pasar", ["near market"]),
        ("tidak seberapa jauh dari pasar", ["near market"]),
        ("gak gitu jauh dari pasar", ["near market"]),
        ("jauh dari pusat kota", ["-near city centre"]),
        ("jauh dari rumah sakit", ["-near hospital"]),
        ("jauh dari keramaian", ["quiet"]),
    ],
)
def test_far_from_denies_nearness_in_indonesian_and_not_far_does_not(listing: str, expected: list[str]) -> None:
    assert said(listing, "property") == expected


def test_far_from_other_houses_is_a_house_all_the_same() -> None:
    assert "-house" not in said("jauh dari rumah penduduk", "property")


@pytest.mark.parametrize(
    ("listing", "expected"),
    [
        ("PDAM belum masuk", ["-piped water"]),
        ("AC belum terpasang, kolam renang belum ada", ["-air conditioning", "-swimming pool"]),
        ("AC ada, PDAM belum", ["air conditioning", "-piped water"]),
        ("Kolam renang, sayangnya, tidak ada", ["-swimming pool"]),
        ("Rumah belum ada pagar", ["house", "-fence"]),
        ("SHM, belum balik nama", ["SHM", "-own name"]),
    ],
)
def test_not_yet_denies_what_stands_before_it_unless_something_follows(listing: str, expected: list[str]) -> None:
    assert said(listing, "property") == expected


@pytest.mark.parametrize(
    ("listing", "expected"),
    [
        ("If you want a quiet street, this isn't it", []),
        ("If you need quiet, look elsewhere", []),
        ("Look elsewhere if you're after a balcony or a dishwasher. Elevator.", ["elevator"]),
        ("If you love sun, there is a balcony", ["has balcony"]),
        ("If you want light then the elevator takes you up", ["elevator"]),
    ],
)
def test_what_somebody_may_want_is_no_claim_until_the_home_comes_in_again(listing: str, expected: list[str]) -> None:
    assert said(listing) == expected


def test_what_somebody_may_want_is_no_claim_in_indonesian() -> None:
    assert said("Kalau anda cari yang tenang, jangan di sini. Ada carport", "property") == ["carport"]


@pytest.mark.parametrize(
    ("listing", "expected"),
    [
        ("Gym, and valet parking for an extra $400", ["gym", "valet parking"]),
        ("Valet parking for an additional $600 a month", ["valet parking"]),
        ("Gym at an extra charge of $450", ["gym"]),
        ("Rent $2,400, gym for an extra $400", ["rent", "gym"]),
    ],
)
def test_extra_money_is_no_rent(listing: str, expected: list[str]) -> None:
    assert said(listing) == expected

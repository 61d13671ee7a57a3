"""What takes something back, what only asks, and what is a place: each told by the words around it."""

from __future__ import annotations

from datetime import date
from functools import cache

import pytest
from tests.shared_packs import shared_reader

from claimtree.languages.rendering import notice_texts
from claimtree.text.rule_reader import RuleReader

TODAY = date(2026, 11, 15)


@cache
def reader(pack: str = "rentals") -> RuleReader:
    return shared_reader(pack, today=TODAY)


def wishes(text: str, pack: str = "rentals") -> list[str]:
    return [claim.text for claim in reader(pack).read_query(text).claims]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 bedrooms, actually make it three", ["3 bedrooms"]),
        ("2 bedrooms in Astoria, no wait, 3 bedrooms", ["located in Astoria", "3 bedrooms"]),
        ("under $3,000, 2 bedrooms, actually at least 3", ["monthly rent under $3,000/month", "at least 3 bedrooms"]),
        ("dogs allowed, I mean cats allowed", ["cats allowed"]),
        ("in Astoria, or rather Bushwick", ["located in Bushwick"]),
        ("quiet street, actually a balcony too", ["quiet", "balcony"]),
    ],
)
def test_a_second_thought_takes_the_place_of_the_first(text: str, expected: list[str]) -> None:
    assert wishes(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Is it furnished? Do they allow pets?", []),
        ("I need to know if pets are allowed", []),
        ("2 bedrooms in Astoria. Is the apartment furnished?", ["2 bedrooms", "located in Astoria"]),
        ("Is there a furnished studio in Astoria?", ["furnished", "studio", "located in Astoria"]),
        ("Do you have a furnished studio?", ["furnished", "studio"]),
        ("Can you find me a place that allows dogs?", ["dogs allowed"]),
    ],
)
def test_a_question_about_one_home_is_no_wish(text: str, expected: list[str]) -> None:
    assert sorted(wishes(text)) == sorted(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a studio in Petaluma", ["studio", "located in Petaluma"]),
        ("a studio in petaluma", ["studio", "located in petaluma"]),
        ("2 bedrooms in Santa cruz", ["2 bedrooms", "located in Santa cruz"]),
        ("in Novato, Napa or Mountain View", ["located in Novato", "located in Napa", "located in Mountain View"]),
        ("studio, walking distance to Fenway", ["studio", "near Fenway at most 800 m"]),
        ("quieter than Bushwick, with a balcony", ["quiet", "balcony"]),
        ("studio in March", ["studio", "available Mar 2027"]),
        ("Thanks! Great. A studio please", ["studio"]),
        ("35 minutes to Midtown, elevator", ["near Midtown at most 11.7 km", "elevator building"]),
        ("close to Central Park", ["near Central Park"]),
    ],
)
def test_a_place_needs_no_list_but_is_told_from_what_is_none(text: str, expected: list[str]) -> None:
    assert wishes(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("available September 1", "available Sep 1, 2027"),
        ("available December 1", "available Dec 1, 2026"),
        ("available from March 1 2026", "available from Mar 1, 2026"),
        ("available February 29, 2028", "available Feb 29, 2028"),
    ],
)
def test_a_date_without_a_year_lies_ahead(text: str, expected: str) -> None:
    assert wishes(text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("studio in Chelsea, 2100", "monthly rent at most $2,100/month"),
        ("budget 3000", "monthly rent at most $3,000/month"),
        ("will not consider anything over $3,600", "monthly rent at most $3,600/month"),
        ("no bars within 500 m", "no bars nearby at most 500 m"),
        ("I only need one.", "1 bedroom"),
        ("built between 1920 and 1940", "built in 1920–1940"),
    ],
)
def test_a_number_is_read_as_it_is_meant(text: str, expected: str) -> None:
    assert expected in wishes(text)


def test_a_listing_keeps_what_only_a_wish_would_refuse() -> None:
    said = reader().read_query("away from the highway").claims
    assert [claim.negated for claim in said] == [True]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no pets quiet building", ["no pets allowed", "quiet"]),
        ("no smoking 2 bedroom", ["no smoking allowed", "2 bedrooms"]),
        ("QUIET TWO BEDROOM NO PETS NEAR PARK", ["quiet", "2 bedrooms", "no pets allowed", "near park"]),
        ("no fee 1 bed greenpoint", ["no broker fee", "1 bedroom", "located in Greenpoint"]),
        ("not on the 5th floor", ["no floor 5"]),
        ("ground floor is out of the question", ["no ground floor"]),
        ("it would be a deal breaker if there is no laundry", ["laundry"]),
        ("no carpet except in the bedroom", ["no carpeted"]),
        ("it's not a problem if there is no elevator", []),
        ("I could live without a balcony", []),
        ("no guarantor needed, no dishwasher needed", ["no guarantor required"]),
        ("smoking and parties are not allowed", ["no smoking allowed", "no parties allowed"]),
    ],
)
def test_a_denial_ends_where_the_next_wish_begins(text: str, expected: list[str]) -> None:
    assert wishes(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("RUMAH MEWAH TANPA KOLAM RENANG DEKAT SEKOLAH", ["rumah", "mewah", "tanpa kolam renang", "dekat sekolah"]),
        ("bisa tanpa kolam renang", []),
        ("terserah SHM atau HGB", []),
        ("LT/LB 120/90", ["luas tanah sekitar 120 m²", "luas bangunan sekitar 90 m²"]),
        (
            "rumah di Medan Helvetia, Medan Sunggal atau Medan Tembung",
            ["rumah", "di Medan Helvetia", "di Medan Sunggal", "di Medan Tembung"],
        ),
    ],
)
def test_in_indonesian_too(text: str, expected: list[str]) -> None:
    assert wishes(text, "property") == expected


@pytest.mark.parametrize(
    "text",
    ["utilities under $150", "my salary is $90,000 a year", "application fee no more than $20", "we are four people"],
)
def test_money_and_numbers_of_something_else_are_no_rent(text: str) -> None:
    assert not any("rent" in wish or "bedroom" in wish for wish in wishes(text))


def test_ways_to_travel_deny_no_place() -> None:
    assert wishes("15 min by bike to Central Park") == ["near Central Park at most 4.5 km"]


def test_notices_speak_the_language_of_the_question() -> None:
    assert notice_texts(reader("property").read_query("halo kak")) == (
        "Saya tidak menemukan apa pun yang bisa dicari dalam kata-kata ini.",
    )

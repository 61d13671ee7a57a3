"""From when a listing offers its thing, as far as its text still tells."""

from __future__ import annotations

import math
from datetime import date

import pytest
from tests.shared_packs import shared_reader

from claimtree.model.amounts import Amount
from claimtree.model.claims import EntityId, LevelName
from claimtree.model.hierarchy import Entity

TODAY = date(2026, 11, 19)


def offered(text: str) -> list[Amount]:
    home = Entity(id=EntityId("1"), level=LevelName("apartment"))
    claims = shared_reader("rentals", today=TODAY).read_document(text, about=home, source="t").claims
    return [amount for claim in claims if claim.concept == "available from" for amount in claim.amounts]


def day(year: int, month: int, number: int) -> int:
    return date(year, month, number).toordinal()


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Corner unit, available 10/1/2026.", day(2026, 10, 1)),
        ("Available December 1, 2026", day(2026, 12, 1)),
        ("The flat is available from March 2027.", day(2027, 3, 1)),
    ],
)
def test_what_is_offered_from_a_day_is_offered_after_it(text: str, first: int) -> None:
    (amount,) = offered(text)
    assert (amount.low, amount.high) == (first, math.inf)


def test_an_offer_with_an_end_ends() -> None:
    (amount,) = offered("Available January 2026 to June 2027")
    assert (amount.low, amount.high) == (day(2026, 1, 1), day(2027, 6, 30))


@pytest.mark.parametrize(
    "text",
    [
        "Available from 2019.",
        "The flat is available from May 2021.",
        "Two bedroom corner unit, available 11/1/24",
        "Available January 2024 to June 2025",
    ],
)
def test_a_time_long_gone_says_nothing_of_today(text: str) -> None:
    assert not offered(text)


def test_a_year_that_something_was_done_in_stays() -> None:
    home = Entity(id=EntityId("1"), level=LevelName("apartment"))
    claims = shared_reader("rentals", today=TODAY).read_document("Built in 1925.", about=home, source="t").claims
    assert [claim.concept for claim in claims] == ["year built"]

"""Pay and times in a field of their own: each in its period, converted only where that is sound."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest
from tests.shared_packs import shared_reader

from claimtree.model.claims import EntityId, LevelName
from claimtree.model.hierarchy import Entity
from claimtree.text.rule_reader import RuleReader

JOBS = str(Path(__file__).parents[2] / "packs" / "jobs")


@lru_cache
def reader(pack: str) -> RuleReader:
    return shared_reader(pack)


def asked(text: str, pack: str = JOBS) -> list[tuple[str | None, float, float, str]]:
    claims = reader(pack).read_query(text).claims
    return [(claim.concept, amount.low, amount.high, amount.unit) for claim in claims for amount in claim.amounts]


def told(text: str) -> list[str]:
    about = Entity(id=EntityId("x"), level=LevelName("job"))
    return [claim.text for claim in reader(JOBS).read_document(text, about=about, source="s").claims]


INF = float("inf")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("at least $45 an hour", ("hourly pay", 45, INF, "USD/hour")),
        ("at least $90,000 a year", ("salary", 90_000, INF, "USD/year")),
        ("$7,000 a month or more", ("salary", 84_000, INF, "USD/year")),
        ("less than 4 years of experience", ("experience", -INF, 4, "year")),
        ("less than 18 months of experience", ("experience", -INF, 1.5, "year")),
        ("shifts of at most 9 hours", ("shift length", -INF, 9, "hour")),
    ],
)
def test_a_wish_is_in_the_unit_of_its_concept(query: str, expected: tuple[str, float, float, str]) -> None:
    assert asked(query) == [expected]


def test_pay_by_the_hour_is_never_compared_with_pay_by_the_month() -> None:
    assert [unit for _, _, _, unit in asked("under $40 an hour", "rentals")] == ["USD/hour"]


def test_a_listing_tells_times_and_pay_as_it_says_them() -> None:
    assert told("Pays $55,000 a year, five weeks of paid leave.") == ["salary $55,000/year", "paid leave 5 weeks"]
    assert told("$24 per hour, 8 hour shifts.") == ["pay $24/hour", "shifts of 8 hours"]


def test_what_a_job_does_not_need_is_its_own_matter() -> None:
    assert told("No degree needed.") == ["no degree required"]
    wishes = reader(JOBS).read_query("from home, no degree needed").claims
    assert not any(wish.concept == "degree required" and not wish.negated for wish in wishes)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sewa Rp 140 juta per tahun", "sewa Rp 140 juta/tahun"),
        ("Sewa 55 jt/tahun nett", "sewa Rp 55 juta/tahun"),
        ("45jt/ruko/tahun", "sewa Rp 45 juta/tahun"),
        ("1,6 juta per bulan", "sewa Rp 1,6 juta/bulan"),
        ("sewa 700 ribu per minggu", "sewa Rp 700 ribu/minggu"),
    ],
)
def test_a_rent_is_told_for_the_period_that_it_is_stated_for(text: str, said: str) -> None:
    about = Entity(id=EntityId("x"), level=LevelName("property"))
    claims = reader("property").read_document(text, about=about, source="s").claims
    assert [claim.text for claim in claims if claim.concept == "rent"] == [said]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("rumah disewa maks 50 juta per tahun", "sewa maksimal Rp 50 juta/tahun"),
        ("ruko disewa 100 sampai 200 juta setahun", "sewa Rp 100 juta–200 juta/tahun"),
        ("rumah sewa setahun 30 juta", "sewa maksimal Rp 30 juta/tahun"),
        ("apartemen sewa bulanan maksimal 6 juta", "sewa maksimal Rp 6 juta/bulan"),
    ],
)
def test_a_wish_for_a_rent_stays_one_for_its_period(query: str, said: str) -> None:
    assert [claim.text for claim in reader("property").read_query(query).claims if claim.concept == "rent"] == [said]

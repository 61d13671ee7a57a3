"""Amounts said back, in the words and marks of a language."""

from __future__ import annotations

from datetime import date

import pytest

from claimtree.model.amounts import Amount, AmountKind, Op, describe


def day(year: int, month: int, number: int) -> float:
    return float(date(year, month, number).toordinal())


MONEY, DATE, YEAR = AmountKind.MONEY, AmountKind.DATE, AmountKind.YEAR


@pytest.mark.parametrize(
    ("amount", "english", "indonesian"),
    [
        (Amount(kind=AmountKind.COUNT, low=3, op=Op.GTE), "at least 3", "minimal 3"),
        (Amount(kind=AmountKind.AREA, unit="m2", low=74.322, high=74.322), "74.32 m²", "74,32 m²"),
        (Amount(kind=MONEY, unit="IDR", low=1.5e9, high=1.5e9), "Rp 1.5 billion", "Rp 1,5 miliar"),
        (
            Amount(kind=MONEY, unit="IDR", high=5e8, high_open=True, op=Op.LT),
            "under Rp 500 million",
            "di bawah Rp 500 juta",
        ),
        (
            Amount(kind=MONEY, unit="IDR/month", low=9e8, high=1.1e9, op=Op.RANGE),
            "Rp 900 million–1.1 billion/month",
            "Rp 900 juta–1,1 miliar/bulan",
        ),
        (
            Amount(kind=MONEY, unit="IDR", low=9e8, high=1.1e9, op=Op.APPROX),
            "about Rp 1 billion",
            "sekitar Rp 1 miliar",
        ),
        (
            Amount(kind=MONEY, unit="IDR", low=1e9, high=1.99e9, op=Op.APPROX),
            "Rp 1 billion–1.99 billion",
            "Rp 1 miliar–1,99 miliar",
        ),
        (Amount(kind=MONEY, unit="IDR/day", low=350_000, high=350_000), "Rp 350,000/day", "Rp 350 ribu/hari"),
        (Amount(kind=MONEY, unit="USD", low=3290, high=3710, op=Op.APPROX), "about $3,500", "sekitar $3.500"),
        (Amount(kind=MONEY, unit="USD/m2", low=50, high=50), "$50/m²", "$50/m²"),
        (Amount(kind=AmountKind.DURATION, unit="month", low=6, op=Op.GTE), "at least 6 months", "minimal 6 bulan"),
        (Amount(kind=YEAR, high=1940, high_open=True, op=Op.LT), "before 1940", "sebelum 1940"),
        (Amount(kind=YEAR, low=2010, op=Op.GTE), "since 2010", "sejak 2010"),
        (Amount(kind=DATE, unit="day", low=day(2027, 1, 2), op=Op.GTE), "from Jan 2, 2027", "mulai 2 Jan 2027"),
        (
            Amount(kind=DATE, unit="day", high=day(2027, 5, 2), op=Op.LTE),
            "by May 2, 2027",
            "paling lambat 2 Mei 2027",
        ),
        (
            Amount(kind=DATE, unit="day", low=day(2027, 8, 1), high=day(2027, 8, 31), op=Op.RANGE),
            "Aug 2027",
            "Agu 2027",
        ),
        (Amount(kind=AmountKind.COUNT), "any", "berapa saja"),
    ],
)
def test_an_amount_is_said_as_a_person_would(amount: Amount, english: str, indonesian: str) -> None:
    assert describe(amount) == english
    assert describe(amount, "id") == indonesian


def test_another_language_is_spoken_in_english() -> None:
    assert describe(Amount(kind=AmountKind.COUNT, low=3, op=Op.GTE), "fr") == "at least 3"


def test_a_day_that_is_none_is_still_a_number() -> None:
    assert describe(Amount(kind=DATE, low=20270101, high=20270101)) == "20270101"

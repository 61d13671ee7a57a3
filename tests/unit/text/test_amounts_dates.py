"""Dates and ages: what day a text means, seen from a day on which it is read."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.languages.en.amounts import AMOUNTS as ENGLISH
from claimtree.languages.id.amounts import AMOUNTS as INDONESIAN
from claimtree.languages.normalise import tokenize
from claimtree.model.amounts import AmountKind
from claimtree.model.dates import DateRules
from claimtree.text.amounts import AmountMention, AmountWords, find_amounts

TODAY = date(2026, 11, 15)


def find(text: str, *, words: AmountWords = ENGLISH, today: date | None = TODAY) -> tuple[AmountMention, ...]:
    return find_amounts(tokenize(text), units={}, query=True, words=words, today=today)


def written(mention: AmountMention) -> str:
    """The days as an interval: "[2027-01-02,]"; years as they are."""
    amount = mention.amount

    def end(value: float) -> str:
        if abs(value) == float("inf"):
            return ""
        return date.fromordinal(int(value)).isoformat() if amount.kind is AmountKind.DATE else f"{value:g}"

    low, high = end(amount.low), end(amount.high)
    ends = low if low == high else f"{low},{high}"
    return f"{'(' if amount.low_open else '['}{ends}{')' if amount.high_open else ']'}"


def read(text: str, *, words: AmountWords = ENGLISH) -> str:
    return "; ".join(map(written, find(text, words=words)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("jan 2", "[2027-01-02]"),
        ("january 2nd", "[2027-01-02]"),
        ("Jan. 2", "[2027-01-02]"),
        ("2 January", "[2027-01-02]"),
        ("the 2nd of January", "[2027-01-02]"),
        ("posted on March 3", "[2027-03-03]"),
        ("March 3rd, 2025", "[2025-03-03]"),
        ("3 March 2025", "[2025-03-03]"),
        ("2027-01-15", "[2027-01-15]"),
        ("1/15/2027", "[2027-01-15]"),
        ("15/1/2027", "[2027-01-15]"),
        ("3/4/2027", "[2027-03-04]"),
        ("available 1/15", "[2027-01-15]"),
        ("01/15/27", "[2027-01-15]"),
        ("available January", "[2027-01-01,2027-01-31]"),
        ("in May", "[2027-05-01,2027-05-31]"),
        ("January 2028", "[2028-01-01,2028-01-31]"),
        ("mid-June", "[2026-06-11,2026-06-20]"),
        ("early December", "[2026-12-01,2026-12-10]"),
        ("the end of February", "[2027-02-21,2027-02-28]"),
        ("next month", "[2026-12-01,2026-12-31]"),
        ("the 4th of this month", "[2026-11-04]"),
        ("next week", "[2026-11-16,2026-11-22]"),
        ("tomorrow", "[2026-11-16]"),
        ("October 30", "[2026-10-30]"),
        ("february 30", ""),
        ("may be quiet", ""),
        ("we march on", ""),
        ("February 29", ""),
    ],
)
def test_a_date_is_a_day_and_a_month_all_its_days(text: str, said: str) -> None:
    assert read(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("available from January", "[2027-01-01,]"),
        ("starting January 5", "[2027-01-05,]"),
        ("as of next month", "[2026-12-01,]"),
        ("after january 2", "(2027-01-02,]"),
        ("after January", "(2027-01-31,]"),
        ("before January", "[,2027-01-01)"),
        ("before jan 2", "[,2027-01-02)"),
        ("since jan 2", "[2027-01-02,]"),
        ("by March 1", "[,2027-03-01]"),
        ("by March", "[,2027-03-31]"),
        ("no later than January 2", "[,2027-01-02]"),
        ("no earlier than January 2", "[2027-01-02,]"),
        ("on or before january 2", "[,2027-01-02]"),
        ("on or after january 2", "[2027-01-02,]"),
        ("before or on january 2", "[,2027-01-02]"),
        ("at the latest january 2", "[,2027-01-02]"),
        ("january 2 or later", "[2027-01-02,]"),
        ("january 2 or earlier", "[,2027-01-02]"),
        ("between january 2 and february 3", "[2027-01-02,2027-02-03]"),
        ("from January to March", "[2027-01-01,2027-03-31]"),
        ("after january 2 or february 3", "(2027-01-02,]; (2027-02-03,]"),
        ("before january 2nd and february 3rd", "[,2027-01-02); [,2027-02-03)"),
        ("on january 2 or february 3", "[2027-01-02]; [2027-02-03]"),
    ],
)
def test_a_date_is_compared_by_words_of_time(text: str, said: str) -> None:
    assert read(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2 Januari", "[2027-01-02]"),
        ("12 Januari 2027", "[2027-01-12]"),
        ("3/4/2027", "[2027-04-03]"),
        ("mulai Januari", "[2027-01-01,]"),
        ("tersedia mulai 1 Februari", "[2027-02-01,]"),
        ("mulai bulan depan", "[2026-12-01,]"),
        ("sebelum Maret", "[,2027-03-01)"),
        ("setelah Maret", "(2027-03-31,]"),
        ("sejak 2 Januari", "[2027-01-02,]"),
        ("paling lambat 1 Mei", "[,2027-05-01]"),
        ("siap huni Desember 2026", "[2026-12-01,2026-12-31]"),
        ("serah terima bulan 11/2023", "[2023-11-01,2023-11-30]"),
        ("akhir Desember", "[2026-12-21,2026-12-31]"),
        ("bulan depan", "[2026-12-01,2026-12-31]"),
    ],
)
def test_indonesian_dates_have_the_day_first(text: str, said: str) -> None:
    assert read(text, words=INDONESIAN) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("less than 10 years old", "(2016,]"),
        ("at most 10 years old", "[2016,]"),
        ("10 years old or newer", "[2016,]"),
        ("10 years old or less", "[2016,]"),
        ("10 years old or older", "[,2016]"),
        ("more than 50 years old", "[,1976)"),
        ("10-year-old building", "[2016]"),
        ("older than 5 years", "[,2021)"),
        ("newer than 5 years", "(2021,]"),
        ("no older than 10 years", "[2016,]"),
        ("before the 1920s", "[,1920)"),
        ("after the 1920s", "(1929,]"),
    ],
)
def test_an_age_is_the_year_it_goes_back_to(text: str, said: str) -> None:
    (found,) = find(text)
    assert found.amount.kind is AmountKind.YEAR
    assert written(found) == said


def test_who_gives_no_day_reads_no_dates() -> None:
    assert find("available from January 5, next month or 2027-01-15", today=None) == ()
    (age,) = find("less than 10 years old", today=None)
    assert age.amount.kind is AmountKind.DURATION


DAYS = st.dates(min_value=date(1950, 1, 1), max_value=date(2150, 12, 31))
FORMS = [
    ("%Y-%m-%d", ENGLISH),
    ("%B %d, %Y", ENGLISH),
    ("%d %b %Y", ENGLISH),
    ("%m/%d/%Y", ENGLISH),
    ("%d/%m/%Y", INDONESIAN),
    ("%d.%m.%Y", INDONESIAN),
]


@given(DAYS, st.sampled_from(FORMS))
def test_a_date_is_read_as_it_was_written(day: date, form: tuple[str, AmountWords]) -> None:
    pattern, words = form
    (found,) = find(day.strftime(pattern), words=words)
    assert (found.amount.kind, found.amount.low, found.amount.unit) == (AmountKind.DATE, day.toordinal(), "day")
    assert found.amount.low == found.amount.high


@given(DAYS, DAYS)
def test_a_day_without_a_year_is_never_far_from_today(today: date, day: date) -> None:
    for found in find(day.strftime("%B %d"), today=today):
        assert abs(found.amount.low - today.toordinal()) <= 366
        assert date.fromordinal(int(found.amount.low)).month == day.month


PAST = DateRules(historical=True)


@pytest.mark.parametrize(
    ("words", "text", "is_period"),
    [
        (ENGLISH, "lived in Ohio from 1900 to 1910", True),
        (ENGLISH, "on display from March 1960 until May 1970", True),
        (ENGLISH, "made between 1900 and 1910", False),
        (ENGLISH, "made 1900-1910", False),
        (ENGLISH, "a poster dating from 1880 to 1890", False),
        (INDONESIAN, "tinggal di Medan dari tahun 1900 sampai 1910", True),
        (INDONESIAN, "dibuat antara 1900 dan 1910", False),
        (INDONESIAN, "berasal dari 1900 sampai 1910", False),
    ],
)
def test_a_document_says_whether_every_day_is_meant(words: AmountWords, text: str, is_period: bool) -> None:
    (said,) = find_amounts(tokenize(text), units={}, query=False, words=words, today=TODAY, dates=PAST)
    (asked,) = find_amounts(tokenize(text), units={}, query=True, words=words, today=TODAY, dates=PAST)
    assert (said.amount.slot.is_period, asked.amount.slot.is_period) == (is_period, False)
    assert (said.amount.low, said.amount.high) == (asked.amount.low, asked.amount.high)

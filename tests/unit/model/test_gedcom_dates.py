"""Dates as GEDCOM writes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.errors import BadAmount
from claimtree.model.amounts import AmountKind, describe
from claimtree.model.dates import Tolerance
from claimtree.model.gedcom_dates import read_gedcom_date


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1878", "1878"),
        ("MAR 1901", "Mar 1901"),
        ("3 MAR 1901", "Mar 3, 1901"),
        ("ABT 1878", "about 1878"),
        ("Abt. 1878", "about 1878"),
        ("EST 1878", "about 1878"),
        ("CAL 3 MAR 1901", "about Mar 3, 1901"),
        ("BEF 3 MAR 1901", "before Mar 3, 1901"),
        ("AFT 1901", "after 1901"),
        ("BET 1900 AND 1910", "1900–1910"),
        ("BET 3 MAR 1901 AND 5 APR 1901", "Mar 3, 1901–Apr 5, 1901"),
        ("BET 5 MAR 1900 AND 1900", "Mar 5, 1900–Dec 31, 1900"),
        ("BET 1900 AND 3 FEB 1900", "Jan 1, 1900–Feb 3, 1900"),
        ("FROM 1890 TO 1900", "1890–1900"),
        ("FROM 3 MAR 1901", "from Mar 3, 1901"),
        ("TO 3 MAR 1901", "by Mar 3, 1901"),
        ("INT 1881 (about)", "1881"),
        ("1731/32", "1731–1732"),
        ("@#DGREGORIAN@ 3 MAR 1901", "Mar 3, 1901"),
        ("@#DJULIAN@ 25 MAR 1731/32", "Apr 5, 1732"),
        ("JULIAN 25 OCT 1917", "Nov 7, 1917"),
        ("BET @#DJULIAN@ 1 JAN 1700 AND 31 DEC 1700", "Jan 11, 1700–Jan 11, 1701"),
        ("@#DFRENCH R@ 18 BRUM 8", "Nov 9, 1799"),
        ("@#DFRENCH R@ 6 COMP 3", "Sep 22, 1795"),
        ("FRENCH_R 9 THER 2", "Jul 27, 1794"),
        ("@#DHEBREW@ 5 IYR 5708", "May 14, 1948"),
        ("@#DHEBREW@ 14 ADS 5744", "Mar 18, 1984"),
        ("@#DHEBREW@ 12 ADR 5661", "Mar 3, 1901"),
        ("@#DHEBREW@ 12 ADS 5661", "Mar 3, 1901"),
        ("BEF @#DHEBREW@ 5 IYR 5708", "before May 14, 1948"),
    ],
)
def test_a_gedcom_date_means_these_days(text: str, said: str) -> None:
    assert describe(read_gedcom_date(text)) == said


def test_every_day_of_a_period_is_meant_and_one_day_of_other_dates() -> None:
    assert read_gedcom_date("FROM 1900 TO 1910").slot.is_period
    for text in ("BET 1900 AND 1910", "1905", "ABT 1905", "FROM 1900", "TO 1910"):
        assert not read_gedcom_date(text).slot.is_period, text


def test_how_wide_about_is_is_the_pack_s() -> None:
    narrow, wide = (read_gedcom_date("ABT 1878", Tolerance(years=years)) for years in (0, 10))
    assert narrow.low > wide.low
    assert narrow.overlaps(read_gedcom_date("1878"))
    assert not narrow.overlaps(read_gedcom_date("1879"))
    assert wide.overlaps(read_gedcom_date("1888"))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "is empty"),
        ("(before the war)", "phrase without a date"),
        ("31 FEB 1820", "has no day 31 in month 2"),
        ("3 MRZ 1901", "no month that is known"),
        ("0", "years 1 to 9999, not 0"),
        ("12345", "years 1 to 9999"),
        ("1" * 150, "is no date"),
        ("9" * 5_000, "too long"),
        ("BET 1910 AND 1900", "begins on 1910-01-01 cannot end on 1900-12-31"),
        ("FROM 3 MAR 1901 TO 2 MAR 1901", "cannot end"),
        ("44 BC", "before the year 1"),
        ("1731/34", "not one year apart"),
        ("BEF 1", "no day"),
        ("@#DROMAN@ 3 MAR 1901", "calendar that is not known"),
        ("@#DFRENCH R@ 1 VEND 15", "years 1 to 14, not 15"),
        ("@#DHEBREW@ 1 ELX 5708", "no month that is known"),
        ("ABT", "is no date"),
        ("1 2 3 MAR 1901", "is no date"),
    ],
)
def test_what_is_no_date_says_what_is_wrong(text: str, fault: str) -> None:
    with pytest.raises(BadAmount, match=fault):
        read_gedcom_date(text)


@given(
    st.text(max_size=40) | st.from_regex(r"(ABT |BET |@#D[A-Z ]{1,9}@ )?\d{0,3} ?[A-Z]{0,4} \d{0,6}(/\d\d)?( AND \d+)?")
)
def test_any_text_is_a_date_or_refused(text: str) -> None:
    try:
        amount = read_gedcom_date(text)
    except BadAmount:
        return
    assert amount.kind is AmountKind.DATE
    assert describe(amount)

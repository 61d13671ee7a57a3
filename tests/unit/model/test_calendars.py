"""Calendars against each other, against `datetime`, and against dates that other software and history books have."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.errors import BadAmount
from claimtree.model.calendars import (
    FIRST_DAY,
    LAST_DAY,
    Calendar,
    day_number,
    days_in_month,
    from_day_number,
    months_in_year,
)

DAYS = st.integers(FIRST_DAY, LAST_DAY)
FRENCH = st.integers(date(1792, 9, 22).toordinal(), date(1806, 9, 22).toordinal())
# As ICU 74 gives them for the Hebrew calendar, months counted from Tishri.
HEBREW = {
    "1000-01-15": (4760, 5, 1),
    "1240-10-12": (5001, 1, 18),
    "1492-08-12": (5252, 12, 10),
    "1648-02-29": (5408, 6, 6),
    "1700-01-01": (5460, 4, 10),
    "1799-11-09": (5560, 2, 11),
    "1839-09-09": (5600, 1, 1),
    "1878-03-19": (5638, 7, 14),
    "1900-02-28": (5660, 6, 29),
    "1900-03-01": (5660, 6, 30),
    "1901-03-03": (5661, 6, 12),
    "1938-11-09": (5699, 2, 15),
    "1943-04-19": (5703, 8, 14),
    "1948-05-14": (5708, 9, 5),
    "1973-10-06": (5734, 1, 10),
    "1984-03-18": (5744, 7, 14),
    "2000-02-29": (5760, 6, 23),
    "2005-01-25": (5765, 5, 15),
    "2016-03-24": (5776, 7, 14),
    "2023-09-16": (5784, 1, 1),
    "2024-03-11": (5784, 7, 1),
    "2024-10-03": (5785, 1, 1),
    "2100-12-31": (5861, 3, 29),
}
OTHERS = [
    (Calendar.JULIAN, (1582, 10, 5), date(1582, 10, 15)),
    (Calendar.JULIAN, (1752, 9, 3), date(1752, 9, 14)),
    (Calendar.JULIAN, (1900, 2, 29), date(1900, 3, 13)),
    (Calendar.JULIAN, (1917, 10, 25), date(1917, 11, 7)),
    (Calendar.JULIAN, (1066, 10, 14), date(1066, 10, 20)),
    (Calendar.FRENCH, (1, 1, 1), date(1792, 9, 22)),
    (Calendar.FRENCH, (2, 11, 9), date(1794, 7, 27)),
    (Calendar.FRENCH, (3, 13, 6), date(1795, 9, 22)),
    (Calendar.FRENCH, (8, 2, 18), date(1799, 11, 9)),
    (Calendar.FRENCH, (12, 1, 1), date(1803, 9, 24)),
    (Calendar.FRENCH, (14, 4, 10), date(1805, 12, 31)),
]


@given(DAYS)
def test_the_gregorian_calendar_is_that_of_datetime(number: int) -> None:
    day = date.fromordinal(number)
    assert from_day_number(Calendar.GREGORIAN, number) == (day.year, day.month, day.day)
    assert day_number(Calendar.GREGORIAN, day.year, day.month, day.day) == number


@pytest.mark.parametrize("calendar", [Calendar.JULIAN, Calendar.HEBREW])
@given(number=st.integers(FIRST_DAY + 366, LAST_DAY - 400))
def test_every_day_has_one_date_and_leads_back(calendar: Calendar, number: int) -> None:
    assert day_number(calendar, *from_day_number(calendar, number)) == number


@given(FRENCH)
def test_every_republican_day_leads_back(number: int) -> None:
    assert day_number(Calendar.FRENCH, *from_day_number(Calendar.FRENCH, number)) == number


@pytest.mark.parametrize("calendar", [Calendar.GREGORIAN, Calendar.JULIAN, Calendar.HEBREW])
@given(number=st.integers(FIRST_DAY + 366, LAST_DAY - 400), later=st.integers(1, 5_000))
def test_later_days_have_later_dates(calendar: Calendar, number: int, later: int) -> None:
    end = min(number + later, LAST_DAY - 400)
    assert (from_day_number(calendar, number) < from_day_number(calendar, end)) == (number < end)


@given(st.integers(1, 9998), st.integers(1, 12))
def test_months_follow_one_another(year: int, month: int) -> None:
    for calendar, shift in ((Calendar.GREGORIAN, 0), (Calendar.JULIAN, 1), (Calendar.HEBREW, 3_761)):
        one = year + shift
        length = days_in_month(calendar, one, month)
        last = month == months_in_year(calendar, one)
        following = (one + 1, 1) if last else (one, month + 1)
        assert day_number(calendar, *following, 1) == day_number(calendar, one, month, 1) + length


@pytest.mark.parametrize(("iso", "hebrew"), HEBREW.items())
def test_hebrew_dates_are_those_of_other_software(iso: str, hebrew: tuple[int, int, int]) -> None:
    assert from_day_number(Calendar.HEBREW, date.fromisoformat(iso).toordinal()) == hebrew


@pytest.mark.parametrize(("calendar", "said", "day"), OTHERS)
def test_known_days_of_other_calendars(calendar: Calendar, said: tuple[int, int, int], day: date) -> None:
    assert day_number(calendar, *said) == day.toordinal()


@given(st.dates(date(1582, 10, 15), date(1700, 2, 28)))
def test_the_julian_calendar_was_ten_days_behind(day: date) -> None:
    behind = day - timedelta(days=10)
    assert from_day_number(Calendar.JULIAN, day.toordinal()) == (behind.year, behind.month, behind.day)


@pytest.mark.parametrize(
    ("calendar", "said"),
    [
        (Calendar.GREGORIAN, (2023, 2, 29)),
        (Calendar.GREGORIAN, (2023, 13, 1)),
        (Calendar.GREGORIAN, (2023, 0, 1)),
        (Calendar.GREGORIAN, (2023, 1, 0)),
        (Calendar.GREGORIAN, (0, 1, 1)),
        (Calendar.GREGORIAN, (10_000, 1, 1)),
        (Calendar.JULIAN, (1, 1, 1)),  # the day before the year 1 began
        (Calendar.JULIAN, (1901, 2, 29)),
        (Calendar.FRENCH, (15, 1, 1)),
        (Calendar.FRENCH, (1, 13, 6)),
        (Calendar.HEBREW, (5785, 13, 1)),
        (Calendar.HEBREW, (1, 1, 1)),
    ],
)
def test_a_day_that_there_is_not_is_refused(calendar: Calendar, said: tuple[int, int, int]) -> None:
    with pytest.raises(BadAmount, match=str(calendar)):
        day_number(calendar, *said)

"""Calendars as day numbers: the Gregorian calendar throughout (proleptic), Julian, French Republican and Hebrew.

Day 1 is 1 January of the year 1, as `date.toordinal` counts. Months are numbered from 1 in the order of the calendar's
own year: Vendémiaire and Tishri come first. Every function raises BadAmount for a day that its calendar does not have.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Mapping
from datetime import MAXYEAR, MINYEAR, date
from enum import StrEnum
from typing import Final

from claimtree.errors import BadAmount

FIRST_DAY: Final = date.min.toordinal()
LAST_DAY: Final = date.max.toordinal()


class Calendar(StrEnum):
    """A calendar that a source may give its dates in."""

    GREGORIAN = "gregorian"
    JULIAN = "julian"
    FRENCH = "french republican"
    HEBREW = "hebrew"


def day_number(calendar: Calendar, year: int, month: int, day: int) -> int:
    """Returns the day number of a date.

    >>> date.fromordinal(day_number(Calendar.FRENCH, 8, 2, 18))  # 18 Brumaire VIII
    datetime.date(1799, 11, 9)
    """
    if calendar is Calendar.GREGORIAN:
        try:
            return date(year, month, day).toordinal()
        except ValueError:
            pass  # what is wrong is said below
    last = days_in_month(calendar, year, month)
    if not 1 <= day <= last:
        raise _unknown(calendar, f"has no day {day} in month {month} of {year} (it has {last} days)")
    return _within_years(calendar, _FIRSTS[calendar](year, month) + day - 1)


def months_in_year(calendar: Calendar, year: int) -> int:
    """Returns how many months a year has; the French complementary days are the thirteenth."""
    _check_year(calendar, year)
    if calendar is Calendar.FRENCH or (calendar is Calendar.HEBREW and is_hebrew_leap_year(year)):
        return 13
    return 12


def days_in_month(calendar: Calendar, year: int, month: int) -> int:
    """Returns how many days a month has.

    >>> days_in_month(Calendar.GREGORIAN, 1900, 2), days_in_month(Calendar.JULIAN, 1900, 2)
    (28, 29)
    """
    months = months_in_year(calendar, year)
    if not 1 <= month <= months:
        raise _unknown(calendar, f"has no month {month} in {year} (it has {months} months)")
    return _LENGTHS[calendar](year, month)


def is_hebrew_leap_year(year: int) -> bool:
    """True if a Hebrew year has a second Adar.

    >>> [year for year in range(5776, 5785) if is_hebrew_leap_year(year)]
    [5776, 5779, 5782, 5784]
    """
    return (7 * year + 1) % 19 < 7


def from_day_number(calendar: Calendar, number: int) -> tuple[int, int, int]:
    """Returns year, month and day of a day number; the inverse of `day_number`.

    >>> from_day_number(Calendar.JULIAN, date(1582, 10, 15).toordinal())
    (1582, 10, 5)
    """
    first, last = _YEARS[calendar]
    low, high = first, last
    while low < high:  # the last year that begins on this day or before
        middle = (low + high + 1) // 2
        low, high = (middle, high) if _FIRSTS[calendar](middle, 1) <= number else (low, middle - 1)
    year, month = low, 1
    rest = number - _FIRSTS[calendar](year, 1)
    while rest >= 0 and month <= months_in_year(calendar, year):
        length = _LENGTHS[calendar](year, month)
        if rest < length:
            return year, month, rest + 1
        month, rest = month + 1, rest - length
    raise _unknown(calendar, f"has no date for day number {number}")


def _gregorian_first(year: int, month: int) -> int:
    return date(year, month, 1).toordinal()


def _gregorian_length(year: int, month: int) -> int:
    return monthrange(year, month)[1]


def _julian_first(year: int, month: int) -> int:
    before = year - 1
    return 365 * before + before // 4 + sum(_julian_length(year, one) for one in range(1, month)) - 1


def _julian_length(year: int, month: int) -> int:
    return 29 if month == 2 and year % 4 == 0 else _gregorian_length(1, month)


_FRENCH_EPOCH: Final = date(1792, 9, 22).toordinal()


def _french_first(year: int, month: int) -> int:
    return _FRENCH_EPOCH + 365 * (year - 1) + year // 4 + 30 * (month - 1)


def _french_length(year: int, month: int) -> int:
    """Returns 30; for the complementary days 5, or 6 in the years 3, 7 and 11."""
    if month <= 12:
        return 30
    return 6 if year % 4 == 3 else 5


_HEBREW_EPOCH: Final = -1_373_427
_PARTS_A_DAY: Final = 25_920
"""A month is 29 days and 13,753 of these."""


def _hebrew_elapsed(year: int) -> int:
    """Returns the days from the epoch to the new moon of a year, moved so that it does not begin on
    a Sunday, Wednesday or Friday.
    """
    months = (235 * year - 234) // 19
    days = 29 * months + (12_084 + 13_753 * months) // _PARTS_A_DAY
    return days + 1 if 3 * (days + 1) % 7 < 3 else days


def _hebrew_new_year(year: int) -> int:
    """Returns the first of Tishri, moved again where a year would be too long or too short."""
    before, this, following = (_hebrew_elapsed(one) for one in (year - 1, year, year + 1))
    moved = 2 if following - this == 356 else int(this - before == 382)
    return _HEBREW_EPOCH + this + moved


def _hebrew_first(year: int, month: int) -> int:
    return _hebrew_new_year(year) + sum(_hebrew_length(year, one) for one in range(1, month))


def _hebrew_length(year: int, month: int) -> int:
    """Returns the length of a month: Heshvan and Kislev vary with the length of the year; a leap
    year has a long Adar before its Adar.
    """
    days = _hebrew_new_year(year + 1) - _hebrew_new_year(year)
    if month == 2:
        return 30 if days % 10 == 5 else 29
    if month == 3:
        return 29 if days % 10 == 3 else 30
    common = month - 1 if is_hebrew_leap_year(year) and month > 6 else month
    if month == 6 and is_hebrew_leap_year(year):
        return 30
    return 30 if common % 2 else 29


_FIRSTS: Final[Mapping[Calendar, Callable[[int, int], int]]] = {
    Calendar.GREGORIAN: _gregorian_first,
    Calendar.JULIAN: _julian_first,
    Calendar.FRENCH: _french_first,
    Calendar.HEBREW: _hebrew_first,
}
_LENGTHS: Final[Mapping[Calendar, Callable[[int, int], int]]] = {
    Calendar.GREGORIAN: _gregorian_length,
    Calendar.JULIAN: _julian_length,
    Calendar.FRENCH: _french_length,
    Calendar.HEBREW: _hebrew_length,
}
_YEARS: Final[Mapping[Calendar, tuple[int, int]]] = {
    Calendar.GREGORIAN: (MINYEAR, MAXYEAR),
    Calendar.JULIAN: (MINYEAR, MAXYEAR),
    Calendar.FRENCH: (1, 14),
    Calendar.HEBREW: (3761, 13_760),
}
"""First and last year: the French calendar was used for fourteen; the others cover the Gregorian
years 1 to 9999.
"""


def _check_year(calendar: Calendar, year: int) -> None:
    first, last = _YEARS[calendar]
    if not first <= year <= last:
        raise _unknown(calendar, f"has years {first} to {last}, not {year}")


def _within_years(calendar: Calendar, number: int) -> int:
    if not FIRST_DAY <= number <= LAST_DAY:
        raise _unknown(calendar, "date is not in the Gregorian years 1 to 9999")
    return number


def _unknown(calendar: Calendar, fault: str) -> BadAmount:
    return BadAmount(f"the {calendar} calendar {fault}", hint="Correct the date, or leave it out.")

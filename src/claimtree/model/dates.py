"""Dates as amounts: an interval of days, either end of which may be open.

A `Span` is the meaning of a date by itself: all days of a day, month, year, decade or century, and
the precision it was given with. `dated` makes an amount of it and of a comparison ("before",
"about"). Years and days share one line: an amount of whole years (`AmountKind.YEAR`) is converted
to days, or days to years, wherever two of them are compared.

An interval leaves open which of its days is meant, unless it is a period (`as_period`): then all are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import MAXYEAR, MINYEAR, date
from enum import StrEnum
from functools import lru_cache
from typing import Final

from claimtree.errors import BadAmount
from claimtree.model.amounts import PERIOD, Amount, AmountKind, Op
from claimtree.model.calendars import FIRST_DAY, LAST_DAY, Calendar, day_number, days_in_month, months_in_year

UNIT: Final = "day"
"""The unit of amounts of days."""


class Precision(StrEnum):
    """The precision of a date."""

    YEAR = "year"
    """A year, or several: a decade, a century."""
    MONTH = "month"
    DAY = "day"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tolerance:
    """How far "about" extends to either side: of a date, by its precision, and of a sum of money."""

    years: int = 5
    months: int = 1
    days: int = 7
    money: float = 0.06
    """As a share of the sum."""


ABOUT_DATES: Final = Tolerance()
"""What "about" means where a pack does not say, of dates and of sums."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DateRules:
    """How the texts of a pack give dates."""

    historical: bool = False
    """True: years 1 to 9999, decades and centuries are read, each as its days, and a date without a
    year is not read. False: years are those of buildings and contracts, and a date without a year
    is the nearest.
    """
    about: Tolerance = ABOUT_DATES


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """The days that a date means, first and last included."""

    first: int
    last: int
    precision: Precision = Precision.DAY

    def __post_init__(self) -> None:
        if not FIRST_DAY <= self.first <= self.last <= LAST_DAY:
            raise BadAmount(
                f"no day lies between day number {self.first} and {self.last} in the years {MINYEAR} to {MAXYEAR}",
                hint="Swap the two dates, or correct the year.",
                values={"first": self.first, "last": self.last},
            )


def day_span(year: int, month: int, day: int, calendar: Calendar = Calendar.GREGORIAN) -> Span:
    """Returns one day. Raises BadAmount for a day that the calendar does not have, as 31 February."""
    number = day_number(calendar, year, month, day)
    return Span(first=number, last=number)


@lru_cache(maxsize=1 << 13)
def month_span(year: int, month: int, calendar: Calendar = Calendar.GREGORIAN) -> Span:
    """Returns all days of a month."""
    first = day_span(year, month, 1, calendar).first
    return Span(first=first, last=first + days_in_month(calendar, year, month) - 1, precision=Precision.MONTH)


def year_span(year: int, calendar: Calendar = Calendar.GREGORIAN) -> Span:
    """Returns all days of a year."""
    return years_span(year, year, calendar)


@lru_cache(maxsize=1 << 12)
def years_span(first: int, last: int, calendar: Calendar = Calendar.GREGORIAN) -> Span:
    """Returns all days from the beginning of one year to the end of another."""
    end = month_span(last, months_in_year(calendar, last), calendar)
    return Span(first=day_span(first, 1, 1, calendar).first, last=end.last, precision=Precision.YEAR)


def decade_span(year: int, share: Share | None = None) -> Span:
    """Returns ten years that begin with a round one: the 1920s. A share is a third: the early 1920s
    end with 1923.
    """
    thirds = {Share.EARLY: (0, 3), Share.MIDDLE: (4, 6), Share.LATE: (7, 9)}
    first, last = thirds[share] if share is not None else (0, 9)
    return years_span(max(year + first, MINYEAR), year + last)


def hundreds_span(year: int, share: Share | None = None) -> Span:
    """Returns a hundred years that begin with a round one, or a share of them: the 1800s, the early
    1800s.
    """
    return _hundred_years(year, share)


def century_span(number: int, share: Share | None = None) -> Span:
    """Returns a century, or a share of it: the 18th century has the years 1701 to 1800.

    >>> span = century_span(19, Share.EARLY)
    >>> date.fromordinal(span.first).year, date.fromordinal(span.last).year
    (1801, 1833)
    """
    return _hundred_years(100 * (number - 1) + 1, share)


class Share(StrEnum):
    """Which years of a decade or century are meant."""

    EARLY = "early"
    MIDDLE = "middle"
    LATE = "late"
    FIRST_HALF = "first half"
    SECOND_HALF = "second half"
    FIRST_QUARTER = "first quarter"
    SECOND_QUARTER = "second quarter"
    THIRD_QUARTER = "third quarter"
    FOURTH_QUARTER = "fourth quarter"


_OF_A_HUNDRED: Final = {
    Share.EARLY: (0, 32),
    Share.MIDDLE: (33, 65),
    Share.LATE: (66, 99),
    Share.FIRST_HALF: (0, 49),
    Share.SECOND_HALF: (50, 99),
    Share.FIRST_QUARTER: (0, 24),
    Share.SECOND_QUARTER: (25, 49),
    Share.THIRD_QUARTER: (50, 74),
    Share.FOURTH_QUARTER: (75, 99),
}


def _hundred_years(year: int, share: Share | None) -> Span:
    first, last = _OF_A_HUNDRED[share] if share is not None else (0, 99)
    return years_span(max(year + first, MINYEAR), min(year + last, MAXYEAR))


def widened(span: Span, tolerance: Tolerance) -> Span:
    """Returns the days that "about" a date may mean.

    >>> span = widened(year_span(1878), Tolerance(years=2))
    >>> date.fromordinal(span.first), date.fromordinal(span.last)
    (datetime.date(1876, 1, 1), datetime.date(1880, 12, 31))
    """
    first, last = date.fromordinal(span.first), date.fromordinal(span.last)
    match span.precision:
        case Precision.YEAR:
            low, high = max(first.year - tolerance.years, MINYEAR), min(last.year + tolerance.years, MAXYEAR)
            return years_span(low, high)
        case Precision.MONTH:
            low = max(12 * first.year + first.month - 1 - tolerance.months, 12 * MINYEAR)
            high = min(12 * last.year + last.month - 1 + tolerance.months, 12 * MAXYEAR + 11)
            end = month_span(high // 12, high % 12 + 1)
            return Span(first=month_span(low // 12, low % 12 + 1).first, last=end.last, precision=Precision.MONTH)
        case _:
            low, high = max(span.first - tolerance.days, FIRST_DAY), min(span.last + tolerance.days, LAST_DAY)
            return Span(first=low, last=high)


def dated(span: Span, op: Op = Op.EQUALS, tolerance: Tolerance | None = None) -> Amount:
    """Returns the amount of a date with a comparison.

    >>> before = dated(year_span(1990), Op.LT)
    >>> before.overlaps(dated(day_span(1987, 3, 1))), before.overlaps(dated(year_span(1990)))
    (True, False)
    """
    if op is Op.APPROX:
        span = widened(span, tolerance or ABOUT_DATES)
    first, last = float(span.first), float(span.last)
    if (op is Op.LT and span.first == FIRST_DAY) or (op is Op.GT and span.last == LAST_DAY):
        raise BadAmount(
            f"no day of the years {MINYEAR} to {MAXYEAR} lies {'before' if op is Op.LT else 'after'} that",
            hint="Correct the date, or leave it out.",
        )
    match op:
        case Op.LT:
            return Amount(kind=AmountKind.DATE, unit=UNIT, high=first - 1, op=op)
        case Op.LTE:
            return Amount(kind=AmountKind.DATE, unit=UNIT, high=last, op=op)
        case Op.GT:
            return Amount(kind=AmountKind.DATE, unit=UNIT, low=last + 1, op=op)
        case Op.GTE:
            return Amount(kind=AmountKind.DATE, unit=UNIT, low=first, op=op)
        case Op.APPROX:
            return Amount(kind=AmountKind.DATE, unit=UNIT, low=first, high=last, op=op)
        case _:
            return Amount(kind=AmountKind.DATE, unit=UNIT, low=first, high=last, op=Op.RANGE if last > first else op)


def dated_between(first: Span, last: Span) -> Amount:
    """Returns the time from the first day of one date to the last day of another, which may be less
    precise: 5 March 1900 to 1900.

    Raises BadAmount if the second ends before the first begins.
    """
    if last.last < first.first:
        raise BadAmount(
            f"a time that begins on {date.fromordinal(first.first)} cannot end on {date.fromordinal(last.last)}",
            hint="Swap the two dates.",
            values={"first": first.first, "last": last.last},
        )
    return dated(Span(first=first.first, last=last.last, precision=first.precision))


def as_period(amount: Amount) -> Amount:
    """Returns the same time, of which every day is meant.

    >>> stay = as_period(dated_between(year_span(1900), year_span(1910)))
    >>> stay.slot.is_period, stay.slot.comparable(dated(year_span(1905)).slot)
    (True, True)
    """
    return replace(amount, unit=PERIOD)


def with_closed_ends(amount: Amount) -> Amount:
    """Returns the same days with closed ends: before 1990 ends with 31 December 1989.

    Days are whole numbers, so "after 1990" and "before 1991" share none; open ends would leave room
    between them.
    """
    low = amount.low + 1 if amount.low_open else amount.low
    high = amount.high - 1 if amount.high_open else amount.high
    return replace(amount, low=low, high=high, low_open=False, high_open=False)


def in_whole_years(amount: Amount) -> Amount | None:
    """Returns a date that begins and ends with a year as an amount of years; None for any other.

    >>> from claimtree.model.amounts import describe
    >>> years = in_whole_years(dated(year_span(1990), Op.LT))
    >>> years and describe(years)
    'before 1990'
    """
    years = amount.counted_as(AmountKind.YEAR)
    back = years.counted_as(AmountKind.DATE) if years is not None else None
    closed = with_closed_ends(amount)
    if years is None or back is None or (back.low, back.high) != (closed.low, closed.high):
        return None
    if amount.op is Op.GT:
        return replace(years, low=years.low - 1, low_open=True)
    return replace(years, high=years.high + 1, high_open=True) if amount.op is Op.LT else years


PLAIN_DATES: Final = DateRules()
"""How dates are read where a pack does not say."""

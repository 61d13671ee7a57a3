"""Dates and spans that are known only roughly: intervals of days, compared with three outcomes.

True and False are certain; None means that the dates leave it open.
"""

from __future__ import annotations

import math
from datetime import date
from typing import Final, NamedTuple

from claimtree.model.amounts import Amount
from claimtree.model.dates import with_closed_ends

_FIRST: Final = 1
_LAST: Final = date.max.toordinal()
DAYS_A_YEAR: Final = 365.2425


class Interval(NamedTuple):
    """From the least to the largest that a value may be, both included; an end may be infinite."""

    low: float
    high: float


def days_of(when: Amount) -> Interval:
    """Returns the days that a date may mean."""
    closed = with_closed_ends(when)
    return Interval(closed.low, closed.high)


def inside(value: Interval, bounds: Interval) -> bool | None:
    """Whether a value lies within bounds."""
    if value.low >= bounds.low and value.high <= bounds.high:
        return True
    return None if value.low <= bounds.high and value.high >= bounds.low else False


def before(one: Interval, other: Interval) -> bool | None:
    """Whether a value is smaller than another."""
    if one.high < other.low:
        return True
    return False if one.low >= other.high else None


def years_between(start: Interval, end: Interval) -> Interval:
    """Returns the least and the most whole years from one time to another; negative if it may be before."""
    return Interval(_years(start.high, end.low), _years(start.low, end.high))


def _years(start: float, end: float) -> float:
    if math.isinf(start) or math.isinf(end):
        return end - start if math.isinf(end) and not math.isinf(start) else -start if math.isinf(start) else math.nan
    first = date.fromordinal(min(max(int(start), _FIRST), _LAST))
    last = date.fromordinal(min(max(int(end), _FIRST), _LAST))
    return last.year - first.year - ((last.month, last.day) < (first.month, first.day))


def not_negative(years: Interval) -> Interval:
    return Interval(max(0.0, years.low), max(0.0, years.high))


def all_of(*said: bool | None) -> bool | None:
    """Returns whether everything holds."""
    return False if False in said else None if None in said else True


def any_of(*said: bool | None) -> bool | None:
    """Returns whether anything holds."""
    return True if True in said else None if None in said else False


def opposite(said: bool | None) -> bool | None:
    return None if said is None else not said


def by_day(days: Interval, day: float) -> bool | None:
    """Whether something had happened by a day."""
    return True if days.high <= day else False if days.low > day else None


def in_years(days: float) -> float:
    """Returns a number of days as whole years."""
    return math.floor(days / DAYS_A_YEAR) if math.isfinite(days) else days


def within_years(years: Interval, asked: Amount) -> bool | None:
    """Whether a number of years is one that is asked for."""
    low, high = asked.includes(years.low), asked.includes(years.high)
    if low and high:
        return True
    reaches = years.low <= asked.high and years.high >= asked.low
    return None if low or high or (reaches and years.low < asked.low) else False

"""Reads dates: "March 3rd, 2025", "2027-01-15", "mid-June", "next month", as days; a month is all
of its days.

Without a current day no dates are read: they are names then, and skipped. A date without a year is
the one nearest to that day.
"""

from __future__ import annotations

from calendar import monthrange
from datetime import MAXYEAR, date, timedelta

from claimtree.languages.phrase_lookup import longest
from claimtree.model.amounts import AmountKind, Op
from claimtree.text.amounts.quantity import Quantity
from claimtree.text.amounts.unit_words import Line

_YEARS = range(1900, 2200)
_LEAP_YEAR = 2000
"""Taken for a date without a year, which 29 February may be."""


class Dates:
    """The dates of one line, each found where it starts."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.norms = line.norms
        self.words = line.words
        self._known: dict[int, Quantity | None] = {}

    def at(self, at: int, *, compared: bool = False) -> Quantity | None:
        """Returns the date that starts here. `compared` accepts a month alone, which elsewhere
        needs a word like "from".
        """
        if self.line.today is None or not 1 < self.line.today.year < MAXYEAR - 1:
            return None
        norm = self.norms[at]
        if not norm[:1].isdecimal():
            return self._in_words(at, self.line.today, compared)
        if at not in self._known:
            self._known[at] = self._in_digits(at, self.line.today)
        return self._known[at]

    def faulty_end(self, at: int) -> int:
        """Returns where a date ends that starts here and that no calendar has ("31 February"); 0 if
        there is none.
        """
        norms, months = self.norms, self.words.months
        if norms[at] in months:
            day_at = at + 2 if norms[at + 1] == "." else at + 1
            day, month, end = self._day(day_at), months[norms[at]], day_at + 1
        elif norms[at][:1].isdecimal():
            month_at = at + 2 if norms[at + 1] in self.words.numbers.of else at + 1
            day, month, end = self._day(at), months.get(norms[month_at], 0), month_at + 1
        else:
            return 0
        if day is None or not month:
            return 0
        stated = self._year(end)
        year, end = stated or (_LEAP_YEAR, end)
        return end if day > monthrange(year, month)[1] else 0

    def _in_words(self, at: int, today: date, compared: bool) -> Quantity | None:
        norm, words = self.norms[at], self.words
        if norm in words.months:
            return self._month_first(at, today, compared)
        if norm in words.parts_by_first and (matched := longest(self.norms, at, words.parts_by_first)):
            return self._part(*matched, today)
        if norm in words.coming_by_first and (coming := longest(self.norms, at, words.coming_by_first)):
            (unit, count), end = coming
            return _coming(unit, count, today, end)
        return None

    def _month_first(self, at: int, today: date, compared: bool) -> Quantity | None:
        """Returns a date that starts with its month ("March 3", "Jan. 2nd, 2027", "January 2027",
        "in June").
        """
        norms, month = self.norms, self.words.months[self.norms[at]]
        start = at + 2 if norms[at + 1] == "." and norms[at + 2][:1].isdecimal() else at + 1
        day = self._day(start)
        if day is not None and (year := self._year(start + 1)):
            return _day(year[0], month, day, year[1])
        if day is not None:
            return _nearest_day(today, month, day, start + 1)
        stated = self._year(start)
        if stated:
            return _month(stated[0], month, stated[1])
        linked = at > 0 and norms[at - 1] in self.words.ranges
        sure = norms[at] not in self.words.unsure_months or linked
        if (sure and compared) or self._is_dated(at):
            return _nearest_month(today, month, at + 1)
        return None

    def _part(self, days: tuple[int, int], end: int, today: date) -> Quantity | None:
        """Returns a part of a month ("mid-June", "the end of March 2027")."""
        end += self.norms[end] == "-"
        month = self.words.months.get(self.norms[end])
        if month is None:
            return None
        year = self._year(end + 1)
        month_quantity = _month(year[0], month, year[1]) if year else _nearest_month(today, month, end + 1)
        first, last = days[0], min(days[1], int(month_quantity.span) + 1)
        return Quantity(
            month_quantity.number + first - 1,
            AmountKind.DATE,
            "day",
            month_quantity.end,
            span=float(last - first),
            op=Op.RANGE,
        )

    def _in_digits(self, at: int, today: date) -> Quantity | None:
        """Returns a date that starts with digits ("3 March", "2nd of May", "2027-01-15",
        "1/15/2027", "11/2023").
        """
        norms, words = self.norms, self.words
        if "." in norms[at]:
            return self._ordered(norms[at].split("."), at + 1)
        for sign in ("-", "/"):
            if norms[at + 1] == sign == norms[at + 3]:
                return self._ordered([norms[at], norms[at + 2], norms[at + 4]], at + 5)
        if norms[at + 1] == "/" and self._year(at + 2) and norms[at].isdecimal() and 1 <= int(norms[at]) <= 12:
            return _month(int(norms[at + 2]), int(norms[at]), at + 3) if len(norms[at]) <= 2 else None
        day = self._day(at)
        if day is None:
            return None
        start = at + 2 if norms[at + 1] in words.numbers.of else at + 1
        coming = longest(norms, start, words.coming_by_first)
        if coming and coming[0][0] == "month":  # "the 4th of this month"
            first = _in_months(today, coming[0][1])
            return _day(first.year, first.month, day, coming[1])
        month = words.months.get(norms[start])
        if month is not None:
            if year := self._year(start + 1):
                return _day(year[0], month, day, year[1])
            if norms[start] not in words.unsure_months or not norms[at].isdecimal() or self._is_dated(at):
                return _nearest_day(today, month, day, start + 1)
        elif norms[at + 1] == "/" and self._is_dated(at) and (second := self._day(at + 2)):
            return self._without_year(day, second, today, at + 3)
        return None

    def _without_year(self, first: int, second: int, today: date, end: int) -> Quantity | None:
        day, month = (first, second) if self.words.day_first else (second, first)
        if month > 12:
            day, month = month, day
        return _nearest_day(today, month, day, end) if month <= 12 and not self.line.unit(end) else None

    def _ordered(self, parts: list[str], end: int) -> Quantity | None:
        """Returns three numbers as a date: the year is the one with four digits, the rest in the
        language's order.
        """
        if len(parts) != 3 or not all(part.isdecimal() and len(part) in (1, 2, 4) for part in parts):
            return None
        if len(parts[0]) == 4:
            year, month, day = map(int, parts)
        else:
            first, second, year = map(int, parts)
            if len(parts[2]) == 1:
                return None
            year += 2000 if len(parts[2]) == 2 else 0
            day, month = (first, second) if self.words.day_first else (second, first)
            if month > 12:
                day, month = month, day
        return _day(year, month, day, end) if year in _YEARS else None

    def _day(self, at: int) -> int | None:
        """Returns a day of a month ("3", "3rd", "third"); None for the "3" of "3 bedrooms", which a
        unit follows.
        """
        norm = self.norms[at]
        value = int(norm) if norm.isdecimal() and len(norm) <= 2 else self.line.ordinal(at) or 0
        return value if 1 <= value <= 31 and not self.line.unit(at + 1) else None

    def _year(self, at: int) -> tuple[int, int] | None:
        start = at + 1 if self.norms[at] == "," else at
        norm = self.norms[start]
        if len(norm) == 4 and norm.isdecimal() and int(norm) in _YEARS and not self.line.unit(start + 1):
            return int(norm), start + 1
        return None

    def _is_dated(self, at: int) -> bool:
        before = [word for word in self.line.before(at, 3) if word not in self.words.numbers.articles]
        return bool(before) and before[-1] in self.words.dated


def _made(first: date, last: date, end: int) -> Quantity:
    span = float((last - first).days)
    op = Op.RANGE if span else None
    return Quantity(float(first.toordinal()), AmountKind.DATE, "day", end, span=span, op=op)


def _day(year: int, month: int, day: int, end: int) -> Quantity | None:
    if not 1 <= month <= 12 or not 1 <= day <= monthrange(year, month)[1]:
        return None
    return _made(date(year, month, day), date(year, month, day), end)


def _month(year: int, month: int, end: int) -> Quantity:
    return _made(date(year, month, 1), date(year, month, monthrange(year, month)[1]), end)


def _years_around(today: date) -> range:
    return range(today.year - 1, today.year + 2)


def _nearest_day(today: date, month: int, day: int, end: int) -> Quantity | None:
    found = [made for year in _years_around(today) if (made := _day(year, month, day, end))]
    return min(found, key=lambda made: abs(made.number - today.toordinal()), default=None)


def _nearest_month(today: date, month: int, end: int) -> Quantity:
    found = [_month(year, month, end) for year in _years_around(today)]
    return min(found, key=lambda made: abs(made.number + made.span / 2 - today.toordinal()))


def _in_months(today: date, count: int) -> date:
    """Returns the first day of the month that many months away."""
    months = today.year * 12 + today.month - 1 + count
    return date(months // 12, months % 12 + 1, 1)


def _coming(unit: str, count: int, today: date, end: int) -> Quantity:
    """Returns a day, week, month or year counted from today."""
    match unit:
        case "day":
            day = today + timedelta(days=count)
            return _made(day, day, end)
        case "week":
            monday = today - timedelta(days=today.weekday()) + timedelta(weeks=count)
            return _made(monday, monday + timedelta(days=6), end)
        case "month":
            first = _in_months(today, count)
            return _month(first.year, first.month, end)
        case _:
            return _made(date(today.year + count, 1, 1), date(today.year + count, 12, 31), end)

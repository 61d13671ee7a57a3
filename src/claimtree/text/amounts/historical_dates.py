"""Reads dates of the past: years 1 to 9999, decades and centuries, each as an interval of days.

"3 March 1901", "Nov. 1899", "1731/32", "the early 1920s", "second half of the 18th century", "abad
ke-9", "AD 79". A date needs its year here: in a text about the past, "in May" is no date. A date
that no calendar has, as 31 February, is not an amount; its words are told apart (`faulty_end`), so
that nothing else is read from them.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import MAXYEAR
from typing import TypeAlias

from claimtree.errors import BadAmount
from claimtree.languages.phrase_lookup import longest
from claimtree.model.calendars import Calendar, days_in_month
from claimtree.model.dates import (
    Share,
    Span,
    century_span,
    day_span,
    decade_span,
    hundreds_span,
    month_span,
    year_span,
    years_span,
)
from claimtree.text.amounts.date_wordings import Dates
from claimtree.text.amounts.quantity import Quantity, of_span
from claimtree.text.amounts.special_forms import ends_with_year_word
from claimtree.text.amounts.unit_words import Line

_PLAIN_YEARS = range(1000, 2200)
"""Four digits that are a year with little other evidence."""
_LAST_HUNDRED = 2000
"""From here on "2000s" are ten years; the "1800s" are a hundred."""
_THIS_CENTURY = 1900
"""The century of a decade with two digits: "the '80s"."""
_LAST_CENTURY = 100
_YEAR_DIGITS = 4
_LAST_DAY = 31
_LEAP_YEAR = 2000
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50}
_LONGEST_ROMAN = 8

_Read: TypeAlias = tuple[Span | None, int]
"""A date, and the token after it; None instead of a day that its month does not have."""


class HistoricalDates(Dates):
    """The dates of one line, each found where it starts."""

    def __init__(self, line: Line) -> None:
        super().__init__(line)
        self._history = line.words.history
        self._faulty: dict[int, int] = {}
        """Where dates that no calendar has end, by where they start."""

    def at(self, at: int, *, compared: bool = False) -> Quantity | None:
        """Returns the date that starts here; a comparison makes no difference."""
        norm = self.norms[at]
        if not norm:
            return None
        if at not in self._known:
            rules = self._rules_of_digits if norm[0].isdecimal() else self._rules_of_words
            # A rule that reads an impossible day is the last one: the rest would read its year alone.
            tried = (self._checked(rule, at) for rule in rules)
            self._known[at] = next((found for found in tried if found or at in self._faulty), None)
        return self._known[at]

    def faulty_end(self, at: int) -> int:
        self.at(at)
        return self._faulty.get(at, 0)

    def _checked(self, rule: Callable[[int], _Read | None], at: int) -> Quantity | None:
        """Returns what a rule finds; None also for a day or year that does not exist."""
        try:
            found = rule(at)
        except BadAmount:
            return None
        if found is None or self.norms[found[1]] in self._history.before_christ:
            return None
        span, end = found
        if span is None:
            self._faulty[at] = end
            return None
        return of_span(span, end)

    @property
    def _rules_of_digits(self) -> tuple[Callable[[int], _Read | None], ...]:
        return self._three_numbers, self._day_first, self._decade, self._century, self._era_behind, self._plain_year

    @property
    def _rules_of_words(self) -> tuple[Callable[[int], _Read | None], ...]:
        return self._named_month, self._share, self._century, self._day_first, self._era_before

    # -- days and months

    def _three_numbers(self, at: int) -> _Read | None:
        """Returns a date in digits ("2027-01-15", "1/15/2027", "15.1.2027") or a month of a year
        ("11/2023").
        """
        norms = self.norms
        parts, end = norms[at].split("."), at + 1
        for sign in ("-", "/"):
            if norms[at + 1] == sign == norms[at + 3] and self.line.is_glued(at + 1):
                parts, end = [norms[at], norms[at + 2], norms[at + 4]], at + 5
        if norms[end] in ("-", "/") and norms[end + 1][:1].isdecimal() and self.line.is_glued(end):
            return None
        if len(parts) == 3 and all(part.isdecimal() and len(part) <= _YEAR_DIGITS for part in parts):
            return self._in_order(parts, end)
        month = norms[at] if norms[at].isdecimal() and len(norms[at]) <= 2 and norms[at + 1] == "/" else ""
        year = norms[at + 2]
        if month and year.isdecimal() and len(year) == _YEAR_DIGITS and norms[at + 3] != "/":
            return month_span(int(year), int(month)), at + 3
        return None

    def _in_order(self, parts: list[str], end: int) -> _Read | None:
        """Returns three numbers as a date: the year is the one with four digits, the rest in the
        language's order.
        """
        if len(parts[0]) == _YEAR_DIGITS and len(parts[2]) <= 2:
            year, month, day = map(int, parts)
        elif len(parts[2]) == _YEAR_DIGITS and len(parts[0]) <= 2:
            first, second, year = map(int, parts)
            day, month = (first, second) if self.words.day_first or first > 12 else (second, first)
            if month > 12:
                day, month = month, day
        else:
            return None
        # "1900-13-45" has not the form of a date: it may be the number of anything.
        return (_day_of(year, month, day), end) if 1 <= month <= 12 and 1 <= day <= _LAST_DAY else None

    def _day_first(self, at: int) -> _Read | None:
        """Returns a date that starts with its day ("3 March 1901", "3rd of June, 1922")."""
        day = self._day(at)
        if day is None:
            return None
        start = at + 2 if self.norms[at + 1] in self.words.numbers.of else at + 1
        month = self.words.months.get(self.norms[start])
        year = self._year(start + 1 + (self.norms[start + 1] == ".")) if month is not None else None
        if month is not None and not year and day > days_in_month(Calendar.GREGORIAN, _LEAP_YEAR, month):
            return None, start + 1  # "30 February" is a day of no year
        return (_day_of(year[0], month, day), year[1]) if month is not None and year else None

    def _named_month(self, at: int) -> _Read | None:
        """Returns a date that starts with its month ("March 3, 1901", "Nov. 1899", "Juni 1922")."""
        month = self.words.months.get(self.norms[at])
        if month is None:
            return None
        start = at + 1 + (self.norms[at + 1] == ".")
        day = self._day(start)
        if day is not None and (year := self._year(start + 1)):
            return _day_of(year[0], month, day), year[1]
        stated = self._year(start)
        return (month_span(stated[0], month), stated[1]) if stated else None

    def _year(self, at: int) -> tuple[int, int] | None:
        """Returns the year of a day or month; of a dual year ("1731/32") the new style."""
        norms = self.norms
        start = at + 1 if norms[at] == "," or norms[at] in self.words.numbers.of else at
        start += norms[start] in self._history.year_labels
        norm = norms[start]
        if not norm.isdecimal() or not 3 <= len(norm) <= _YEAR_DIGITS or self.line.unit(start + 1):
            return None
        dual = self._dual_year(start)
        return dual or (int(norm), start + 1)

    def _dual_year(self, at: int) -> tuple[int, int] | None:
        """Returns the second of two years of which one began in March (1732 for "1731/32")."""
        year, second = int(self.norms[at]), self.norms[at + 2]
        is_dual = self.norms[at + 1] == "/" and second.isdecimal() and len(second) == 2 and self.line.is_glued(at + 2)
        return (year + 1, at + 3) if is_dual and int(second) == (year + 1) % 100 else None

    # -- decades and centuries

    def _share(self, at: int) -> _Read | None:
        """Returns a share of a century, decade or month ("early 19th century", "mid-1920s", "awal
        abad ke-20", "early March 1901").
        """
        matched = longest(self.norms, at, self.words.shares_by_first)
        if matched is None:
            return None
        share, end = matched
        while self.norms[end] == "-" or self.norms[end] in self.words.decade_leads:
            end += 1
        found = self._century(end, share) or self._decade(end, share)
        if found is None and share in _OF_A_MONTH and (month := self._named_month(end)):
            span, end = month
            if span is None:
                return month
            first, last = _OF_A_MONTH[share]
            days = Span(first=span.first + first - 1, last=min(span.first + last - 1, span.last))
            return (days, end) if span.last > span.first else None
        return found

    def _century(self, at: int, share: Share | None = None) -> _Read | None:
        """Returns a century ("18th century", "nineteenth-century", "abad ke-18", "abad XIX")."""
        norms, words = self.norms, self._history
        if norms[at] in words.centuries_before:
            start = at + 1
            if norms[start] in self.words.floor_ordinals:
                start += 2 if norms[start + 1] == "-" else 1
            number, end = self.line.ordinal(start) or _century_number(norms[start]), start + 1
        else:
            number, end = self.line.ordinal(at) or 0, at + 1
            end += norms[end] == "-"
            if norms[end] not in words.centuries_after:
                return None
            end += 1
        if not 1 <= number <= _LAST_CENTURY or norms[end] in words.before_christ:
            return None
        return century_span(number, share), end

    def _decade(self, at: int, share: Share | None = None) -> _Read | None:
        """Returns a decade or hundred years ("1920s", "1950-an", "the '80s", "era 80-an", "the
        1800s").
        """
        norm = self.norms[at]
        start = at + 2 if self.norms[at + 1] == "-" else at + 1
        if not norm.isdecimal() or norm[-1] != "0" or self.norms[start] not in self.words.decades:
            return None
        # The length first: a number of thousands of digits cannot be converted.
        if len(norm) not in (2, _YEAR_DIGITS) or not self.line.is_glued(start):
            return None
        year = int(norm)
        if len(norm) == 2 and at and (share or self.norms[at - 1] in self._history.short_decades):
            year += _THIS_CENTURY
        elif len(norm) != _YEAR_DIGITS:
            return None
        hundred = year % 100 == 0 and year < _LAST_HUNDRED
        return (hundreds_span(year, share) if hundred else decade_span(year, share)), start + 1

    # -- years

    def _era_before(self, at: int) -> _Read | None:
        """Returns a year after its era ("AD 79")."""
        year = self.norms[at + 1]
        named = self.norms[at] in self._history.eras and self.line.tokens[at].text.isupper()
        return (year_span(int(year)), at + 2) if named and year.isdecimal() and len(year) <= _YEAR_DIGITS else None

    def _era_behind(self, at: int) -> _Read | None:
        """Returns a year before its era ("79 AD", "79 Masehi")."""
        year = self.norms[at]
        named = self.norms[at + 1] in self._history.eras and self.line.tokens[at + 1].text[0].isupper()
        return (year_span(int(year)), at + 2) if named and year.isdecimal() and len(year) <= _YEAR_DIGITS else None

    def _plain_year(self, at: int) -> _Read | None:
        """Returns digits that the words around them make a year; with a second year glued to it,
        both.
        """
        norms = self.norms
        if not norms[at].isdecimal() or len(norms[at]) > _YEAR_DIGITS or not self._is_year(at):
            return None
        year = int(norms[at])
        if dual := self._dual_year(at):
            return years_span(year, dual[0]), dual[1]
        last = norms[at + 2]
        short = norms[at + 1] == "-" and self.line.is_glued(at + 2) and last.isdecimal() and len(last) == 2
        if short and int(last) > year % 100 and norms[at + 3] != "-":  # "1914-18"
            return years_span(year, year - year % 100 + int(last)), at + 3
        return year_span(year), at + 1

    def _is_year(self, at: int) -> bool:
        norms, words = self.norms, self._history
        before, after = norms[at - 1] if at else "", norms[at + 1]
        if self.line.unit(at + 1) or after in words.before_christ or (at and self.line.currency(at - 1)):
            return False
        if before in self.words.months:
            return False  # of a day that the month does not have: "31 February 1820"
        if before in words.year_labels:
            return 1 <= int(norms[at]) <= MAXYEAR
        if len(norms[at]) != _YEAR_DIGITS or norms[at][0] == "0":
            return False
        if before in self.words.date_links and at >= 2:
            return self._follows_year(at)
        word_follows = after[:1].isalpha() and after not in self.words.small_words and after not in self.words.links
        if before in self.words.about_words or norms[at - 2 : at] in (["c", "."], ["ca", "."]):
            return not word_follows
        if before in words.year_cues or after in words.year_followers:
            return True
        if ends_with_year_word(self.line.before(at, 3), self.words) or before in words.dating:
            return True
        if before in self.words.between or before in self._history.until:
            return norms[at + 1] in self.words.date_links and norms[at + 2][:1].isdecimal()
        alone = not after[:1].isalnum() and int(norms[at]) in _PLAIN_YEARS
        named = (
            before in self.words.numbered
            or before in self.words.number_comparisons
            or before in ("-", "/", "+", "#", ".")
        )
        return alone and not named and not before[:1].isdecimal()

    def _follows_year(self, at: int) -> bool:
        """True if a year precedes the word that links it to this one ("1890 to 1914")."""
        start = at - 2
        return start >= 0 and len(self.norms[start]) == _YEAR_DIGITS and self.at(start) is not None


def _day_of(year: int, month: int, day: int) -> Span | None:
    try:
        return day_span(year, month, day)
    except BadAmount:
        return None


_OF_A_MONTH = {Share.EARLY: (1, 10), Share.MIDDLE: (11, 20), Share.LATE: (21, 31)}


def _century_number(norm: str) -> int:
    """Returns the number of a century in digits or in Roman numerals; 0 for anything else.

    >>> _century_number("18"), _century_number("xix"), _century_number("ini")
    (18, 19, 0)
    """
    if norm.isdecimal():
        return int(norm) if len(norm) <= 3 else 0
    if not norm or len(norm) > _LONGEST_ROMAN or any(letter not in _ROMAN for letter in norm):
        return 0
    values = [_ROMAN[letter] for letter in norm]
    return sum(-value if value < max(values[i:]) else value for i, value in enumerate(values))

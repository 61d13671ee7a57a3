"""Reads dates as GEDCOM 5.5.1 and 7 write them: "ABT 1878", "BET 1900 AND 1910", "@#DJULIAN@ 25 MAR
1731/32".

A date in another calendar becomes days of the Gregorian one here: the rest of the code knows no
other calendars.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from claimtree.errors import BadAmount
from claimtree.model.amounts import Amount, Op
from claimtree.model.calendars import Calendar, is_hebrew_leap_year
from claimtree.model.dates import (
    Span,
    Tolerance,
    as_period,
    dated,
    dated_between,
    day_span,
    month_span,
    years_span,
)

_LONGEST: Final = 200
"""Maximum length of a date."""


def _numbered(names: str) -> Mapping[str, int]:
    return {name: number for number, name in enumerate(names.split(), 1)}


_GREGORIAN: Final = _numbered("JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC")
_MONTHS: Final[Mapping[Calendar, Mapping[str, int]]] = {
    Calendar.GREGORIAN: _GREGORIAN,
    Calendar.JULIAN: _GREGORIAN,
    Calendar.FRENCH: _numbered("VEND BRUM FRIM NIVO PLUV VENT GERM FLOR PRAI MESS THER FRUC COMP"),
    Calendar.HEBREW: _numbered("TSH CSH KSL TVT SHV ADR ADS NSN IYR SVN TMZ AAV ELL"),
}
_ADR: Final = 6
_CALENDARS: Final[Mapping[str, Calendar]] = {
    "@#DGREGORIAN@": Calendar.GREGORIAN,
    "@#DJULIAN@": Calendar.JULIAN,
    "@#DFRENCH R@": Calendar.FRENCH,
    "@#DHEBREW@": Calendar.HEBREW,
    "GREGORIAN": Calendar.GREGORIAN,
    "JULIAN": Calendar.JULIAN,
    "FRENCH_R": Calendar.FRENCH,
    "HEBREW": Calendar.HEBREW,
}
_ESCAPE: Final = re.compile(r"@#D([A-Z ]+)@\s*|(GREGORIAN|JULIAN|FRENCH_R|HEBREW)\s+")
_COMPARED: Final[Mapping[str, Op]] = {
    "ABT": Op.APPROX,
    "CAL": Op.APPROX,
    "EST": Op.APPROX,
    "BEF": Op.LT,
    "AFT": Op.GT,
    "FROM": Op.GTE,
    "TO": Op.LTE,
}
_PAIRS: Final = (("BET", "AND"), ("FROM", "TO"))
_YEAR: Final = re.compile(r"(\d{1,5})(?:/(\d{2}))?")
_EITHER_YEAR: Final = re.compile(r"(\d{3,4})/(\d{3,4})")
"""Programs write "1815/1816" for one of the two years, or one of those between."""
_DAY: Final = re.compile(r"\d{1,2}")
_BEFORE_CHRIST: Final = ("BCE", "BC", "B.C.")


def read_gedcom_date(text: str, tolerance: Tolerance | None = None) -> Amount:
    """Returns the days that a GEDCOM date value means.

    Raises BadAmount, with what is wrong, for a phrase without a date and for a day that no calendar
    has.

    >>> from claimtree.model.amounts import describe
    >>> [describe(read_gedcom_date(text)) for text in ("ABT 1878", "BEF 3 MAR 1901", "FROM 1890 TO 1900")]
    ['about 1878', 'before Mar 3, 1901', '1890–1900']
    """
    found = _read(text)
    return found if isinstance(found, Amount) else dated(*found, tolerance)


@lru_cache(maxsize=1 << 15)
def _read(text: str) -> Amount | tuple[Span, Op]:
    """Returns what a date value means, or its days and how they are compared; dates of a file repeat."""
    date_text = " ".join(text.upper().split())
    if not date_text or len(date_text) > _LONGEST:
        raise _fault(text, "is empty" if not date_text else "is too long for a date")
    first, _, rest = date_text.partition(" ")
    first = first.rstrip(".")
    if first == "INT":  # "INT 1881 (about)": an interpretation of the phrase in brackets
        return dated(_span(rest.partition("(")[0].strip(), text))
    if date_text.startswith("("):
        raise _fault(text, "is a phrase without a date")
    for keyword, link in _PAIRS:
        if first == keyword:
            start, linked, end = rest.partition(f" {link} ")
            if linked:
                between = dated_between(_span(start, text), _span(end, text, _calendar(start)))
                return as_period(between) if keyword == "FROM" else between
    if first in _COMPARED:
        return _span(rest, text), _COMPARED[first]
    return dated(_span(date_text, text))


def _calendar(date_text: str) -> Calendar:
    """Returns the calendar that a date names; a Gregorian date names none."""
    found = _ESCAPE.match(date_text)
    return _CALENDARS.get(found.group().strip(), Calendar.GREGORIAN) if found else Calendar.GREGORIAN


def _span(date_text: str, text: str, calendar: Calendar = Calendar.GREGORIAN) -> Span:
    """Returns the days of one date: a year, a month of a year, or a day, in some calendar."""
    escape = _ESCAPE.match(date_text)
    if escape:
        name = escape.group().strip()
        if name not in _CALENDARS:
            raise _fault(text, f"is in a calendar that is not known (have: {', '.join(Calendar)})")
        calendar, date_text = _CALENDARS[name], date_text[escape.end() :]
    if date_text.endswith(_BEFORE_CHRIST):
        raise _fault(text, "lies before the year 1")
    *before, year_text = date_text.split() or [""]
    years = _years(year_text, text)
    if not before:
        return years_span(years[0], years[-1], calendar)
    month = _month(before[-1], years[-1], calendar, text)
    if len(before) == 1:
        return month_span(years[-1], month, calendar)
    if len(before) > 2 or not _DAY.fullmatch(before[0]):
        raise _fault(text, "is no date")
    return day_span(years[-1], month, int(before[0]), calendar)


def _years(written: str, text: str) -> tuple[int, ...]:
    """Returns the year; of a dual year ("1731/32") the old style and the new one."""
    found = _YEAR.fullmatch(written)
    either = _EITHER_YEAR.fullmatch(written) if found is None else None
    if either is not None and int(either.group(1)) < int(either.group(2)):
        return int(either.group(1)), int(either.group(2))
    if found is None:
        raise _fault(text, "is no date")
    year = int(found.group(1))
    if found.group(2) is None:
        return (year,)
    if int(found.group(2)) != (year + 1) % 100:
        raise _fault(text, f"has the dual year {written}, whose halves are not one year apart")
    return year, year + 1


def _month(name: str, year: int, calendar: Calendar, text: str) -> int:
    months = _MONTHS[calendar]
    if name not in months:
        raise _fault(text, f"has no month that is known (have: {', '.join(months)})")
    number = months[name]
    if calendar is Calendar.HEBREW and not is_hebrew_leap_year(year) and number > _ADR:
        return number - 1  # ADS of a common year is its only Adar
    return number


def _fault(text: str, fault: str) -> BadAmount:
    shown = text if len(text) <= 60 else f"{text[:57]}…"
    return BadAmount(f"{shown!r} {fault}", hint='Write a date such as "3 MAR 1901", "ABT 1878" or "BET 1900 AND 1910".')

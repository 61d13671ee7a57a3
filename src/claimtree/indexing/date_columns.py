"""Reads dates in columns: a year, a day, "circa 1880", "1606–1669", "ABT 1878", each as an interval
of days.

A cell is tried as a number (a year), as an ISO date, as a GEDCOM date, and as prose of the pack's
languages that is a date and nothing else. If it is none of these, the reason is returned, for the
report of the record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import MAXYEAR, MINYEAR
from typing import Final

from claimtree.errors import BadAmount
from claimtree.languages import language
from claimtree.model.amounts import TIMES, Amount, AmountKind
from claimtree.model.dates import dated, day_span, in_whole_years, month_span, year_span
from claimtree.model.gedcom_dates import read_gedcom_date
from claimtree.model.hierarchy import Field
from claimtree.model.pack import AmountSpec, Pack
from claimtree.text.amounts import DateFault
from claimtree.text.items import Itemiser, Spellings
from claimtree.text.lexicon import Item

_LONGEST: Final = 80
"""Maximum length of a value that may be a date; longer ones are texts."""
_YEAR: Final = re.compile(r"\d+(?:\.0+)?")
_ISO: Final = re.compile(r"(\d{4})-(\d{2})(?:-(\d{2})(?:[T ]\d{2}:\d{2}.*)?)?")
_GEDCOM: Final = re.compile(r"(?:ABT|CAL|EST|BEF|AFT|BET|FROM|TO|INT)\b|@#|(?:\d{1,2} )?[A-Z]{3} \d{4}\Z")
"""The beginnings of dates that only GEDCOM has, and its plain form in capitals: "3 MAR 1901"."""
_MOST_KEPT: Final = 20_000
"""Dates that are kept with their meaning: those of a family tree repeat."""
_NO_YEAR: Final = f"is no year from {MINYEAR} to {MAXYEAR}"
_NO_DATE: Final = "is no date that the calendar has"
_ENDS_FIRST: Final = "ends before it starts"
_AROUND: Final = " \t.,;()[]"
"""Characters that may surround a date in a cell."""


class DateColumns:
    """Reads dates of columns in the languages of a pack."""

    def __init__(self, pack: Pack) -> None:
        spoken = language(*pack.languages)
        self._about = pack.dates.about
        self._kept: dict[str, Amount | str] = {}
        self._itemisers = tuple(
            Itemiser(spellings=Spellings({}), units=pack.units, language=spoken, query=False, dates=dates)
            for dates in dict.fromkeys((replace(pack.dates, historical=True), pack.dates))
        )

    def of(self, value: Field, spec: AmountSpec) -> Amount | str:
        """Returns the date as the amount of a concept, or why it is none."""
        found = self._kept.get(value) if isinstance(value, str) else None
        if found is None:
            try:
                found = self._read(value)
            except BadAmount as fault:
                found = f"is no date: {fault.message}"
            if isinstance(value, str) and len(self._kept) < _MOST_KEPT:
                self._kept[value] = found
        if isinstance(found, str):
            return found
        years = found.counted_as(AmountKind.YEAR)
        if years is None or years.high < spec.least or years.low > spec.most:
            return "cannot be meant"
        return (in_whole_years(found) or found) if spec.kind is AmountKind.YEAR else found

    def _read(self, value: Field) -> Amount | str:
        if isinstance(value, bool | tuple):
            return "is not a date"
        if not isinstance(value, str):
            return dated(year_span(int(value))) if value in range(MINYEAR, MAXYEAR + 1) else _NO_YEAR
        text = value.strip(_AROUND)
        if not text or len(text) > _LONGEST:
            return "is not a date"
        if _YEAR.fullmatch(text):
            year = int(text.partition(".")[0])
            return dated(year_span(year)) if MINYEAR <= year <= MAXYEAR else _NO_YEAR
        iso = _ISO.fullmatch(text)
        if iso and (iso.group(3) or int(iso.group(2)) <= 12):
            year, month = int(iso.group(1)), int(iso.group(2))
            return dated(day_span(year, month, int(iso.group(3))) if iso.group(3) else month_span(year, month))
        if _GEDCOM.match(text):
            return read_gedcom_date(text, self._about)
        spoken = next(self._spoken(text), None)
        return spoken if spoken is not None else self._gedcom(text)

    def _spoken(self, text: str) -> Iterator[Amount | str]:
        """Yields amounts that span the whole text, or why such a time is none."""
        for itemiser in self._itemisers:
            found = itemiser.items(text, itemiser.tokens(text))
            items = [item for item in found if item.norm not in _AROUND or item.fault is not None]
            if len(items) > 1 and items[0].norm in itemiser.language.articles:
                del items[0]  # "the 18th century"
            if len(items) == 1 and items[0].fault is DateFault.ENDS_FIRST:
                yield _ENDS_FIRST
            amount = _only_amount(items)
            if amount is not None and amount.kind in TIMES:
                counted = amount.counted_as(AmountKind.DATE)
                yield from () if counted is None else (counted,)

    def _gedcom(self, text: str) -> Amount | str:
        """Returns the date in GEDCOM notation, or why it is none."""
        try:
            return read_gedcom_date(text, self._about)
        except BadAmount as fault:
            return f"is no date: {fault.message}" if _has_month(text) else _NO_DATE


def _only_amount(items: list[Item]) -> Amount | None:
    return items[0].amount if len(items) == 1 else None


def _has_month(text: str) -> bool:
    """True if a text has the form of a GEDCOM date, so that the message can say what is wrong with
    it.
    """
    return re.fullmatch(r".*\b[A-Z]{3,4} \d{1,5}(/\d\d)?", text) is not None

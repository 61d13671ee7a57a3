"""Values that data sets write differently from amounts."""

from __future__ import annotations

import re
from datetime import date

_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def month_and_day(value: float) -> str:
    """Returns month and day of a date amount, which is an ordinal day number.

    >>> month_and_day(float(date(2027, 1, 3).toordinal()))
    '01-03'
    """
    return f"{date.fromordinal(int(value)):%m-%d}"


def stands_in(text: str, number: str) -> bool:
    """True if a small number occurs in a text, in digits or as a word.

    >>> stands_in("I need two bedrooms", "2"), stands_in("apartment 12", "2")
    (True, False)
    """
    folded = text.casefold()
    word = _WORDS[int(number)] if number.isdigit() and int(number) < len(_WORDS) else ""
    return any(re.search(rf"(?<![0-9a-z]){form}(?![0-9])", folded) is not None for form in (number, word) if form)

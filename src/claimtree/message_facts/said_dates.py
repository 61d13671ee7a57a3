"""The dates of a message as GEDCOM writes them: "about 1880" is "ABT 1880".

The reader of historical dates finds them; words before and behind them that it does not know
("abt.", "or so") are looked at here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from claimtree.languages import language
from claimtree.languages.normalise import Token, tokenize
from claimtree.message_facts.fact_words import FactWords
from claimtree.message_facts.message_words import MessageWord
from claimtree.model.amounts import TIMES, Amount
from claimtree.model.dates import DateRules
from claimtree.text.amounts import AboutScale, find_amounts_and_faults

_MONTHS: Final = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
_YEARS: Final = range(1500, 2100)
"""Four digits that are a year wherever they stand."""
_NO_YEAR_BEFORE: Final = frozenset({"#", "$", "£", "no.", "no", "page", "p.", "lot", "box", "volume", "vol."})
_NO_YEAR_AFTER: Final = frozenset({"acres", "miles", "dollars", "people", "cm", "cms", "segments", "%", "matches"})


@dataclass(frozen=True, slots=True)
class SaidDate:
    """A date, by the numbers of its words."""

    gedcom: str
    """Empty if it is none."""
    first: int
    end: int
    hedged: bool = False
    fault: str = ""
    """Why it is no date."""
    years: tuple[str, str] | None = None
    """Two years with a dash, which behind a name are those of a life; the second may be empty."""


def said_dates(text: str, words: Sequence[MessageWord], table: FactWords) -> dict[int, SaidDate]:
    """Returns the dates among the words of a sentence, by the number of their first word."""
    if not any(word.text[0].isdecimal() for word in words):
        return {}
    leads = dict(_leads(words, table))
    tokens = tokenize(_blanked(text, words, leads))
    mentions, faults = find_amounts_and_faults(
        tokens,
        units={},
        query=False,
        words=language("en").amounts,
        decimal_comma=(),
        today=None,
        about_scale=AboutScale.NEAR,
        dates=DateRules(historical=True),
    )
    origin = words[0].start
    found: dict[int, SaidDate] = {}
    for mention in mentions:
        if mention.amount.kind in TIMES:
            first, end = _words_of(words, tokens, origin, mention.start_token, mention.end_token)
            first = _past_links(words, first)
            _add(found, _said(mention.amount, words, first, end), leads, words, table)
    for fault in faults:
        first, end = _words_of(words, tokens, origin, fault.start_token, fault.end_token)
        shown = text[words[first].start - origin : words[end - 1].end - origin]
        found[first] = SaidDate("", first, end, fault=f"{shown!r} is no day of any calendar")
    for at, word in enumerate(words):
        if _is_lone_year(words, at) and not any(one.first <= at < one.end for one in found.values()):
            _add(found, SaidDate(word.text, at, at + 1), leads, words, table)
    return found


def _leads(words: Sequence[MessageWord], table: FactWords) -> Iterator[tuple[int, tuple[int, str]]]:
    """Yields words that say how a date is meant, before one: by the end of the words, where they begin and what
    they say."""
    texts = [word.text for word in words]
    for name, sign in (("small.about", "ABT"), ("small.before", "BEF"), ("small.after", "AFT")):
        for at in range(len(texts)):
            end = table.has(name, texts, at)
            if end and end < len(texts) and _begins_date(words, end):
                yield end, (at, sign)


def _begins_date(words: Sequence[MessageWord], at: int) -> bool:
    """True if a year, a day or a month with a year begins here."""
    word = words[at].text
    if word == "the" and at + 1 < len(words):
        at, word = at + 1, words[at + 1].text
    if word[0].isdecimal():
        return len(word.rstrip("stndrh")) in (1, 2, 4)
    named = word.rstrip(".")[:3].upper() in _MONTHS
    return named and any(one.text[0].isdecimal() for one in words[at + 1 : at + 3])


def _blanked(text: str, words: Sequence[MessageWord], leads: dict[int, tuple[int, str]]) -> str:
    """Returns the text of a sentence in which those words are blanks, so that nothing moves."""
    origin = words[0].start
    letters = list(text)
    for end, (first, _) in leads.items():
        for word in words[first:end]:
            for at in range(word.start - origin, word.end - origin):
                letters[at] = " "
    return "".join(letters)


def _words_of(
    words: Sequence[MessageWord], tokens: Sequence[Token], origin: int, start: int, end: int
) -> tuple[int, int]:
    low, high = tokens[start].start + origin, tokens[end - 1].end + origin
    inside = [at for at, word in enumerate(words) if word.end > low and word.start < high]
    return inside[0], inside[-1] + 1


def _past_links(words: Sequence[MessageWord], first: int) -> int:
    """Returns where a date begins without the "in" or "on" before it."""
    while words[first].text in ("in", "on", "the") and not words[first].text[0].isdecimal():
        first += 1
    return first


def _is_lone_year(words: Sequence[MessageWord], at: int) -> bool:
    word = words[at].text
    if len(word) != 4 or not word.isdecimal() or int(word) not in _YEARS:
        return False
    before = words[at - 1].text if at else ""
    after = words[at + 1].text if at + 1 < len(words) else ""
    return before not in _NO_YEAR_BEFORE and after not in _NO_YEAR_AFTER


def _add(
    found: dict[int, SaidDate],
    one: SaidDate,
    leads: dict[int, tuple[int, str]],
    words: Sequence[MessageWord],
    table: FactWords,
) -> None:
    texts = [word.text for word in words]
    lead = leads.get(one.first)
    if lead is not None and one.gedcom and one.years is None:
        plain = not one.gedcom.startswith(("BET", "FROM", "ABT", "BEF", "AFT"))
        one = replace(one, first=lead[0], gedcom=f"{lead[1]} {one.gedcom}" if plain else one.gedcom)
    behind = table.has("small.about_after", texts, one.end)
    if behind and one.gedcom:
        plain = one.gedcom[0].isdecimal()
        one = replace(one, end=behind, gedcom=f"ABT {one.gedcom}" if plain else one.gedcom)
    if one.end < len(texts) and texts[one.end] == "?":
        one = replace(one, end=one.end + 1, hedged=True)
    if texts[one.end : one.end + 2] == ["(", "?"] and texts[one.end + 2 : one.end + 3] == [")"]:
        one = replace(one, end=one.end + 3, hedged=True)
    found[one.first] = one


def _said(amount: Amount, words: Sequence[MessageWord], first: int, end: int) -> SaidDate:
    low, high = amount.low, amount.high
    lead = words[first].text
    if math.isinf(low) or math.isinf(high):
        sign, day = ("AFT", low) if math.isinf(high) else ("BEF", high)
        # "Since 1900" begins with its first day.
        return SaidDate(f"{sign} {date.fromordinal(int(day)).year}", first, end)
    start, last = date.fromordinal(int(low)), date.fromordinal(int(high))
    texts = [word.text for word in words[first:end]]
    if len(texts) == 3 and texts[1] in ("-", "–", "to") and texts[0].isdecimal() and lead != "from":
        gedcom = f"BET {start.year} AND {last.year}"
        return SaidDate(gedcom, first, end, years=(str(start.year), str(last.year)) if texts[1] != "to" else None)
    if lead == "from":
        return SaidDate(f"FROM {_plain(start, start, first=True)} TO {last.year}", first, end)
    return SaidDate(gedcom_of(start, last), first, end)


def gedcom_of(first: date, last: date) -> str:
    """Returns some days as GEDCOM writes them.

    >>> gedcom_of(date(1879, 5, 12), date(1879, 5, 12)), gedcom_of(date(1870, 1, 1), date(1879, 12, 31))
    ('12 MAY 1879', 'BET 1870 AND 1879')
    """
    month = _MONTHS[first.month - 1]
    if first == last:
        return f"{first.day} {month} {first.year}"
    following = last + timedelta(days=1) if last < date.max else last
    whole_years = (first.month, first.day) == (1, 1) and (last.month, last.day) == (12, 31)
    if whole_years:
        return str(first.year) if first.year == last.year else f"BET {first.year} AND {last.year}"
    if (first.year, first.month) == (last.year, last.month) and first.day == 1 and following.day == 1:
        return f"{month} {first.year}"
    return f"BET {_plain(first, last, first=True)} AND {_plain(first, last, first=False)}"


def _plain(start: date, last: date, *, first: bool) -> str:
    day = start if first else last
    if first and (day.month, day.day) == (1, 1):
        return str(day.year)
    if not first and (day.month, day.day) == (12, 31):
        return str(day.year)
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"

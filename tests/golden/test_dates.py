"""Dates in sentences of museums, genealogists, landlords and employers, read as days."""

from __future__ import annotations

import math
from calendar import monthrange
from datetime import date
from pathlib import Path

import pytest

from claimtree.languages import language
from claimtree.languages.normalise import tokenize
from claimtree.model.amounts import TIMES, AmountKind, Op
from claimtree.model.dates import ABOUT_DATES, DateRules, Precision, Span, widened
from claimtree.text.amounts import find_amounts

MISREAD = {"No trace of him after the 1881 census."}
"""Read as "after 1881"."""


def _rows() -> list[tuple[str, str, str]]:
    lines = (Path(__file__).parent / "dates.txt").read_text(encoding="utf-8").splitlines()
    rows = [tuple(part.strip() for part in line.split("|")) for line in lines if not line.startswith("#")]
    return [(spoken, text, dates) for spoken, text, dates in rows]


@pytest.mark.parametrize(("spoken", "text", "dates"), _rows(), ids=[row[1] for row in _rows()])
def test_a_sentence_says_these_dates(spoken: str, text: str, dates: str) -> None:
    assert (_read(spoken, text) == _expected(dates)) == (text not in MISREAD)


def _read(spoken: str, text: str) -> list[tuple[int | None, int | None, bool]]:
    """First day, last day, and whether it is only about so."""
    found = []
    for mention in find_amounts(
        tokenize(text),
        units={},
        query=False,
        words=language(spoken).amounts,
        today=date(2026, 11, 18),
        dates=DateRules(historical=True),
    ):
        if mention.amount.kind in TIMES:
            days = mention.amount
            assert days.kind is AmountKind.DATE
            low = None if math.isinf(days.low) else int(days.low) + days.low_open
            high = None if math.isinf(days.high) else int(days.high) - days.high_open
            found.append((low, high, days.op is Op.APPROX))
    return found


def _expected(dates: str) -> list[tuple[int | None, int | None, bool]]:
    found: list[tuple[int | None, int | None, bool]] = []
    for said in filter(None, (part.strip() for part in dates.split(";"))):
        first, to, last = said.removeprefix("~").partition("..")
        low = _edge(first, last=False) if first else None
        high = _edge(last if to else first, last=True) if last or not to else None
        if said.startswith("~") and low is not None and high is not None:
            about = widened(Span(first=low, last=high, precision=Precision.YEAR), ABOUT_DATES)
            low, high = about.first, about.last
        found.append((low, high, said.startswith("~")))
    return found


def _edge(said: str, *, last: bool) -> int:
    """The first or last day of a year, month or day."""
    year, month, day = (*map(int, said.split("-")), 0, 0)[:3]
    month = month or (12 if last else 1)
    return date(year, month, day or (monthrange(year, month)[1] if last else 1)).toordinal()

"""The words of a language for years, decades and centuries, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from claimtree.languages.phrase_lookup import Wording
from claimtree.model.dates import Share


@dataclass(frozen=True, kw_only=True)
class HistoryWords:
    """Words around dates that lie far back."""

    centuries_after: frozenset[str]
    """Behind the number of a century: "18th century"."""
    centuries_before: frozenset[str]
    """Before it: "abad ke-18"."""
    shares: Mapping[Wording, Share]
    """Before a decade or century: "early", "the second half of"."""
    eras: frozenset[str]
    """Beside a year, with a number that alone would be none: "AD 79", "tahun 79 Masehi"."""
    before_christ: frozenset[str]
    """Behind a year or century that no amount has."""
    year_labels: frozenset[str]
    """Right before any year: "the year 79"."""
    year_cues: frozenset[str]
    """Right before four digits that are a year then, also where a word follows them: "born 1878 in Ohio"."""
    year_followers: frozenset[str]
    """Behind four digits that are a year then: "the 1881 census"."""
    short_decades: frozenset[str]
    """Before the two digits of a decade: "the '80s", "era 80-an"."""
    dating: frozenset[str]
    """Words that begin a time ("from 3 May") and only date what is made in a year ("a poster from 1920")."""
    until: Mapping[str, frozenset[str]]
    """Words that open a time, and those that close it: "from 1871 until 1880". Of such a time every day is meant."""
    estimating: frozenset[str]
    """Right before such a word they leave open which day is meant: "dating from 1871 to 1880"."""

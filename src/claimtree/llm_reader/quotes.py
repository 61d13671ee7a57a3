"""Finds a quote in a text. A quote that is not in the text is no evidence."""

from __future__ import annotations

import re
from collections.abc import Container
from functools import lru_cache
from typing import TypeAlias

Span: TypeAlias = tuple[int, int]
"""Offset of the first character, and the one after the last."""

_NUMBER_GOES_ON = re.compile(r"[.,]?\d")
_NUMBER_BEFORE = re.compile(r"\d[.,]?$")


def find_quote(quote: str, text: str, taken: Container[Span] = ()) -> Span | None:
    """The span of the quote: as written, else in other case or spacing; None if it is not there.

    Whole words only: "cat" is not found in "location", nor "$4" in "$4,000". A span in `taken` is
    used only when there is no other, so that a thing said twice is found twice.

    >>> find_quote("quiet  Street", "A Quiet\\nstreet, no cats"), find_quote("cat", "location")
    ((2, 14), None)
    """
    quote = quote.strip()
    if not quote:
        return None
    found = _first(quote, text, taken)
    if found is not None and found not in taken:
        return found
    folded, places = _folded(text)
    wanted = _folded(quote)[0].strip()
    if not wanted:
        return found
    again: Span | None = None
    at = folded.find(wanted)
    while at >= 0:
        span = places[at], places[at + len(wanted) - 1] + 1
        if _cuts_no_word(text, *span):
            if span not in taken:
                return span
            again = again or span
        at = folded.find(wanted, at + 1)
    return found or again


def _first(quote: str, text: str, taken: Container[Span]) -> Span | None:
    """The first span of the quote as written that is not taken; else the first of all."""
    again: Span | None = None
    at = text.find(quote)
    while at >= 0:
        span = at, at + len(quote)
        if _cuts_no_word(text, *span):
            if span not in taken:
                return span
            again = again or span
        at = text.find(quote, at + 1)
    return again


@lru_cache(maxsize=8)
def _folded(text: str) -> tuple[str, tuple[int, ...]]:
    """The text casefolded, each gap as one space, with the original offset of every character."""
    found: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        folded = " " if character.isspace() else character.casefold()
        if folded == " " and found and found[-1] == " ":
            continue
        found += folded
        places += [place] * len(folded)
    return "".join(found), tuple(places)


def _cuts_no_word(text: str, start: int, end: int) -> bool:
    """True if no word and no number is cut at either end."""
    if start > 0 and _is_one_word(text[start - 1], text[start]):
        return False
    if end < len(text) and _is_one_word(text[end - 1], text[end]):
        return False
    if text[end - 1].isdigit() and _NUMBER_GOES_ON.match(text, end):
        return False
    return not (text[start].isdigit() and _NUMBER_BEFORE.search(text[max(0, start - 2) : start]))


def _is_one_word(left: str, right: str) -> bool:
    """True if both letters have a case; scripts written without spaces have none."""
    return left.lower() != left.upper() and right.lower() != right.upper()

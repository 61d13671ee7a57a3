"""Splits lists written into one cell: JSON, Python, brackets, braces, pipes, semicolons, commas,
lines.
"""

from __future__ import annotations

import ast
import csv
import json
import re
from typing import Final

_BRACKETS: Final = {"[": "]", "{": "}", "(": ")"}
_SEPARATORS: Final = ("|", ";", "\n", "•")
"""Tried in this order: the first that occurs in a text splits it."""
_LONGEST: Final = 100_000
"""Maximum length of a list that is parsed as JSON or Python; longer ones are split at their
separators.
"""
_COMMA: Final = re.compile(r"[()]|,(?!\d{3}\b)")
"""Matches brackets, and commas that separate items (not the comma of "1,200")."""


def list_items(text: str, *, commas: bool = True) -> list[str]:
    """The items of a list in one cell; one text that is no list is one item.

    >>> list_items('["Wifi", "Free washer \\u2013 In unit"]')
    ['Wifi', 'Free washer – In unit']
    >>> list_items("['Wifi', \\"Children's books\\"]"), list_items('{TV,"Hot tub, heated"}')
    (['Wifi', "Children's books"], ['TV', 'Hot tub, heated'])
    >>> list_items("Pool | Gym"), list_items("Taman, Kolam Renang"), list_items("one, two", commas=False)
    (['Pool', 'Gym'], ['Taman', 'Kolam Renang'], ['one, two'])
    """
    text = text.strip()
    if len(text) > 1 and _BRACKETS.get(text[0]) == text[-1]:
        return _clean(_bracketed(text))
    for sign in _SEPARATORS:
        if sign in text:
            return _clean(text.split(sign))
    return _clean(_at_commas(text) if commas else [text])


def _at_commas(text: str) -> list[str]:
    """Returns the text split at commas outside brackets ("gym (24 h, heated), pool" gives two
    items).
    """
    found: list[str] = []
    start = depth = 0
    for sign in _COMMA.finditer(text):
        if sign[0] == "(":
            depth += 1
        elif sign[0] == ")":
            depth = max(0, depth - 1)
        elif not depth:
            found.append(text[start : sign.start()])
            start = sign.end()
    return [*found, text[start:]]


def _bracketed(text: str) -> list[str]:
    if len(text) <= _LONGEST:
        for parse in (json.loads, ast.literal_eval):
            try:
                found = parse(text)
            except (ValueError, SyntaxError, RecursionError, MemoryError):
                continue
            if isinstance(found, list | tuple) or (isinstance(found, set) and "," not in text):
                return [item if isinstance(item, str) else str(item) for item in found if item is not None]
    inside = text[1:-1]
    sign = next((sign for sign in _SEPARATORS if sign in inside), ",")
    # Quotes protect a comma inside an item: {TV,"Hot tub, heated"}. An unclosed quote runs to the
    # end of the line.
    try:
        row = next(csv.reader([inside.replace("\n", " ")], delimiter=sign, skipinitialspace=True), [])
    except csv.Error:
        row = inside.split(sign)
    return [item.strip().strip("'") for item in row]


def _clean(items: list[str]) -> list[str]:
    """Returns the items without empty ones and duplicates, in order of first occurrence."""
    return list(dict.fromkeys(item for item in (one.strip(" \t\r\n-*•") for one in items) if item))

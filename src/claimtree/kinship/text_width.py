"""Foreign text made harmless, how wide it is in columns of a terminal, and how it is cut to fit."""

from __future__ import annotations

import unicodedata

_JOINERS = "\u200c\u200d"
"""Format characters that some scripts are written with."""


def clean(text: str) -> str:
    """Returns foreign text on one line, without characters that a terminal would interpret.

    >>> clean("Ann\\x1b[31m \\u202eLee\\n")
    'Ann [31m Lee'
    """
    kept = (letter if unicodedata.category(letter)[0] != "C" or letter in _JOINERS else " " for letter in text)
    return " ".join("".join(kept).split())


def width(text: str) -> int:
    """Returns the columns that a text takes: wide letters take two, combining marks none.

    >>> width("Ōkubo 大久保")
    12
    """
    return sum(_width(letter) for letter in text)


def _width(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Cf", "Cc"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1


def cut(text: str, most: int) -> str:
    """Returns the text in at most so many columns, with an ellipsis where it was cut."""
    if width(text) <= most:
        return text
    kept, used = "", 0
    for letter in text:
        used += _width(letter)
        if used > most - 1:
            break
        kept += letter
    return kept.rstrip() + "…"


def broken(text: str, most: int, lines: int) -> list[str]:
    """Returns the text in at most so many lines, broken between words where it can be."""
    found: list[str] = []
    rest = text.split()
    while rest:
        line = rest.pop(0)
        if len(found) == lines - 1:
            return [*found, cut(" ".join([line, *rest]), most)]
        while rest and width(f"{line} {rest[0]}") <= most:
            line = f"{line} {rest.pop(0)}"
        found.append(cut(line, most))
    return found

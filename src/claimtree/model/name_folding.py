"""Normalises names for comparison: different spellings of one name become equal."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

_APOSTROPHES: Final = re.compile("['’ʼ‘`´′]")
_LETTERS: Final = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"})
_LONGEST: Final = 200
"""Maximum number of characters considered; no name is longer."""
_SIGNS: Final = re.compile(r"[\W_]+")


def fold(text: str) -> str:
    """Returns the text in lower case, without accents and apostrophes.

    >>> fold("Café d’Été & Söhne")
    'cafe dete  and  sohne'
    """
    text = text[:_LONGEST]
    if text.isascii():
        text = text.lower()
    else:
        # Twice, for the few letters whose lower case decomposes again.
        for _ in range(2):
            text = unicodedata.normalize("NFKD", text).casefold().translate(_LETTERS)
        text = "".join(letter for letter in text if not unicodedata.combining(letter))
    if "&" in text or "+" in text:
        text = text.replace("&", " and ").replace("+", " and ")
    return _APOSTROPHES.sub("", text)


def name_key(name: str) -> str:
    """Returns the key by which a name is compared and looked up; a leading article is optional in
    names of places.

    >>> name_key("The Heights"), name_key("heights"), name_key("?!")
    ('heights', 'heights', '?!')
    """
    return plain(name).removeprefix("the ") or name


@lru_cache(maxsize=1 << 14)
def plain(name: str) -> str:
    """Returns a folded name without punctuation.

    >>> plain("Đà Nẵng"), plain("St. John's"), plain("R&B"), plain("?!")
    ('da nang', 'st johns', 'r and b', '')
    """
    return _SIGNS.sub(" ", fold(name)).strip()

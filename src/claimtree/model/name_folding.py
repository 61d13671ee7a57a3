"""Names as they are compared: what is written differently and means the same becomes the same."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

_APOSTROPHES: Final = re.compile("['’ʼ‘`´′]")
_LETTERS: Final = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"})
_LONGEST: Final = 200
"""Letters that are looked at; nothing has a longer name."""
_SIGNS: Final = re.compile(r"[\W_]+")


def fold(text: str) -> str:
    """Lower case, without accents and apostrophes.

    >>> fold("Café d’Été & Söhne")
    'cafe dete  and  sohne'
    """
    text = text[:_LONGEST]
    if text.isascii():
        text = text.lower()
    else:
        # Twice, for the few letters whose lower case comes apart again.
        for _ in range(2):
            text = unicodedata.normalize("NFKD", text).casefold().translate(_LETTERS)
        text = "".join(letter for letter in text if not unicodedata.combining(letter))
    if "&" in text or "+" in text:
        text = text.replace("&", " and ").replace("+", " and ")
    return _APOSTROPHES.sub("", text)


def name_key(name: str) -> str:
    """What a name is compared and found by. Whoever says that they are in a place leaves out its article, or does not.

    >>> name_key("The Heights"), name_key("heights"), name_key("?!")
    ('heights', 'heights', '?!')
    """
    return plain(name).removeprefix("the ") or name


@lru_cache(maxsize=1 << 14)
def plain(name: str) -> str:
    """A folded name without signs: what two writings of one name share.

    >>> plain("Đà Nẵng"), plain("St. John's"), plain("R&B"), plain("?!")
    ('da nang', 'st johns', 'r and b', '')
    """
    return _SIGNS.sub(" ", fold(name)).strip()

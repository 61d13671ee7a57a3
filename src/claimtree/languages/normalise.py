"""Splits text into tokens with their positions.

Everything later compares the normalised form of a token and cuts its quotes from the original text,
so a token carries both: `norm` for comparing, `start` and `end` for quoting. People write things
together ("2BR/1BA", "$3,500/mo", ">10m²"), so digits, letters and signs are always separated; only
a few forms with one meaning stay whole: "3,200", "86th", "m2", "w/d".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container
from functools import lru_cache
from typing import Final, NamedTuple


class Token(NamedTuple):
    """A word, number or sign: as written, as compared, and its position in the original text."""

    text: str
    norm: str
    start: int
    end: int


SENTENCE_ENDS: Final = frozenset({".", "!", "?", ";", "\n", "•", "·", "*", "|"})
"""Tokens and breaks that end a sentence or an item of a list."""

_FRACTIONS: Final = "¼½¾⅐-⅟↉"
_LETTER: Final = rf"[^\W\d_{_FRACTIONS}]"
_WORD: Final = rf"{_LETTER}++(?:[\u0300-\u036f]++{_LETTER}*+)*+"
# Repeats are possessive and alternatives start differently, so the whole runs in linear time.
_TOKEN: Final = re.compile(
    rf"""
      (?-i:[A-Za-z]{{3,}}+ (?=[ ,.\n]))                        # a plain word, as most are: nothing else need be tried
    | (?<={_LETTER}) ([-\u2010\u2011]) (?={_LETTER})          # group 1, dropped: "pre-war" is two words
    | \d++ (?:st|nd|rd|th) (?!\w)                             # 86th
    | \d++ (?:[.,]\d++)*+                                     # 3,200  1.5
    | (?:[kc]?m|ft) \^? [2²] (?!\w)                           # m2  ft²
    | (?<!\d) (?: {_LETTER}/{_LETTER}{{1,2}} | {_LETTER}{{2}}/{_LETTER} ) (?!\w)   # w/d  a/c
    | (?<!\w) w/                                              # w/ parking
    | {_WORD} (?:['’ʼ]{_WORD})*+                              # don't
    | [{_FRACTIONS}]++
    | [<>]=
    | ([^\w\s]) \2*+                                          # group 2: signs; "!!!" is one
    """,
    re.VERBOSE | re.IGNORECASE,
)

_SIGNS: Final = {
    **dict.fromkeys("‘’‚‛ʼ′`´", "'"),
    **dict.fromkeys("“”„‟″«»", '"'),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    "≥": ">=",
    "⩾": ">=",
    "≤": "<=",
    "⩽": "<=",
    "≈": "~",
    "×": "x",
    "✕": "x",
    "…": ".",
    "·": "•",
    "°": "°",
}
_KEPT: Final = ("P", "Sc", "Sm")
_LONGEST_WORD: Final = 64
"""A longer token is noise; composing its marks or stemming it could take quadratic time."""


@lru_cache(maxsize=1 << 13)
def _fold_short(piece: str) -> str:
    first = piece[0]
    if first.isalnum():
        folded = unicodedata.normalize("NFKC", piece.casefold())
        return folded.replace("’", "'").replace("ʼ", "'").replace("⁄", "/").replace("^", "")
    if piece in (">=", "<="):
        return piece
    if first in _SIGNS:
        return _SIGNS[first]
    kind = unicodedata.category(first)
    if not kind.startswith(_KEPT):
        return ""  # emoji, controls and stray marks only separate
    # "$$$" is a mood, not a currency.
    return piece if kind == "Sc" else unicodedata.normalize("NFKC", first)


def fold(piece: str) -> str:
    """Returns the form that is compared: NFKC, case-folded, one kind of quote and dash; empty for
    pure separators.
    """
    if len(piece) <= _LONGEST_WORD:
        return _fold_short(piece)
    return piece.casefold() if piece[0].isalnum() else _fold_short(piece[0])


def tokenize(text: str, *, kept: Container[str] = ()) -> tuple[Token, ...]:
    """Returns the tokens of a text, left to right, in time linear in its length.

    Line breaks give no token: they are in `text[left.end:right.start]`. Emoji give one only if in
    `kept`.

    >>> [token.norm for token in tokenize("2BR/1BA, pre-war, >10m² for $3,500/mo")]
    ['2', 'br', '/', '1', 'ba', ',', 'pre', 'war', ',', '>', '10', 'm2', 'for', '$', '3,500', '/', 'mo']
    """
    found = []
    for match in _TOKEN.finditer(text):
        if match.lastindex == 1:
            continue
        piece = match.group()
        norm = fold(piece) or (piece[0] if piece[0] in kept else "")
        if norm:
            found.append(Token(piece, norm, *match.span()))
    return tuple(found)


@lru_cache(maxsize=1 << 13)
def singular(norm: str) -> str:
    """Returns a word without its plural s. Nothing else is removed: "parking" is not "park",
    "elevated" not "elevator".

    >>> singular("windows"), singular("cats"), singular("glass"), singular("parking")
    ('window', 'cat', 'glass', 'parking')
    """
    word = (norm[:-2] if norm.endswith("'s") else norm.removesuffix("'")) or norm
    if len(word) <= 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses", "zes")):
        return word[:-2]
    return word[:-1]

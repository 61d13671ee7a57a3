"""Text as tokens that remember where they stand, and numerals read from them.

Everything later compares the folded form of a token and cuts its quotes from the original text, so a
token carries both: `norm` for meaning, `start` and `end` for showing back. People glue things together
("2BR/1BA", "$3,500/mo", ">10m²"), so digits, letters and signs are always parted; only a few forms that
mean one thing stay whole: "3,200", "86th", "m2", "w/d".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number or sign: as written, as compared, and where it stands in the original text."""

    text: str
    norm: str
    start: int
    end: int


_FRACTIONS: Final = "¼½¾⅐-⅟↉"
_LETTER: Final = rf"[^\W\d_{_FRACTIONS}]"
_WORD: Final = rf"{_LETTER}++(?:[\u0300-\u036f]++{_LETTER}*+)*+"
# Repeats are possessive and alternatives start differently, so the whole runs in linear time.
_TOKEN: Final = re.compile(
    rf"""
      (?<={_LETTER}) ([-\u2010\u2011]) (?={_LETTER})          # group 1, dropped: "pre-war" is two words
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


@lru_cache(maxsize=1 << 15)
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
    """The form that is compared: NFKC, case-folded, one quote, one dash; empty for what only separates."""
    if len(piece) <= _LONGEST_WORD:
        return _fold_short(piece)
    return piece.casefold() if piece[0].isalnum() else _fold_short(piece[0])


def tokenize(text: str) -> tuple[Token, ...]:
    """The tokens of a text, left to right, in time linear in its length.

    Line breaks give no token: who cares looks at `text[left.end:right.start]`.

    >>> [token.norm for token in tokenize("2BR/1BA, pre-war, >10m² for $3,500/mo")]
    ['2', 'br', '/', '1', 'ba', ',', 'pre', 'war', ',', '>', '10', 'm2', 'for', '$', '3,500', '/', 'mo']
    """
    found = []
    for match in _TOKEN.finditer(text):
        if match.lastindex == 1:
            continue
        piece = match.group()
        norm = fold(piece)
        if norm:
            found.append(Token(piece, norm, match.start(), match.end()))
    return tuple(found)


@lru_cache(maxsize=1 << 15)
def singular(norm: str) -> str:
    """A word without its plural s. Nothing else is cut: "parking" is no "park", "elevated" no "elevator".

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


# --- numerals ---------------------------------------------------------------------------------------


def _words(text: str) -> list[str]:
    return text.split()


_SMALL: Final = {
    word: float(value)
    for value, word in enumerate(
        _words(
            "zero one two three four five six seven eight nine ten eleven "
            "twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
        )
    )
}
_TENS: Final = {
    word: 10.0 * value
    for value, word in enumerate(_words("twenty thirty forty fifty sixty seventy eighty ninety"), start=2)
}
_SCALES: Final = {
    "thousand": 1e3,
    "thousands": 1e3,
    "grand": 1e3,
    "million": 1e6,
    "mil": 1e6,
    "mln": 1e6,
    "billion": 1e9,
    "bn": 1e9,
}
_GROUPS: Final = {"dozen": 12.0, "couple": 2.0, "pair": 2.0}
_TENTHS: Final = {"1/2": 0.5, "1/3": 1 / 3, "2/3": 2 / 3, "1/4": 0.25, "3/4": 0.75, "1/8": 0.125}
_ORDINALS: Final = {
    word: value
    for value, word in enumerate(
        _words(
            "first second third fourth fifth sixth seventh eighth ninth "
            "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth "
            "nineteenth twentieth"
        ),
        start=1,
    )
}
_LARGEST: Final = 1e13
"""Beyond it a row of digits is a number of something else: an account, a tracking code."""

NUMBER_WORDS: Final = frozenset({*_SMALL, *_TENS, *_GROUPS, "a", "an", "half", "hundred", "thousand", "million"})
"""Words a numeral may begin with."""
ORDINAL_WORDS: Final = frozenset(_ORDINALS)


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number as it was written: its value, where it ends, and what multiplied it ("3.5k": 1000)."""

    value: float
    end: int
    scale: float = 1.0


def digits(norm: str, *, decimal_comma: bool = False) -> float | None:
    """The value of digits with thousands and decimal marks; None when the marks make no sense.

    A single mark before three digits is read by the convention; every other form speaks for itself.

    >>> digits("3,200"), digits("1.5"), digits("1.500.000"), digits("1.500,25"), digits("1,2,3")
    (3200.0, 1.5, 1500000.0, 1500.25, None)
    >>> digits("1.500", decimal_comma=True)
    1500.0
    """
    if not norm or len(norm) > 24 or not norm[0].isdecimal() or not norm[-1].isdecimal():
        return None
    commas, dots = norm.count(","), norm.count(".")
    point = ""
    if commas and dots:
        point = "," if norm.rindex(",") > norm.rindex(".") else "."
    elif commas + dots == 1:
        mark = "," if commas else "."
        grouped = len(norm) - norm.index(mark) == 4 and norm.index(mark) <= 3 and norm[0] != "0"
        if not grouped or (mark == ",") == decimal_comma:
            point = mark
    whole, _, part = norm.rpartition(point) if point else (norm, "", "")
    if point and point in whole:
        return None
    groups = whole.replace(",", ".").split(".")
    if len(groups) > 1 and (len(groups[0]) > 3 or any(len(group) != 3 for group in groups[1:])):
        return None
    if not all(group.isdecimal() for group in groups) or (part and not part.isdecimal()):
        return None
    value = float("".join(groups) + ("." + part if part else ""))
    return value if value <= _LARGEST else None


def ordinal(norm: str) -> int | None:
    """ "3rd" and "third" are 3; other words are None."""
    if norm[0].isdecimal() and norm[-2:] in ("st", "nd", "rd", "th") and norm[:-2].isdecimal():
        return int(norm[:-2]) if len(norm) <= 6 else None
    return _ORDINALS.get(norm)


def numeral(tokens: Sequence[Token], at: int) -> Numeral | None:
    """The number that starts at a token, in digits or words: "3½", "1 1/2", "4k", "two and a half".

    >>> numeral(tokenize("two hundred and fifty people"), 0)
    Numeral(value=250.0, end=4, scale=1.0)
    """
    first = tokens[at].norm
    if first[0].isdecimal():
        found = _in_digits(tokens, at)
    elif first in NUMBER_WORDS:
        found = _in_words(tokens, at)
    else:
        return None
    return found if found is not None and found.value <= _LARGEST else None


def _norm(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].norm if 0 <= at < len(tokens) else ""


def _fraction(tokens: Sequence[Token], at: int) -> tuple[float, int] | None:
    """½ as a glyph or as three tokens."""
    glyph = _TENTHS.get(_norm(tokens, at))
    if glyph is not None:
        return glyph, at + 1
    if _norm(tokens, at + 1) == "/":
        spelled = _TENTHS.get(f"{_norm(tokens, at)}/{_norm(tokens, at + 2)}")
        if spelled is not None:
            return spelled, at + 3
    return None


def _half(tokens: Sequence[Token], at: int) -> int:
    """Where "and a half" ends, or `at` when it does not stand there."""
    if _norm(tokens, at) != "and":
        return at
    after = at + 2 if _norm(tokens, at + 1) == "a" else at + 1
    return after + 1 if _norm(tokens, after) == "half" else at


def _in_digits(tokens: Sequence[Token], at: int) -> Numeral | None:
    alone = _fraction(tokens, at)
    if alone is not None:
        return Numeral(*alone)
    value = digits(tokens[at].norm)
    if value is None:
        return None
    end = at + 1
    part = _fraction(tokens, end)
    if part is not None and value < 100:
        value, end = value + part[0], part[1]
    elif (half := _half(tokens, end)) > end:
        value, end = value + 0.5, half
    following = _norm(tokens, end)
    if following == "k" and tokens[end].start == tokens[end - 1].end:
        return Numeral(value * 1e3, end + 1, 1e3)
    if following == "hundred":
        return Numeral(value * 100, end + 1, 100.0)
    if following in _SCALES:
        return Numeral(value * _SCALES[following], end + 1, _SCALES[following])
    return Numeral(value, end)


def _in_words(tokens: Sequence[Token], at: int) -> Numeral | None:
    """English number words; "a" and "half" count only before a word that makes them a number."""
    first, following = tokens[at].norm, _norm(tokens, at + 1)
    if first == "half":
        return Numeral(0.5, at + 2 if following in ("a", "an") else at + 1)
    if first in ("a", "an"):
        if following in ("hundred", "thousand", "million"):
            return _spelled(tokens, at + 1, current=1.0)
        if following == "half":
            return Numeral(0.5, at + 2)
        return _in_words(tokens, at + 1) if following in _GROUPS else None
    if first in _GROUPS:
        return Numeral(_GROUPS[first], at + 2 if following == "of" else at + 1)
    return _spelled(tokens, at, current=0.0)


def _spelled(tokens: Sequence[Token], at: int, *, current: float) -> Numeral | None:
    total, end, last_scale, begun = 0.0, at, 1e12, current > 0
    while True:
        word = _norm(tokens, end)
        if word in _SMALL and (
            not begun or (current % 100 == 0 and end > at) or (current % 100 >= 20 and current % 10 == 0)
        ):
            if begun and (_SMALL[word] == 0 or (current % 100 and _SMALL[word] > 9)):
                break
            current += _SMALL[word]
        elif word in _TENS and current % 100 == 0 and (not begun or current or total):
            current += _TENS[word]
        elif word == "hundred" and 1 <= current < 100:
            current *= 100
        elif word in _SCALES and current and _SCALES[word] < last_scale:
            last_scale = _SCALES[word]
            total, current = total + current * last_scale, 0.0
        elif word == "and" and begun and _joins(tokens, end, total, current):
            pass
        else:
            break
        begun, end = True, end + 1
    if end == at:
        return None
    half = _half(tokens, end)
    value = total + current + (0.5 if half > end else 0.0)
    return Numeral(value, half, last_scale if total and not current else 1.0)


def _joins(tokens: Sequence[Token], at: int, total: float, current: float) -> bool:
    """ "two hundred and fifty" is one number, "two and fifty" is not."""
    following = _norm(tokens, at + 1)
    whole = (current and current % 100 == 0) or (total and not current)
    return bool(whole) and (following in _SMALL or following in _TENS)

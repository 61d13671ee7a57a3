"""Tables of words: their notation, compilation and lookup."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import product
from typing import Final, TypeVar

from claimtree.languages.normalise import tokenize
from claimtree.languages.phrase_lookup import Wording
from claimtree.model.amounts import AmountKind
from claimtree.model.pack import UnitSpec

_Value = TypeVar("_Value")


def word_set(text: str) -> frozenset[str]:
    """Returns the words of a text separated by blanks."""
    return frozenset(text.split())


@lru_cache(maxsize=1 << 15)
def spelled(wording: str) -> Wording:
    """Returns a wording as the words it is compared by. Cached: a dozen tables are made of the same wordings of a pack
    and its language."""
    if wording.isascii() and wording.replace(" ", "").isalpha():
        return tuple(wording.lower().split())
    return tuple(token.norm for token in tokenize(wording))


def listed(text: str) -> list[str]:
    """Returns the items of a text separated by commas."""
    return text.split(", ")


def numbered(text: str, *, start: int = 0, step: int = 1) -> dict[str, int]:
    """Returns words by their position in a list; several words for one position are separated by
    blanks.
    """
    return {word: start + step * place for place, words in enumerate(listed(text)) for word in words.split()}


def each_with(firsts: str, seconds: Iterable[str]) -> set[str]:
    """Returns every first followed by every second: "no more than", "not more than"."""
    return {f"{first} {second}" for first, second in product(listed(firsts), seconds)}


def units_of(kind: AmountKind, unit: str, factors: Mapping[str, float]) -> dict[str, UnitSpec]:
    """Returns unit words with their factors to the canonical unit."""
    return {
        word: UnitSpec(kind=kind, unit=unit, factor=factor)
        for words, factor in factors.items()
        for word in listed(words)
    }


def wordings(text: str) -> frozenset[Wording]:
    """Returns the wordings of a text separated by commas."""
    return frozenset(spelled(wording) for wording in listed(text))


def meaning(table: Mapping[_Value, str | Iterable[str]]) -> dict[Wording, _Value]:
    """Returns wordings with their meanings; given comma-separated, or one by one."""
    return {
        spelled(wording): value
        for value, wordings in table.items()
        for wording in (listed(wordings) if isinstance(wordings, str) else wordings)
    }


SQ_FT: Final = 0.09290304
SYMBOLS: Final = {
    **units_of(AmountKind.AREA, "m2", {"m2, m²": 1.0, "ft2": SQ_FT, "km2": 1e6, "ha": 10_000.0}),
    **units_of(AmountKind.DISTANCE, "m", {"m": 1.0, "km": 1000.0, "ft, '": 0.3048, "cm": 0.01}),
    **units_of(AmountKind.PERCENT, "%", {"%": 1.0}),
}
"""Units that are written alike in all languages."""


CURRENCIES: Final = {
    word: UnitSpec(kind=AmountKind.MONEY, unit=code)
    for code, words in {
        "USD": "usd, us$",
        "EUR": "€, eur, euro",
        "GBP": "£, gbp",
        "AED": "aed, dirham",
        "AUD": "aud, a$",
        "BRL": "brl, r$, reais",
        "CAD": "cad, c$",
        "CHF": "chf",
        "CLP": "clp, lucas",
        "CNY": "cny, rmb, yuan",
        "CZK": "czk, kč",
        "GHS": "ghs, ₵, cedi",
        "HKD": "hkd, hk$",
        "HUF": "huf, forint",
        "INR": "inr, ₹, rupee, rs",
        "JPY": "jpy, ¥, yen",
        "KES": "kes, ksh, kshs",
        "KRW": "krw, ₩",
        "MXN": "mxn, mx$",
        "MYR": "myr, rm, ringgit",
        "NGN": "ngn, ₦, naira",
        "NOK": "nok, kr, kroner, kronor",
        "NZD": "nzd, nz$",
        "PHP": "php, ₱, peso",
        "PLN": "pln, zł, zloty",
        "SEK": "sek",
        "SGD": "sgd, s$",
        "THB": "thb, ฿, baht",
        "TRY": "tl, ₺, lira",
        "UGX": "ugx",
        "VND": "vnd, ₫",
        "ZAR": "zar, rand",
    }.items()
    for word in listed(words)
}
"""Currencies that are written alike in all languages. A pack's own sums are compared only in its
own currency.
"""
LETTERS: Final = {"n": "NGN", "p": "PHP", "r": "ZAR"}
"""Currencies that are a capital letter before a large number: "R14,500"."""

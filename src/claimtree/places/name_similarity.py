"""Compares the name asked for with the names that a provider returns, because its own search may
match loosely."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from claimtree.languages import CODES
from claimtree.lazy_imports import lazy_module
from claimtree.places.names import Words, Writing, key_of

if TYPE_CHECKING:
    from rapidfuzz import fuzz
else:
    fuzz = lazy_module("rapidfuzz.fuzz")

SAME = 1.0
INITIALS = 0.95
"""Initials: USU for Universitas Sumatera Utara."""
PART = 0.9
"""Part of a name: Sun Plaza for Sun Plaza Medan, and Bedford Av station for Bedford Av."""
MISTYPED = 0.95
"""Maximum likeness of a name that is not the same."""
_SMALL = frozenset(("a", "an", "and", "at", "dan", "de", "di", "for", "in", "of", "on", "the", "to"))


def likeness(asked: str, *names: str) -> float:
    """Returns the likeness to the most similar of the names, ignoring case, accents, punctuation
    and abbreviations.

    >>> likeness("usu", "Universitas Sumatera Utara"), likeness("Café Zoë", "cafe zoe")
    (0.95, 1.0)
    >>> likeness("Bedford Av", "Bedford Avenue"), likeness("Sun Plaza", "Sun Plaza Medan")
    (1.0, 0.9)
    """
    words = _writing().words(asked)
    return max((_one(words, _writing().words(name)) for name in names if name), default=0.0)


def _one(asked: Words, name: Words) -> float:
    if not asked or not name:
        return 0.0
    if key_of(asked) == key_of(name):
        return SAME
    found = round(MISTYPED * fuzz.ratio(" ".join(asked), " ".join(name)) / 100, 4)
    full = tuple(word for word in name if word not in _SMALL)
    if len(asked) == 1 and len(asked[0]) > 1 and asked[0] in (_initials(name), _initials(full)):
        found = max(found, INITIALS)
    shorter, longer = sorted((asked, name), key=len)
    if len(longer) <= 2 * len(shorter) and _within(shorter, longer):
        found = max(found, PART)
    return found


def _within(part: Words, words: Words) -> bool:
    return any(words[at : at + len(part)] == part for at in range(len(words) - len(part) + 1))


def _initials(name: Words) -> str:
    return "".join(word[0] for word in name) if len(name) > 1 else ""


@cache
def _writing() -> Writing:
    return Writing(CODES)

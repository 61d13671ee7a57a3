"""Variants of wishes: which of them a listing could contain, and how to add a word without
meaning."""

from __future__ import annotations

from collections.abc import Mapping

from concepts import share

ASKING = (
    *("i ", "i'", "we ", "somewhere", "a place"),
    *("mau ", "cari ", "saya ", "pengen ", "ingin ", "yang ", "yg ", "ada "),
)
"""Openings of wishes that occur in requests only, not in listings."""
LONGEST_STATED = 5
"""Maximum number of words; longer wishes are not simple statements."""
VAGUE: Mapping[str, tuple[str, ...]] = {
    "en": ("nice", "lovely", "good", "great", "really", "a decent", "beautiful"),
    "id": ("bagus", "yang bagus", "ya", "dong"),
}


def is_stated(wish: str) -> bool:
    """True if a wish could occur in a listing as it is.

    >>> is_stated("quiet street"), is_stated("I need my sleep"), is_stated("is it quiet?")
    (True, False, False)
    """
    return len(wish.split()) <= LONGEST_STATED and not wish.lower().startswith(ASKING) and "?" not in wish


def vaguely(wish: str, language: str) -> str:
    """Returns the wish with an added word that does not change it ("lovely balcony" asks for a
    balcony).

    The word is always the same for the same wish. A wish that is no statement stays as it is.

    >>> vaguely("balcony", "en"), vaguely("balkon", "id"), vaguely("I love balconies", "en")
    ('lovely balcony', 'balkon ya', 'I love balconies')
    """
    if not is_stated(wish):
        return wish
    word = VAGUE[language][int(share(wish) * len(VAGUE[language]))]
    return f"{word} {wish}" if language == "en" else f"{wish} {word}"

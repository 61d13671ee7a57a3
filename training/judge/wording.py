"""Wishes in other clothes: which of them a listing could say, and how one is said with a word that adds nothing."""

from __future__ import annotations

from collections.abc import Mapping

from concepts import share

ASKING = (
    *("i ", "i'", "we ", "somewhere", "a place"),
    *("mau ", "cari ", "saya ", "pengen ", "ingin ", "yang ", "yg ", "ada "),
)
"""How a wish opens that only a person says."""
LONGEST_STATED = 5
"""Words; what is longer tells a story."""
VAGUE: Mapping[str, tuple[str, ...]] = {
    "en": ("nice", "lovely", "good", "great", "really", "a decent", "beautiful"),
    "id": ("bagus", "yang bagus", "ya", "dong"),
}


def is_stated(wish: str) -> bool:
    """Whether a wish could stand in a listing as it is.

    >>> is_stated("quiet street"), is_stated("I need my sleep"), is_stated("is it quiet?")
    (True, False, False)
    """
    return len(wish.split()) <= LONGEST_STATED and not wish.lower().startswith(ASKING) and "?" not in wish


def vaguely(wish: str, language: str) -> str:
    """The wish with a word that adds nothing: who asks for a lovely balcony is content with a balcony.

    The word is always the same for the same wish. A wish that is no statement stays as it is.

    >>> vaguely("balcony", "en"), vaguely("balkon", "id"), vaguely("I love balconies", "en")
    ('lovely balcony', 'balkon ya', 'I love balconies')
    """
    if not is_stated(wish):
        return wish
    word = VAGUE[language][int(share(wish) * len(VAGUE[language]))]
    return f"{word} {wish}" if language == "en" else f"{wish} {word}"

"""How names of places are written in a language: abbreviations, numbers, titles, words for the kind
of place.

Data only; `places.names` applies it. An abbreviation and its full form are replaced by one word, in
the asked name and in the place's own, so it does not matter which of them is the longer one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Spellings:
    """One language's ways to write names of places; every word is folded: lower case, without accents."""

    words: Mapping[str, str] = field(default_factory=dict)
    """A word and what is meant by it."""
    last: Mapping[str, str] = field(default_factory=dict)
    """The same, for a word at the end: "Riverside Dr" is no doctor."""
    phrases: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    """Several words that one word stands for."""
    letters: Mapping[str, str] = field(default_factory=dict)
    """Older ways to write a sound, in words of more than three letters."""
    roman_one: bool = False
    """Whether a last "I" counts: "Glugur Darat I"."""
    titles: frozenset[str] = frozenset()
    """Of people, after whom streets and hospitals are called; often left out."""
    articles: frozenset[str] = frozenset()
    """Before a name, and no part of it."""
    sorts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Sort of place to the words that are put before or after a name to say so."""
    areas_before: Mapping[str, str] = field(default_factory=dict)
    areas_after: Mapping[str, str] = field(default_factory=dict)
    """Words for a stretch of land and what sort it is, "" where anything may be meant; only on that side of a name:
    "Medan Kota" is no city."""
    left_out_before: frozenset[str] = frozenset()
    left_out_after: frozenset[str] = frozenset()
    """What belongs to a name and is still left out when it is said: "Jalan Setia Budi"."""
    distinguishing: frozenset[str] = frozenset()
    """Words that tell namesakes apart: no typo turns "East Village" into "West Village"."""
    sides_behind: Mapping[str, str] = field(default_factory=dict)
    """What English says before the name of a part, and this language behind it: "South Tangerang" is Tangerang
    Selatan. Empty where both say it before. A building may be called "South Quarter" all the same."""

    def in_own_order(self, name: str) -> str:
        """Returns the name of a part as this language says it, if it is said as in English.

        >>> Spellings(sides_behind={"south": "selatan"}).in_own_order("South Tangerang")
        'Tangerang Selatan'
        """
        side, _, whole = name.partition(" ")
        behind = self.sides_behind.get(side.casefold())
        return f"{whole} {behind.capitalize()}" if behind and whole else name

    def in_english_order(self, name: str) -> str:
        """Returns the name of a part as it is said in English; empty if it names no part, or both say the same.

        >>> Spellings(sides_behind={"south": "selatan"}).in_english_order("Tangerang Selatan")
        'south Tangerang'
        """
        whole, _, behind = name.rpartition(" ")
        side = next((side for side, own in self.sides_behind.items() if own == behind.casefold()), "")
        return f"{side} {whole}" if side and whole else ""

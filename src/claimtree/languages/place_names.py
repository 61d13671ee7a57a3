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

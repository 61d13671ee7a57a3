"""The number words of a language, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, kw_only=True)
class NumberWords:
    """The number words of a language."""

    small: Mapping[str, int]
    """Up to nineteen; those up to nine also follow a ten."""
    tens: Mapping[str, int]
    teens: frozenset[str]
    """Add ten to the word before: "dua belas"."""
    times: Mapping[str, int]
    """Multiply the word before: "hundred", "puluh"."""
    wholes: Mapping[str, float]
    """Need no word before: "seratus", "sejuta"."""
    scales: Mapping[str, float]
    glued: Mapping[str, float]
    """Scales that are one only where they touch the digits: "4k"."""
    groups: Mapping[str, float]
    """Words for a few: "a couple of"."""
    articles: frozenset[str]
    """One, but only before a word that makes them a number."""
    after_article: frozenset[str]
    """Such words: "a hundred", but not "a grand"."""
    halves: frozenset[str]
    quarters: frozenset[str]
    """Words for a quarter: "a quarter mile", "three quarters of an hour"..."""
    quartered: frozenset[str]
    """...where one of these follows: "the French Quarter" is no number."""
    trailing_halves: frozenset[str]
    """Halves that follow their number without a joining word: "dua setengah"."""
    joins: frozenset[str]
    """Inside a number: "two hundred and fifty"."""
    of: frozenset[str]
    """After a group: "a couple of"."""
    points: frozenset[str]
    """The decimal mark in words: "satu koma lima"."""
    rough: frozenset[str]
    """After digits or a scale these make the number a rough one: "1M an"."""
    rough_scales: frozenset[str]
    """Scales that are rough by themselves: "800 jutaan"."""
    ordinals: Mapping[str, int]

    @cached_property
    def starters(self) -> frozenset[str]:
        """Words a number may begin with."""
        begin = (self.small, self.tens, self.groups, self.articles, self.halves, self.quarters, self.wholes)
        return frozenset().union(*begin)

    @cached_property
    def inside(self) -> frozenset[str]:
        """Words a number may hold."""
        return frozenset({*self.starters, *self.times, *self.scales, *self.teens})

"""Attaches words of nearness to mentions ("close to parks and cafes", "bars nearby", "dekat USU").

The word of nearness may stand inside the mention, before it across small words and a few others,
before the list that it is part of, or right after it or its list.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from claimtree.languages import Language
from claimtree.text.destinations import own_places
from claimtree.text.lexicon import Item
from claimtree.text.mention_types import Mention
from claimtree.text.nearness_words import Nearby, Nearness

_STRANGERS = 2
"""How many other words may stand between a word of nearness and its mention ("near a big old
park")."""
_FARTHEST = 12
"""Maximum number of items before a mention that are searched."""


_LONGEST_LIST = 20


class Sort(Enum):
    """Classifies a mention with respect to nearness."""

    OTHER = auto()
    SPOT = auto()
    """A kind of place, or the name of something to be near."""
    REGION = auto()
    UNKNOWN = auto()
    """Words that no list knows."""


class Leading:
    """Finds the words of nearness of one query."""

    def __init__(
        self,
        items: Sequence[Item],
        mentions: Sequence[Mention],
        sorts: Sequence[Sort],
        nearness: Nearness,
        language: Language,
    ) -> None:
        self._items = items
        self._mentions = mentions
        self._sorts = sorts
        self._nearness = nearness
        self._language = language
        self._norms = [item.norm for item in items]
        self._in_mentions = {i for mention in mentions for i in range(mention.first, mention.after)}
        self._spots = {
            i
            for mention, sort in zip(mentions, sorts, strict=True)
            if sort is not Sort.OTHER
            for i in range(mention.first, mention.after)
        }
        self._placed = {m.first for m, sort in zip(mentions, sorts, strict=True) if sort is not Sort.OTHER}
        self._small = small_words(language)
        self._joins = language.ands | language.ors | {","}
        # "near a park in Chelsea": only the park is near; what follows "in" is a region to be in.
        self._stops = (language.inside | language.prepositions) - language.towards - language.of
        self._placing = own_places(language)
        self._ends = self._joins | self._stops | language.negations | language.buts

    def found(self) -> list[Nearby | None]:
        """Returns for each mention its word of nearness, or None."""
        found = [
            self._inside(mention) or self._before(mention.first) if sort is not Sort.OTHER else None
            for mention, sort in zip(self._mentions, self._sorts, strict=True)
        ]
        led = [near is not None for near in found]
        for k in range(1, len(found)):
            if found[k] is None and led[k - 1] and self._are_listed(k - 1):
                found[k], led[k] = found[k - 1], True
        for k in range(len(found) - 1, -1, -1):
            if found[k] is not None or self._sorts[k] is not Sort.SPOT:
                continue
            found[k] = self._behind(self._mentions[k].after)
            if found[k] is None and k + 1 < len(found) and not led[k + 1] and self._are_listed(k):
                found[k] = found[k + 1]
        return found

    def _inside(self, mention: Mention) -> Nearby | None:
        near = self._nearness.inside(self._norms, mention.first, mention.after)
        if near is None or mention.name is None:
            return near
        # In a name only the beginning counts ("near B"), not the "area" of Medan Area nor "Kawasan" of
        # Kawasan Industri Medan.
        own = mention.name.text.casefold().split()[:1] == [self._norms[mention.first]]
        return near if near.first == mention.first < mention.after - 1 and not own else None

    def _before(self, first: int) -> Nearby | None:
        strangers = 0
        for i in range(first - 1, max(-1, first - 1 - _FARTHEST), -1):
            norm = self._norms[i]
            near = self._nearness.ending(self._norms, i)
            # "bisa jalan kaki ke kampus" (walkable to campus): the end of another wish may apply
            # here, that of another place may not.
            if near is not None and self._spots.isdisjoint(range(near.first, near.after)):
                return near
            item = self._items[i]
            if i in self._in_mentions or item.is_break or item.mention is not None:
                return None
            if norm in self._ends and not self._is_where_own_is(i):
                return None
            strangers += norm not in self._small and norm not in self._language.praise
            if strangers > _STRANGERS:
                return None
        return None

    def _is_where_own_is(self, i: int) -> bool:
        """True for the "at" of "near my office at Union Square": the user's own place is near, and
        it is at the name."""
        mine = self._language.own & self._language.fillers
        before = self._norms[max(0, i - _STRANGERS) : i]
        return self._norms[i] in self._placing and not mine.isdisjoint(before)

    def _behind(self, after: int) -> Nearby | None:
        """Returns the word of nearness after the mention ("bars nearby", "sekolah yang dekat");
        None if it applies to what follows ("a park near NYU")."""
        i = self._past(after)
        if i >= len(self._items) or i in self._in_mentions:
            return None
        near = self._nearness.starting(self._norms, i)
        if near is None:
            return None
        return None if self._past(near.after) in self._placed else near

    def _past(self, i: int) -> int:
        while i < len(self._items) and (
            self._norms[i] in self._small or self._norms[i] in self._language.praise_behind
        ):
            if self._nearness.starting(self._norms, i) is not None:
                break
            i += 1
        return i

    def _are_listed(self, left: int) -> bool:
        """True if a mention is in one list with the next, and of the same sort.

        Commas alone make a list only if an "and" closes it ("a grocery, a pharmacy and the train").
        """
        for k in range(left, min(len(self._mentions) - 1, left + _LONGEST_LIST)):
            joins = self._joined_by(k)
            if joins != [","]:
                return bool(joins)
        return False

    def _joined_by(self, left: int) -> list[str]:
        """Returns the commas and conjunctions between a mention and the next; empty if anything
        else stands there."""
        if self._sorts[left] is Sort.UNKNOWN:
            return []
        between = self._norms[self._mentions[left].after : self._mentions[left + 1].first]
        plain = all(norm in self._small or norm in self._joins for norm in between)
        joins = [norm for norm in between if norm in self._joins] if plain and self._stops.isdisjoint(between) else []
        if self._sorts[left] is self._sorts[left + 1]:
            return joins
        # "near Prospect Park or Union Square" is near both; "near the L, Bushwick or Ridgewood" is
        # in the latter two.
        named = self._mentions[left].name is not None and self._mentions[left + 1].name is not None
        return joins if named and "," not in joins else []


def small_words(language: Language) -> frozenset[str]:
    """Returns the words that may stand between a word of nearness and what is near."""
    return language.fillers | language.articles | language.towards | language.leads | language.of | language.universals

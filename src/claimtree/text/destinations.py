"""Drops words that only say why a named place matters: the commute to it, or that it is the user's
own.

"A 30 minute commute to Times Square" asks for a home within that distance of Times Square, and "my
office at 350 5th Ave" for one near that address. The commute and the office are no further wishes.
Without a time it is the other way round: "near the bus to New York" asks for the bus, wherever that goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from claimtree.languages import Language
from claimtree.model.amounts import AmountKind
from claimtree.text.lexicon import Item, Match, Saying

_NO_WISH = Saying(ignored=True)
_REACH = 4
"""How many items before a bus or behind its destination minutes may stand."""


class Destinations:
    """Finds such words in queries of one language."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._mine = language.own & language.fillers
        self._placing = own_places(language)

    def apply(self, items: Sequence[Item], matches: Sequence[Match]) -> Iterator[Match]:
        """Yields the matches; those that only lead to a name are marked as ignored, and a name that a bus goes to
        becomes a part of its match."""
        names = {match.first: match for match in matches if match.sayings[0].name is not None}
        carried = {name.first: at for name in names.values() if (at := self._carrier(items, name)) is not None}
        ends = {at: names[first].after for first, at in carried.items()}
        for match in matches:
            goes_to = next((ends[at] for at in range(match.first, match.after) if at in ends), None)
            if match.first in carried:
                if not any(other.first <= carried[match.first] < other.after for other in matches):
                    yield _ignored(match)
            elif goes_to is not None:
                yield replace(match, after=goes_to)
            elif match.first not in names and (self._commutes(items, match, names) or self._owns(items, match, names)):
                yield _ignored(match)
            else:
                yield match

    def _commutes(self, items: Sequence[Item], match: Match, names: Mapping[int, Match]) -> bool:
        """True if the match is a trip to a name with a number of minutes; without minutes it is a
        wish."""
        if all(item.norm not in self._language.commuting for item in items[match.first : match.after]):
            return False
        to = match.after
        name = self._named(items, to + 1, names) if to < len(items) and self._leads(items[to]) else None
        if name is None:
            return False
        near = [match.amount, match.first - 1, name.after]
        return any(i is not None and 0 <= i < len(items) and _is_minutes(items[i]) for i in near)

    def _owns(self, items: Sequence[Item], match: Match, names: Mapping[int, Match]) -> bool:
        """True for a place of the user's own at a name ("my office at 350 5th Ave")."""
        own = any(item.norm in self._mine for item in items[max(0, match.first - 1) : match.after])
        at = match.after
        placed = own and at < len(items) and items[at].norm in self._placing
        return placed and self._named(items, at + 1, names) is not None

    def _carrier(self, items: Sequence[Item], name: Match) -> int | None:
        """Returns the item of what goes to a name, such as "bus", if no minutes tell how far that may be."""
        at = name.first - 1
        while at > 0 and items[at].norm in self._language.articles:
            at -= 1
        if at < 1 or items[at].norm not in self._language.carrying_to:
            return None
        at -= 1
        while at > 0 and (items[at].norm in self._language.carrying or items[at].norm.isdigit()):
            at -= 1
        near = (*items[max(0, at - _REACH) : at], *items[name.after : name.after + _REACH])
        return at if items[at].norm in self._language.carriers and not any(map(_is_minutes, near)) else None

    def _named(self, items: Sequence[Item], at: int, names: Mapping[int, Match]) -> Match | None:
        while at < len(items) and at not in names and items[at].norm in self._language.articles:
            at += 1
        return names.get(at)

    def _leads(self, item: Item) -> bool:
        return item.norm in self._language.towards


def _ignored(match: Match) -> Match:
    return replace(match, sayings=(_NO_WISH,), amount=None, negations=0)


def own_places(language: Language) -> frozenset[str]:
    """Returns the words that locate something of the user's, not the home ("my office at")."""
    return (language.prepositions & language.whereabouts) - language.inside


def _is_minutes(item: Item) -> bool:
    return item.amount is not None and item.amount.kind is AmountKind.DURATION and item.amount.unit == "minute"

"""Drops words that only say why a named place matters: the commute to it, or that it is the user's
own.

"A 30 minute commute to Times Square" asks for a home within that distance of Times Square, and "my
office at 350 5th Ave" for one near that address. The commute and the office are no further wishes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from claimtree.languages import Language
from claimtree.model.amounts import AmountKind
from claimtree.text.lexicon import Item, Match, Saying

_NO_WISH = Saying(ignored=True)


class Destinations:
    """Finds such words in queries of one language."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._mine = language.own & language.fillers
        self._placing = own_places(language)

    def apply(self, items: Sequence[Item], matches: Sequence[Match]) -> Iterator[Match]:
        """Yields the matches; those that only lead to a name are marked as ignored."""
        names = {match.first: match for match in matches if match.sayings[0].name is not None}
        for match in matches:
            leads = match.first not in names and (
                self._commutes(items, match, names) or self._owns(items, match, names)
            )
            yield replace(match, sayings=(_NO_WISH,), amount=None, negations=0) if leads else match

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

    def _named(self, items: Sequence[Item], at: int, names: Mapping[int, Match]) -> Match | None:
        while at < len(items) and at not in names and items[at].norm in self._language.articles:
            at += 1
        return names.get(at)

    def _leads(self, item: Item) -> bool:
        return item.norm in self._language.towards


def own_places(language: Language) -> frozenset[str]:
    """Returns the words that locate something of the user's, not the home ("my office at")."""
    return (language.prepositions & language.whereabouts) - language.inside


def _is_minutes(item: Item) -> bool:
    return item.amount is not None and item.amount.kind is AmountKind.DURATION and item.amount.unit == "minute"

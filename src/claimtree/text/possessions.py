"""Finds what the asker of a query has and a home has to permit ("I have a cat", "my dog is 30 lbs").

To say what one has asks for nothing ("we have two bikes, an old sofa"), save where it depends on the home whether one
may have it there: that asks for the permission. So it is for rules whose wording permits ("cats allowed").
"""

from __future__ import annotations

from collections.abc import Sequence

from claimtree.languages import Language
from claimtree.model.pack import Pack
from claimtree.text.lexicon import Item, Match

_REACH = 6
"""How many words after "have" a thing may stand ("we have a toddler and a cat")."""


class Possessions:
    """Tells what askers have, for one pack."""

    def __init__(self, pack: Pack, language: Language) -> None:
        rules = [name for name, spec in pack.types.items() if spec.rules]
        self._permissions = frozenset(
            concept.id
            for concept in pack.concepts.values()
            if concept.type in rules and not language.permitting.isdisjoint(concept.wording.split())
        )
        self._have = language.having & language.containing
        self._asker = language.own
        self._mine = language.own & language.fillers
        self._passed = language.articles | language.ands | {","}
        self._others = language.who | language.negations | language.buts | language.ors
        # "an allergy to cats", "a fear of dogs", "friends with a dog"
        self._others |= language.prepositions | language.whereabouts | (language.containing - self._have)
        self._behind = language.fillers | language.being | language.ands | language.buts | language.ors
        self._behind |= language.prepositions | language.containing

    def is_brought(self, items: Sequence[Item], match: Match) -> bool:
        """True if the words name something that the asker has, and a home may or may not permit."""
        is_ruled = any(one.concept is not None and one.concept.id in self._permissions for one in match.sayings)
        if not is_ruled or match.negations or match.amount is not None:
            return False
        return self._stands_alone(items, match.after) and self._is_had(items, match.first)

    def _stands_alone(self, items: Sequence[Item], after: int) -> bool:
        """True unless a word follows that makes another thing of it ("a dog walker")."""
        return after >= len(items) or items[after].is_break or items[after].norm in self._behind

    def _is_had(self, items: Sequence[Item], first: int) -> bool:
        before = first - 1
        if before >= 0 and items[before].norm in self._mine:
            return True
        for k in range(before, max(0, before - _REACH), -1):
            item = items[k]
            if item.norm in self._have:
                return items[k - 1].norm in self._asker
            if item.norm in self._others or (item.is_break and item.norm not in self._passed):
                return False
        return False

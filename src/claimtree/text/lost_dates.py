"""Leaves out the words that lead to a date which cannot be: the "made on" of "made on 31 February
1900", which alone would be a wish of its own."""

from __future__ import annotations

from collections.abc import Sequence

from claimtree.languages import Language
from claimtree.languages.normalise import tokenize
from claimtree.model.amounts import TIMES
from claimtree.model.pack import Pack
from claimtree.model.phrases import SLOT
from claimtree.text.lexicon import Item

_REACH = 5
"""Maximum number of words that lead to a date: "made no later than"."""


class LostDates:
    """The words of a pack that lead to dates."""

    def __init__(self, pack: Pack, language: Language) -> None:
        compared = (word for says in language.amounts.year_before for word in says)
        self._between = frozenset(compared) | language.prepositions | language.fillers | language.articles
        dated = [one for one in pack.concepts.values() if one.amount is not None and one.amount.kind in TIMES]
        leads = (before for one in dated for says in one.says for before, slot, _ in [says.partition(SLOT)] if slot)
        self._leads = {self._bare([token.norm for token in tokenize(before)]) for before in leads} - {()}
        """The words of each wording that stand before its date, without those that may stand between."""

    def left_out(self, items: Sequence[Item]) -> list[Item]:
        """Returns the items without words that lead to a date which cannot be."""
        kept: list[Item] = []
        for item in items:
            if item.fault is not None:
                del kept[self._first_lead(kept) :]
            kept.append(item)
        return kept

    def _first_lead(self, before: Sequence[Item]) -> int:
        """Returns where the words at the end that lead to a date begin; the end if there are none. Of several
        wordings the longest counts."""
        earliest = max(0, len(before) - _REACH)
        named = [i + 1 for i in range(earliest, len(before)) if before[i].mention is not None]
        for first in range(max([earliest, *named]), len(before)):
            if self._bare([item.norm for item in before[first:]]) in self._leads and not self._is_between(
                before[first]
            ):
                return first
        return len(before)

    def _is_between(self, item: Item) -> bool:
        return item.norm in self._between

    def _bare(self, norms: Sequence[str]) -> tuple[str, ...]:
        return tuple(norm for norm in norms if norm not in self._between)

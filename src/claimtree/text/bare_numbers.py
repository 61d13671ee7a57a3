"""Interprets numbers that stand alone in a query ("under 3000", "studio in Chelsea, 2100", "I think
three would do")."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace

from claimtree.languages import Language
from claimtree.languages.normalise import SENTENCE_ENDS
from claimtree.model.amounts import Amount, AmountKind
from claimtree.model.claims import ConceptId
from claimtree.model.pack import BARE_NUMBER, Pack
from claimtree.model.scopes import Bound, Host, PlaceRelation, Scope
from claimtree.text.amount_attachment import is_clause
from claimtree.text.amounts import AmountMention
from claimtree.text.lexicon import Item, spell, takes

_FARTHEST = 60
"""Maximum number of items of a sentence that are examined, so that a very long one is not walked
for every number."""

_SURELY_MEANT = 0.8
"""Minimum sureness of the scope reader about how a number is meant."""
_COST_REACH = 4
_LEAST_AREA = 15
"""Minimum size in square metres of anything that is searched for."""


def as_count(item: Item) -> Item:
    """Returns a pronoun as the number one ("just one")."""
    one = Amount(kind=AmountKind.COUNT, low=1, high=1)
    return item._replace(
        mention=AmountMention(amount=one, start_token=0, end_token=1, has_operator=False, has_unit=False),
        words=(item.word,),
    )


class BareNumbers:
    """Interprets numbers without words beside them, for one pack."""

    def __init__(self, pack: Pack, language: Language) -> None:
        self._pack = pack
        self._language = language
        self._ignored = {word for words in pack.ignored for word in spell(words)}

    def is_other_cost(self, items: Sequence[Item], i: int, covered: Container[int]) -> bool:
        """True if the money pays for something else ("utilities under $150", "my salary is
        $90,000").

        A matched saying that contains such a word does not count, unless the money follows directly
        ("no fee near the L, 2700").
        """
        for places in (range(i - 1, i - 1 - _COST_REACH, -1), range(i + 1, i + 1 + _COST_REACH)):
            for k in places:
                if not 0 <= k < len(items) or items[k].is_break or items[k].mention is not None:
                    break
                cost = items[k].norm in self._language.other_costs
                denied = k > 0 and items[k - 1].norm in self._language.negations
                if cost and (k not in covered or k == i - 1) and not denied:
                    return True
        return False

    def as_area(self, item: Item, scope: Scope) -> Item:
        """Reads metres said of the thing itself as square metres, in languages where that is usage
        ("tanah 2500 meter")."""
        stated = item.amount
        if item.mention is None or stated is None or stated.kind is not AmountKind.DISTANCE or stated.low < _LEAST_AREA:
            return item
        is_size = scope.host is Host.THING and scope.relation is PlaceRelation.NONE
        if not is_size or not self._language.amounts.area_lengths:
            return item
        area = replace(stated, kind=AmountKind.AREA, unit=f"{stated.unit}2")
        return item._replace(mention=replace(item.mention, amount=area))

    def number(self, items: Sequence[Item], i: int, scope: Scope, *, is_all_found: bool) -> ConceptId | None:
        """Returns the concept of a bare number in a query: a limit or a count.

        A limit if it has an operator ("under 3000") or is meant as one ("2 bed house in Bristol
        1400"); a count if the sentence wants a number ("just one, please") or contains nothing else
        ("I think three would do"). `is_all_found`: the found span is the number alone, unlike in "3
        of us".
        """
        item = items[i]
        limit = self._pack.concepts.get(self._pack.bare.get(BARE_NUMBER, ConceptId("")))
        compared = item.mention is not None and item.mention.has_operator
        is_limit = scope.bound in (Bound.AT_MOST, Bound.ABOUT)  # "rent 950", "like 950"
        meant = is_limit and scope.host is Host.THING and scope.relation is PlaceRelation.NONE
        if limit is not None and (compared or meant or is_clause(items, i)) and takes(limit.amount, item):
            return limit.id
        count = self._pack.bare.get(str(AmountKind.COUNT))
        if (
            is_all_found
            and scope.bound_sureness >= _SURELY_MEANT
            and scope.host is Host.THING
            and scope.relation is PlaceRelation.NONE
        ):
            return count
        pronoun = item.words in {(word,) for word in self._language.one}
        return count if not pronoun and self.is_alone(items, i) else None

    def is_alone(self, items: Sequence[Item], i: int) -> bool:
        """True if nothing else in its sentence has a meaning; False for "3 of us", which counts
        people."""
        if i + 1 < len(items) and items[i + 1].norm in self._language.of:
            return False
        before, behind = range(i - 1, -1, -1), range(i + 1, len(items))
        return self._nothing_is_named(items, before) and self._nothing_is_named(items, behind)

    def _nothing_is_named(self, items: Sequence[Item], places: range) -> bool:
        """True if no word there has a meaning before the sentence ends."""
        for i in places[:_FARTHEST]:
            if items[i].norm in SENTENCE_ENDS:
                return True
            if not self.says_nothing(items[i]) and items[i].word not in self._ignored:
                return False
        return len(places) <= _FARTHEST

    def says_nothing(self, item: Item) -> bool:
        """True for punctuation and for words that carry no wish by themselves."""
        return item.is_break or item.norm in self._language.stopwords or item.norm in self._language.fillers

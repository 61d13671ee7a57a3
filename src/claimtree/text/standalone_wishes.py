"""Wishes and statements that stand alone: a kind, a deal, a number, a name, and whatever is of a firm claim type.

The scope reader and the checks of wishes look at the words around the known ones, for "covered parking" asks for more
than parking. Words that are a wish of their own add nothing to another: in "rumah muka barat laut" the direction is no
part of the house. And a query that names a kind of thing asks for it, whatever else its sentence says.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

from claimtree.languages import Language
from claimtree.model.amounts import AmountKind
from claimtree.model.pack import Pack
from claimtree.model.scopes import Scope, Status
from claimtree.text.lexicon import Item
from claimtree.text.mention_types import Mention, Scoped
from claimtree.text.scope_resolution import span_of

_SURE = 0.9
"""From this probability on the scope reader is believed that words say nothing of the thing."""

_PROBABLE = 0.93
"""The same of a kind, a deal or a price in a query."""


class StandaloneWishes:
    """Tells which wishes of a query stand alone, and keeps their words out of others."""

    def __init__(self, pack: Pack, language: Language) -> None:
        self._pack = pack
        self._language = language
        fields = pack.fields.values()
        self._things = frozenset(concept for spec in fields if spec.sole for concept in spec.values.values())

    def is_one(self, mention: Mention) -> bool:
        """True for a wish that is never a part of another: a number, a name, and what is of a firm claim type.

        Only where qualities follow what they are said of ("rumah muka barat laut"): in "near Boston's
        hospitals" the name is a part of what comes behind it.
        """
        if not self._language.modifiers_follow:
            return False
        concept = mention.concept
        firm = concept is not None and self._pack.types[concept.type].firm
        return firm or mention.amount is not None or mention.name is not None

    def says_plainly(self, mention: Mention) -> bool:
        """True for several words of a list that are of a firm claim type and no kind or deal ("hadap selatan", "di luar
        komplek"): wherever they stand, they mean that and nothing else."""
        concept = mention.concept
        if concept is None or mention.negated or mention.after - mention.first == 1 or not self.is_one(mention):
            return False
        return not self._pack.types[concept.type].loosened_last and mention.amount is None

    def stated(self, scoped: Sequence[Scoped]) -> list[Scoped]:
        """Returns the mentions of a document, those that the scope reader overlooked as stated if they say it
        plainly: "HARGA AWAL HADAP SELATAN" in a title."""
        return [
            replace(one, scope=_wanted(one.scope))
            if self._is_overlooked(one) and self.says_plainly(one.mention)
            else one
            for one in scoped
        ]

    @staticmethod
    def _is_overlooked(one: Scoped) -> bool:
        scope = one.scope
        return scope.status is Status.NOTHING and not (one.is_found and scope.sureness >= _SURE)

    def wanted(self, scoped: Sequence[Scoped]) -> list[Scoped]:
        """Returns the wishes among the mentions of a query: also a kind, a deal or a price of which the scope reader is
        not sure that it is none ("budget sy 900 juta, cari rumah")."""
        read = [replace(one, scope=_wanted(one.scope)) if self._is_probable(one) else one for one in scoped]
        return [one for one in self._with_deals(read) if one.is_wanted] or self._named_alone(read)

    def apart(self, text: str, items: Sequence[Item], scoped: Sequence[Scoped]) -> list[Scoped]:
        """Returns the wishes, none with the words of another that stands alone; one that stands alone has no words of
        any other."""
        own = [frozenset(range(one.mention.first, one.mention.after)) for one in scoped]
        alone = [self.is_one(one.mention) for one in scoped]
        listed = [not one.is_unlisted for one in scoped]
        return [
            _cut(
                text,
                items,
                one,
                frozenset[int]().union(
                    *(own[j] for j in range(len(scoped)) if j != k and (alone[j] or (alone[k] and listed[j])))
                ),
            )
            for k, one in enumerate(scoped)
        ]

    def _is_probable(self, one: Scoped) -> bool:
        concept, amount = one.mention.concept, one.mention.amount
        if concept is None or one.scope.status is not Status.NOTHING or one.scope.sureness >= _PROBABLE:
            return False
        last = self._pack.types[concept.type].loosened_last
        return self.is_one(one.mention) and (last or (amount is not None and amount.kind is AmountKind.MONEY))

    def _with_deals(self, scoped: Sequence[Scoped]) -> list[Scoped]:
        """Returns the mentions, a deal right behind a wanted kind of thing with the scope of that: "rumah dijual" is
        one name, also in "cari rumah dijual dong"."""
        return [
            replace(one, scope=before.scope)
            if before is not None and before.is_wanted and not one.is_wanted and self._is_deal_of(one, before)
            else one
            for before, one in pairwise([None, *scoped])
            if one is not None
        ]

    def _is_deal_of(self, one: Scoped, before: Scoped) -> bool:
        concept = one.mention.concept
        if concept is None or one.mention.amount is not None or one.mention.first != before.mention.after:
            return False
        return self._is_thing(before.mention) and self._pack.types[concept.type].loosened_last

    def _named_alone(self, scoped: Sequence[Scoped]) -> list[Scoped]:
        """Returns what a query without any wish asks for after all ("any houses?", "ada berapa ruko dijual?"): the
        kind of thing that it names, and the other wishes that stand alone."""
        known = [one for one in scoped if self.is_one(one.mention) or self._is_thing(one.mention)]
        if not any(self._is_thing(one.mention) for one in known):
            return []
        return [replace(one, scope=_wanted(one.scope)) for one in known]

    def _is_thing(self, mention: Mention) -> bool:
        """True for a kind of thing that is searched for."""
        return mention.concept is not None and mention.concept.id in self._things


def _wanted(scope: Scope) -> Scope:
    return replace(scope, status=Status.WANTED)


def _cut(text: str, items: Sequence[Item], one: Scoped, others: Container[int]) -> Scoped:
    """Returns a wish without the items of others in its span."""
    mention = one.mention
    inside = [i for i, item in enumerate(items) if one.span.start <= item.start and item.end <= one.span.end]
    if not any(i in others for i in inside) or any(i in others for i in range(mention.first, mention.after)):
        return one
    before = takewhile(lambda i: i in inside and i not in others, range(mention.first - 1, -1, -1))
    behind = takewhile(lambda i: i in inside and i not in others, range(mention.after, len(items)))
    span = span_of(items, min([mention.first, *before]), max([mention.after - 1, *behind]) + 1)
    return replace(one, span=span, full=text[span.start : span.end] if one.full else "")

"""Handles statements about everything but one part ("hardwood floors except in the bedroom")."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from claimtree.languages import Language
from claimtree.languages.normalise import SENTENCE_ENDS
from claimtree.model.scopes import Host, Status
from claimtree.text.lexicon import Item, Lexicon
from claimtree.text.mention_types import PartMention, Scoped, Target
from claimtree.text.named_parts import which_part

_REACH = 12
"""How many items before the exception the thing that it applies to may stand."""


class Exceptions:
    """Finds the parts that a document excepts, for one pack and language."""

    def __init__(self, lexicon: Lexicon, language: Language) -> None:
        self._lexicon = lexicon
        self._language = language

    def apply(self, items: Sequence[Item], scoped: Iterable[Scoped]) -> list[Scoped]:
        """Returns the statements about the whole, and for each excepted part the opposite."""
        left_out = list(self._left_out(items))
        return [one for each in scoped for one in self._apart(items, each, left_out)] if left_out else list(scoped)

    def _left_out(self, items: Sequence[Item]) -> Iterator[tuple[int, PartMention]]:
        """Yields the position of each exception, with its part."""
        for at, item in enumerate(items):
            if item.norm not in self._language.excepting:
                continue
            i = at + 1
            while i < len(items) and items[i].norm in self._language.fillers | self._language.inside:
                i += 1
            named = self._lexicon.part_at(items, i) if i < len(items) else None
            if named is not None:
                yield at, PartMention(facet=named.facet, which=which_part(items, i, named.after, self._language))

    def _apart(
        self, items: Sequence[Item], one: Scoped, left_out: Sequence[tuple[int, PartMention]]
    ) -> Iterator[Scoped]:
        mention = one.mention
        levels = mention.concept.levels if mention.concept is not None else ()
        for at, part in left_out:
            between = items[mention.after : at]
            close = mention.after <= at <= mention.after + _REACH and not any(i.norm in SENTENCE_ENDS for i in between)
            if close and part.facet.level in levels and mention.facet_named is None and mention.amount is None:
                denied = self._is_denied(items, mention.first)
                scope = replace(
                    one.scope, status=Status.DENIED if denied else Status.WANTED, host=Host.THING, part=None
                )
                of_all = replace(mention, target=Target(), negated=mention.inner ^ denied)
                yield replace(one, mention=of_all, scope=scope)
                there = replace(mention, target=Target(part=part), negated=not of_all.negated)
                yield replace(one, mention=there, scope=scope)
                return
        yield one

    def _is_denied(self, items: Sequence[Item], first: int) -> bool:
        """True if a negation stands before the words in their clause ("no carpet except in the
        bedroom")."""
        for item in reversed(items[:first]):
            if item.is_break:
                return False
            if item.norm in self._language.negations and item.norm not in self._language.excepting:
                return True
        return False

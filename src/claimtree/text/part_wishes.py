"""Tells kinds of things from what is a part of another kind, in queries ("a villa, land above 1000 m²").

"Rumah, tanah 200 m2" asks for a house with so much land, and "tanah 200 m2 di Marelan" for land: a pack says of a
kind what may be said of it as a part (`as_part`). And a smaller number after a larger one counts some of them
("5 kamar tidur, minimal 1 kamar di lantai 1").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from claimtree.languages import Language
from claimtree.model.amounts import AmountKind, Op
from claimtree.model.pack import Concept, Pack
from claimtree.text.lexicon import Item, spell
from claimtree.text.mention_types import Scoped

Grouped: TypeAlias = tuple[list[Scoped], list[int | None]]
"""Wishes, and for each the number of its group of alternatives."""


class PartWishes:
    """Tells wishes for things from wishes for their parts, for one pack."""

    def __init__(self, pack: Pack, language: Language) -> None:
        self._pack = pack
        self._language = language
        self._parts = [concept for concept in pack.concepts.values() if concept.as_part]

    def apply(self, items: Sequence[Item], scoped: Sequence[Scoped], groups: Sequence[int | None]) -> Grouped:
        """Returns the wishes in the order of the text."""
        found = list(zip(scoped, groups, strict=True))
        found = self._without_shares(items, found)
        for part in self._parts:
            found = self._merged(items, found, part)
            found = self._with_kind(items, found, part)
        return [one for one, _ in found], [group for _, group in found]

    def _merged(
        self, items: Sequence[Item], found: list[tuple[Scoped, int | None]], part: Concept
    ) -> list[tuple[Scoped, int | None]]:
        """Returns the wishes with what is said of a part in place of the kind that it would be alone."""
        for one, group in found:
            if one.mention.concept is not part or one.mention.negated:
                continue
            others = any(self._is_kind_beside(other, part) and (group is None or own != group) for other, own in found)
            beside = next((k for k, (other, _) in enumerate(found) if self._are_joined(items, one, other)), None)
            said = found[beside][0].mention.concept if beside is not None else None
            if not others or beside is None or said is None or said.id not in part.as_part:
                continue
            meant, other = self._pack.concepts[part.as_part[said.id]], found[beside][0]
            first = min(one.mention.first, other.mention.first)
            after = max(one.mention.after, other.mention.after)
            merged = replace(
                other.mention, first=first, after=after, concept=meant, wording=meant.wording, type=meant.type
            )
            found = [*found]
            found[beside] = (replace(other, mention=merged), found[beside][1])
            found = [(kept, its) for kept, its in found if kept is not one]
        return found

    def _with_kind(
        self, items: Sequence[Item], found: list[tuple[Scoped, int | None]], part: Concept
    ) -> list[tuple[Scoped, int | None]]:
        """Returns the wishes with the kind itself where its size is asked for and no other kind is, or
        only as an alternative ("tanah 200 m2 di Marelan", "rumah atau tanah 200 m2")."""
        names = {spell(words) for words in part.sayings(query=True)}
        sizes = set(part.as_part.values())
        for k, (one, _) in enumerate(found):
            mention = one.mention
            if mention.concept is None or mention.concept.id not in sizes or mention.amount is None:
                continue
            words = [i for i in range(mention.first, mention.after) if items[i].mention is None]
            if not words or tuple(items[i].word for i in words) not in names or mention.negated:
                continue
            beside = [n for n, (other, _) in enumerate(found) if self._is_kind_beside(other, part)]
            is_choice = words[0] > 0 and items[words[0] - 1].norm in self._language.ors
            if any(other.mention.concept is part for other, _ in found) or (beside and not is_choice):
                continue
            kind = replace(
                mention, first=words[0], after=words[-1] + 1, concept=part, wording=part.wording, type=part.type,
                amount=None,
            )  # fmt: skip
            group = max((its for _, its in found if its is not None), default=0) + 1 if beside else None
            found = [
                (other, group if group is not None and n in beside else its) for n, (other, its) in enumerate(found)
            ]
            return [*found[:k], (replace(one, mention=kind), group), *found[k:]]
        return found

    def _is_kind_beside(self, other: Scoped, part: Concept) -> bool:
        concept = other.mention.concept
        return concept is not None and concept is not part and concept.type == part.type and not other.mention.negated

    def _are_joined(self, items: Sequence[Item], one: Scoped, other: Scoped) -> bool:
        """True if only small words stand between two mentions."""
        left, right = sorted((one.mention, other.mention), key=lambda mention: mention.first)
        between = items[left.after : right.first]
        return one is not other and all(item.norm in self._language.fillers for item in between)

    def _without_shares(
        self, items: Sequence[Item], found: list[tuple[Scoped, int | None]]
    ) -> list[tuple[Scoped, int | None]]:
        """Returns the wishes without counts of some of those that were counted before."""
        counted: dict[str, float] = {}
        kept = []
        left_out: Scoped | None = None
        for one, group in found:
            concept, amount = one.mention.concept, one.mention.amount
            is_floor = amount is not None and amount.kind is AmountKind.FLOOR
            if is_floor and left_out is not None and self._are_joined(items, left_out, one):
                continue  # the floor that these are on
            if concept is not None and amount is not None and amount.kind is AmountKind.COUNT and group is None:
                is_count = amount.op in (Op.EQUALS, Op.GTE) and not one.mention.negated
                if is_count and amount.low < counted.get(concept.id, 0.0):
                    left_out = one
                    continue
                if is_count:
                    counted[concept.id] = max(amount.low, counted.get(concept.id, 0.0))
            kept.append((one, group))
        return kept

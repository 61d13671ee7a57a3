"""Second thoughts: "2 bedrooms, actually make it three" asks for three."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from claimtree.model.amounts import AmountKind
from claimtree.model.pack import UnitSpec
from claimtree.text.amounts import reread
from claimtree.text.language import Language
from claimtree.text.lexicon import Item
from claimtree.text.said import Mention

_NEAREST = 3
"""How many words may stand between the second thought and what it puts right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """The mentions after all second thoughts, and the items that said only that."""

    mentions: Sequence[Mention]
    used: frozenset[int]


def corrected(items: Sequence[Item], mentions: Sequence[Mention], language: Language) -> Corrected:
    """What was taken back is left out; a bare number takes the place of the last one of its sort."""
    kept = sorted(mentions, key=lambda mention: mention.first)
    used: set[int] = set()
    for at, after in _second_thoughts(items, language):
        words = " ".join(item.norm for item in items[at:after])
        number = next((i for i in range(after, min(after + _NEAREST, len(items))) if items[i].mention), None)
        following = next((m for m in kept if after <= m.first <= after + _NEAREST), None)
        if following is not None and (number is None or number >= following.first):
            before = [m for m in kept if m.after <= at]
            replaced = next((m for m in reversed(before) if _same_sort(m, following)), None)
            if replaced is None and before and before[-1].type == following.type and words in language.restating:
                replaced = before[-1]
            if replaced is not None:
                kept.remove(replaced)
                used.update(range(at, after))
            continue
        renumbered = _renumbered(items, kept, at, number) if number is not None else None
        if renumbered is not None and number is not None:
            old, new = renumbered
            kept[kept.index(old)] = new
            used.update(range(at, number + 1))
    return Corrected(mentions=kept, used=frozenset(used))


def _second_thoughts(items: Sequence[Item], language: Language) -> list[tuple[int, int]]:
    """Where a second thought begins and where it ends, the longest wording at each place."""
    wordings = sorted((tuple(phrase.split()) for phrase in language.corrections), key=len, reverse=True)
    found: list[tuple[int, int]] = []
    at = 0
    while at < len(items):
        for words in wordings:
            if tuple(item.norm for item in items[at : at + len(words)]) == words:
                found.append((at, at + len(words)))
                at += len(words) - 1
                break
        at += 1
    return found


def _same_sort(first: Mention, second: Mention) -> bool:
    """Whether one can stand for the other: the same concept or one that excludes it, or names of one kind."""
    if first.concept is not None and second.concept is not None:
        steps = ((first.concept, second.concept), (second.concept, first.concept))
        excluded = any(step.excludes and step.to == other.id for one, other in steps for step in one.steps)
        return first.concept.id == second.concept.id or excluded
    if first.name is not None and second.name is not None:
        return first.name.kind == second.name.kind
    return False


def _renumbered(
    items: Sequence[Item], mentions: Sequence[Mention], at: int, number: int
) -> tuple[Mention, Mention] | None:
    """The last amount that such a number can replace, before and after."""
    said = items[number].mention
    if said is None:
        return None
    for old in reversed(mentions):
        spec = old.concept.amount if old.concept else None
        if old.after > at or old.amount is None or spec is None:
            continue
        if not items[number].bare and said.amount.kind is not spec.kind:
            continue
        if items[number].bare and (spec.kind is AmountKind.MONEY) != (said.amount.high >= 100):
            continue
        new = reread(said, UnitSpec(kind=spec.kind, unit=spec.unit), query=True) if items[number].bare else said
        amount = replace(new.amount, unit=old.amount.unit, noun=old.amount.noun)
        return old, replace(old, amount=amount, why=f"{old.why}, put right later")
    return None

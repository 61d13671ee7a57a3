"""Second thoughts: "2 bedrooms, actually make it three" asks for three."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from claimtree.model.pack import UnitSpec
from claimtree.text.amounts import reread
from claimtree.text.language import Language
from claimtree.text.lexicon import Item, takes
from claimtree.text.seen import Mention
from claimtree.text.wordings import Wordings, by_first

_NEAREST = 3
"""How many words may stand between the second thought and what it puts right."""
_FARTHEST = 60
"""How many mentions back the one that is put right may be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """The mentions after all second thoughts, and the items that said only that."""

    mentions: Sequence[Mention]
    used: frozenset[int]


def corrected(items: Sequence[Item], mentions: Sequence[Mention], language: Language) -> Corrected:
    """What was taken back is left out; a bare number takes the place of the last one of its sort."""
    ordered = sorted(mentions, key=lambda mention: mention.first)
    starts = [mention.first for mention in ordered]
    kept: list[Mention | None] = [*ordered]
    used: set[int] = set()
    for at, after in _second_thoughts(items, language):
        words = " ".join(item.norm for item in items[at:after])
        number = next((i for i in range(after, min(after + _NEAREST, len(items))) if items[i].mention), None)
        following = next(iter(kept[bisect_left(starts, after) : bisect_right(starts, after + _NEAREST)]), None)
        earlier = bisect_left(starts, at)
        nearest = ((k, kept[k]) for k in range(earlier - 1, max(-1, earlier - 1 - _FARTHEST), -1))
        before = [(k, mention) for k, mention in nearest if mention is not None and mention.after <= at]
        if following is not None and (number is None or number >= following.first):
            replaced = next((k for k, mention in before if _same_sort(mention, following)), None)
            if replaced is None and before and before[0][1].type == following.type and words in language.restating:
                replaced = before[0][0]
            if replaced is not None:
                kept[replaced] = None
                used.update(range(at, after))
            continue
        renumbered = _renumbered(items, before, number) if number is not None else None
        if renumbered is not None and number is not None:
            old, new = renumbered
            kept[old] = new
            used.update(range(at, number + 1))
    return Corrected(mentions=[mention for mention in kept if mention is not None], used=frozenset(used))


def _second_thoughts(items: Sequence[Item], language: Language) -> list[tuple[int, int]]:
    """Where a second thought begins and where it ends, the longest wording at each place."""
    wordings = _wordings(language)
    found: list[tuple[int, int]] = []
    at = 0
    while at < len(items):
        for words, _ in wordings.get(items[at].norm, ()):
            if tuple(item.norm for item in items[at : at + len(words)]) == words:
                found.append((at, at + len(words)))
                at += len(words) - 1
                break
        at += 1
    return found


@lru_cache(maxsize=16)
def _wordings(language: Language) -> Wordings[None]:
    """How second thoughts begin."""
    return by_first({tuple(phrase.split()): None for phrase in language.corrections})


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
    items: Sequence[Item], before: Sequence[tuple[int, Mention]], number: int
) -> tuple[int, Mention] | None:
    """The last mention whose amount such a number can replace, by its key, and what becomes of it."""
    said = items[number].mention
    if said is None:
        return None
    for key, old in before:
        spec = old.concept.amount if old.concept else None
        if old.amount is None or spec is None:
            continue
        if not takes(spec, items[number]):
            continue
        new = reread(said, UnitSpec(kind=spec.kind, unit=spec.unit), query=True) if items[number].bare else said
        amount = replace(new.amount, unit=old.amount.unit, noun=old.amount.noun)
        return key, replace(old, amount=amount, after=number + 1, why=f"{old.why}, put right later")
    return None

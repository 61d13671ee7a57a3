"""Alternatives: "south or west", "either in Astoria under $2,500 or in Bushwick"."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise

from claimtree.text.language import Language
from claimtree.text.lexicon import Item
from claimtree.text.polarity import FARTHEST, SENTENCE_ENDS

NAMED = "name:"
"""How the sort of a span begins that is a name: names are alike however many words they have."""


def alternatives(items: Sequence[Item], spans: Sequence[tuple[int, int, str]], language: Language) -> list[int | None]:
    """For spans (first, after, type) in order: the number of the or-group each belongs to, None outside of one.

    Spans are alternatives when "or" (or a slash) stands between two of them with nothing but filler words. A comma
    carries the group back to a neighbour of the same type and length: in "south, east or west" it does, in "12 m²,
    south or west", "quiet street, south or west" and "cats or dogs, gym or pool" it does not.
    """
    groups: list[int | None] = [None] * len(spans)
    spread = _either_or(items, spans, language)
    skipped = language.fillers | language.either | language.hedges
    gaps = [_between(items, left, right, skipped) for left, right in pairwise(spans)]
    joined = [
        len(gap) in (1, 2)
        and gap[-1] in language.ors
        and gap[:-1] in ((), (",",))
        and not (gap[-1] == "/" and (_counts(left, items) or _counts(right, items)))
        for gap, (left, right) in zip(gaps, pairwise(spans), strict=True)
    ]
    number = 0
    for left in range(len(gaps) - 1, -1, -1):
        right = left + 1
        listed = gaps[left] == (",",) and groups[right] is not None and _alike(spans[left], spans[right], items)
        if listed and left > 0 and joined[left - 1]:
            listed = False
        if joined[left] and groups[right] is None:
            number += 1
            groups[right] = number
        if joined[left] or listed:
            groups[left] = groups[right]
    for left, right in spread:
        if groups[left] is None and groups[right] is None:
            number += 1
            groups[left] = groups[right] = number
    return groups


def _either_or(
    items: Sequence[Item], spans: Sequence[tuple[int, int, str]], language: Language
) -> list[tuple[int, int]]:
    """Pairs of spans that "either … or …" makes alternatives, whatever stands between: "either in Astoria under $2,500
    or in Bushwick". The one after the "or" pairs with the first of its type after the "either"."""
    found: list[tuple[int, int]] = []
    starts = [span[0] for span in spans]
    for at, item in enumerate(items):
        if item.norm not in language.either:
            continue
        near = range(at, min(len(items), at + FARTHEST))
        clause_end = next((i for i in near if items[i].norm in SENTENCE_ENDS), near.stop)
        ors = [i for i in range(at, clause_end) if items[i].norm in language.ors]
        if not ors:
            continue
        after = bisect_right(starts, ors[-1])
        if after == len(spans):
            continue
        between = range(bisect_right(starts, at), bisect_left(starts, ors[-1]))
        left = next((k for k in between if spans[k][2] == spans[after][2]), None)
        if left is not None:
            found.append((left, after))
    return found


def _counts(span: tuple[int, int, str], items: Sequence[Item]) -> bool:
    """Whether it has a number: the slash of "3BR/2BA" leaves no choice."""
    return any(item.mention for item in items[span[0] : span[1]])


def _alike(left: tuple[int, int, str], right: tuple[int, int, str], items: Sequence[Item]) -> bool:
    if left[2] == right[2] and left[2].startswith(NAMED):
        return True
    if left[2] != right[2] or any(item.mention for item in items[left[0] : left[1]]):
        return False
    return left[1] - left[0] == right[1] - right[0]


def _between(
    items: Sequence[Item], left: tuple[int, int, str], right: tuple[int, int, str], skipped: frozenset[str]
) -> tuple[str, ...]:
    return tuple(item.norm for item in items[left[1] : right[0]] if item.norm not in skipped)

"""One claim per thing said: the more detailed one, then the newer one. Sources keep what they wrote."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from claimtree.model.amounts import Amount
from claimtree.model.claims import Claim

MOST_PER_SUBJECT = 100
"""A home for which a hundred rents are stated has no rent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A claim, and how new the source is that makes it."""

    claim: Claim
    age_rank: int
    """The place of its source among the entity's: greater is newer."""


def dedupe(said: Iterable[Said]) -> tuple[Claim, ...]:
    """What is kept of the claims on one entity, in the order in which they came.

    Of several claims that say the same, an amount beats none; then the newer source wins, then the narrower
    amount, then the longer quote. Where sources contradict each other, the newer one stands; where one source
    contradicts itself, both claims stay, and the answer shows it.
    """
    groups: dict[Hashable, list[tuple[int, Said]]] = {}
    for place, one in enumerate(said):
        groups.setdefault(_subject(one.claim), []).append((place, one))
    kept = [item for group in groups.values() for item in _keep(group)]
    return tuple(one.claim for _, one in sorted(kept, key=lambda item: item[0]))


def _subject(claim: Claim) -> Hashable:
    """What a claim is about: only claims on one subject can repeat or contradict each other."""
    return claim.concept or claim.pattern, claim.concept is None, claim.name, claim.facet


def _keep(group: Sequence[tuple[int, Said]]) -> list[tuple[int, Said]]:
    if len(group) == 1:
        return list(group)
    group = _distinct(group)
    kept: list[tuple[int, Said]] = []
    for place, one in sorted(group, key=lambda item: (_preference(item[1]), item[0])):
        if any(_contradicts(one.claim, other.claim) and one.age_rank < other.age_rank for _, other in group):
            continue
        if not any(_says(other.claim, one.claim) for _, other in kept):
            kept.append((place, one))
    return kept


def _distinct(group: Sequence[tuple[int, Said]]) -> list[tuple[int, Said]]:
    """One per source and statement, the longest quote, and no more than fit on a page.

    A text may repeat itself ten thousand times; comparing all of it with all of it would take minutes.
    """
    found: dict[Hashable, tuple[int, Said]] = {}
    for place, one in group:
        key = one.age_rank, one.claim.negated, one.claim.amounts
        if key not in found:
            if len(found) < MOST_PER_SUBJECT:
                found[key] = (place, one)
        elif len(one.claim.quote) > len(found[key][1].claim.quote):
            found[key] = (place, one)
    return list(found.values())


def _preference(one: Said) -> tuple[bool, int, float, int]:
    """Smaller is kept."""
    claim = one.claim
    return not claim.amounts, -one.age_rank, sum(map(_width, claim.amounts)), -len(claim.quote)


def _width(amount: Amount) -> float:
    return amount.high - amount.low


def _says(kept: Claim, other: Claim) -> bool:
    """Whether the kept claim says all that matters of the other."""
    if kept.negated != other.negated:
        return False
    if not other.amounts:
        return True
    return [amount.slot for amount in kept.amounts] == [amount.slot for amount in other.amounts] and all(
        mine.overlaps(theirs) for mine, theirs in zip(kept.amounts, other.amounts, strict=True)
    )


def _contradicts(a: Claim, b: Claim) -> bool:
    if a.negated and b.negated:
        return False
    pairs = [
        (mine, theirs)
        for mine in a.amounts
        for theirs in b.amounts
        if mine.noun == theirs.noun and mine.comparable(theirs)
    ]
    apart = any(not mine.overlaps(theirs) for mine, theirs in pairs)
    # "Not 2 bedrooms" and "3 bedrooms" go together; "no parking" and "2 parking spots" do not.
    return not apart if a.negated != b.negated else apart

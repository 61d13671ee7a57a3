"""Removes duplicate claims: keeps the more detailed one, then the newer one. Sources keep what they
wrote.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter

from claimtree.model.amounts import Amount
from claimtree.model.claims import Claim, LevelName

MOST_PER_SUBJECT = 100
"""Maximum number of claims on one subject: a home with a hundred rents has no rent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcedClaim:
    """A claim, with the age of its source and the kind of text it comes from."""

    claim: Claim
    age_rank: int
    """The rank of its source among the entity's: greater is newer."""
    about: LevelName
    """The level that it speaks of: what a listing says of its street is stored with the home."""
    stated: bool = False
    """True if a column states it, or it follows from the number in one."""
    base: Claim | None = None
    """The claim whose amount implies it: built in 2019 implies "new building"."""
    clause: bool = False
    """True for a clause in its own words, which other claims may have been read from."""
    item: bool = False
    """True for an item of a list of things that exist; such items contradict each other as little
    as those of one clause.
    """
    loose: bool = False
    """True if it is said of a part that exists only in a text."""


def distinct(claims: Iterable[SourcedClaim]) -> list[SourcedClaim]:
    """Returns one claim per source and statement, a sure one with the longest quote, and a limited number per
    subject.

    A text may repeat itself ten thousand times; comparing all pairs would take minutes.
    """
    groups: dict[Hashable, list[tuple[int, SourcedClaim]]] = {}
    for place, one in enumerate(claims):
        groups.setdefault(subject(one.claim), []).append((place, one))
    return in_order(item for group in groups.values() for item in (_distinct(group) if len(group) > 1 else group))


def _distinct(group: Iterable[tuple[int, SourcedClaim]]) -> Iterable[tuple[int, SourcedClaim]]:
    """Returns one claim on a subject per source and statement."""
    found: dict[Hashable, tuple[int, SourcedClaim]] = {}
    for place, one in group:
        key = one.age_rank, one.about, one.stated, one.clause, one.claim.negated, one.claim.amounts
        if key not in found:
            if len(found) < MOST_PER_SUBJECT:
                found[key] = (place, one)
        elif _fullness(one.claim) > _fullness(found[key][1].claim):
            found[key] = (place, one)
    return found.values()


def dedupe(claims: Iterable[SourcedClaim]) -> list[SourcedClaim]:
    """Returns the claims to keep of those that do not contradict each other between sources, in
    their order.

    Of several claims that say the same, a sure one beats one that is not, and an amount beats none;
    then the newer source wins, then the narrower amount, then the longer quote.
    """
    groups: dict[Hashable, list[tuple[int, SourcedClaim]]] = {}
    for place, one in enumerate(claims):
        groups.setdefault(subject(one.claim), []).append((place, one))
    return in_order(item for group in groups.values() for item in _keep(group))


def in_order(items: Iterable[tuple[int, SourcedClaim]]) -> list[SourcedClaim]:
    return [one for _, one in sorted(items, key=itemgetter(0))]


def subject(claim: Claim) -> Hashable:
    """Returns what a claim is about: only claims on one subject can repeat each other."""
    return claim.concept or claim.pattern, claim.concept is None, claim.name, claim.facet


def contradicts(a: Claim, b: Claim) -> bool:
    """True if two claims on one subject cannot both be true."""
    if a.negated and b.negated:
        return False
    pairs = [
        (mine, theirs)
        for mine in a.amounts
        for theirs in b.amounts
        if mine.noun == theirs.noun and mine.comparable(theirs)
    ]
    apart = any(not mine.overlaps(theirs) for mine, theirs in pairs)
    if a.negated == b.negated:
        return apart
    # "Not 2 bedrooms" and "3 bedrooms" are compatible, as are a park far off and one next door; "no
    # parking" and "2 parking spots" are not.
    denied = a if a.negated else b
    return not apart and (bool(pairs) or not denied.amounts)


def _keep(group: Sequence[tuple[int, SourcedClaim]]) -> list[tuple[int, SourcedClaim]]:
    if len(group) == 1:
        return list(group)
    kept: list[tuple[int, SourcedClaim]] = []
    for place, one in sorted(group, key=lambda item: (_preference(item[1]), item[0])):
        if not any(_covers(other.claim, one.claim) for _, other in kept):
            kept.append((place, one))
    return kept


def _fullness(claim: Claim) -> tuple[bool, int]:
    """Returns a sort key: of one statement that is made twice in a text the greatest is kept."""
    return not claim.unsure, len(claim.quote)


def _preference(one: SourcedClaim) -> tuple[bool, bool, int, float, int]:
    """Returns a sort key: the smallest is kept."""
    claim = one.claim
    return claim.unsure, not claim.amounts, -one.age_rank, sum(map(_width, claim.amounts)), -len(claim.quote)


def _width(amount: Amount) -> float:
    return amount.high - amount.low


def _covers(kept: Claim, other: Claim) -> bool:
    """True if the kept claim says all that matters of the other."""
    if kept.negated != other.negated:
        return False
    if not other.amounts:
        return True
    return [amount.slot for amount in kept.amounts] == [amount.slot for amount in other.amounts] and all(
        mine.overlaps(theirs) for mine, theirs in zip(kept.amounts, other.amounts, strict=True)
    )

"""Caches the matches of recent wishes, since users ask for the same few things in ever new
sentences.

The matches of a wish depend on its words and on the store's content, not on its weight, its id or
the sentence: "under $3,900" and "under $4,000" are answered by the same phrases.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Sized
from typing import Generic, TypeVar

from claimtree.lru_cache import LruCache
from claimtree.model.claims import QueryClaim

MOST = 300_000
"""Maximum number of cached matches over all wishes. Most are only shown (`maybe`), and take 24
bytes each."""
A_WISH = 60
"""The cost of an entry itself, in matches: its key and its containers, even if it has no
matches."""

Kept = TypeVar("Kept", bound=Sized)


class WishCache(Generic[Kept]):
    """A cache of the matches of wishes by generation of a store; thread-safe."""

    def __init__(self, *, most: int = MOST, by_words: bool = False) -> None:
        """`by_words`: the claim's wording is part of the key; required if concepts were taught."""
        self._by_words = by_words
        self.kept = LruCache[tuple[int, object], Kept](most, cost=lambda key, found: A_WISH + len(found))

    def matches(
        self, claims: Sequence[QueryClaim], generation: int, find: Callable[[Sequence[QueryClaim]], Sequence[Kept]]
    ) -> list[Kept]:
        """Returns the matches of each wish; calls `find` for those not cached at this generation of
        the store."""
        keys = [(generation, meaning(claim, by_words=self._by_words)) for claim in claims]
        known = self.kept.get(keys)
        fresh = {key: claim for key, claim in zip(keys, claims, strict=True) if key not in known}
        if fresh:
            found = dict(zip(fresh, find(list(fresh.values())), strict=True))
            self.kept.put(found)
            known |= found
        return [known[key] for key in keys]


def meaning(claim: QueryClaim, *, by_words: bool = False) -> object:
    """Returns the cache key: everything about a wish that determines which phrases are about it."""
    where = claim.where
    return (
        claim.level,
        claim.type,
        claim.concept,
        claim.name,
        claim.pattern,
        claim.full_wording,
        claim.exceeds,
        claim.unsure,
        claim.negated,
        tuple(amount.asked_slot for amount in claim.amounts),
        None if where is None else (where.relation, where.with_neighbours),
        (claim.text, claim.quote) if by_words else (),
    )

"""Caches the matches of recent wishes, since users ask for the same few things in ever new
sentences.

The matches of a wish depend on its words and on the store's content, not on its weight, its id or
the sentence: "under $3,900" and "under $4,000" are answered by the same phrases.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence, Sized
from threading import Lock
from typing import Generic, TypeVar

from claimtree.model.claims import QueryClaim

MOST = 300_000
"""Maximum number of cached matches over all wishes. Most are only shown (`maybe`), and take 24
bytes each."""
A_WISH = 60
"""The cost of an entry itself, in matches: its key and its containers, even if it has no
matches."""

Kept = TypeVar("Kept", bound=Sized)


class WishCache(Generic[Kept]):
    """An LRU cache of the matches of wishes for one generation of a store; thread-safe."""

    def __init__(self, *, most: int = MOST, by_words: bool = False) -> None:
        """`by_words`: the claim's wording is part of the key; required if concepts were taught."""
        self._most = most
        self._by_words = by_words
        self._generation = -1
        self._kept: OrderedDict[object, Kept] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def matches(
        self, claims: Sequence[QueryClaim], generation: int, find: Callable[[Sequence[QueryClaim]], Sequence[Kept]]
    ) -> list[Kept]:
        """Returns the matches of each wish; calls `find` for those not cached at this generation of
        the store."""
        keys = [meaning(claim, by_words=self._by_words) for claim in claims]
        known = self._known(keys, generation)
        fresh = {key: claim for key, claim in zip(keys, claims, strict=True) if key not in known}
        for key, found in zip(fresh, find(list(fresh.values())) if fresh else (), strict=True):
            known[key] = found
            self._keep(key, found, generation)
        return [known[key] for key in keys]

    def _known(self, keys: Sequence[object], generation: int) -> dict[object, Kept]:
        with self._lock:
            if generation != self._generation:
                self._kept.clear()
                self._size, self._generation = 0, generation
            for key in keys:
                if key in self._kept:
                    self._kept.move_to_end(key)
            return {key: self._kept[key] for key in keys if key in self._kept}

    def _keep(self, key: object, found: Kept, generation: int) -> None:
        with self._lock:
            if generation != self._generation or key in self._kept or A_WISH + len(found) > self._most:
                return
            self._kept[key] = found
            self._size += A_WISH + len(found)
            while self._size > self._most:
                _, gone = self._kept.popitem(last=False)
                self._size -= A_WISH + len(gone)


def meaning(claim: QueryClaim, *, by_words: bool = False) -> object:
    """Returns the cache key: everything about a wish that determines which phrases are about it."""
    where = claim.where
    return (
        claim.level,
        claim.type,
        claim.concept,
        claim.name,
        claim.pattern,
        claim.whole,
        claim.negated,
        tuple(amount.slot for amount in claim.amounts),
        None if where is None else (where.relation, where.beside),
        (claim.text, claim.quote) if by_words else (),
    )

"""How far cues reach: the clauses of one text, and the items that its cues cover.

A text without punctuation is one clause, and each of its cues may cover all of it. Both are kept so that a clause is
walked once, and not again for every cue.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Sequence
from functools import cached_property

from claimtree.text.language import Language
from claimtree.text.lexicon import Item


class Clauses:
    """The clauses of one text, and what stands in them before a cue."""

    def __init__(self, items: Sequence[Item], said: Container[int], language: Language) -> None:
        """`said` are the items that sayings have taken."""
        self._items = items
        self._said = said
        self._language = language

    def around(self, at: int) -> range:
        """The clause that an item stands in; of one that ends a clause, the part before it."""
        k = bisect_left(self._ends, at)
        first = self._ends[k - 1] + 1 if k else 0
        return range(first, self._ends[k] if k < len(self._ends) else len(self._items))

    def has_host_before(self, at: int) -> bool:
        """ "a building that is fine with dogs": somebody else is fine with it, and that is the wish."""
        return _any_within(self._hosts, range(self.around(at).start, at))

    def says_something_before(self, at: int) -> bool:
        """Whether the clause has said something: "the view doesn't matter", not "no matter if there's a view"."""
        return _any_within(self._telling, range(self.around(at).start, at))

    def counts_within(self, scope: range) -> bool:
        """Whether an amount is among these items."""
        return _any_within(self._amounts, scope)

    @cached_property
    def _ends(self) -> list[int]:
        return [i for i, item in enumerate(self._items) if item.is_break or item.norm in self._language.buts]

    @cached_property
    def _hosts(self) -> list[int]:
        return [i for i, item in enumerate(self._items) if item.norm in self._language.hosts]

    @cached_property
    def _telling(self) -> list[int]:
        small = self._language.fillers | self._language.stopwords
        return [
            i for i, item in enumerate(self._items) if i in self._said or (item.norm not in small and not item.is_break)
        ]

    @cached_property
    def _amounts(self) -> list[int]:
        return [i for i, item in enumerate(self._items) if item.mention is not None]


def _any_within(places: Sequence[int], scope: range) -> bool:
    """Whether one of these places, which are in order, is in the scope."""
    k = bisect_left(places, scope.start)
    return k < len(places) and places[k] < scope.stop


class Covered:
    """Items that cues cover; each is added once, however many cues cover it."""

    def __init__(self, length: int) -> None:
        self.items: set[int] = set()
        self._length = length
        self._next: list[int] = []
        """For each item one that is no later than the first from it on that is not covered."""

    def add(self, scope: range) -> None:
        if not self._next:
            self._next = list(range(self._length + 1))
        i = self._open(scope.start)
        while i < scope.stop:
            self.items.add(i)
            self._next[i] = i + 1
            i = self._open(i)

    def _open(self, i: int) -> int:
        """The first item from here on that is not covered."""
        found = i
        while self._next[found] != found:
            found = self._next[found]
        while self._next[i] != found:
            self._next[i], i = found, self._next[i]
        return found


class Scopes:
    """What the cues found so far cover."""

    def __init__(self, length: int) -> None:
        self.tolerated, self.unneeded = Covered(length), Covered(length)
        self.soft, self.insistent = Covered(length), Covered(length)
        self.used = Covered(length)

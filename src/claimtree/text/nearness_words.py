"""Looks up words of nearness ("close to", "around the corner", "dekat"), each with its distance in
metres."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from claimtree.languages.phrase_lookup import Wording, Wordings, by_first, by_last, longest, longest_ending
from claimtree.languages.word_tables import spelled


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearby:
    """A word of nearness in a text: items first…after-1, and its distance."""

    first: int
    after: int
    metres: float


class Nearness:
    """A pack's words of nearness."""

    def __init__(self, near: Mapping[str, float]) -> None:
        table: dict[Wording, float] = {spelled(words): metres for words, metres in near.items() if words}
        self._starting: Wordings[float] = by_first(table)
        self._ending: Wordings[float] = by_last(table)

    def starting(self, norms: Sequence[str], at: int) -> Nearby | None:
        """Returns the longest wording that starts with this item."""
        found = longest(norms, at, self._starting)
        return Nearby(first=at, after=found[1], metres=found[0]) if found is not None else None

    def ending(self, norms: Sequence[str], at: int) -> Nearby | None:
        """Returns the longest wording that ends with this item.

        >>> Nearness({"close to": 800}).ending(["close", "to", "nyu"], 1)
        Nearby(first=0, after=2, metres=800)
        """
        found = longest_ending(norms, at + 1, self._ending)
        return Nearby(first=found[1], after=at + 1, metres=found[0]) if found is not None else None

    def inside(self, norms: Sequence[str], first: int, after: int) -> Nearby | None:
        """Returns the longest wording among these items; of equally long ones the first."""
        found = [near for i in range(first, after) if (near := self.starting(norms, i)) and near.after <= after]
        return max(found, key=lambda near: near.after - near.first, default=None)

"""Finds sentences that begin by forbidding ("please do not block the driveway").

A document that forbids to do something with a thing says that the thing is there.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from claimtree.languages import Language
from claimtree.languages.phrase_lookup import Wordings, longest
from claimtree.text.lexicon import Item

_LONGEST_WORDING = 12
"""Items at the start of a sentence among which the words that forbid are looked for."""


class _Prohibition(NamedTuple):
    """The words that open a sentence by forbidding: the item after them, the first that is no filler,
    and whether they are a "never"."""

    after: int
    verb: int
    is_never: bool


class Prohibitions:
    """The sentences of one text that forbid; `ends` are the items that end its sentences, ascending."""

    def __init__(
        self, items: Sequence[Item], ends: Sequence[int], language: Language, wordings: Wordings[bool]
    ) -> None:
        self._items = items
        self._ends = ends
        self._language = language
        self._wordings = wordings
        self._prohibitions: dict[int, _Prohibition | None] = {}
        """By number of the sentence, which may have many mentions."""

    def is_about(self, at: int, *, behind_verb: bool = False) -> bool:
        """True if the item's sentence begins by forbidding; with `behind_verb`, only if the forbidden
        verb stands between. What is forbidden itself stands right after "never"."""
        sentence = bisect_left(self._ends, at)
        if sentence not in self._prohibitions:
            self._prohibitions[sentence] = self._prohibition(sentence)
        opening = self._prohibitions[sentence]
        if opening is None or at < opening.after:
            return False
        # "Never restored" denies; only what comes behind a verb is dealt with.
        return opening.verb < at or not (behind_verb or opening.is_never)

    def _prohibition(self, sentence: int) -> _Prohibition | None:
        """Returns how a sentence forbids something; None if it does not."""
        language, items, first = self._language, self._items, self._first(sentence)
        norms = [item.norm for item in items[first : first + _LONGEST_WORDING]]
        found = longest(norms, 0, self._wordings) if norms else None
        if found is None or not language.having.isdisjoint(norms[found[1] : found[1] + 1]):
            return None
        verb = after = first + found[1]
        while verb < len(items) and items[verb].norm in language.fillers:
            verb += 1
        return _Prohibition(after=after, verb=verb, is_never=" ".join(norms[: found[1]]) in language.never)

    def _first(self, sentence: int) -> int:
        """Returns the first item of a sentence after "please" and the like."""
        first = self._ends[sentence - 1] + 1 if sentence else 0
        while first < len(self._items) and (
            self._items[first].is_break or self._items[first].norm in self._language.polite
        ):
            first += 1
        return first

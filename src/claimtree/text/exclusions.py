"""Handles places to be outside of, which are negated like "not in" ("outside Manhattan", "di luar
Medan Selayang")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from claimtree.languages import Language
from claimtree.languages.phrase_lookup import Wordings, by_last, longest_ending
from claimtree.languages.word_tables import spelled
from claimtree.model.pack import Pack
from claimtree.text.lexicon import Item, Match, spell

_MOST_BETWEEN = 3
"""How many small words may stand between "outside" and the name ("di luar kota Medan")."""


class Exclusions:
    """Finds wordings for "outside" before names, in queries of one language."""

    def __init__(self, pack: Pack, language: Language) -> None:
        cues = map(spelled, language.outside)
        self._cues: Wordings[None] = by_last(dict.fromkeys(cues))
        nouns = {words[0] for level in pack.nouns.values() for noun in level if len(words := spell(noun)) == 1}
        # "di luar komplek Medan Johor" is outside a housing complex, in Medan Johor.
        self._between = language.articles | language.of | (language.leads - nouns)
        self._middles = frozenset(pack.places.near) if pack.places is not None else frozenset()

    def apply(self, items: Sequence[Item], matches: Sequence[Match]) -> list[Match]:
        """Returns the matches; a name to be outside of is extended by the wording that says so, and
        negated.

        Other matches within that wording are dropped (the "di luar kota" before the name of a
        city). Whether the rest of a list is negated too is left to the scope reader.
        """
        norms = [item.norm for item in items]
        found = list(matches)
        gone: set[int] = set()
        for k, match in enumerate(matches):
            inside = _is_to_be_in(match) or " ".join(norms[match.first : match.after]) in self._middles
            first = self._begins(norms, match.first) if inside else None
            j = k
            while first is not None and j and matches[j - 1].after > first:
                j -= 1
            if first is None or matches[j].first < first:
                continue
            gone.update(range(j, k))
            found[k] = replace(match, first=first, negations=match.negations + 1)
        return [match for k, match in enumerate(found) if k not in gone]

    def _begins(self, norms: Sequence[str], at: int) -> int | None:
        """Returns where the wording right before a name begins; None if there is none."""
        for end in range(at - 1, max(-1, at - 2 - _MOST_BETWEEN), -1):
            cue = longest_ending(norms, end + 1, self._cues)
            if cue is not None:
                return cue[1]
            if norms[end] not in self._between:
                return None
        return None


def _is_to_be_in(match: Match) -> bool:
    """True if the match is the name of a region to be in, rather than of a place to be near."""
    kind = match.sayings[0].name_kind
    return kind is not None and kind.amount is None and match.pair is None

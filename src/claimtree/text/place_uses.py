"""Tells what a thing may be used as from what is near it ("cocok buat restoran atau klinik")."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from claimtree.languages import Language
from claimtree.model.claims import ConceptId
from claimtree.model.pack import Pack
from claimtree.text.lexicon import Item, Match, Saying
from claimtree.text.nearness_words import Nearness


class PlaceUses:
    """Finds kinds of places that a thing may be used as, for a pack that says what that is (`used_as`)."""

    def __init__(self, pack: Pack, language: Language, places: Collection[ConceptId]) -> None:
        """`places` are the concepts of kinds of places."""
        used_as = pack.reading.used_as
        self._saying = Saying(concept=pack.concepts[used_as]) if used_as is not None else None
        self._language = language
        self._places = places
        self._nearness = Nearness(pack.places.near if pack.places is not None else {})
        self._joins = language.ors | language.ands | {","}

    def apply(self, items: Sequence[Item], found: Sequence[Match]) -> list[Match]:
        """Returns the matches, in order, with uses in place of kinds of places."""
        if self._saying is None:
            return list(found)
        norms = [item.norm for item in items]
        after_use = -1
        kept = []
        for match in found:
            is_use = self._is_led(norms, match.first) or self._goes_on(norms, after_use, match.first)
            if self._is_alternative(norms, after_use, match) or (is_use and self._is_place(norms, match)):
                kept.append(replace(match, sayings=(self._saying,)))
                after_use = match.after
                continue
            if not self._language.uses.isdisjoint(norms[match.first : match.after]):
                after_use = match.after  # "cocok untuk kantor"
            kept.append(match)
        return kept

    def _is_place(self, norms: Sequence[str], match: Match) -> bool:
        concept = match.sayings[0].concept
        is_kind = concept is not None and concept.id in self._places and match.amount is None
        return is_kind and self._nearness.inside(norms, match.first, match.after) is None

    def _is_alternative(self, norms: Sequence[str], after: int, match: Match) -> bool:
        """True if a match is what a thing may be used as instead of the use before it, whatever it is:
        "a café or a boarding house"."""
        concept = match.sayings[0].concept
        between = norms[after : match.first] if 0 <= after < match.first else ()
        return concept is not None and match.amount is None and len(between) == 1 and between[0] in self._language.ors

    def _is_led(self, norms: Sequence[str], first: int) -> bool:
        """True if a word of use stands right before an item."""
        at = first - 1
        while at >= 0 and norms[at] in self._language.articles:
            at -= 1
        return at >= 0 and norms[at] in self._language.uses

    def _goes_on(self, norms: Sequence[str], after: int, first: int) -> bool:
        """True if only conjunctions stand between the last use and an item."""
        return 0 <= after < first and all(norm in self._joins for norm in norms[after:first])

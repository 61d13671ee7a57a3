"""Decides whether a chain such as "Trader Joe's" is a place name (if a gazetteer has it) or a word
for "grocery store".

Listings and packs without places do not distinguish the two, so the pack lists a chain both among
the words of its kind of place and among the names of that kind. A query means the name only if the
gazetteer knows its location.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from claimtree.languages.normalise import tokenize
from claimtree.model.claims import ConceptId
from claimtree.model.pack import Concept, NameKind, Pack
from claimtree.text.lexicon import Match, Saying
from claimtree.text.unlisted_places import PlaceNames


class Chains:
    """Distinguishes names of chains from words for their kind of place, in queries."""

    def __init__(self, pack: Pack, place_concepts: Collection[ConceptId], places: PlaceNames | None) -> None:
        self._places = places
        of_places = ((kind, kind.concept) for kind in pack.names.values() if kind.concept in place_concepts)
        self._kinds: Mapping[str, Concept] = {
            kind.name: pack.concepts[id]
            for kind, id in of_places
            if id is not None and _is_chain(kind, pack.concepts[id])
        }

    def apply(self, matches: Sequence[Match]) -> Iterator[Match]:
        """Yields the matches, with each chain reduced to the name or the kind that is meant."""
        for match in matches:
            chain = next((one for one in match.sayings if one.name is not None and one.name.kind in self._kinds), None)
            if chain is None or chain.name is None:
                yield match
                continue
            known = self._is_known(chain.name.text)
            meant = chain if known else Saying(concept=self._kinds[chain.name.kind])
            yield replace(match, sayings=(meant,))

    def _is_known(self, name: str) -> bool:
        words = [token.norm for token in tokenize(name)]
        return self._places is not None and self._places.longest(words, 0) == len(words)


def _is_chain(kind: NameKind, concept: Concept) -> bool:
    """True if all names of a kind are also words for the kind of place."""
    return bool(kind.entries) and {name.casefold() for name in kind.entries} <= set(concept.says)

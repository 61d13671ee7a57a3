"""Chains: "Trader Joe's" is the name of a place where a gazetteer has one, and else a way to say "grocery store".

Listings and packs without places say both alike, so the pack lists a chain among the words of its kind of place and
among the names of that kind. A query means the name only where somebody knows where it is.
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
    """Tells names of chains from words for their kind, in queries."""

    def __init__(self, pack: Pack, place_concepts: Collection[ConceptId], places: PlaceNames | None) -> None:
        self._places = places
        of_places = ((kind, kind.concept) for kind in pack.names.values() if kind.concept in place_concepts)
        self._kinds: Mapping[str, Concept] = {
            kind.name: pack.concepts[id]
            for kind, id in of_places
            if id is not None and _is_chain(kind, pack.concepts[id])
        }

    def told(self, matches: Sequence[Match]) -> Iterator[Match]:
        """The matches, each chain as the name or as the kind that is meant."""
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
    """Whether all names of a kind are words for the kind of place, too."""
    return bool(kind.entries) and {name.casefold() for name in kind.entries} <= set(concept.says)

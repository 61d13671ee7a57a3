"""Finds the criteria that a message speaks of by their words: "the office thing", "furnishing"."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from claimtree.chat.criteria import Criteria
from claimtree.chat.wording import label
from claimtree.languages import language_of
from claimtree.languages.word_tables import spelled
from claimtree.model.claims import QueryClaim
from claimtree.model.pack import Pack

_STEM: Final = 5
"""Letters in which a word and another form of it begin alike: "furnishing", "furnished"."""
_ENDING: Final = 4
"""Letters of an ending at most."""
_SHORTEST: Final = 3


class CriteriaWords:
    """The words of a pack's criteria."""

    def __init__(self, pack: Pack, idle: Collection[str]) -> None:
        self._pack = pack
        language = language_of(pack)
        self._its = language.conversation.its
        self._idle = frozenset({*idle, *language.stopwords, *language.negations, *language.conversation.limits})

    def spoken_of(self, norms: Sequence[str], criteria: Criteria) -> Criteria:
        """Returns the criteria of which a word stands in a message."""
        said = {self._bare(norm) for norm in norms if self._means_something(norm)}
        return tuple(
            claim for claim in criteria if any(_alike(word, own) for own in self._words(claim) for word in said)
        )

    def _words(self, claim: QueryClaim) -> frozenset[str]:
        concept = self._pack.concepts.get(claim.concept) if claim.concept is not None else None
        texts = [claim.quote, *(label((claim,), self._pack, language) for language in self._pack.languages)]
        texts += [] if concept is None else [*concept.says, *concept.query_only]
        return frozenset(norm for text in texts for norm in spelled(text) if self._means_something(norm))

    def _means_something(self, norm: str) -> bool:
        return norm.isalpha() and len(norm) >= _SHORTEST and norm not in self._idle

    def _bare(self, norm: str) -> str:
        for ending in self._its:
            if norm.endswith(ending) and len(norm) - len(ending) >= _SHORTEST:
                return norm.removesuffix(ending)
        return norm


def _alike(one: str, other: str) -> bool:
    """True for a word and a form of it.

    >>> _alike("furnishing", "furnished"), _alike("office", "offices"), _alike("house", "housing")
    (True, True, False)
    """
    if one == other:
        return True
    shared = next((k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return shared >= _STEM and max(len(one), len(other)) - shared <= _ENDING

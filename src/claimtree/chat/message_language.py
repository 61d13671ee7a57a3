"""Says which language a message is in, names of places aside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from claimtree.chat.cues import Cues
from claimtree.languages import language_of
from claimtree.languages.normalise import tokenize
from claimtree.model.claims import QueryClaim
from claimtree.model.pack import Pack
from claimtree.text.detect import margin

_SHORT: Final = 3
_CLEAR: Final = 4
"""A message of few words keeps the language of the conversation unless the evidence for another is
at least this: "ok", "nomor 3"."""


class MessageLanguage:
    """Tells the languages of a pack apart."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        amounts = language_of(pack).amounts
        self._of_numbers = {*amounts.numbers.scales, *amounts.numbers.rough, *amounts.money_scales}

    def of(self, cues: Cues, claims: Sequence[QueryClaim], before: str) -> str:
        """The language of a message, names of places aside; a short one keeps that of the conversation."""
        languages = self._pack.languages
        if len(languages) == 1:
            return languages[0]
        names = [name for one in claims for name in ((one.where.names if one.where is not None else ()) or ())]
        names += [one.name.text for one in claims if one.name is not None]
        named = {token.norm for name in names for token in tokenize(name)}
        spoken = [
            norm
            for i, norm in enumerate(cues.norms)
            if norm not in named and i not in cues.taken and norm not in self._of_numbers
        ]
        found, by = margin(" ".join(spoken), languages)
        words = sum(norm[0].isalpha() for norm in spoken)
        doubtful = by == 0 or (words <= _SHORT and (by < _CLEAR or words == 1))
        if doubtful and before in languages:
            return before
        return found if by else languages[0]

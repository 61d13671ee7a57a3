"""Reads how many hits a message asks to be shown: "tampilkan 10 rumah", "5 more"."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from claimtree.chat.cues import Cues
from claimtree.chat.hit_numbers import Which
from claimtree.chat.session_state import SessionState
from claimtree.languages.conversation_words import Cue
from claimtree.languages.normalise import singular
from claimtree.languages.phrase_lookup import Wordings, longest
from claimtree.ports import Reader

MOST_COUNTED: Final = 50
"""So many hits may be asked for at once; a larger number counts something else."""
_SHOWING: Final = frozenset({Cue.SEARCH, Cue.DETAIL, Cue.MORE})


class HitCounts:
    """Finds the number of hits that a message asks for."""

    def __init__(self, things: Sequence[Wordings[bool]], idle: Collection[str]) -> None:
        """`things`: what users call the hits, and kinds of them."""
        self._things = things
        self._idle = idle

    def read(self, cues: Cues, state: SessionState, reader: Reader) -> tuple[int, Cues]:
        """Returns how many hits are asked for, 0 where the message does not say, and its cues without that number."""
        count, tokens = self._found(cues, state)
        if not count or (not cues.has(Cue.MORE) and self._is_amount(cues, tokens, reader)):
            return 0, cues
        kept = tuple(one for one in cues.references if one.which is not Which.NUMBER or one.number != count)
        return count, replace(cues, taken=cues.taken | tokens, references=kept, numbers=())

    def _found(self, cues: Cues, state: SessionState) -> tuple[int, frozenset[int]]:
        """The number, and the tokens that say it. The number of a hit that was shown is that hit."""
        norms = [singular(norm) for norm in cues.norms]
        for at, norm in enumerate(cues.norms):
            if not norm.isdecimal() or not 0 < int(norm[:4]) <= MOST_COUNTED:
                continue
            following = norms[at + 1 :]
            asks = any(spot.after == at and spot.cues & _SHOWING for spot in cues.spots)
            more = any(spot.first == at + 1 and Cue.MORE in spot.cues for spot in cues.spots)
            named = (longest(norms, at + 1, table) for table in self._things) if following else ()
            thing = next((found for found in named if found is not None), None)
            alone = int(norm) > len(state.shown) > 0 and all(one in self._idle for one in following)
            if asks and thing is not None:
                # What is searched for already is not asked for anew: "tampilkan 10 rumah".
                return int(norm), frozenset(range(at, thing[1] if state.criteria else at + 1))
            if (more and not cues.references) or (asks and alone):
                return int(norm), frozenset({at})
        return 0, frozenset()

    def _is_amount(self, cues: Cues, tokens: Collection[int], reader: Reader) -> bool:
        """True if a wish has the number: "cari 3 ruko gandeng"."""
        starts = [cues.tokens[at].start for at in tokens]
        claims = reader.read_query(cues.readable()).claims
        return any(one.amounts and one.start <= start < one.end for one in claims for start in starts)

"""Reads the sums of a message as what was asked before says of the same: by the year, or at most."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from claimtree.chat.criteria import is_money
from claimtree.chat.cues import Cues
from claimtree.chat.session_state import SessionState
from claimtree.languages import language_of
from claimtree.languages.conversation_words import Cue
from claimtree.languages.normalise import tokenize
from claimtree.model.amounts import AmountKind, Op, as_stated
from claimtree.model.claims import QueryClaim
from claimtree.model.pack import Pack
from claimtree.ports import Reader
from claimtree.text.rents import claim_as_rent

_ALIKE: Final = 6.0
"""A sum may be for the period of another that is at most so many times larger or smaller: a year's rent is
twelve times that of a month."""


class RestatedSums:
    """Restates the sums of messages about a pack."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        numbers = language_of(pack).amounts.numbers
        self._numbers = {*numbers.inside, *numbers.scales, *numbers.glued, *numbers.trailing_halves}
        self._rough = numbers.rough

    def restated(self, claim: QueryClaim, cues: Cues, state: SessionState, reader: Reader) -> QueryClaim:
        """A sum as what the criteria say of the same: by the year if they do, and at most if they do and the
        message only moves it ("naik ke 50 juta")."""
        if not claim.amounts or claim.amounts[0].kind is not AmountKind.MONEY or claim.negated:
            return claim
        old = next((one for one in state.criteria if is_money(one) and one.type == claim.type and one.quote), None)
        if old is None:
            return claim
        before, _, behind = parts_of_sum(old.quote, self._numbers)
        own, number, _ = parts_of_sum(claim.quote, self._numbers)
        moved = cues.has(Cue.INSTEAD) and not own
        about = moved and old.amounts[0].op is Op.APPROX
        rough = " ".join(token.norm for token in tokenize(old.quote) if about and token.norm in self._rough)
        period = "/" in old.amounts[0].unit and "/" not in claim.amounts[0].unit and _is_like(claim, old)
        if not moved and not period:
            return claim
        words = f"{before if moved else own} {number} {behind if period else rough}"
        read = [one for one in reader.read_query(" ".join(words.split())).claims if is_money(one)]
        if len(read) != 1:
            return claim
        return replace(read[0], start=claim.start, end=claim.end)

    def with_rents(self, claims: Sequence[QueryClaim], state: SessionState) -> tuple[QueryClaim, ...]:
        """Wishes with a sum as a rent where the search is for something to let: "100 juta" is for a year then."""
        rents = self._pack.reading.rents
        if rents is None:
            return tuple(claims)
        deals = [one for one in claims if one.concept in (rents.to_let, rents.for_sale)]
        asked = deals or [one for one in state.criteria if one.concept in (rents.to_let, rents.for_sale)]
        if not asked or any(one.negated or one.concept != rents.to_let for one in asked):
            return tuple(claims)
        return tuple(claim_as_rent(one, self._pack) for one in claims)


def _is_like(claim: QueryClaim, old: QueryClaim) -> bool:
    """True if a sum is so near another that it may be for the same period: "100 juta" after "500 ribu seminggu"
    is not for a week."""
    both = (claim.amounts[0], as_stated(old.amounts[0]))
    sums = [[end for end in (one.low, one.high) if math.isfinite(end) and end > 0] for one in both]
    return all(sums) and 1 / _ALIKE <= max(sums[0]) / max(sums[1]) <= _ALIKE


def parts_of_sum(words: str, numerals: Collection[str]) -> tuple[str, str, str]:
    """Returns what stands before the number of a sum, the number with its scale, and what follows.

    >>> parts_of_sum("maksimal 30 juta per tahun", {"juta"})
    ('maksimal', '30 juta', 'per tahun')
    """
    tokens = tokenize(words)
    numeric = [token.norm[0].isdecimal() or token.norm in numerals for token in tokens]
    if True not in numeric:
        return words, "", ""
    first = numeric.index(True)
    after = len(numeric) - numeric[::-1].index(True)
    start, end = tokens[first].start, tokens[after - 1].end
    return words[:start].strip(), words[start:end], words[end:].strip()

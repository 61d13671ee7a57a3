"""Opens one end of what was asked for: "forget the minimum" after "between 3000 and 3600"."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from claimtree.chat.criteria import Criteria, with_amount
from claimtree.chat.cues import Cues
from claimtree.languages.conversation_words import Cue
from claimtree.model.amounts import Op
from claimtree.model.claims import QueryClaim
from claimtree.model.pack import Pack

_LOW: Final = (Op.GT, Op.GTE)
_HIGH: Final = (Op.LT, Op.LTE)


def opened_range(
    cues: Cues, limiting: Mapping[tuple[str, ...], Op], criteria: Criteria, pack: Pack
) -> tuple[QueryClaim, QueryClaim, int] | None:
    """Returns the last range of the criteria, what is left of it without the end that a message gives up by its name,
    and the token that names it; None if it names none. `limiting`: words of limits."""
    if not cues.has(Cue.DROP, Cue.ANY) or any(norm[0].isdecimal() for norm in cues.norms):
        return None
    found = [(at, limiting[(norm,)]) for at, norm in enumerate(cues.norms) if limiting.get((norm,)) in (*_LOW, *_HIGH)]
    ranges = [
        one
        for one in criteria
        if one.amounts and math.isfinite(one.amounts[0].low + one.amounts[0].high) and one.amounts[0].op is Op.RANGE
    ]
    if len(found) != 1 or not ranges:
        return None
    (at, op), old = found[0], ranges[-1]
    amount = old.amounts[0]
    if op in _LOW:
        amount = replace(amount, low=-math.inf, low_open=False, op=Op.LT if amount.high_open else Op.LTE)
    else:
        amount = replace(amount, high=math.inf, high_open=False, op=Op.GT if amount.low_open else Op.GTE)
    token = cues.tokens[at]
    wish = with_amount(old, amount, pack, beside=old)
    return old, replace(wish, start=token.start, end=token.end, or_group=None), at

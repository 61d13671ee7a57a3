"""Formats a place wish for display: with the limit that it is tested by, in the user's words of
nearness.

"5 min walk to the subway" is met up to 500 m, so the user is shown that; "sekitar Unimed" keeps
"sekitar", and a text that begins with "near" is negated with "not", not with "no".
"""

from __future__ import annotations

import math
from dataclasses import replace

from claimtree.languages import language
from claimtree.model.amounts import Amount, describe
from claimtree.model.pack import DENIALS, NameKind, Pack
from claimtree.model.places import CENTRE, Where, WhereRelation
from claimtree.text.mention_types import Mention

_KM = 1000.0


class PlaceWishText:
    """Formats place wishes in the words of a pack."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._language = pack.languages[0]
        self._words = language(self._language).place_wording
        self._unlike = DENIALS.get(self._language, DENIALS["en"])[1]
        self._near: NameKind | None = next((kind for kind in pack.names.values() if kind.open == "near"), None)
        self._lead = self._near.wording.partition("{name}")[0] if self._near is not None else ""

    def text_of(self, mention: Mention, where: Where | None, lead: str) -> str | None:
        """Returns the text of the wish, negation included; None if its own words suffice. `lead` is
        the user's word of nearness, if its reach differs from the usual one."""
        if where is None or mention.pair is not None or where.kind == CENTRE:
            return None
        if where.relation is WhereRelation.IN:
            if not where.with_neighbours:
                return None
            text = self._words.in_or_around.format(name=where.names[0])
            return f"{self._unlike} {text}" if mention.negated else text
        if where.distance is not None and where.keeps_off and not mention.negated:
            far = describe(_rounded(where.distance), self._language)
            return self._words.off.format(far=far, what=self._kept_off(where))
        text = self._place_text(mention, where)
        if not text:
            return None
        begins = bool(self._lead) and text.startswith(self._lead)
        if where.well_rated:
            near = self._lead if begins else ""
            text = self._words.good.format(near=near, kind=text.removeprefix(near))
        if begins and lead and where.names and mention.amount is None:
            text = f"{lead} {text.removeprefix(self._lead)}"
        if mention.amount is not None and where.distance is not None:
            text = f"{text} {describe(_rounded(where.distance), self._language)}"
        if not mention.negated:
            return text
        if begins:
            return f"{self._words.not_near} {text}"
        return mention.concept.denied(text) if mention.concept is not None else f"{self._unlike} {text}"

    def _kept_off(self, where: Where) -> str:
        """Returns what is to be far away."""
        if where.names:
            return where.names[0]
        kind = self._pack.places.kinds.get(where.kind) if self._pack.places is not None else None
        return self._words.any_of.format(kind=kind.title if kind is not None else where.kind)

    def _place_text(self, mention: Mention, where: Where) -> str:
        """Returns what is to be near, without the distance."""
        if mention.concept is not None:
            return mention.concept.pattern_of()
        if self._near is None or not where.names:
            return ""
        own = self._pack.names.get(mention.name.kind) if mention.name is not None else None
        kind = own if own is not None and own.amount is not None else self._near
        return kind.pattern_of(where.names[0])


def _rounded(metres: Amount) -> Amount:
    """Rounds a distance; from one kilometre on in kilometres.

    >>> from claimtree.model.amounts import AmountKind
    >>> describe(_rounded(Amount(kind=AmountKind.DISTANCE, unit="m", high=1609.344)))
    'at most 1.6 km'
    """
    ends = [end for end in (metres.low, metres.high) if math.isfinite(end)]
    if max(ends, default=0.0) < _KM:
        return replace(metres, low=_whole_metres(metres.low), high=_whole_metres(metres.high))
    return replace(metres, unit="km", low=_in_km(metres.low), high=_in_km(metres.high))


def _whole_metres(metres: float) -> float:
    return float(round(metres)) if math.isfinite(metres) else metres


def _in_km(metres: float) -> float:
    if not math.isfinite(metres):
        return metres
    return round(metres / _KM, 2 if metres % 10 == 0 else 1)

"""Says in what unit a number without one is where the words before it name an area: "luasnya 300an"."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final
from unicodedata import category

from claimtree.chat.stances import CLAUSE_ENDS
from claimtree.chat.topics import Topics
from claimtree.languages import language_of
from claimtree.languages.normalise import Token
from claimtree.model.amounts import AmountKind
from claimtree.model.pack import Pack

_LENGTHS: Final = (AmountKind.AREA, AmountKind.DISTANCE)
_LARGEST_FLAT: Final = 300.0
"""Square metres."""
_SQUARE_FEET: Final = "sqft"
_YEAR_DIGITS: Final = 4
_CENTURIES: Final = frozenset({"19", "20"})


class NamedUnits:
    """Knows what a pack's users call areas and lengths."""

    def __init__(self, pack: Pack, small: Collection[str], units: Collection[str]) -> None:
        """`small`: words that may stand beside a number and say nothing of what it is of; `units`: those of numbers."""
        amounts = language_of(pack).amounts
        self._pack = pack
        self._topics = Topics(pack)
        self._open, self._rough, self._units = small, amounts.numbers.rough, units
        self._limiting = {*small, *self._rough, *(word for one in amounts.before for word in one)}

    def unit_of(self, number: float | None, tokens: Sequence[Token], norms: Sequence[str], at: int) -> str | None:
        """The unit of an area where the words before the number name one, and it is no price: "luasnya 300an", "size
        around 800"; empty where they name a length, and None where they name neither."""
        last = max((k for k in range(at) if norms[k] in CLAUSE_ENDS or norms[k][0].isdecimal()), default=-1)
        named = self._topics.find(tokens[last + 1 : at])
        following = norms[at + 1] if at + 1 < len(norms) else ""
        plain = not following.isalpha() or following in self._open or following in self._rough
        year = len(norms[at]) == _YEAR_DIGITS and norms[at][:2] in _CENTURIES
        between = norms[last + 1 + named[-1][2] : at] if named else ()
        plain = plain and all(norm in self._limiting for norm in between)
        if not named or not plain or not number or year or category(norms[at - 1][-1]) == "Sc":
            return None
        topic = named[-1][0]
        concepts = topic.concepts or tuple(id for id, one in self._pack.concepts.items() if one.type == topic.type)
        amounts = [one for id in concepts if (one := self._pack.concepts[id].amount) is not None]
        if any(one.kind is AmountKind.MONEY for one in amounts) and topic.concepts:
            return None
        kinds = _LENGTHS if topic.concepts else _LENGTHS[:1]
        found = next((one for kind in kinds for one in amounts if one.kind is kind), None)
        if found is None or found.kind is not AmountKind.AREA:
            return None if found is None else ""
        # No flat has 800 square metres.
        feet = self._pack.reading.areas is None and number > _LARGEST_FLAT and _SQUARE_FEET in self._units
        return _SQUARE_FEET if feet else found.unit

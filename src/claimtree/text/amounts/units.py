"""What a unit word measures: what all fields share, a pack's own over it, and where one stands in a text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from claimtree.model.amounts import AmountKind
from claimtree.model.pack import UnitSpec
from claimtree.text.amounts.words import Wordings, by_first
from claimtree.text.normalise import Token, tokenize

_AREA, _DISTANCE, _DURATION = AmountKind.AREA, AmountKind.DISTANCE, AmountKind.DURATION


def _units(kind: AmountKind, unit: str, words: Mapping[str, float]) -> dict[str, UnitSpec]:
    return {
        word: UnitSpec(kind=kind, unit=unit, factor=factor)
        for wordings, factor in words.items()
        for word in wordings.split(", ")
    }


_SQ_FT: Final = 0.09290304
COMMON_UNITS: Final[Mapping[str, UnitSpec]] = {
    **_units(
        _AREA,
        "m2",
        {
            "m2, m², sqm, sq m, sq meter, sq metre, square meter, square metre, sq mtr": 1.0,
            "ft2, sqft, sq ft, sf, square foot, square feet, sq feet, sq foot, sft": _SQ_FT,
            "acre": 4046.8564224,
            "hectare": 10_000.0,
        },
    ),
    **_units(
        _DISTANCE,
        "m",
        {
            "m, meter, metre": 1.0,
            "km, kilometer, kilometre": 1000.0,
            "mile, mi": 1609.344,
            "ft, foot, feet, '": 0.3048,
            "yard": 0.9144,
            "cm": 0.01,
        },
    ),
    **_units(
        _DURATION, "month", {"month, mo, mth": 1.0, "year, yr": 12.0, "week, wk": 12 / 52, "day, night": 12 / 365}
    ),
    **_units(_DURATION, "minute", {"minute, min": 1.0, "hour, hr": 60.0}),
    **_units(AmountKind.PERCENT, "%", {"%, percent, pct": 1.0}),
}
"""What measures the same everywhere; a pack's own words win over these. A plural "s" needs no entry."""

_compiled: dict[int, tuple[Mapping[str, UnitSpec], Wordings[UnitSpec]]] = {}


def unit_table(units: Mapping[str, UnitSpec]) -> Wordings[UnitSpec]:
    """The pack's units over the common ones, by first word.

    Kept per mapping: a pack has one and never changes it.
    """
    kept = _compiled.get(id(units))
    if kept is not None and kept[0] is units:
        return kept[1]
    words = {
        tuple(token.norm for token in tokenize(wording)): spec
        for wording, spec in [*COMMON_UNITS.items(), *units.items()]
    }
    table = by_first({norms: spec for norms, spec in words.items() if norms})
    if len(_compiled) >= 16:
        _compiled.clear()
    _compiled[id(units)] = (units, table)
    return table


class Line:
    """The tokens of a text as they are walked: norms to look ahead in, and the unit words among them."""

    __slots__ = ("norms", "tokens", "units")

    def __init__(self, tokens: Sequence[Token], units: Wordings[UnitSpec]) -> None:
        self.tokens = tokens
        self.units = units
        self.norms = [token.norm for token in tokens]
        self.norms.extend(("",) * 12)  # so that looking ahead never runs off the end

    def unit(self, at: int) -> tuple[UnitSpec, int] | None:
        """A unit word, plural or not, "sq. ft." with its stops."""
        norm = self.norms[at]
        for first in (norm, norm[:-1] if len(norm) > 2 and norm.endswith("s") else ""):
            for words, spec in self.units.get(first, ()):
                end = at + 1
                for word in words[1:]:
                    if self.norms[end] == "." and self.norms[end + 1] == word:
                        end += 1
                    if self.norms[end] not in (word, word + "s"):
                        break
                    end += 1
                else:
                    return spec, end
        return None

    def is_length(self, at: int) -> bool:
        matched = self.unit(at)
        return matched is not None and matched[0].kind is _DISTANCE

    def glued_plus(self, at: int) -> bool:
        """ "1000+" is at least; "$3,000 + utilities" is a sum."""
        return self.norms[at] == "+" and self.tokens[at].start == self.tokens[at - 1].end

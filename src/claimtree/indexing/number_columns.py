"""Reads numbers in columns, with the units written beside them.

A bare number is in the pack's unit. One with a unit is converted if that is a matter of arithmetic
("1,200 sqft" into square metres), and otherwise not read: a price per night is not a monthly rent,
and dollars are not rupiah.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from claimtree.languages import language_of
from claimtree.model.amounts import AmountKind, as_stated
from claimtree.model.hierarchy import Field
from claimtree.model.pack import AmountSpec, Pack
from claimtree.text.amounts import AmountMention
from claimtree.text.items import Itemiser, Spellings

_NUMBER: Final = re.compile(r"[^\d-]{0,5}(-?\d[\d,]{0,20}(?:\.\d{1,6})?)[^\d]{0,20}")
"""A number surrounded by text without a known unit ("4400 mah"); "2-3" does not match."""
_PLUS: Final = re.compile(r"(\d{1,3})(?:\s*\+\s*\d{1,3})+")
"""A count and those of lesser kinds: "4+1" bedrooms are four, and one for the help."""
_BARE: Final = re.compile(r"-?\d+(?:\.\d+)?")
_DIGITS: Final = re.compile(r"[\d.,]+")
_COUNTED: Final = (AmountKind.COUNT, AmountKind.YEAR, AmountKind.FLOOR)
_LONGEST: Final = 80
"""Maximum length of a value that may be a number; longer ones are texts."""


class Numbers:
    """Reads numbers of columns with the units of a pack."""

    def __init__(self, pack: Pack) -> None:
        spoken = language_of(pack)
        self._itemiser = Itemiser(spellings=Spellings({}), units=pack.units, language=spoken, query=False)

    def of(self, value: Field, spec: AmountSpec) -> float | str:
        """Returns the number in the unit of the amount, or why it cannot be read."""
        if isinstance(value, bool | tuple):
            return "is not a number"
        if not isinstance(value, str):
            return float(value)
        text = value.strip()
        if _BARE.fullmatch(text):
            return float(text)
        if spec.kind is AmountKind.COUNT and (plus := _PLUS.fullmatch(text)):
            return float(plus.group(1))
        if len(text) <= _LONGEST:
            mentions = self._mentions(text)
            if len(mentions) == 1 and _DIGITS.fullmatch(text):
                return mentions[0].amount.low  # "1.250.000.000", as the pack's languages write it
            if len(mentions) == 1 and mentions[0].has_unit and mentions[0].amount.kind not in _COUNTED:
                return _fitting(mentions[0], spec)
        found = _NUMBER.fullmatch(text)
        return float(found.group(1).replace(",", "")) if found else "is not a number"

    def rent_at_once(self, text: str, periods: Collection[str]) -> float | None:
        """Returns the sum that a text asks for one of some periods, as it states it ("Rp 75 juta per tahun" is 75
        million); None if it states none, or several."""
        if len(text) > _LONGEST:
            return None
        stated = [as_stated(one.amount) for one in self._mentions(text)]
        sums = {one.low for one in stated if one.kind is AmountKind.MONEY and one.low == one.high}
        known = all(one.unit.partition("/")[2] in periods for one in stated if one.kind is AmountKind.MONEY)
        return sums.pop() if len(sums) == 1 and known else None

    def _mentions(self, text: str) -> list[AmountMention]:
        items = self._itemiser.items(text, self._itemiser.tokens(text))
        return [item.mention for item in items if item.mention is not None]


def _fitting(mention: AmountMention, spec: AmountSpec) -> float | str:
    amount = mention.amount
    if amount.low != amount.high:
        return "is a range, and one number is kept"
    if amount.kind is not spec.kind:
        return f"is {_kind(amount.kind)}, and {_kind(spec.kind)} is kept"
    money, _, period = spec.unit.partition("/")
    own, _, stated_period = amount.unit.partition("/")
    if amount.unit != spec.unit and (own != money or stated_period):
        if own == money and amount.kind is AmountKind.MONEY:
            kept = f"per {period}" if period else "as a whole"
            return f"is per {stated_period}, and is kept {kept}"
        return f"is in {amount.unit}, and {spec.unit} is kept"
    return amount.low


def _kind(kind: AmountKind) -> str:
    return f"an amount of {kind.value}"

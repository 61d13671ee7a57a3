"""What a claim says in numbers, and the one rule for when two of them agree."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from claimtree.errors import BadAmount


class AmountKind(StrEnum):
    """What sort of quantity an amount is; amounts of different kinds are never compared."""

    MONEY = "money"
    AREA = "area"
    COUNT = "count"
    DISTANCE = "distance"
    DURATION = "duration"
    YEAR = "year"
    DATE = "date"
    FLOOR = "floor"
    PERCENT = "percent"
    RATIO = "ratio"


class Op(StrEnum):
    """How the amount was said; the bounds carry the meaning, this carries the wording."""

    EQUALS = "EQUALS"
    GT = "GT"
    GTE = "GTE"
    LT = "LT"
    LTE = "LTE"
    APPROX = "APPROX"
    RANGE = "RANGE"


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """A range of values in a canonical unit: "over 12 m²" is (12, ∞) in m2.

    An end without a bound is infinite, and infinite ends are always open.
    """

    kind: AmountKind
    low: float = -math.inf
    high: float = math.inf
    low_open: bool = False
    high_open: bool = False
    unit: str = ""
    """Canonical: m2, m, USD/month, IDR, month… Empty for counts, floors and years."""
    noun: str = ""
    """What is counted or measured: bedroom, rent, kitchen, subway. Empty means not said."""
    op: Op = Op.EQUALS

    def __post_init__(self) -> None:
        if math.isnan(self.low) or math.isnan(self.high):
            raise BadAmount(
                f"amount of {self.noun or self.kind} is not a number (low {self.low}, high {self.high})",
                hint="Give finite bounds, or leave one end out.",
                values={"low": self.low, "high": self.high},
            )
        if self.low == math.inf or self.high == -math.inf:
            raise BadAmount(
                f"amount of {self.noun or self.kind} is infinite (low {self.low}, high {self.high})",
                hint="Leave the end out instead: low alone means 'at least', high alone 'at most'.",
                values={"low": self.low, "high": self.high},
            )
        if self.low > self.high or (self.low == self.high and (self.low_open or self.high_open)):
            raise BadAmount(
                f"amount of {self.noun or self.kind}: no value lies between {self.low:g} and {self.high:g}",
                hint="Swap the two bounds, or close the ends.",
                values={"low": self.low, "high": self.high},
            )

    @property
    def slot(self) -> Slot:
        """What the amount is of, without its values: two amounts compare only when their slots do."""
        return Slot(kind=self.kind, unit=self.unit, noun=self.noun)

    def comparable(self, other: Amount) -> bool:
        """False means that neither says anything about the other: unknown, never refuted."""
        return self.slot.comparable(other.slot)

    def includes(self, value: float) -> bool:
        """True when the value satisfies this amount, its open ends left out.

        >>> Amount(kind=AmountKind.AREA, low=10, low_open=True).includes(10)
        False
        """
        above = value > self.low or (value == self.low and not self.low_open)
        below = value < self.high or (value == self.high and not self.high_open)
        return above and below

    def overlaps(self, other: Amount) -> bool:
        """True when some value satisfies both; the only definition of "agrees" we have.

        Callers ask `comparable` first: other units mean unknown, not refuted.

        >>> more_than_ten = Amount(kind=AmountKind.AREA, unit="m2", low=10, low_open=True)
        >>> more_than_ten.overlaps(Amount(kind=AmountKind.AREA, unit="m2", low=12, high=12))
        True
        """
        low, high = max(self.low, other.low), min(self.high, other.high)
        if low < high:
            return True
        return low == high and self.includes(low) and other.includes(low)


_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}
_UNITS = {"m2": "m²", "month": "months", "minute": "min", "percent": "%"}
_WORDS = {Op.GT: "over ", Op.GTE: "at least ", Op.LT: "under ", Op.LTE: "at most ", Op.APPROX: "about "}


def describe(amount: Amount) -> str:
    """The amount as a person would say it back.

    >>> describe(Amount(kind=AmountKind.AREA, unit="m2", low=12, low_open=True, op=Op.GT))
    'over 12 m²'
    >>> describe(Amount(kind=AmountKind.MONEY, unit="USD/month", low=3000, high=3400, op=Op.RANGE))
    '$3,000–$3,400/month'
    """
    currency, _, period = amount.unit.partition("/") if amount.kind is AmountKind.MONEY else ("", "", "")
    sign = _SIGNS.get(currency, f"{currency} " if currency else "")
    unit = f"/{period}" if period else ("" if currency else _UNITS.get(amount.unit, amount.unit))
    tail = unit if unit.startswith("/") else f" {unit}".rstrip()

    def number(value: float) -> str:
        plain = amount.kind in (AmountKind.YEAR, AmountKind.DATE)
        return f"{sign}{value:.0f}" if plain else f"{sign}{round(value, 2):,.10g}".replace(".00", "")

    low, high = amount.low, amount.high
    if low == high:
        return f"{number(low)}{tail}"
    if math.isinf(low) and math.isinf(high):
        return "any"
    if math.isinf(high) or math.isinf(low):
        word = _WORDS.get(amount.op) or ("at least " if math.isinf(high) else "at most ")
        return f"{word}{number(low if math.isinf(high) else high)}{tail}"
    if amount.op is Op.APPROX:
        return f"about {number((low + high) / 2)}{tail}"
    if amount.op in (Op.LT, Op.LTE) and low == 0:
        return f"{_WORDS[amount.op]}{number(high)}{tail}"
    return f"{number(low)}–{number(high)}{tail}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """The place an amount takes in a phrase: "kitchen area _" has one, an area in m2 of a kitchen."""

    kind: AmountKind
    unit: str = ""
    noun: str = ""

    def comparable(self, other: Slot) -> bool:
        """Same kind and unit; and the same noun, unless one of them names none."""
        return (
            self.kind == other.kind
            and self.unit == other.unit
            and (not self.noun or not other.noun or self.noun == other.noun)
        )

"""A number with what it measures, and two of them in one measure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from claimtree.model.amounts import AmountKind, Op
from claimtree.model.dates import UNIT, Precision, Span

METRES_A_MINUTE: Final = {
    "walk": (60.0, 100.0),
    "drive": (400.0, 700.0),
    "bike": (200.0, 300.0),
    "ride": (300.0, 600.0),
    "transit": (200.0, 1000 / 3),
}
"""Metres per minute, slow and fast, by way of travel; a ride is in a train or a bus, transit is
from door to door.
"""
WALKABLE_M: Final = 800.0
SEAT_M2: Final = 2.0

_FIRST_YEAR, _LAST_YEAR = 1500, 2200


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with what it measures.

    Two rates, since some measures are vague: a minute's walk is 60 to 100 m.
    """

    number: float
    kind: AmountKind
    unit: str
    end: int
    slow: float = 1.0
    fast: float = 1.0
    has_unit: bool = True
    scale: float = 1.0
    """What multiplied the digits: 1000 for "4k"."""
    leads: bool = False
    """True if its unit precedes the number, as a currency sign does."""
    plus: bool = False
    """True for "1000+"."""
    rough: bool = False
    """True for "1M an"."""
    span: float = 0.0
    """The width: "the 1920s" span nine years, a month thirty days."""
    op: Op | None = None
    """Its own comparison: "1920s" is a range, "for two chairs" a minimum."""
    precision: Precision | None = None
    """The precision of a date, by which "about" widens it; None where a month is all of its days
    and no more.
    """
    age: bool = False
    """True for a year stated as an age, so that less is later."""

    @property
    def low(self) -> float:
        return self.number * self.slow

    @property
    def high(self) -> float:
        return self.number * self.fast + self.span


def of_span(span: Span, end: int) -> Quantity:
    """Returns the days of a date as a quantity that ends at a token."""
    days = float(span.last - span.first)
    op = Op.RANGE if days else None
    return Quantity(float(span.first), AmountKind.DATE, UNIT, end, span=days, op=op, precision=span.precision)


def agree(first: Quantity, second: Quantity) -> tuple[Quantity, Quantity] | None:
    """Returns both ends in one measure: a unit, a period or a "k" stated once holds for both."""
    if first.kind is AmountKind.YEAR and not second.has_unit and _FIRST_YEAR <= second.number <= _LAST_YEAR:
        second = replace(second, kind=first.kind, has_unit=True)  # "built between 1920 and 1940"
    if second.scale > first.scale == 1:
        if first.number * second.scale <= second.number:  # "3-4k"
            first = replace(first, number=first.number * second.scale)
        elif second.scale >= 1e9 and first.number * second.scale / 1000 <= second.number:  # "500-1M"
            first = replace(first, number=first.number * second.scale / 1000)
    if first.kind is second.kind and first.unit == second.unit:
        return first, second
    same_currency = first.kind is second.kind and second.unit.startswith(f"{first.unit}/")
    if second.has_unit and (not first.has_unit or (first.kind is AmountKind.MONEY and same_currency)):
        return _measured_as(first, second), second
    if first.leads and not second.has_unit:
        return first, _measured_as(second, first)
    return None


def _measured_as(bare: Quantity, other: Quantity) -> Quantity:
    return replace(bare, kind=other.kind, unit=other.unit, slow=other.slow, fast=other.fast, has_unit=True)

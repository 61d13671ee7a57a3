"""A number with what it measures, and two of them in one measure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from claimtree.model.amounts import AmountKind, Op


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
    """Its unit stands before the number, as a currency sign does."""
    plus: bool = False
    """ "1000+" """
    span: float = 0.0
    """ "the 1920s" span nine years."""
    op: Op | None = None
    """It compares by itself: "1920s" is a range, "for two chairs" a minimum."""

    @property
    def low(self) -> float:
        return self.number * self.slow

    @property
    def high(self) -> float:
        return self.number * self.fast + self.span


def agree(first: Quantity, second: Quantity) -> tuple[Quantity, Quantity] | None:
    """Both ends in one measure: a unit, a period or a "k" said once holds for both."""
    if second.scale > first.scale and first.number * second.scale <= second.number:  # "3-4k"
        first = replace(first, number=first.number * second.scale)
    if first.kind is second.kind and first.unit == second.unit:
        return first, second
    same_currency = first.kind is second.kind and second.unit.startswith(f"{first.unit}/")
    if second.has_unit and (not first.has_unit or (first.leads and same_currency)):
        return replace(first, kind=second.kind, unit=second.unit, slow=second.slow, fast=second.fast), second
    if first.leads and not second.has_unit:
        return first, replace(second, kind=first.kind, unit=first.unit, slow=first.slow, fast=first.fast)
    return None

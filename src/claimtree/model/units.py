"""The units that amounts are compared in: which there are of each kind, and how they convert.

A word for a unit ("sq ft", "years") belongs to languages and packs; each maps to one of these.
Clock times and calendar times do not convert, and neither does pay by the hour, by the day and by
the month: the hours of a month are not known. Weeks, months and years are multiples of each other,
for times and for money alike.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from claimtree.model.amounts import MONTHS, Amount, AmountKind

_CLOCK: Final[Mapping[str, float]] = {"minute": 1.0, "hour": 60.0}
_PAID: Final[Mapping[str, float]] = {name: months for name, months in MONTHS.items() if name != "day"}
"""Periods of money that are compared with each other: a night in a hotel is not a thirtieth of a
rent.
"""
PERIODS: Final = ("hour", *MONTHS)
UNITS: Final[Mapping[AmountKind, tuple[str, ...]]] = {
    AmountKind.AREA: ("m2",),
    AmountKind.DISTANCE: ("m",),
    AmountKind.DURATION: (*_CLOCK, *MONTHS),
    AmountKind.PERCENT: ("%",),
}
"""Units of kinds that languages have words for. Counts may have any unit that a pack has a word
for; the rest have none.
"""
_CURRENCY: Final = re.compile(r"[A-Z]{3}")


def unit_fault(kind: AmountKind, unit: str, own: Collection[str]) -> str | None:
    """Returns what is wrong with the unit of an amount; None if it is known. `own` are the pack's
    units of counts.

    >>> unit_fault(AmountKind.AREA, "sqft", ())
    "no unit of area 'sqft' (have: m2)"
    >>> unit_fault(AmountKind.MONEY, "USD/fortnight", ())
    "money per 'fortnight' is not known (have: hour, day, week, month, year, m2)"
    """
    if kind is AmountKind.MONEY:
        return _money_fault(unit, own)
    known = UNITS.get(kind, tuple(own) if kind is AmountKind.COUNT else ())
    if unit in known or (not unit and kind not in UNITS) or (kind is AmountKind.DATE and unit == "day"):
        return None
    return f"no unit of {kind} {unit!r} (have: {', '.join(known) or 'none'})"


def _money_fault(unit: str, own: Collection[str]) -> str | None:
    currency, *paid_for = unit.split("/")
    if not _CURRENCY.fullmatch(currency):
        return f"no currency {currency!r} (have: three capital letters, as in USD)"
    known = (*PERIODS, *UNITS[AmountKind.AREA], *own)
    unknown = next((name for name in paid_for if name not in known), None)
    return f"money per {unknown!r} is not known (have: {', '.join(known)})" if unknown is not None else None


def rate(kind: AmountKind, unit: str, wanted: str) -> float | None:
    """Returns what one of a unit is in another; None if they do not convert.

    >>> rate(AmountKind.DURATION, "year", "month"), rate(AmountKind.DURATION, "minute", "month")
    (12.0, None)
    >>> rate(AmountKind.MONEY, "USD/month", "USD/year"), rate(AmountKind.MONEY, "USD/hour", "USD/month")
    (12.0, None)
    """
    if unit == wanted:
        return 1.0
    if kind is AmountKind.DURATION:
        family = next((times for times in (_CLOCK, MONTHS) if unit in times and wanted in times), None)
        return family[unit] / family[wanted] if family is not None else None
    (currency, _, period), (other, _, instead) = unit.partition("/"), wanted.partition("/")
    if kind is not AmountKind.MONEY or currency != other or period not in _PAID or instead not in _PAID:
        return None
    return _PAID[instead] / _PAID[period]


def alike(kind: AmountKind, unit: str) -> tuple[str, ...]:
    """Returns the other units of a kind that this one converts to.

    >>> alike(AmountKind.MONEY, "EUR/month"), alike(AmountKind.DURATION, "hour"), alike(AmountKind.AREA, "m2")
    (('EUR/week', 'EUR/year'), ('minute',), ())
    """
    currency, stroke, _ = unit.partition("/")
    names = [f"{currency}/{period}" for period in _PAID] if stroke else UNITS.get(kind, ())
    return tuple(name for name in names if name != unit and rate(kind, unit, name) is not None)


def in_unit(amount: Amount, unit: str) -> Amount | None:
    """Returns the amount in another unit; None if it does not convert."""
    times = rate(amount.kind, amount.unit, unit)
    if times is None:
        return None
    if times == 1:
        return replace(amount, unit=unit)
    low, high = round(amount.low * times, 6), round(amount.high * times, 6)
    stated = amount.stated if amount.stated != unit.partition("/")[2] else ""
    return replace(amount, low=low, high=high, unit=unit, stated=stated)

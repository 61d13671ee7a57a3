"""How near an amount comes to a limit that it misses.

A miss is measured by widening the asked amount step by step: the less it takes until both agree,
the closer they are. So the one rule for when amounts agree (`Amount.overlaps`) also says how near
they are, and a store that can answer "under $3,000" can tell how far off a home is by asking the
same of $3,047, $3,094 and so on.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from claimtree.model.amounts import Amount, AmountKind

CLOSEST = 8
"""Closeness goes from 0, out of reach, to this: hardly missed."""

_SHARES = (1 / 64, 1 / 32, 1 / 16, 1 / 8, 3 / 16, 1 / 4, 3 / 8, 1 / 2)
"""How large a share of the limit a miss may be, from the closest on: $3,180 misses $3,000 by a
sixteenth.
"""
_SPANS: Mapping[AmountKind, tuple[float, ...]] = {
    # One bedroom of two is half of it; yet one home may lack one, another three.
    AmountKind.COUNT: (0, 0, 0, 0, 0, 1, 2, 4),
    AmountKind.FLOOR: (0, 0, 0, 0, 1, 2, 4, 8),
    AmountKind.YEAR: (1, 2, 3, 5, 8, 10, 15, 20),
    AmountKind.DATE: (3, 7, 14, 21, 30, 45, 60, 90),
}
"""Where a share means little: how many bedrooms, floors, years or days."""
_NO_SHARES = frozenset({AmountKind.FLOOR, AmountKind.YEAR, AmountKind.DATE})
"""Kinds with an arbitrary zero: a share of the year 2000 means nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Miss:
    """By how much a stated amount misses an asked one."""

    asked: Amount
    stated: Amount
    gap: float
    """From the limit to the nearer end of the stated amount; 0 where only the limit itself is
    excluded.
    """
    over: bool
    """True if it is above the limit, not below it."""


def widened(asked: Amount, closeness: int) -> Amount:
    """Returns the amount that agrees with everything at least this close to the asked amount;
    `closeness` is 1…8.

    >>> rent = Amount(kind=AmountKind.MONEY, unit="USD/month", high=3200, high_open=True)
    >>> widened(rent, 8).high, widened(rent, 1).high
    (3250.0, 4800.0)
    """
    step = CLOSEST - closeness
    return Amount(
        kind=asked.kind,
        unit=asked.unit,
        noun=asked.noun,
        low=asked.low - _width(asked.kind, asked.low, step),
        high=asked.high + _width(asked.kind, asked.high, step),
    )


def closeness_of(wider: Sequence[Sequence[Amount]], stated: Sequence[Amount]) -> int:
    """Returns the highest closeness whose widened amounts all agree with those stated; `wider`
    begins with closeness 1.
    """
    found = 0
    for amounts in wider:
        if not all(asked.overlaps(one) for asked, one in zip(amounts, stated, strict=True)):
            return found
        found += 1
    return found


def miss(asked: Amount, stated: Amount) -> Miss | None:
    """Returns by how much it misses; None if it does not, or if they cannot be compared."""
    converted = stated.counted_as(asked.kind)
    if converted is None or not asked.comparable(stated) or asked.overlaps(stated):
        return None
    over = converted.low >= asked.high
    gap = converted.low - asked.high if over else asked.low - converted.high
    return Miss(asked=asked, stated=stated, gap=gap, over=over)


def _width(kind: AmountKind, limit: float, step: int) -> float:
    if math.isinf(limit):
        return 0.0
    span = _SPANS[kind][step] if kind in _SPANS else 0.0
    return span if kind in _NO_SHARES else max(span, abs(limit) * _SHARES[step])

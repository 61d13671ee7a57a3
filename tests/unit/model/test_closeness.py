"""How near an amount comes to a limit: steps on a grid, and the gap for people."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.model.amounts import Amount, AmountKind, describe_gap
from claimtree.model.closeness import CLOSEST, closeness_of, miss, widened


def money(low: float = -math.inf, high: float = math.inf, *, high_open: bool = False) -> Amount:
    return Amount(kind=AmountKind.MONEY, unit="USD/month", low=low, high=high, high_open=high_open)


def amount(kind: AmountKind, low: float = -math.inf, high: float = math.inf) -> Amount:
    return Amount(kind=kind, low=low, high=high)


def closeness(asked: Amount, stated: Amount) -> int:
    return closeness_of([[widened(asked, step)] for step in range(1, CLOSEST + 1)], [stated])


@pytest.mark.parametrize(
    ("rent", "expected"),
    [(3000, 8), (3046, 8), (3050, 7), (3150, 6), (3200, 5), (3400, 4), (3700, 3), (4000, 2), (4400, 1), (4501, 0)],
)
def test_a_rent_over_the_limit_is_nearer_the_smaller_its_share_is(rent: float, expected: int) -> None:
    assert closeness(money(high=3000, high_open=True), money(rent, rent)) == expected


@pytest.mark.parametrize(("bedrooms", "expected"), [(1, 3), (3, 3), (4, 2), (6, 1), (7, 0)])
def test_a_bedroom_more_or_less_is_a_step_and_not_as_near_as_a_little_more_rent(bedrooms: int, expected: int) -> None:
    asked = amount(AmountKind.COUNT, 2, 2)
    assert closeness(asked, amount(AmountKind.COUNT, bedrooms, bedrooms)) == expected


def test_large_counts_are_measured_by_their_share() -> None:
    assert closeness(amount(AmountKind.COUNT, 100), amount(AmountKind.COUNT, 99, 99)) == 8


@pytest.mark.parametrize(
    ("kind", "asked", "stated", "expected"),
    [
        (AmountKind.YEAR, 2000, 1999, 8),
        (AmountKind.YEAR, 2000, 1979, 0),
        (AmountKind.DATE, 739_000, 738_990, 6),
        (AmountKind.DATE, 739_000, 738_900, 0),
        (AmountKind.FLOOR, 3, 2, 4),
        (AmountKind.FLOOR, 3, -6, 0),
    ],
)
def test_years_dates_and_floors_are_measured_by_their_number(
    kind: AmountKind, asked: float, stated: float, expected: int
) -> None:
    assert closeness(amount(kind, asked), amount(kind, stated, stated)) == expected


FINITE = st.floats(-1e300, 1e300, allow_nan=False)


@given(st.sampled_from(AmountKind), FINITE, FINITE, st.booleans(), st.booleans())
def test_a_wider_amount_takes_in_what_a_narrower_one_does(
    kind: AmountKind, one: float, other: float, no_low: bool, no_high: bool
) -> None:
    low, high = sorted((one, other))
    inner = amount(kind, -math.inf if no_low else low, math.inf if no_high else high)
    steps = [widened(inner, step) for step in range(CLOSEST, 0, -1)]
    for narrow, wide in pairwise([inner, *steps]):
        assert wide.low <= narrow.low
        assert wide.high >= narrow.high


def test_a_miss_says_the_gap_and_the_side() -> None:
    over, below = miss(money(high=3000), money(3150, 3400)), miss(money(low=900), money(700, 800))
    assert over is not None
    assert below is not None
    assert (over.gap, over.over) == (150, True)
    assert (below.gap, below.over) == (100, False)


def test_what_agrees_or_cannot_be_compared_misses_nothing() -> None:
    assert miss(money(high=3000), money(2900, 2900)) is None
    assert miss(money(high=3000), amount(AmountKind.COUNT, 4000, 4000)) is None


@pytest.mark.parametrize(
    ("kind", "unit", "gap", "language", "expected"),
    [
        (AmountKind.MONEY, "USD/month", 150, "en", "$150"),
        (AmountKind.MONEY, "IDR", 150e6, "id", "Rp 150 juta"),
        (AmountKind.AREA, "m2", 2.5, "id", "2,5 m²"),
        (AmountKind.COUNT, "", 1, "en", "1"),
        (AmountKind.DATE, "day", 11, "en", "11 days"),
        (AmountKind.YEAR, "", 1, "en", "1 year"),
        (AmountKind.FLOOR, "", 2, "id", "2 lantai"),
    ],
)
def test_a_gap_is_said_as_people_say_it(kind: AmountKind, unit: str, gap: float, language: str, expected: str) -> None:
    assert describe_gap(Amount(kind=kind, unit=unit, low=0), gap, language) == expected

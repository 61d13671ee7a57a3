"""When two amounts agree: the algebra, and the examples people argue about."""

import itertools
import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.errors import BadAmount
from claimtree.model.amounts import Amount, AmountKind, Slot

FEW = st.sampled_from([-2.0, -1.0, 0.0, 0.1, 1.0, 2.0, 3.0, 16_777_216.0, 16_777_217.0])
ANY = st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.one_of(FEW, ANY)


@st.composite
def amounts(draw: st.DrawFn) -> Amount:
    low, high = sorted([draw(VALUES), draw(VALUES)])
    if draw(st.booleans()) and draw(st.booleans()):
        low = -math.inf
    if draw(st.booleans()) and draw(st.booleans()):
        high = math.inf
    wide = low < high
    return Amount(
        kind=AmountKind.AREA,
        unit="m2",
        low=low,
        high=high,
        low_open=wide and draw(st.booleans()),
        high_open=wide and draw(st.booleans()),
    )


def size(low: float = -math.inf, high: float = math.inf, *, ends: str = "[]") -> Amount:
    """`ends` as in mathematics: "(]" leaves the low end out."""
    return Amount(
        kind=AmountKind.AREA, unit="m2", low=low, high=high, low_open=ends[0] == "(", high_open=ends[1] == ")"
    )


def share_a_value(one: Amount, other: Amount) -> bool:
    """Brute force: two ranges that meet do so at an end, between two ends, or beyond all of them."""
    ends = {end for amount in (one, other) for end in (amount.low, amount.high) if math.isfinite(end)}
    marks = sorted(Fraction(end) for end in ends) or [Fraction(0)]
    points = [*marks, marks[0] - 1, marks[-1] + 1]
    points += [(left + right) / 2 for left, right in itertools.pairwise(marks)]

    def within(amount: Amount, point: Fraction) -> bool:
        above = point > amount.low or (point == amount.low and not amount.low_open)
        below = point < amount.high or (point == amount.high and not amount.high_open)
        return above and below

    return any(within(one, point) and within(other, point) for point in points)


@given(amounts(), amounts())
def test_overlap_is_symmetric(one: Amount, other: Amount) -> None:
    assert one.overlaps(other) == other.overlaps(one)


@given(amounts(), amounts())
def test_overlap_means_that_some_value_satisfies_both(one: Amount, other: Amount) -> None:
    assert one.overlaps(other) == share_a_value(one, other)


@given(amounts(), VALUES)
def test_an_amount_overlaps_a_point_exactly_when_it_includes_it(amount: Amount, value: float) -> None:
    assert amount.overlaps(size(value, value)) == amount.includes(value)


@given(amounts())
def test_every_amount_overlaps_itself_and_the_whole_line(amount: Amount) -> None:
    assert amount.overlaps(amount)
    assert amount.overlaps(size())


@given(amounts(), amounts(), VALUES)
def test_what_two_amounts_include_makes_them_overlap(one: Amount, other: Amount, value: float) -> None:
    if one.includes(value) and other.includes(value):
        assert one.overlaps(other)


@pytest.mark.parametrize(
    ("asked", "stated", "agree"),
    [
        (size(10, ends="(]"), size(12, 12), True),
        (size(10, ends="(]"), size(10, 10), False),
        (size(10), size(10, 10), True),
        (size(high=10), size(10, ends="(]"), False),
        (size(high=10, ends="[)"), size(10), False),
        (size(10, 20), size(20, 30), True),
        (size(10, 20, ends="[)"), size(20, 30), False),
        (size(10, 20, ends="()"), size(10, 20, ends="()"), True),
        (size(0.0, 0.0), size(-0.0, -0.0), True),
        (size(16_777_216, 16_777_216), size(16_777_217, 16_777_217), False),
    ],
)
def test_ends_are_open_or_closed_as_said(asked: Amount, stated: Amount, agree: bool) -> None:
    assert asked.overlaps(stated) is agree


@pytest.mark.parametrize(
    ("low", "high", "low_open", "high_open"),
    [
        (math.nan, 1, False, False),
        (1, math.nan, False, False),
        (math.inf, math.inf, False, False),
        (-math.inf, -math.inf, False, False),
        (2, 1, False, False),
        (1, 1, True, False),
        (1, 1, False, True),
    ],
)
def test_an_amount_that_no_value_satisfies_is_refused(low: float, high: float, low_open: bool, high_open: bool) -> None:
    with pytest.raises(BadAmount) as refused:
        Amount(kind=AmountKind.MONEY, low=low, high=high, low_open=low_open, high_open=high_open)
    assert refused.value.hint
    assert set(refused.value.values) == {"low", "high"}


SLOTS = st.builds(
    Slot,
    kind=st.sampled_from([AmountKind.AREA, AmountKind.COUNT]),
    unit=st.sampled_from(["", "m2", "ft2"]),
    noun=st.sampled_from(["", "kitchen", "Kitchen"]),
)


@given(SLOTS, SLOTS)
def test_comparable_is_symmetric_and_never_across_kinds_or_units(one: Slot, other: Slot) -> None:
    assert one.comparable(other) == other.comparable(one)
    assert one.comparable(one)
    if (one.kind, one.unit) != (other.kind, other.unit):
        assert not one.comparable(other)


def test_a_noun_that_is_not_said_fits_any_and_two_nouns_must_be_equal() -> None:
    some, kitchen, garden = (Slot(kind=AmountKind.AREA, unit="m2", noun=noun) for noun in ("", "kitchen", "garden"))
    assert some.comparable(kitchen)
    assert not kitchen.comparable(garden)

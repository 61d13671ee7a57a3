"""A mention of an amount: the range that a comparison makes of a number, and other readings of it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum

from claimtree.model.amounts import TIMES, Amount, AmountKind, Op
from claimtree.model.dates import ABOUT_DATES, Tolerance
from claimtree.model.pack import UnitSpec
from claimtree.text.amounts.quantity import METRES_A_MINUTE


@dataclass(frozen=True, slots=True, kw_only=True)
class AmountMention:
    """An amount with its tokens, including comparison, unit and period."""

    amount: Amount
    start_token: int
    end_token: int
    """Exclusive."""
    has_operator: bool
    """True if the text compares or limits; a plain number does not."""
    has_unit: bool
    """False for a bare number: a count unless the caller knows better."""
    apart: tuple[int, ...] = ()
    """Tokens of a comparison that is separated from its number: "or more" in "2 bedrooms or more"."""
    label: int | None = None
    """The token that says what is measured, where labels and numbers are listed apart: "LT/LB
    120/90".
    """
    rate: float = 1.0
    """The conversion factor, if the stated period differs from the common one: 52 / 12 for a weekly
    rent.
    """

    def moved(self, tokens: int) -> AmountMention:
        """Returns the mention shifted by a number of tokens."""
        return replace(
            self,
            start_token=self.start_token + tokens,
            end_token=self.end_token + tokens,
            apart=tuple(token + tokens for token in self.apart),
            label=None if self.label is None else self.label + tokens,
        )


class DateFault(StrEnum):
    """Why words with the form of a date are none."""

    NO_DAY = "no day"
    """A day that its month does not have: 31 February 1900."""
    ENDS_FIRST = "ends first"
    """A time that ends before it starts: between 1900 and 1800."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultyDate:
    """Words with the form of a date that are none."""

    fault: DateFault
    start_token: int
    end_token: int
    """Exclusive."""

    def moved(self, tokens: int) -> FaultyDate:
        """Returns the words shifted by a number of tokens."""
        return replace(self, start_token=self.start_token + tokens, end_token=self.end_token + tokens)


_COMMON = "month"
_PERIODS = ((52 / 12, "week"), (1 / 12, "year"), (365 / 12, "day"))
"""How many of each there are in a month."""


def in_stated_period(amount: Amount, rate: float) -> Amount | None:
    """Returns an amount in the stated period, if that is not the common one, otherwise None.

    >>> weekly = compare(AmountKind.MONEY, Op.LTE, 2600, 2600, unit="USD/month")
    >>> stated = in_stated_period(weekly, 52 / 12)
    >>> round(stated.high), stated.unit
    (600, 'USD/week')
    """
    paid = amount.kind is AmountKind.MONEY
    if not paid and amount.kind is not AmountKind.DURATION:
        return None
    if amount.unit.rpartition("/")[2] != _COMMON:
        return None  # in a pack that counts by the year it is as stated
    period = _period(rate if paid else 1 / rate)
    if not period:
        return None
    unit = f"{amount.unit.partition('/')[0]}/{period}" if paid else period
    return replace(amount, low=round(amount.low / rate, 6), high=round(amount.high / rate, 6), unit=unit, stated="")


def with_period_stated(amount: Amount, rate: float) -> Amount:
    """Returns money that is counted by the month with the period that it was stated for."""
    if amount.kind is not AmountKind.MONEY or amount.unit.partition("/")[2] != _COMMON:
        return amount
    return replace(amount, stated=_period(rate))


def _period(often: float) -> str:
    """Returns the period of which there are so many in a month; empty for a month or none."""
    return next((name for times, name in _PERIODS if math.isclose(times, often)), "")


class AboutScale(StrEnum):
    """How far a rough number ("1M an") extends: a tenth to both sides, or up to the next of its
    last digit.
    """

    NEAR = "near"
    DECADE = "decade"


def roughly(value: float, scale: AboutScale) -> tuple[float, float]:
    """Returns the ends of a rough number.

    >>> roughly(1e9, AboutScale.NEAR), roughly(800.0, AboutScale.DECADE)
    ((900000000.0, 1100000000.0), (800.0, 899.0))
    """
    if scale is AboutScale.NEAR or value < 1:
        return round(value * 0.9, 6), round(value * 1.1, 6)
    step = 10.0 ** math.floor(math.log10(value))
    while step > 1 and abs(round(value / step) * step - value) > 1e-9 * value:
        step /= 10
    return value, value + 0.99 * step


def _reach(kind: AmountKind, value: float, about: Tolerance) -> float:
    """Returns how far "about" extends: the pack's share of a price, a tenth of other things, one floor; for
    dates as the pack says.
    """
    if kind in TIMES:
        return about.years if kind is AmountKind.YEAR else about.days
    if kind is AmountKind.FLOOR:
        return 1.0
    return abs(value) * (about.money if kind is AmountKind.MONEY else 0.1)


def compare(
    kind: AmountKind, op: Op, low: float, high: float, *, unit: str = "", about: Tolerance = ABOUT_DATES
) -> Amount:
    """Returns the amount that an operator makes of a value, or of a value that is itself a range.

    >>> compare(AmountKind.MONEY, Op.LT, 4000, 4000, unit="USD").includes(4000)
    False
    """
    match op:
        case Op.GT | Op.GTE:
            return Amount(kind=kind, low=low, low_open=op is Op.GT, unit=unit, op=op)
        case Op.LT | Op.LTE:
            return Amount(kind=kind, high=high, high_open=op is Op.LT, unit=unit, op=op)
        case Op.APPROX if low == high:
            reach = _reach(kind, low, about)
            return Amount(kind=kind, low=low - reach, high=high + reach, unit=unit, op=op)
        case _:
            return Amount(kind=kind, low=low, high=high, unit=unit, op=op)


def reread(mention: AmountMention, spec: UnitSpec, *, query: bool, about: Tolerance = ABOUT_DATES) -> AmountMention:
    """Returns the same number as an amount of something: "under 4000" is money once the sentence is
    about rent.

    >>> stated = compare(AmountKind.COUNT, Op.EQUALS, 3200, 3200)
    >>> bare = AmountMention(amount=stated, start_token=1, end_token=2, has_operator=False, has_unit=False)
    >>> round(reread(bare, UnitSpec(kind=AmountKind.MONEY, unit="USD"), query=True).amount.low)
    3008
    """
    stated = mention.amount
    # its width depends on the kind, so start from the number in the middle
    if stated.op is Op.APPROX:
        low = high = (stated.low + stated.high) / 2
    else:
        low, high = stated.low, stated.high
    op = stated.op
    if query and spec.kind is AmountKind.MONEY and op is Op.EQUALS and not mention.has_operator:
        op = Op.APPROX
    amount = compare(spec.kind, op, low * spec.factor, high * spec.factor, unit=spec.unit, about=about)
    return replace(mention, amount=amount, has_unit=True)


def as_travel(mention: AmountMention, mode: str = "walk") -> AmountMention:
    """Returns minutes as metres, for a caller that knows the way of travel: "5 minutes from the
    park" on foot.
    """
    stated, (slow, fast) = mention.amount, METRES_A_MINUTE[mode]
    op = Op.APPROX if stated.op is Op.EQUALS else stated.op
    amount = compare(AmountKind.DISTANCE, op, stated.low * slow, stated.high * fast, unit="m")
    return replace(mention, amount=amount)

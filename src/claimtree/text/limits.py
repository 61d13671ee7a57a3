"""Converts amounts to limits and approximations: a stated budget is an upper limit."""

from __future__ import annotations

import math
from dataclasses import replace

from claimtree.model.amounts import Amount, Op
from claimtree.text.amounts import AmountMention


def as_limit(mention: AmountMention) -> AmountMention:
    """Returns the amount as an upper limit ("a budget of $3,000" is "at most $3,000"); the
    tolerance of "about" is removed."""
    return replace(mention, amount=as_limit_amount(mention.amount, Op.LTE), has_operator=True)


def with_tolerance(amount: Amount, share: float) -> Amount:
    """Returns the amount with the tolerance `share` on both sides."""
    value = middle(amount)
    return replace(
        amount, op=Op.APPROX, low=value * (1 - share), high=value * (1 + share), low_open=False, high_open=False
    )


def middle(amount: Amount) -> float:
    """Returns the midpoint of an amount, or its only finite end."""
    known = [end for end in (amount.low, amount.high) if math.isfinite(end)]
    return sum(known) / len(known)


def as_limit_amount(amount: Amount, op: Op) -> Amount:
    """Returns the amount as a limit: an upper one for LTE and LT, a lower one for GTE and GT.

    >>> from claimtree.model.amounts import AmountKind
    >>> asked = Amount(kind=AmountKind.COUNT, low=3, op=Op.GTE)
    >>> turned = as_limit_amount(asked, Op.LT)
    >>> turned.includes(2), turned.includes(3)
    (True, False)
    """
    value = middle(amount)
    low, high = (-math.inf, value) if op in (Op.LT, Op.LTE) else (value, math.inf)
    return replace(amount, op=op, low=low, high=high, low_open=op is Op.GT, high_open=op is Op.LT)


def as_stated_minimum(amount: Amount) -> Amount | None:
    """Returns the minimum that a document states; None if it states only a maximum.

    >>> from claimtree.model.amounts import AmountKind, describe
    >>> stated = as_stated_minimum(Amount(kind=AmountKind.DURATION, unit="month", low=3, op=Op.GTE))
    >>> stated and describe(stated)
    '3 months'
    """
    low = middle(amount) if amount.op is Op.APPROX else amount.low
    if not math.isfinite(low) or low <= 0:
        return None
    return replace(amount, op=Op.EQUALS, low=low, high=low, low_open=False, high_open=False)


def as_accepted_minimum(amount: Amount) -> Amount:
    """Returns the minimums that allow an asked amount: for a stay of ten days all up to ten, for one
    of less than ten days all below."""
    if amount.op is Op.LT:
        return replace(amount, low=-math.inf, low_open=False)
    most = middle(amount) if amount.op is Op.APPROX or not math.isfinite(amount.high) else amount.high
    return replace(amount, op=Op.LTE, low=-math.inf, high=most, low_open=False, high_open=False)

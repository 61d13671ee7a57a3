"""Amounts that are meant otherwise than said: budgets are limits."""

from __future__ import annotations

import math
from dataclasses import replace

from claimtree.model.amounts import Amount, Op
from claimtree.text.amounts import AmountMention


def as_limit(mention: AmountMention) -> AmountMention:
    """ "a budget of $3,000" as "at most $3,000"; what "about" added is taken off again."""
    return replace(mention, amount=as_limit_amount(mention.amount, Op.LTE), has_operator=True)


def roughly(amount: Amount, share: float) -> Amount:
    """An amount with as much to both sides."""
    value = middle(amount)
    return replace(
        amount, op=Op.APPROX, low=value * (1 - share), high=value * (1 + share), low_open=False, high_open=False
    )


def middle(amount: Amount) -> float:
    """The value between the ends of an amount, or its only end."""
    known = [end for end in (amount.low, amount.high) if math.isfinite(end)]
    return sum(known) / len(known)


def as_limit_amount(amount: Amount, op: Op) -> Amount:
    """An amount as a limit: the most that is wanted with LTE or LT, the least with GTE or GT.

    >>> from claimtree.model.amounts import AmountKind
    >>> asked = Amount(kind=AmountKind.COUNT, low=3, op=Op.GTE)
    >>> turned = as_limit_amount(asked, Op.LT)
    >>> turned.includes(2), turned.includes(3)
    (True, False)
    """
    value = middle(amount)
    low, high = (-math.inf, value) if op in (Op.LT, Op.LTE) else (value, math.inf)
    return replace(amount, op=op, low=low, high=high, low_open=op is Op.GT, high_open=op is Op.LT)

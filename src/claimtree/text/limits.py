"""Amounts that are meant otherwise than said: budgets are limits, and a denied limit is the other one."""

from __future__ import annotations

import math
from dataclasses import replace

from claimtree.model.amounts import Amount, AmountKind, Op
from claimtree.text.amounts import AmountMention


def as_limit(mention: AmountMention) -> AmountMention:
    """ "a budget of $3,000" as "at most $3,000"; what "about" added is taken off again."""
    said = mention.amount
    most = said.high if said.low == said.high else (said.low + said.high) / 2
    return replace(mention, amount=replace(said, low=-math.inf, high=most, op=Op.LTE), has_operator=True)


_OPPOSITES = {Op.GT: Op.LTE, Op.GTE: Op.LT, Op.LT: Op.GTE, Op.LTE: Op.GT}


def turned(negated: bool, amount: Amount | None, *, far: bool = False) -> tuple[bool, Amount | None]:
    """A denied limit is the other limit: "avoid anything over $3,600" asks for $3,600 or less.

    Where the amount says how `far` off something is, who denies it and who asks for a distance want the same thing:
    "away from factories, at least 1 km".
    """
    if not negated or amount is None or amount.op not in _OPPOSITES:
        return negated, amount
    if amount.kind is AmountKind.DISTANCE and amount.op in (Op.LT, Op.LTE):
        return negated, amount  # "no bars within walking distance" denies the bars
    if far:
        return False, amount
    op = _OPPOSITES[amount.op]
    if amount.op in (Op.GT, Op.GTE):
        ends = {"low": -math.inf, "high": amount.low, "low_open": False, "high_open": op is Op.LT}
    else:
        ends = {"low": amount.high, "high": math.inf, "low_open": op is Op.GT, "high_open": False}
    return False, Amount(kind=amount.kind, unit=amount.unit, noun=amount.noun, op=op, **ends)  # type: ignore[arg-type]

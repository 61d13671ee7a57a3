"""Decides how an amount of a query is meant: as a limit, approximately or exactly."""

from __future__ import annotations

import math
from collections.abc import Sequence

from claimtree.languages import Language
from claimtree.model.amounts import Amount, AmountKind, Op
from claimtree.model.scopes import Bound, Scope
from claimtree.text.lexicon import Item
from claimtree.text.limits import as_limit_amount, with_tolerance
from claimtree.text.mention_types import Mention

REVERSED_LIMITS = {Op.GT: Op.LTE, Op.GTE: Op.LT, Op.LT: Op.GTE, Op.LTE: Op.GT}
"""Maps each limit to the one that remains if it is refused ("nothing over" becomes "at most")."""
_SURE_BOUND = 0.5
"""Minimum sureness for the reader's bound to override the operator parsed from the amount's
words."""
_ROUGHLY = 0.1
"""Tolerance of an approximate amount, as a fraction."""
_DENIAL_REACH = 5
"""How many items before a limit a negation that reverses it may stand."""


def as_meant(
    amount: Amount, mention: Mention, items: Sequence[Item], scope: Scope, language: Language, *, is_price: bool
) -> Amount:
    """Returns the amount of a mention as the sentence means it: a limit, approximate, or exact.

    An explicit limit stays as it is, unless a negation reverses it ("nothing above the third
    floor").
    """
    if amount.op in REVERSED_LIMITS and not _is_negated(mention, items, language):
        return amount
    is_compared = _is_compared(mention, items)
    if amount.op is Op.APPROX and is_compared:
        return amount
    if amount.kind is AmountKind.COUNT and amount.op is Op.EQUALS and _is_enough(mention, items, language):
        return as_limit_amount(amount, Op.GTE)
    meant = bounded(amount, scope, is_price=is_price)
    is_bare = meant.op is Op.EQUALS and not is_compared
    return with_tolerance(meant, _ROUGHLY) if is_bare and _is_measured(mention, meant) else meant


def bounded(amount: Amount, scope: Scope, *, is_price: bool = False) -> Amount:
    """Returns the amount with the bound that the scope gives it ("a budget of 3000" is an upper
    limit, and so is "nothing above the third floor").

    A bare price is an upper limit if the reader is unsure of its bound.
    """
    if amount.op is Op.RANGE or amount.kind in (AmountKind.DATE, AmountKind.DISTANCE):
        return amount
    if scope.bound_sureness < _SURE_BOUND:
        return as_limit_amount(amount, Op.LTE) if is_price and amount.op in (Op.EQUALS, Op.APPROX) else amount
    if scope.bound is Bound.ABOUT and amount.op is not Op.APPROX:
        return with_tolerance(amount, _ROUGHLY)
    if scope.bound is Bound.AT_MOST and amount.op not in (Op.LT, Op.LTE):
        return as_limit_amount(amount, Op.LTE)
    if scope.bound is Bound.AT_LEAST and amount.op not in (Op.GT, Op.GTE):
        return as_limit_amount(amount, Op.GTE)
    return amount


def is_denial_of_comparison(mention: Mention, items: Sequence[Item], language: Language) -> bool:
    """True if the negation is a part of the amount ("not taller than 50 cm")."""
    words = (item.words for item in items[mention.first : mention.after] if item.mention is not None)
    return any(not language.negations.isdisjoint(one) for one in words)


def _is_compared(mention: Mention, items: Sequence[Item]) -> bool:
    """True if the words state an operator for the amount ("800rb-an sebulan" is approximate, not a
    limit)."""
    mentions = (item.mention for item in items[mention.first : mention.after])
    return any(one is not None and one.has_operator for one in mentions)


def _is_negated(mention: Mention, items: Sequence[Item], language: Language) -> bool:
    """True if a negation that may reverse a limit stands shortly before it in the same clause."""
    for item in reversed(items[max(0, mention.first - _DENIAL_REACH) : mention.after]):
        if item.norm in language.negations:
            return True
        if item.is_break:
            return False
    return False


def _is_enough(mention: Mention, items: Sequence[Item], language: Language) -> bool:
    """True if the words after a count say that it suffices ("2 kamar saja sudah cukup")."""
    for item in items[mention.after : mention.after + _DENIAL_REACH]:
        if item.norm in language.sufficing:
            return True
        if item.norm not in language.fillers:
            return False
    return False


def _is_measured(mention: Mention, amount: Amount) -> bool:
    """True for quantities that are never meant exactly: an area or a height, but not the distance
    to a place."""
    if amount.kind is AmountKind.AREA:
        return True
    concept = mention.concept
    return (
        amount.kind is AmountKind.DISTANCE
        and concept is not None
        and concept.amount is not None
        and math.isinf(concept.amount.within)
    )

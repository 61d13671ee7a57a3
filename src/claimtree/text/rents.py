"""Reads the price of what is to let as its rent.

Advertisers put a year's rent into the same column, and after the same word, as the price of what is for sale. A
pack says which concepts are meant (`[reading.rents]`), and for which period a sum without one is.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from claimtree.model.amounts import Amount
from claimtree.model.claims import Claim, QueryClaim
from claimtree.model.pack import Concept, Pack
from claimtree.model.reading_rules import Rents
from claimtree.model.units import in_unit
from claimtree.text.mention_types import Scoped

_Stated = TypeVar("_Stated", Claim, QueryClaim)


def wishes_with_rents(scoped: Sequence[Scoped], pack: Pack) -> list[Scoped]:
    """Returns the wishes with the price as a rent if something to let is asked for, and nothing for sale; also without
    a deal, if the price is too small for anything but a month's rent."""
    rents = pack.reading.rents
    if rents is None:
        return list(scoped)
    deals = {one.mention.concept.id for one in scoped if one.mention.concept and not one.mention.negated}
    if rents.for_sale in deals:
        return list(scoped)
    concept, is_to_let = pack.concepts[rents.rent], rents.to_let in deals
    return [_asked_as_rent(one, rents, concept, below=math.inf if is_to_let else rents.monthly_below) for one in scoped]


def _asked_as_rent(one: Scoped, rents: Rents, concept: Concept, *, below: float) -> Scoped:
    mention = one.mention
    if mention.concept is None or mention.concept.id != rents.price or mention.amount is None:
        return one
    if max((end for end in (mention.amount.low, mention.amount.high) if math.isfinite(end)), default=below) > below:
        return one
    amount = _as_rent(mention.amount, rents, concept)
    if amount is None:
        return one
    return replace(
        one, mention=replace(mention, concept=concept, wording=concept.wording, type=concept.type, amount=amount)
    )


def claim_as_rent(claim: _Stated, pack: Pack, *, most: float = math.inf) -> _Stated:
    """Returns the claim or wish of a price of something to let as one of its rent; a sum above `most` stays a price."""
    rents = pack.reading.rents
    if rents is None or claim.concept != rents.price or len(claim.amounts) != 1:
        return claim
    concept = pack.concepts[rents.rent]
    amount = _as_rent(claim.amounts[0], rents, concept) if claim.amounts[0].low <= most else None
    if amount is None:
        return claim
    pattern = concept.pattern_of(with_amount=True)
    text = concept.filled(pattern, amount)
    return replace(
        claim,
        text=concept.denied(text) if claim.negated else text,
        pattern=pattern,
        type=concept.type_at.get(claim.level, concept.type),
        concept=concept.id,
        amounts=(amount,),
    )


def by_period(claims: Sequence[Claim], pack: Pack) -> Sequence[Claim]:
    """Returns the claims of one entity, its rents each for its own period if it states different ones: 4.5 million by
    the month and 48 million by the year are not one price, and only the first is judged by "at most 4 by the month".
    Where nothing is to be told apart, as for nearly all, these are the claims that were given.
    """
    rents = pack.reading.rents
    own = [
        one.amounts[0]
        for one in claims
        if rents is not None and one.concept == rents.rent and len(one.amounts) == 1 and not one.negated
    ]
    if len({one.period for one in own}) < 2 or len({(one.low, one.high) for one in own}) < 2:
        return claims

    def told_apart(claim: Claim) -> Claim:
        if rents is None or claim.concept != rents.rent or len(claim.amounts) != 1 or claim.negated:
            return claim
        amount = claim.amounts[0]
        return replace(claim, amounts=(replace(amount, noun=amount.asked_slot.noun),))

    return [told_apart(one) for one in claims]


def _as_rent(price: Amount, rents: Rents, concept: Concept) -> Amount | None:
    """Returns the sum in the unit of rents; None if it is in another currency."""
    ends = [end for end in (price.low, price.high) if math.isfinite(end)]
    period = "month" if max(ends, default=math.inf) < rents.monthly_below else rents.per
    spec = concept.amount
    if spec is None or "/" in price.unit:
        return None
    stated = in_unit(replace(price, unit=f"{price.unit}/{period}", stated=period), spec.unit)
    return replace(stated, noun=spec.noun) if stated is not None else None

"""What hits are compared by: their prices and sizes as numbers, and wishes for less or more of them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from claimtree.chat.orders import Measure, Order
from claimtree.chat.wording import is_column, price_claims
from claimtree.model.amounts import Amount, AmountKind, Op
from claimtree.model.claims import ClaimId, ClaimKind, ConceptId, EntityId, QueryClaim, Strength
from claimtree.model.pack import Pack
from claimtree.model.phrases import IndexedEntity


def stated_value(item: IndexedEntity, order: Order, pack: Pack) -> tuple[ConceptId, str, float] | None:
    """Returns the price or the size that an entity states: its concept, its unit and the number."""
    if order.by is Measure.PRICE:
        claims = price_claims(item, pack)
        if not claims or claims[0].concept is None:
            return None
        return claims[0].concept, claims[0].amounts[0].unit, claims[0].amounts[0].low
    found = size_claim(item, pack, order.of)
    if found is None:
        return None
    amount = pack.concepts[ConceptId(found[0])].amount
    return ConceptId(found[0]), amount.unit if amount is not None else "", found[1]


def limit_wish(
    concept: ConceptId, unit: str, value: float, order: Order, pack: Pack, *, said: str = "", itself: bool = False
) -> QueryClaim | None:
    """Returns the wish for what comes before a value in an order, with `itself` for that value as well;
    None for a concept without amounts."""
    known = pack.concepts[concept]
    if known.amount is None:
        return None
    if order.descending:
        ends = {"low": value, "low_open": not itself, "op": Op.GTE if itself else Op.GT}
    else:
        ends = {"high": value, "high_open": not itself, "op": Op.LTE if itself else Op.LT}
    amount = Amount(kind=known.amount.kind, unit=unit, noun=known.amount.noun, **ends)  # type: ignore[arg-type]
    pattern = known.pattern_of(with_amount=True)
    text = known.filled(pattern, amount)
    return QueryClaim(
        id=ClaimId("c0"),
        text=text,
        pattern=pattern,
        type=known.type,
        level=pack.hierarchy.answers,
        quote=said,
        concept=concept,
        amounts=(amount,),
        strength=Strength.REQUIRED,
        weight=pack.type(known.type).weight,
    )


def prices(items: Sequence[IndexedEntity], pack: Pack) -> dict[EntityId, float]:
    """Returns the prices of entities as numbers to sort by. Sums and rents are not compared: the sort
    that most of them state counts."""
    stated = [(item.entity.id, claims[0].amounts[0]) for item in items if (claims := price_claims(item, pack))]
    usual = Counter(amount.unit for _, amount in stated).most_common(1)
    return {id: amount.low for id, amount in stated if amount.unit == usual[0][0]}


def sizes(items: Sequence[IndexedEntity], pack: Pack, of: ConceptId | None = None) -> dict[EntityId, float]:
    """Returns the sizes of entities: the amount that is named, else in m² what is built, and the land where nothing
    is."""
    return {item.entity.id: found[1] for item in items if (found := size_claim(item, pack, of)) is not None}


def area_concepts(pack: Pack) -> tuple[ConceptId, ...]:
    """Returns the sizes that a pack has columns for, the land before what is built on it."""
    return tuple(
        spec.concept
        for spec in pack.fields.values()
        if spec.level == pack.hierarchy.answers
        and spec.concept is not None
        and (amount := pack.concepts[spec.concept].amount) is not None
        and amount.kind is AmountKind.AREA
    )


def size_claim(item: IndexedEntity, pack: Pack, of: ConceptId | None = None) -> tuple[str, float] | None:
    """Returns the concept and the number of the size of an entity, of what is named if something is."""
    if of is not None and of not in area_concepts(pack):
        return _amount_claim(item, of)
    areas = [spec for spec in pack.fields.values() if spec.concept in area_concepts(pack)]
    for spec in reversed(areas):
        if of is not None and spec.concept != of:
            continue
        value = item.entity.fields.get(spec.name)
        if isinstance(value, int | float) and not isinstance(value, bool) and value > 0 and spec.concept is not None:
            return str(spec.concept), float(value)
    return None


def _amount_claim(item: IndexedEntity, of: ConceptId) -> tuple[str, float] | None:
    """Returns the amount of a concept that an entity states, by a column before its text."""
    stated = [
        claim
        for claim in item.claims
        if claim.concept == of
        and len(claim.amounts) == 1
        and claim.counts
        and not claim.negated
        and claim.kind is ClaimKind.BASE
    ]
    ends = [
        (claim.amounts[0].low, claim.amounts[0].high) for claim in sorted(stated, key=lambda one: not is_column(one))
    ]
    return next(
        ((str(of), low if math.isfinite(low) else high) for low, high in ends if math.isfinite(low + high)), None
    )

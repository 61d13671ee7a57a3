"""Wishes that compare with hits: "yang lebih murah", "something larger", "cheaper than number 2"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from claimtree.chat.criteria import Criteria
from claimtree.chat.cues import Measure, Order
from claimtree.chat.selection import size_claim
from claimtree.chat.topics import Topic
from claimtree.chat.wording import money_concepts, price_claims, price_text
from claimtree.model.amounts import Amount, AmountKind, Op
from claimtree.model.claims import ClaimId, ConceptId, QueryClaim, Strength, TypeName
from claimtree.model.pack import Pack
from claimtree.model.phrases import IndexedEntity
from claimtree.model.places import at_most_m


def compared_wish(
    items: Sequence[IndexedEntity], order: Order, pack: Pack, criteria: Criteria, language: str
) -> QueryClaim | None:
    """Returns the wish for what comes before all of some entities in an order: below the lowest of
    their prices, above the largest of their sizes. None if they do not state it. Compared with a rent
    it quotes the rent as it is stated."""
    if order.by is Measure.DISTANCE:
        return _nearer(criteria)
    stated = [(one, item) for item in items if (one := _stated(item, order.by, pack)) is not None]
    if not stated:
        return None
    # Prices of one unit are compared: rents by month are not with sums.
    concept, unit, _ = stated[0][0]
    values = [(one[2], item) for one, item in stated if one[:2] == (concept, unit)]
    value, item = (max if order.descending else min)(values, key=lambda pair: pair[0])
    said = f"{'>' if order.descending else '<'} {price_text(item, pack, language)}" if "/" in unit else ""
    return _bound(concept, unit, value, order, pack, said)


def _stated(item: IndexedEntity, by: Measure, pack: Pack) -> tuple[ConceptId, str, float] | None:
    if by is Measure.PRICE:
        claims = price_claims(item, pack)
        if not claims or claims[0].concept is None:
            return None
        return claims[0].concept, claims[0].amounts[0].unit, claims[0].amounts[0].low
    found = size_claim(item, pack)
    if found is None:
        return None
    amount = pack.concepts[ConceptId(found[0])].amount
    return ConceptId(found[0]), amount.unit if amount is not None else "", found[1]


def _bound(concept: ConceptId, unit: str, value: float, order: Order, pack: Pack, said: str) -> QueryClaim | None:
    known = pack.concepts[concept]
    if known.amount is None:
        return None
    below = not order.descending
    ends = {"high": value, "high_open": True, "op": Op.LT} if below else {"low": value, "low_open": True, "op": Op.GT}
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


def _nearer(criteria: Criteria) -> QueryClaim | None:
    """The first wish to be near something, at half its distance."""
    for claim in criteria:
        where = claim.where
        if where is not None and not claim.negated and where.distance is not None and where.distance.low <= 0:
            return replace(claim, where=replace(where, distance=at_most_m(where.distance.high / 2)))
    return None


def measure_of(topic: Topic, pack: Pack) -> Measure | None:
    """Returns what hits are compared by when they are to be sorted by a topic."""
    of_type = [
        spec.concept for spec in pack.fields.values() if spec.concept and _type(spec.concept, pack) == topic.type
    ]
    concepts = list(topic.concepts) or of_type
    if any(one in money_concepts(pack) for one in concepts):
        return Measure.PRICE
    amounts = [pack.concepts[one].amount for one in concepts]
    if any(amount is not None and amount.kind is AmountKind.AREA for amount in amounts):
        return Measure.SIZE
    if pack.places is None:
        return None
    near = {_type(kind.concept, pack) for kind in pack.places.kinds.values()}
    named = {pack.names[name].type for name in pack.places.regions if name in pack.names}
    return Measure.DISTANCE if topic.type in near | named else None


def _type(concept: ConceptId, pack: Pack) -> TypeName:
    return pack.concepts[concept].type

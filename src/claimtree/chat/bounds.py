"""Wishes that compare with hits: "yang lebih murah", "something larger", "cheaper than number 2"."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from claimtree.chat.criteria import Criteria
from claimtree.chat.measures import area_concepts, limit_wish, stated_value
from claimtree.chat.orders import Measure, Order
from claimtree.chat.topics import Topic
from claimtree.chat.wording import money_concepts, price_text
from claimtree.model.amounts import AmountKind
from claimtree.model.claims import ConceptId, QueryClaim, TypeName
from claimtree.model.pack import Pack
from claimtree.model.phrases import IndexedEntity
from claimtree.model.places import at_most_m

_ORDERED: Final = frozenset(
    {AmountKind.COUNT, AmountKind.AREA, AmountKind.FLOOR, AmountKind.YEAR, AmountKind.DISTANCE, AmountKind.DURATION}
)
"""Amounts of one number each, by which hits can be put in order."""


def compared_wish(
    items: Sequence[IndexedEntity], order: Order, pack: Pack, criteria: Criteria, language: str
) -> QueryClaim | None:
    """Returns the wish for what comes before all of some entities in an order: below the lowest of
    their prices, above the largest of their sizes. None if they do not state it. Compared with a rent
    it quotes the rent as it is stated."""
    if order.by is Measure.DISTANCE:
        return _nearer(criteria, 2.0 if order.descending else 0.5)
    stated = [(one, item) for item in items if (one := stated_value(item, order, pack)) is not None]
    if not stated:
        return None
    # Prices of one unit are compared: rents by month are not with sums.
    concept, unit, _ = stated[0][0]
    values = [(one[2], item) for one, item in stated if one[:2] == (concept, unit)]
    value, item = (max if order.descending else min)(values, key=lambda pair: pair[0])
    # Where nothing fits, what was shown may lie beyond the limit that was asked for: that is no reason to move it.
    asked = [claim.amounts[0] for claim in criteria if claim.concept == concept and claim.amounts and not claim.negated]
    ends = [one.low if order.descending else one.high for one in asked if one.unit == unit]
    beyond = [end for end in ends if math.isfinite(end) and (end > value if order.descending else end < value)]
    if beyond:
        return limit_wish(concept, unit, (max if order.descending else min)(beyond), order, pack)
    said = f"{'>' if order.descending else '<'} {price_text(item, pack, language)}" if "/" in unit else ""
    return limit_wish(concept, unit, value, order, pack, said=said)


def _nearer(criteria: Criteria, times: float) -> QueryClaim | None:
    """The first wish to be near something, at some times its distance."""
    for claim in criteria:
        where = claim.where
        if where is not None and not claim.negated and where.distance is not None and where.distance.low <= 0:
            return replace(claim, where=replace(where, distance=at_most_m(where.distance.high * times)))
    return None


def key_of(topic: Topic, pack: Pack) -> tuple[Measure, ConceptId | None] | None:
    """Returns what hits are compared by when they are to be sorted by a topic, and of which amount; None for what
    has no order."""
    of_type = [
        spec.concept for spec in pack.fields.values() if spec.concept and _type(spec.concept, pack) == topic.type
    ]
    concepts = list(topic.concepts) or of_type
    if any(one in money_concepts(pack) for one in concepts):
        return Measure.PRICE, None
    areas = [one for one in concepts if one in area_concepts(pack)]
    if areas:
        return Measure.SIZE, areas[0] if len(topic.concepts) == 1 else None
    if (by_place := _by_place(topic, pack)) is not None:
        return by_place, None
    counted = [one for one in topic.concepts if (spec := pack.concepts[one].amount) and spec.kind in _ORDERED]
    return (Measure.SIZE, counted[0]) if counted else None


def _by_place(topic: Topic, pack: Pack) -> Measure | None:
    if pack.places is None:
        return None
    near = {_type(kind.concept, pack) for kind in pack.places.kinds.values()}
    named = {pack.names[name].type for name in pack.places.regions if name in pack.names}
    return Measure.DISTANCE if topic.type in near | named else None


def key_said(topics: Sequence[Topic], pack: Pack) -> tuple[Measure | None, ConceptId | None]:
    """Returns the key that topics name, the first that has an order, and the one amount that it is of."""
    found = next((key for topic in topics if (key := key_of(topic, pack)) is not None), (None, None))
    return found if found[1] not in area_concepts(pack) else (found[0], area_of(topics, pack))


def area_of(topics: Sequence[Topic], pack: Pack) -> ConceptId | None:
    """Returns the one size that topics name: of the land, or of the building; None for sizes as such."""
    known = area_concepts(pack)
    named = {concept for topic in topics for concept in topic.concepts if concept in known}
    return next(iter(named)) if len(named) == 1 else None


def _type(concept: ConceptId, pack: Pack) -> TypeName:
    return pack.concepts[concept].type

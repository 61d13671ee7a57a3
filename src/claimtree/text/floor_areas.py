"""Reads an area that is asked for of a thing without land of its own as that of its floor.

"Apartemen minimal 120 sqm" names no land and no building. A pack says (`[reading.areas]`) which concepts are the two
areas, and what has no land.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from claimtree.model.pack import Pack
from claimtree.text.mention_types import Mention, Scoped


def wishes_with_floor_areas(scoped: Sequence[Scoped], pack: Pack) -> list[Scoped]:
    """Returns the wishes, an area without words of its own as one of the floor if all kinds asked for have no land."""
    areas = pack.reading.areas
    if areas is None:
        return list(scoped)
    asked = {one.mention.concept.id for one in scoped if one.mention.concept is not None and not one.is_denied}
    if not asked & areas.landless or asked & areas.landed:
        return list(scoped)
    floor = pack.concepts[areas.floor]

    def of_floor(one: Scoped) -> Scoped:
        mention = one.mention
        if mention.amount is None or mention.concept is None or not (_is_alone(mention) and floor.amount is not None):
            return one
        if mention.concept.id != areas.land:
            return one
        amount = replace(mention.amount, noun=floor.amount.noun)
        meant = replace(mention, concept=floor, wording=floor.wording, type=floor.type, amount=amount)
        return replace(one, mention=meant)

    return [of_floor(one) for one in scoped]


def _is_alone(mention: Mention) -> bool:
    """True if the amount is all that is said."""
    return mention.after - mention.first == 1

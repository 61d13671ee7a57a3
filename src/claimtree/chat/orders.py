"""What hits are sorted and compared by: the cheapest, the most bedrooms, "highest first", "the other way round".

The one place for keys and directions. A wording names both ("termurah"), or only a direction ("highest first"): then
the key is what the message names beside it, else that of the order so far, else the price.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from claimtree.languages.conversation_words import Cue
from claimtree.model.claims import ConceptId


class Measure(StrEnum):
    """What hits can be compared by."""

    PRICE = "price"
    SIZE = "size"
    """How large, or how many of what is named: bedrooms, floors."""
    DISTANCE = "distance"


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """By what hits are sorted."""

    by: Measure
    descending: bool = False
    of: ConceptId | None = None
    """The amount, where a message names one: the land, not the building; the bedrooms."""

    @property
    def reversed(self) -> Order:
        return replace(self, descending=not self.descending)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparative:
    """ "Cheaper", "larger": than what was shown, or than a hit that is named."""

    order: Order
    """The order in which what is asked for comes before what it is compared with."""


SUPERLATIVES: Final[Mapping[Cue, Order]] = {
    Cue.LEAST_PRICE: Order(by=Measure.PRICE),
    Cue.MOST_PRICE: Order(by=Measure.PRICE, descending=True),
    Cue.LEAST_SIZE: Order(by=Measure.SIZE),
    Cue.MOST_SIZE: Order(by=Measure.SIZE, descending=True),
    Cue.LEAST_DISTANCE: Order(by=Measure.DISTANCE),
    Cue.MOST_DISTANCE: Order(by=Measure.DISTANCE, descending=True),
}
COMPARATIVES: Final[Mapping[Cue, Order]] = {
    Cue.LESS_PRICE: Order(by=Measure.PRICE),
    Cue.MORE_PRICE: Order(by=Measure.PRICE, descending=True),
    Cue.LESS_SIZE: Order(by=Measure.SIZE),
    Cue.MORE_SIZE: Order(by=Measure.SIZE, descending=True),
    Cue.LESS_DISTANCE: Order(by=Measure.DISTANCE),
    Cue.MORE_DISTANCE: Order(by=Measure.DISTANCE, descending=True),
}
COMPARING: Final = frozenset({*SUPERLATIVES, *COMPARATIVES})
_DESCENDING: Final[Mapping[Cue, bool]] = {Cue.HIGHEST: True, Cue.LOWEST: False}
AMOUNTS: Final[Mapping[Cue, bool]] = {Cue.MOST_OF: True, Cue.LEAST_OF: False}
"""Cues that name a direction beside the amount that they are of, and else none."""
DIRECTIONS: Final = frozenset({*_DESCENDING, Cue.REVERSED})
"""Cues that name a direction and no key."""
SORTING: Final = frozenset({Cue.SORT, Cue.FIRST, Cue.REVERSED})
"""Cues that say that a superlative is an order of all hits and not the first of them."""


def order_said(
    cues: Collection[Cue],
    named: Measure | None,
    of: ConceptId | None,
    before: Order | None,
    *,
    is_area: bool = True,
    says_else: bool = False,
) -> Order | None:
    """Returns the order that the cues of a message say, if they say one. `named`: the key that it names beside them,
    and `of` which size, that is an area or else how many of something; `before`: the order so far; `says_else`: it
    speaks of something that is no key.

    >>> order_said({Cue.HIGHEST, Cue.FIRST}, None, None, None)
    Order(by=<Measure.PRICE: 'price'>, descending=True, of=None)
    >>> order_said({Cue.HIGHEST}, Measure.SIZE, None, None).by
    <Measure.SIZE: 'size'>
    >>> order_said({Cue.REVERSED}, None, None, Order(by=Measure.SIZE, descending=True)).descending
    False
    """
    said = next((order for cue, order in SUPERLATIVES.items() if cue in cues), None)
    if said is not None:
        # "Harga terbesar" is the highest price; the largest of two bedrooms is the largest home.
        by = named if named is not None and said.by is Measure.SIZE else said.by
        return Order(by=by, descending=said.descending, of=of if by is Measure.SIZE and is_area else None)
    if Cue.REVERSED in cues and before is not None:
        return before.reversed
    descending = next((down for cue, down in (*_DESCENDING.items(), *AMOUNTS.items()) if cue in cues), None)
    if descending is None or (says_else and named is None):
        return None
    by = named or (before.by if before is not None else Measure.PRICE)
    kept = before.of if before is not None and before.by is by else None
    return Order(by=by, descending=descending, of=(of or kept) if by is Measure.SIZE else None)

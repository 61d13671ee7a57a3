"""Reads amounts from a quote with our own grammar; amounts are never taken from a model."""

from __future__ import annotations

from dataclasses import dataclass

from claimtree.languages import language_of
from claimtree.model.amounts import Amount
from claimtree.model.pack import Pack
from claimtree.text.amounts import AboutScale
from claimtree.text.items import Itemiser, Spellings


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedAmount:
    """An amount and its position in the text."""

    amount: Amount
    start: int
    end: int
    has_unit: bool
    """False for a bare number, which may count anything."""


def amounts_in(text: str, pack: Pack, *, query: bool) -> list[StatedAmount]:
    """The amounts in a text, left to right."""
    itemiser = itemiser_of(pack, query=query)
    return [
        StatedAmount(amount=item.mention.amount, start=item.start, end=item.end, has_unit=item.mention.has_unit)
        for item in itemiser.items(text, itemiser.tokens(text))
        if item.mention is not None
    ]


def itemiser_of(pack: Pack, *, query: bool) -> Itemiser:
    """An itemiser for the pack's languages that keeps the text as written, shorthand included."""
    return Itemiser(
        spellings=Spellings({}),
        units=pack.units,
        language=language_of(pack),
        query=query,
        about_scale=AboutScale(pack.round_amounts),
        dates=pack.dates,
    )

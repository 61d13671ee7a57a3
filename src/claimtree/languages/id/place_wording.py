"""How a wish about a place is said back in Indonesian."""

from __future__ import annotations

from claimtree.languages.place_wording import PlaceWording

PLACE_WORDING = PlaceWording(
    in_or_around="di {name} dan sekitarnya",
    good="{near}{kind} yang bagus",
    not_near="tidak",
    off="{far} dari {what}",
    any_of="{kind}",
)

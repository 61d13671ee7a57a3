"""How a wish about a place is said back in English."""

from __future__ import annotations

from claimtree.languages.place_wording import PlaceWording

PLACE_WORDING = PlaceWording(
    in_or_around="in or around {name}",
    good="{near}good {kind}",
    not_near="not",
    off="{far} from {what}",
    any_of="any {kind}",
)

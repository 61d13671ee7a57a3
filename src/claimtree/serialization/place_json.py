"""Places as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimtree.geo import Area
from claimtree.model.answers import AskedPlace
from claimtree.model.places import Place, Sight

if TYPE_CHECKING:
    from claimtree.json_types.place_types import AskedPlaceShape, PlaceShape, SightShape

PLACES_SHOWN = 20
"""Limit for the places that a wish may refer to: "near a bar" may mean hundreds."""


def place(known: Place) -> PlaceShape:
    return {
        "id": known.id,
        "name": known.name,
        "kind": known.kind,
        "lat": known.centre.lat,
        "lon": known.centre.lon,
        "radius_m": known.radius_m or None,
        "outline": isinstance(known.shape, Area),
        "aliases": list(known.aliases),
        "parent": known.parent,
        "source": known.source,
        "rank": known.rank,
        "rating": known.rating,
        "partial": known.partial,
    }


def asked_place(asked: AskedPlace) -> AskedPlaceShape:
    """The places that a place wish refers to."""
    return {
        "id": asked.claim,
        "claim": asked.text,
        "unknown": asked.unknown,
        "radius_m": asked.radius_m,
        "places": [place(one) for one in asked.places[:PLACES_SHOWN]],
    }


def sight(sight_of: Sight) -> SightShape:
    return {
        "id": sight_of.place,
        "name": sight_of.name,
        "lat": sight_of.point.lat,
        "lon": sight_of.point.lon,
        "metres": sight_of.metres,
    }

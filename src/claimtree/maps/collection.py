"""An answer as GeoJSON (RFC 7946), for users of a GIS."""

from __future__ import annotations

from collections.abc import Sequence

from claimtree import serialization
from claimtree.geo import Area
from claimtree.json_types.place_types import RegionsShape
from claimtree.languages.rendering import notice_texts
from claimtree.maps.base_map import simplify
from claimtree.maps.geometry import geometry
from claimtree.maps.scene import Asked, Mark, Spot, scene
from claimtree.model.answers import Answer, Found
from claimtree.model.places import Place


def geojson(answer: Answer, *, question: str, places: Sequence[Place] = (), offset: int = 0) -> dict[str, object]:
    """A FeatureCollection: hits as points, the deciding places, requested radii and regions.

    `what` tells them apart: "hit", "place", "radius", "region". A hit has the properties of
    `search --json` and its rank; without coordinates its geometry is null. `places` are the loaded
    ones: they give the kind and the outline of a deciding place. `offset` is the number of better
    hits that were left out.
    """
    drawn = scene(answer, places=places, offset=offset)
    of = len(answer.without) if isinstance(answer, Found) else 0
    regions = {one.place.id for one in drawn.asked if one.what == "region"}
    return {
        "type": "FeatureCollection",
        "question": question,
        "notices": list(notice_texts(answer)),
        "features": [
            *(_hit(spot, answer, of=of) for spot in drawn.spots),
            *(_place(mark) for mark in drawn.marks if mark.decisions or mark.id not in regions),
            *(_asked(asked) for asked in drawn.asked),
        ],
    }


def outlines(places: Sequence[Place]) -> RegionsShape:
    """Regions as GeoJSON for a base map, with no more corners than a map of all of them needs."""
    found = [(place, place.ground) for place in places if isinstance(place.ground, Area)]
    drawn = simplify([ground for _, ground in found])
    return {
        "type": "FeatureCollection",
        "features": [
            {
                "type": "Feature",
                "id": place.id,
                "geometry": geometry(ground),
                "properties": {"what": "region", "id": place.id, "name": place.name, "kind": place.kind},
            }
            for (place, _), ground in zip(found, drawn, strict=True)
        ],
    }


def _hit(spot: Spot, answer: Answer, *, of: int) -> dict[str, object]:
    shown = serialization.hit(spot.hit, answer.claims, of=of)
    return {
        "type": "Feature",
        "id": spot.hit.id,
        "geometry": geometry(spot.point) if spot.point else None,
        # A GIS colours and filters by flat columns, so nested values are repeated as such.
        "properties": {"what": "hit", "place": spot.number, "met": spot.hit.standing.met, "of": of, **shown},
    }


def _place(mark: Mark) -> dict[str, object]:
    return {
        "type": "Feature",
        "geometry": geometry(mark.ground),
        "properties": {
            "what": "place",
            "id": mark.id,
            "name": mark.name,
            "kind": mark.kind,
            "decided": [
                {
                    "hit": one.hit,
                    "id": one.claim.id,
                    "claim": one.claim.text,
                    "verdict": one.verdict.value,
                    "metres": one.sight.metres,
                }
                for one in mark.decisions
            ],
        },
    }


def _asked(asked: Asked) -> dict[str, object]:
    return {
        "type": "Feature",
        "geometry": geometry(asked.ground),
        "properties": {
            "what": asked.what,
            "id": asked.place.id,
            "name": asked.place.name,
            "kind": asked.place.kind,
            "claim": asked.text,
            "claim_id": asked.claim,
            "negated": asked.negated,
            "radius_m": asked.radius_m,
        },
    }

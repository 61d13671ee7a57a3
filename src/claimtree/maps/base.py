"""The base map: outlines of the loaded regions around the hits, with few enough corners for a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from claimtree.geo import Area
from claimtree.maps.shapes import corners, simplified
from claimtree.maps.view import View
from claimtree.model.pack import Pack
from claimtree.model.places import Place

MOST_CORNERS = 20_000
"""About 350 KB of the page."""
MOST_OUTLINES = 1_500
_FINEST = 0.00002
"""Degrees: two metres, less than a line is wide at any zoom."""
_COARSEST = 0.02
_TIMES = 1.5
"""The map reaches so many widths of the view beyond it, for whoever moves it."""
_LEAST = 0.1
"""Degrees that it reaches at least: ten kilometres."""


@dataclass(frozen=True, kw_only=True)
class Outline:
    """Ground of the base map."""

    place: Place
    ground: Area
    depth: int | None
    """0 for the smallest sort of region (a neighborhood), 1 for the next; None for what is no region (a park)."""
    vague: bool
    """It was given by its centre and a radius: there is no border to draw."""


def base(places: Sequence[Place], pack: Pack, view: View) -> tuple[Outline, ...]:
    """The largest first, so that what lies in another is drawn on top of it."""
    depths = {kind: depth for depth, kind in enumerate(pack.places.regions)} if pack.places else {}
    seen: set[tuple[str, str]] = set()
    found: list[Outline] = []
    for place in places:
        ground = place.ground
        # Two files may bring the same region.
        if not isinstance(ground, Area) or (place.kind, place.name) in seen:
            continue
        if view.near(ground, times=_TIMES, least=_LEAST):
            seen.add((place.kind, place.name))
            depth = depths.get(place.kind) if pack.places else 0
            found.append(Outline(place=place, ground=ground, depth=depth, vague=not isinstance(place.shape, Area)))
    found.sort(key=lambda one: (-_size(one), one.place.id))
    return _light(found[:MOST_OUTLINES])


def _size(one: Outline) -> float:
    return float(one.ground.shape.area)


def _light(outlines: Sequence[Outline]) -> tuple[Outline, ...]:
    """With corners left out, no more than needed for all of them together to be few enough."""
    tolerance = _FINEST
    while True:
        made = tuple(replace(one, ground=simplified(one.ground, tolerance)) for one in outlines)
        if sum(corners(one.ground) for one in made) <= MOST_CORNERS or tolerance > _COARSEST:
            return made
        tolerance *= 2.5

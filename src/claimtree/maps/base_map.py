"""The base map: outlines of the loaded regions around the hits, with few enough corners for a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Literal, TypeAlias

from claimtree.geo import Area
from claimtree.maps.geometry import corners, simplified
from claimtree.maps.view import View
from claimtree.model.pack import Pack
from claimtree.model.places import Place, PlaceKind

MOST_CORNERS = 20_000
"""About 350 KB of the page."""
MOST_OUTLINES = 1_500
_FINEST = 0.00002
"""Degrees: two metres, less than the width of a line at any zoom."""
_COARSEST = 0.02
_TIMES = 1.5
"""The map extends this many view sizes beyond the view, for users who move it."""
_LEAST = 0.1
"""Degrees that it extends at least: ten kilometres."""
_LARGE_KINDS = 2
"""Kinds of regions that are labelled in capitals (city, districts), but never the smallest kind."""

Sort: TypeAlias = Literal["large", "small", "other"]


@dataclass(frozen=True, kw_only=True)
class Outline:
    """An area of the base map."""

    place: Place
    ground: Area
    sort: Sort
    """A large sort of region (a borough), a small one (a neighborhood), or none (a park)."""
    vague: bool
    """True if given by a centre and a radius: there is no border to draw."""


def base(places: Sequence[Place], pack: Pack, view: View) -> tuple[Outline, ...]:
    """The outlines near the view, largest first, so that inner regions are drawn on top."""
    large = _large_kinds(places, pack)
    seen: set[tuple[str, str]] = set()
    found: list[Outline] = []
    for place in places:
        ground = place.ground
        # Two files may contain the same region.
        if not isinstance(ground, Area) or (place.kind, place.name) in seen:
            continue
        if view.near(ground, times=_TIMES, least=_LEAST):
            seen.add((place.kind, place.name))
            sort: Sort = "other" if not is_region(place, pack) else "large" if place.kind in large else "small"
            found.append(Outline(place=place, ground=ground, sort=sort, vague=not isinstance(place.shape, Area)))
    found.sort(key=lambda one: (-_size(one.ground), one.place.id))
    kept = found[:MOST_OUTLINES]
    made = simplify([one.ground for one in kept])
    return tuple(replace(one, ground=ground) for one, ground in zip(kept, made, strict=True))


def is_region(place: Place, pack: Pack) -> bool:
    """True if the place is a region; always true for a pack without places."""
    return place.kind in pack.places.regions if pack.places else True


def simplify(areas: Sequence[Area]) -> tuple[Area, ...]:
    """Simplifies the areas, just enough that they have at most `MOST_CORNERS` corners together."""
    tolerance = _FINEST
    while True:
        made = tuple(simplified(area, tolerance) for area in areas)
        if sum(corners(area) for area in made) <= MOST_CORNERS or tolerance > _COARSEST:
            return made
        tolerance *= 2.5


def _large_kinds(places: Sequence[Place], pack: Pack) -> frozenset[PlaceKind]:
    """The kinds of region with the largest median size. (The pack's order of kinds means something
    else: which region a home is said to be in.)"""
    sizes: dict[PlaceKind, list[float]] = {}
    for place in places:
        if isinstance(place.ground, Area) and is_region(place, pack):
            sizes.setdefault(place.kind, []).append(_size(place.ground))
    largest = sorted(sizes, key=lambda kind: (-median(sizes[kind]), kind))
    return frozenset(largest[: min(_LARGE_KINDS, len(largest) - 1)])


def _size(area: Area) -> float:
    return float(area.shape.area)

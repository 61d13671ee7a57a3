"""The map's initial view: the hits, the places asked about, and those that decided for the hits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from claimtree.geo import Area, Point
from claimtree.maps.scene import Scene
from claimtree.maps.view import View
from claimtree.model.answers import Verdict
from claimtree.model.places import Place

_SMALL_M = 6_000.0
"""An area that extends at most this far from its centre is shown whole."""
_TIMES = 2.5
"""A larger one is shown whole if the view grows by no more than this factor, else by its centre."""
_ANYWHERE = View(south=-60.0, west=-180.0, north=75.0, east=180.0)


def initial_view(made: Scene, places: Sequence[Place]) -> View:
    """The initial view; if there is nothing else to show, that of all loaded `places`."""
    points = [*_hits(made), *_spots(made)]
    for area in sorted(_areas(made), key=lambda area: area.reach_m):
        if area.reach_m <= _SMALL_M or _fits_in_view(points, area):
            points += _corners(area)
        elif points:
            points.append(area.centre)
    return View.of(points) or View.of(_everywhere(made, places)) or _ANYWHERE


def _hits(made: Scene) -> Iterator[Point]:
    return (spot.point for spot in made.spots if spot.point is not None)


def _spots(made: Scene) -> Iterator[Point]:
    """Point places that the query names, or that decided for a hit with a position."""
    there = {spot.hit.id for spot in made.spots if spot.point is not None}
    for mark in made.marks:
        decided = any(one.verdict is Verdict.MET and one.hit in there for one in mark.decisions)
        if isinstance(mark.ground, Point) and (mark.named or decided):
            yield mark.ground


def _areas(made: Scene) -> Iterator[Area]:
    """The named places with an outline, the radii, and the regions that are wanted."""
    yield from (one.ground for one in made.asked if one.what == "radius" or not one.negated)
    regions = {one.place.id for one in made.asked}
    for mark in made.marks:
        if mark.named and isinstance(mark.ground, Area) and mark.id not in regions:
            yield mark.ground


def _fits_in_view(points: Sequence[Point], area: Area) -> bool:
    before, after = View.of(points), View.of([*points, *_corners(area)])
    if before is None or after is None:
        return False
    not_too_high = after.north - after.south <= _TIMES * (before.north - before.south)
    return not_too_high and after.east - after.west <= _TIMES * (before.east - before.west)


def _everywhere(made: Scene, places: Sequence[Place]) -> Iterator[Point]:
    """If there is nothing else to show: the corners of the regions asked for, or else of all."""
    named = [one.ground for one in made.asked]
    for area in named or [place.ground for place in places if isinstance(place.ground, Area)]:
        yield from _corners(area)


def _corners(area: Area) -> Iterator[Point]:
    return (Point(lat, lon) for rings in area.polygons for lon, lat in rings[0])

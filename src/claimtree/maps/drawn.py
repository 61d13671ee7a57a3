"""Everything that the page draws, as plain data for its script."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from claimtree.geo import Area, Point
from claimtree.maps.base import Outline, base
from claimtree.maps.cards import card, readable
from claimtree.maps.scene import Decider, Scene, Spot, decided, kind_title, scene
from claimtree.maps.view import View
from claimtree.model.answers import Answer, Found, Verdict
from claimtree.model.claims import EntityId
from claimtree.model.pack import Pack
from claimtree.model.places import Place, PlaceId, PlaceKind
from claimtree.model.whereabouts import far
from claimtree.wire import Shape

_LARGEST_SHOWN_M = 5_000.0
"""A radius up to this is shown whole; a larger one would make everything else small."""
_RUNGS = 2
"""Of the ladder, spelled out; what meets less is counted together."""
_ANYWHERE = View(south=-60.0, west=-180.0, north=75.0, east=180.0)


def drawn(answer: Answer, *, question: str, pack: Pack, places: Sequence[Place], offset: int) -> Shape:
    """`places` are those loaded."""
    made = scene(answer, places=places, offset=offset)
    view = View.of(_shown(made)) or View.of(_corners(made, places)) or _ANYWHERE
    dots = [one for one in made.deciders if not one.extent]
    named = [place for asked in answer.asked_places for place in asked.places]
    landmarks = {place.id for place in made.landmarks}
    of = len(answer.without) if isinstance(answer, Found) else 0
    language = pack.languages[0]
    return {
        "question": " ".join(question.split()),
        "summary": _summary(answer, made),
        "notices": [readable(notice) for notice in answer.notices],
        "of": of,
        "view": view.box(),
        "hits": [
            {
                **card(spot.hit, answer.claims, pack),
                "number": spot.number,
                "met": spot.hit.standing.met,
                "at": view.at(spot.point) if spot.point else None,
                "lines": _lines(spot, dots, language) if spot.point else [],
            }
            for spot in made.spots
        ],
        "dots": [
            *(_dot(one.name, one.kind, one.point, view, pack, named=one.id in landmarks) for one in dots),
            *(
                _dot(one.name, one.kind, one.centre, view, pack, named=True)
                for one in made.landmarks
                if one.id not in {dot.id for dot in dots}
            ),
        ],
        "asked": [
            {
                "what": one.what,
                "text": readable(one.text),
                "name": one.place.name,
                "negated": one.negated,
                "rings": view.rings(one.ground),
            }
            for one in made.asked
        ],
        "around": [
            {"text": readable(asked.text), "radius_m": asked.radius_m}
            for asked in answer.asked_places
            if asked.radius_m and not asked.places
        ],
        "base": [_outline(one, view) for one in base((*places, *named), pack, view)],
    }


def _shown(made: Scene) -> Iterator[Point]:
    """What the map is to show when it opens: the hits, what decided for them, and where they were to be."""
    met: set[EntityId] = set()
    for spot in made.spots:
        if spot.point is not None:
            met.add(spot.hit.id)
            yield spot.point
    for decider in made.deciders:
        if not decider.extent and any(one.verdict is Verdict.MET and one.hit in met for one in decider.decisions):
            yield decider.point
    yield from (place.centre for place in made.landmarks)
    for asked in made.asked:
        if asked.radius_m is not None and asked.radius_m <= _LARGEST_SHOWN_M:
            yield from _points(asked.ground)


def _corners(made: Scene, places: Sequence[Place]) -> Iterator[Point]:
    """Where there is no hit to show: the regions asked for, or else all that are known."""
    named = [one.ground for one in made.asked]
    for area in named or [place.ground for place in places if isinstance(place.ground, Area)]:
        yield from _points(area)


def _points(area: Area) -> Iterator[Point]:
    return (Point(lat, lon) for rings in area.polygons for lon, lat in rings[0])


def _lines(spot: Spot, dots: Sequence[Decider], language: str) -> list[Shape]:
    """From a hit to the places that decided for it: which dot, how far, and what that says about the wish."""
    index = {one.id: i for i, one in enumerate(dots)}
    found: dict[PlaceId, Shape] = {}
    for finding in spot.hit.findings:
        sight = decided(finding)
        if sight is not None and sight.place in index:
            line = {
                "dot": index[sight.place],
                "far": far(sight.metres, language),
                "met": finding.verdict is Verdict.MET,
            }
            found.setdefault(sight.place, line)
    return list(found.values())


def _dot(name: str, kind: PlaceKind, point: Point, view: View, pack: Pack, *, named: bool) -> Shape:
    """`named` by the question: its label comes before others."""
    return {"name": name, "kind": kind_title(kind, pack), "at": view.at(point), "named": named}


def _outline(one: Outline, view: View) -> Shape:
    return {
        "name": one.place.name,
        "depth": one.depth,
        "vague": one.vague,
        "at": view.at(one.place.centre),
        "rings": view.rings(one.ground),
    }


def _summary(answer: Answer, made: Scene) -> str:
    """How many there are, which of them are here, and how much they meet."""
    if not made.spots or not isinstance(answer, Found):
        return "Nothing found."
    of, total = len(answer.without), answer.ladder.total
    first, last = made.spots[0].number, made.spots[-1].number
    parts = [f"{total:,} found" if (first, last) == (1, total) else f"{first}–{last} of {total:,}"]
    reached = [(k, count) for k, count in sorted(answer.ladder.met.items(), reverse=True) if count]
    parts += [f"{n:,} meet{'s' if n == 1 else ''} {f'all {k}' if k == of else k}" for k, n in reached[:_RUNGS]]
    if rest := sum(count for _, count in reached[_RUNGS:]):
        parts.append(f"{rest:,} meet{'s' if rest == 1 else ''} fewer")
    return " · ".join(parts)

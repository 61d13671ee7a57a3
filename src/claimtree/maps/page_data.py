"""Builds the data that the page's script draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from claimtree.geo import Area, Point
from claimtree.languages.rendering import notice_texts, say
from claimtree.maps.base_map import Outline, base, is_region, simplify
from claimtree.maps.distance_lines import DistanceLine, distance_lines
from claimtree.maps.initial_view import initial_view
from claimtree.maps.map_cards import card, readable
from claimtree.maps.page_words import grade_of, labels, legend
from claimtree.maps.scene import Mark, Scene, kind_title, scene
from claimtree.maps.view import View
from claimtree.model.answers import Answer, Found
from claimtree.model.notices import NoticeCode
from claimtree.model.pack import Pack
from claimtree.model.place_tests import far
from claimtree.model.places import Place, PlaceId
from claimtree.presentation import coverage_text, ladder_texts


def drawn(answer: Answer, *, question: str, pack: Pack, places: Sequence[Place], offset: int) -> dict[str, object]:
    """The page's data; `places` are the loaded ones."""
    of = len(answer.without) if isinstance(answer, Found) else 0
    made = scene(answer, places=places, offset=offset)
    view = initial_view(made, places)
    marks = {mark.id: mark for mark in made.marks}
    index = {id: number for number, id in enumerate(marks)}
    return {
        "question": " ".join(question.split()),
        "summary": _summary(answer, made),
        "notices": [readable(notice) for notice in notice_texts(answer)],
        "labels": labels(answer.language),
        "grades": legend((spot.hit for spot in made.spots), of, answer.language),
        "view": view.box(),
        "hits": [
            {
                **card(spot.hit, answer.claims, pack, language=answer.language),
                "number": spot.number,
                "grade": grade_of(spot.hit.met, of),
                "coverage": coverage_text(spot.hit.met, of, answer.language),
                "at": view.at(spot.point) if spot.point else None,
                "ways": [_way(way, index, view, answer.language) for way in distance_lines(spot, answer, marks)],
            }
            for spot in made.spots
        ],
        "marks": _marks(made, view, pack),
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
        "base": [
            _outline(one, view, marked=one.place.id in marks) for one in _ground(answer, places, marks, pack, view)
        ],
    }


def _ground(
    answer: Answer, places: Sequence[Place], marks: Mapping[PlaceId, Mark], pack: Pack, view: View
) -> tuple[Outline, ...]:
    """The base map: all regions, but not a deciding park, which is drawn as a mark."""
    named = [place for asked in answer.asked_places for place in asked.places]
    return base([one for one in (*places, *named) if is_region(one, pack) or one.id not in marks], pack, view)


def _marks(made: Scene, view: View, pack: Pack) -> list[dict[str, object]]:
    """Places as dots or outlines; a region that is drawn as asked for gets no second outline."""
    regions = {one.place.id: one for one in made.asked if one.what == "region"}
    areas = [mark.ground for mark in made.marks if isinstance(mark.ground, Area) and mark.id not in regions]
    outlines = iter(simplify(areas))
    shown: list[dict[str, object]] = []
    for mark in made.marks:
        spot, region = isinstance(mark.ground, Point), regions.get(mark.id)
        shown.append(
            {
                "name": mark.name,
                "kind": kind_title(mark.kind, pack),
                "named": mark.named,
                "unwanted": region is not None and region.negated,
                "at": view.at(mark.ground if isinstance(mark.ground, Point) else mark.ground.centre),
                "rings": None if spot else [] if region else view.rings(next(outlines)),
            }
        )
    return shown


def _way(way: DistanceLine, index: Mapping[PlaceId, int], view: View, language: str) -> dict[str, object]:
    return {
        "mark": index[way.place],
        "end": view.at(way.end) if way.end else None,
        "far": far(way.metres, language),
        "met": way.met,
        "near": way.near,
    }


def _outline(one: Outline, view: View, *, marked: bool) -> dict[str, object]:
    """An outline of the base map; if `marked`, a mark shows its name."""
    return {
        "name": one.place.name,
        "sort": one.sort,
        "vague": one.vague,
        "marked": marked,
        "at": view.at(one.place.centre),
        "rings": view.rings(one.ground),
    }


def _summary(answer: Answer, made: Scene) -> str:
    """The number of hits, the range shown, and how many claims they meet."""
    if not made.spots or not isinstance(answer, Found):
        return say(NoticeCode.NOTHING_FOUND, answer.language)
    total = answer.ladder.total
    first, last = made.spots[0].number, made.spots[-1].number
    head = (
        say(NoticeCode.MAP_FOUND, answer.language, total=total)
        if (first, last) == (1, total)
        else say(NoticeCode.MAP_FOUND_PART, answer.language, first=first, last=last, total=total)
    )
    return " · ".join([head, *ladder_texts(answer)])

"""Lines from a hit to the places that decided its verdicts: end point, distance, and verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from claimtree.geo import Area, Point, Points
from claimtree.maps.geometry import nearest_part
from claimtree.maps.scene import Mark, Spot, deciding_place
from claimtree.model.answers import Answer, AskedPlace, Finding, Verdict
from claimtree.model.claims import QueryClaim, units
from claimtree.model.place_tests import away_m
from claimtree.model.places import PlaceId, WhereRelation
from claimtree.presentation import best_of

_PAIRS = (WhereRelation.BETWEEN, WhereRelation.CLOSER)


@dataclass(frozen=True, slots=True, kw_only=True)
class DistanceLine:
    """The line from a hit to a place."""

    place: PlaceId
    end: Point | None
    """The nearest part of the place; None if the hit lies in it."""
    metres: float
    met: bool
    """True if the place decided for the wish, false if against it."""
    near: bool
    """True if the place decided by being near: then the view of the hit should include it."""


def distance_lines(spot: Spot, answer: Answer, marks: Mapping[PlaceId, Mark]) -> tuple[DistanceLine, ...]:
    """One line per place, for the deciding one of alternatives; none for a hit without position."""
    here = spot.point
    if here is None:
        return ()
    findings = spot.hit.findings
    found: dict[PlaceId, DistanceLine] = {}
    for unit in units(answer.claims):
        best = best_of([findings[i] for i in unit])
        claim = next(answer.claims[i] for i in unit if findings[i] is best)
        for id, metres in _reached(claim, best, here, answer.asked_places, marks):
            if id not in marks or id in found:
                continue
            met = best.verdict is Verdict.MET
            pair = claim.where is not None and claim.where.relation in _PAIRS
            end = nearest_part(marks[id].ground, here) if metres > 0 else None
            found[id] = DistanceLine(place=id, end=end, metres=metres, met=met, near=pair or met is not claim.negated)
    return tuple(found.values())


def _reached(
    claim: QueryClaim,
    finding: Finding,
    here: Point,
    asked_places: Sequence[AskedPlace],
    marks: Mapping[PlaceId, Mark],
) -> Iterator[tuple[PlaceId, float]]:
    """The places behind a verdict, and their distances."""
    sight = deciding_place(finding)
    if sight is None:
        return
    relation = claim.where.relation if claim.where else None
    if relation in _PAIRS:
        # Such a wish compares two places, and the sight names only one of them.
        for asked in asked_places:
            if asked.claim == claim.id:
                yield from ((place.id, float(away_m(place, Points.of([here]))[0])) for place in asked.places)
        return
    mark = marks.get(sight.place)
    region = relation is WhereRelation.IN and mark is not None and isinstance(mark.ground, Area)
    # A hit in a region, or outside as wished, needs no line to it; one that missed it does.
    if not region or (finding.verdict is Verdict.REFUTED and sight.metres > 0):
        yield sight.place, sight.metres

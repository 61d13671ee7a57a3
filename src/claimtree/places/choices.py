"""Which of the places of a name is meant: one that is clear, several that somebody has to choose from, or none.

In this order, each step only where it leaves something:

1. the most alike; of the kind asked for; for "in X" those that one can be in;
2. those around the data, where the others are more than 100 km away;
3. the one that is 20 times as important as each other one;
4. one of many records: namesakes within 300 m are one place with several points, as a station with a record for each
   line; and a place with an extent takes in its namesakes inside it or within 1 km, which are called after it. So "near
   Prospect Park" is near the park: who is near its station is near the park as well, and nobody is left out. Of nested
   regions of one name it is the outer one, for the same reason.

What is left is reported, not guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from claimtree.geo import Area, Point, Points
from claimtree.model.places import Candidate, Place, PlaceId, Relation

SHOWN: Final = 5
"""Candidates that an answer shows."""
AROUND_M: Final = 50_000.0
FAR_M: Final = 100_000.0
TIMES_AS_IMPORTANT: Final = 20.0
ONE_PLACE_M: Final = 300.0
CALLED_AFTER_M: Final = 1_000.0
_AS_ALIKE: Final = 0.015


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What is meant: one place, as one or more records."""

    places: tuple[Place, ...]
    likeness: float
    """Under 1 the name was not quite the place's own; under 0.95 somebody should be told what it was taken for."""
    others: tuple[Candidate, ...] = ()
    """Namesakes that were passed over, a few of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ambiguous:
    """Several may be meant equally well."""

    candidates: tuple[Candidate, ...]
    """A few of them, the nearest to the data first; records of one place count once."""
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown:
    """No place has that name."""

    similar: tuple[Place, ...] = ()
    """Some whose names look like it; none of them twice."""


Choice: TypeAlias = Found | Ambiguous | Unknown


def choose(
    candidates: Sequence[Candidate],
    *,
    relation: Relation | None = None,
    is_kind: Callable[[Place], bool] | None = None,
    away_m: Mapping[PlaceId, float] | None = None,
) -> Found | Ambiguous:
    """Decide between candidates, of which there is at least one, the best first; `away_m` is how far each is
    from the data, where that is known."""
    best = candidates[0].likeness
    left = [candidate for candidate in candidates if candidate.likeness > best - _AS_ALIKE]
    if is_kind is not None:
        left = [candidate for candidate in left if is_kind(candidate.place)] or left
    if relation is Relation.IN:
        left = [candidate for candidate in left if candidate.place.has_extent] or left
    if away_m is not None:
        left = _around(left, [away_m[candidate.place.id] for candidate in left])
    left = _important(left)
    groups = _groups(left)
    if len(groups) == 1:
        places = tuple(candidate.place for candidate in groups[0])
        ids = {place.id for place in places}
        others = tuple(candidate for candidate in candidates if candidate.place.id not in ids)
        return Found(places=places, likeness=best, others=others[:SHOWN])
    return Ambiguous(candidates=tuple(group[0] for group in groups[:SHOWN]), total=len(groups))


def _around(candidates: list[Candidate], metres: Sequence[float]) -> list[Candidate]:
    if min(metres) > AROUND_M:
        return candidates
    return [candidate for candidate, away in zip(candidates, metres, strict=True) if away <= FAR_M]


def _important(candidates: list[Candidate]) -> list[Candidate]:
    """What a source counts for some and not for others is small there; another source may not count at all."""
    first = max(candidates, key=lambda candidate: candidate.place.rank)
    rank, source = first.place.rank, first.place.source
    if rank <= 0:
        return candidates
    return [
        candidate
        for candidate in candidates
        if candidate.place.rank * TIMES_AS_IMPORTANT > rank
        or (candidate.place.rank <= 0 and candidate.place.source != source)
    ]


def _groups(candidates: Sequence[Candidate]) -> list[list[Candidate]]:
    """Those that are one place together, in the order of their first."""
    left = list(candidates)
    if len(left) > 1:
        for outer in sorted(
            (candidate.place for candidate in left if candidate.place.has_extent), key=_width, reverse=True
        ):
            if any(candidate.place.id == outer.id for candidate in left):
                gone = {place.id for place in _called_after(outer, [candidate.place for candidate in left])}
                left = [candidate for candidate in left if candidate.place.id not in gone]
    return _clusters(left)


def _called_after(outer: Place, places: Sequence[Place]) -> list[Place]:
    others = [place for place in places if place.id != outer.id]
    if not others:
        return []
    centres = Points.of([place.centre for place in others])
    if isinstance(outer.shape, Area):
        metres = outer.shape.distances_m(centres, within_m=CALLED_AFTER_M)
    else:
        metres = centres.distances_m(Points.of([outer.shape])) - outer.radius_m
    # A larger region is never taken in by a smaller one that happens to hold its centre.
    return [
        place
        for place, away in zip(others, metres.tolist(), strict=True)
        if away <= CALLED_AFTER_M and _width(place) <= _width(outer)
    ]


def _width(place: Place) -> float:
    """Metres across, roughly: to tell the larger of two regions."""
    if isinstance(place.shape, Point):
        return 2 * place.radius_m
    west, south, east, north = place.shape.shape.bounds
    corners = Points(np.array([south, north]), np.array([west, east]))
    return float(corners.take(np.array([0])).distances_m(corners.take(np.array([1])))[0])


def _clusters(candidates: Sequence[Candidate]) -> list[list[Candidate]]:
    """Spots within 300 m of each other, in a chain if need be."""
    spots = Points.of([candidate.place.centre for candidate in candidates])
    waiting = np.arange(len(candidates))
    groups: list[list[int]] = []
    while len(waiting):
        group, edge = [], [int(waiting[0])]
        waiting = waiting[1:]
        while edge:
            at = edge.pop()
            group.append(at)
            near = spots.take(waiting).distances_m(spots.take(np.array([at]))) <= ONE_PLACE_M
            edge += waiting[near].tolist()
            waiting = waiting[~near]
        groups.append(sorted(group))
    return [[candidates[i] for i in group] for group in groups]

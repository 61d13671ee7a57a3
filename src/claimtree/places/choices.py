"""Decides which of several places of one name is meant: a clear one, several to choose from, or
none.

The steps, in this order; each is skipped if it would leave nothing:

1. the most alike; of the kind asked for; for "in X" those with an extent;
2. those around the data, if the others are more than 100 km away;
3. the one that is 20 times as important as every other one;
4. records of one place are merged: namesakes within 300 m are one place with several points, such
   as a station with a record for each line; and a place with an extent absorbs its namesakes inside
   it or within 1 km, which are named after it. So "near Prospect Park" is near the park: whatever is
   near its station is near the park as well, so no result is lost. Of nested regions of one name it
   is the outer one, for the same reason.

If several are left, they are reported; there is no guessing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from claimtree.geo import Area, Point, Points
from claimtree.model.places import Candidate, Place, PlaceId, WhereRelation

SHOWN: Final = 5
"""Maximum number of candidates in an answer."""
AROUND_M: Final = 50_000.0
FAR_M: Final = 100_000.0
TIMES_AS_IMPORTANT: Final = 20.0
ONE_PLACE_M: Final = 300.0
CALLED_AFTER_M: Final = 1_000.0
_AS_ALIKE: Final = 0.015


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The place that is meant, as one or more records."""

    places: tuple[Place, ...]
    likeness: float
    """Below 1 the name was not quite the place's own; below 0.95 the user should be told what it
    was taken for."""
    others: tuple[Candidate, ...] = ()
    """Some of the namesakes that were rejected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ambiguous:
    """Several places that may be meant equally well."""

    candidates: tuple[Candidate, ...]
    """Some of them, nearest to the data first; records of one place count once."""
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown:
    """No place has that name."""

    similar: tuple[Place, ...] = ()
    """Places with similar names, without duplicates."""


Choice: TypeAlias = Found | Ambiguous | Unknown


def choose(
    candidates: Sequence[Candidate],
    *,
    relation: WhereRelation | None = None,
    is_kind: Callable[[Place], bool] | None = None,
    away_m: Mapping[PlaceId, float] | None = None,
) -> Found | Ambiguous:
    """Decides between candidates, at least one, best first; `away_m` is the distance of each from
    the data, if known."""
    best = candidates[0].likeness
    left = [candidate for candidate in candidates if candidate.likeness > best - _AS_ALIKE]
    if is_kind is not None:
        left = [candidate for candidate in left if is_kind(candidate.place)] or left
    if relation is WhereRelation.IN:
        left = [candidate for candidate in left if candidate.place.has_extent] or left
    if away_m is not None:
        left = _near_the_nearest(left, [away_m[candidate.place.id] for candidate in left])
    left = _important(left)
    groups = _groups(left)
    if len(groups) == 1:
        places = tuple(candidate.place for candidate in groups[0])
        ids = {place.id for place in places}
        others = tuple(candidate for candidate in candidates if candidate.place.id not in ids)
        return Found(places=places, likeness=best, others=others[:SHOWN])
    return Ambiguous(candidates=tuple(group[0] for group in groups[:SHOWN]), total=len(groups))


def _near_the_nearest(candidates: list[Candidate], metres: Sequence[float]) -> list[Candidate]:
    if min(metres) > AROUND_M:
        return candidates
    return [candidate for candidate, away in zip(candidates, metres, strict=True) if away <= FAR_M]


def _important(candidates: list[Candidate]) -> list[Candidate]:
    """Keeps the important candidates. If a source ranks some places, an unranked place of the same
    source is unimportant; another source may not rank at all."""
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
    """Groups the candidates that are one place, in the order of the first of each group."""
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
    # A larger region is never absorbed by a smaller one that happens to contain its centre.
    return [
        place
        for place, away in zip(others, metres.tolist(), strict=True)
        if away <= CALLED_AFTER_M and _width(place) <= _width(outer)
    ]


def _width(place: Place) -> float:
    """Returns the approximate width in metres, to find the larger of two regions."""
    if isinstance(place.shape, Point):
        return 2 * place.radius_m
    west, south, east, north = place.shape.shape.bounds
    corners = Points(np.array([south, north]), np.array([west, east]))
    return float(corners.take(np.array([0])).distances_m(corners.take(np.array([1])))[0])


def _clusters(candidates: Sequence[Candidate]) -> list[list[Candidate]]:
    """Groups places within 300 m of each other, transitively."""
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

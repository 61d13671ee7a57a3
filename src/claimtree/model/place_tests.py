"""The place tests that every store obeys: when a test holds, and its result for one entity.

A store that tests many entities at once calls `outcome`; for the few that are shown, `look` returns
the place and the distance. Both agree: they run the same arithmetic, on many points or on one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from claimtree.geo import Area, Point, Points, any_holds
from claimtree.geo.points import Floats
from claimtree.model.amounts import Amount
from claimtree.model.places import (
    Between,
    Closer,
    Inside,
    Near,
    NearbyFact,
    NearKind,
    Place,
    PlaceKind,
    PlaceTest,
    Sight,
    keeps_off,
)

Bools: TypeAlias = NDArray[np.bool_]
Bands: TypeAlias = NDArray[np.uint8]

QUARTERS = 4
"""Number of bands that a radius is divided into."""

FEW = 24
"""Up to this many places are measured one by one."""


class PlaceResult(StrEnum):
    """The result of a test for one entity."""

    HOLDS = "holds"
    NEARLY = "nearly"
    """It lies in a region next to the one asked for."""
    FAILS = "fails"
    OPEN = "open"
    """Undecided: too near a border, or too far for anything to be known."""


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """The results of a test for many points; where it neither holds nor is open, it fails."""

    holds: Bools
    nearly: Bools
    open: Bools
    bands: Bands | None = None
    """How far out each point is within what was asked for, in quarters; None where that makes no
    difference.
    """

    def result(self, row: int) -> PlaceResult:
        if self.open[row]:
            return PlaceResult.OPEN
        return PlaceResult.HOLDS if self.holds[row] else PlaceResult.NEARLY if self.nearly[row] else PlaceResult.FAILS


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The result of a test for one entity, with the place that decided it."""

    result: PlaceResult
    sight: Sight
    text: str
    """For people: "350 m to Bedford Av (L)"."""
    band: int = 0
    """How far out it is within what was asked for, in quarters."""


def within(asked: Amount, metres: Floats) -> Bools:
    """Returns `Amount.includes` for many distances at once."""
    above = metres > asked.low if asked.low_open else metres >= asked.low
    below = metres < asked.high if asked.high_open else metres <= asked.high
    return above & below


def bands(asked: Amount, metres: Floats) -> Bands | None:
    """Returns the quarter of the radius that each distance is in; None if no radius was asked for."""
    if asked.low > 0 or not 0 < asked.high < np.inf:
        return None
    found: Bands = np.minimum(metres * QUARTERS / asked.high, QUARTERS - 1).astype(np.uint8)
    return found


def unproven(test: PlaceTest) -> PlaceResult:
    """Returns the result that an incomplete list of places cannot prove: that none is near, which
    fails a wish to be near and holds for one to keep away.
    """
    away = isinstance(test, Near | NearKind) and keeps_off(test.asked)
    return PlaceResult.HOLDS if away else PlaceResult.FAILS


def grade_in_band(grade: int, band: int) -> int:
    """Returns the grade for a band: evidence for a wish to be near loses a sixteenth per quarter;
    evidence against it is the same everywhere.
    """
    return max(1, grade - band) if grade > 0 else grade


def outcome(test: Near | Inside | Between | Closer, points: Points) -> Outcome:
    """Returns the results of the test for each point."""
    none = np.zeros(len(points), np.bool_)
    match test:
        case Near():
            metres = _distances_m(test, points)
            return Outcome(within(test.asked, metres), none, metres > test.reach_m, bands(test.asked, metres))
        case Inside():
            holds = _inside(test.places, points)
            nearly = _inside(test.neighbours, points) & ~holds if test.neighbours else none
            return Outcome(holds, nearly, _near_border(test, points, ~(holds | nearly)))
        case Between():
            one, other = away_m(test.one, points), away_m(test.other, points)
            way = away_m(test.other, Points.of([test.one.centre]))
            return Outcome(one + other <= way * (1 + test.detour), none, none)
        case Closer():
            return Outcome(away_m(test.to, points) < away_m(test.than, points), none, none)


def look(
    test: PlaceTest, point: Point | None, facts: Mapping[PlaceKind, NearbyFact], *, language: str = "en"
) -> Look | None:
    """Returns the result of the test for one entity; None if it has no coordinates, or nothing is
    known of the kind.
    """
    say = _WORDS.get(language, _WORDS["en"])
    if isinstance(test, NearKind):
        fact = facts.get(test.kind)
        if fact is None:
            return None
        sight = Sight(place=fact.place, name=fact.name, point=fact.point, metres=fact.metres)
        result = PlaceResult.HOLDS if test.asked.includes(fact.metres) else PlaceResult.FAILS
        quarter = bands(test.asked, np.array([fact.metres]))
        text = say.to.format(far=say.far(fact.metres), name=fact.name)
        return Look(result=result, sight=sight, text=text, band=0 if quarter is None else int(quarter[0]))
    if point is None:
        return None
    here = Points.of([point])
    if isinstance(test, Near):
        which, metres = _nearest(test, here)
        place = test.places[which]
        result = PlaceResult.HOLDS if test.asked.includes(metres) else PlaceResult.FAILS
        result = PlaceResult.OPEN if metres > test.reach_m else result
        band = bands(test.asked, np.array([metres]))
        text = say.to.format(far=say.far(metres), name=place.name)
        return Look(result=result, sight=_sight(place, metres), text=text, band=0 if band is None else int(band[0]))
    made = outcome(test, here)
    result = made.result(0)
    match test:
        case Inside():
            return _look_inside(test, result, here, say)
        case Between():
            one, other = float(away_m(test.one, here)[0]), float(away_m(test.other, here)[0])
            first, second = (
                say.to.format(far=say.far(far), name=place.name)
                for far, place in ((one, test.one), (other, test.other))
            )
            nearer = _sight(test.one, one) if one <= other else _sight(test.other, other)
            return Look(result=result, sight=nearer, text=f"{first}, {second}")
        case Closer():
            one, other = float(away_m(test.to, here)[0]), float(away_m(test.than, here)[0])
            first, second = (
                say.to.format(far=say.far(far), name=place.name) for far, place in ((one, test.to), (other, test.than))
            )
            return Look(result=result, sight=_sight(test.to, one), text=f"{first}, {second}")


def away_m(place: Place, points: Points, *, within_m: float = np.inf) -> Floats:
    """Returns the distance of each point from a place; 0 inside it. Distances certainly beyond
    `within_m` may be infinite.
    """
    ground = place.ground
    if isinstance(ground, Area):
        return ground.distances_m(points, within_m=within_m)
    spot = Points.of([ground])
    if not within_m < np.inf:
        return points.distances_m(spot)
    found = np.full(len(points), np.inf)
    near = points.within(spot, within_m)
    found[near] = points.take(near).distances_m(spot)
    return found


def far(metres: float, language: str) -> str:
    """Returns a distance in words.

    >>> far(346.8, "en"), far(1_400, "id")
    ('350 m', '1,4 km')
    """
    return _WORDS.get(language, _WORDS["en"]).far(metres)


def _distances_m(test: Near, points: Points) -> Floats:
    """Returns the distance to the nearest place; distances beyond the asked limit may be infinite."""
    limit = max(test.asked.high, test.reach_m if np.isfinite(test.reach_m) else 0.0)
    if len(test.places) > FEW:
        return test.index.find(points, within_m=limit)[1]
    found: Floats = np.minimum.reduce([away_m(place, points, within_m=limit) for place in test.places])
    return found


def _nearest(test: Near, here: Points) -> tuple[int, float]:
    if len(test.places) > FEW:
        found, metres = test.index.find(here)
        return int(found[0]), float(metres[0])
    away = [float(away_m(place, here)[0]) for place in test.places]
    which = int(np.argmin(away))
    return which, away[which]


def _inside(places: tuple[Place, ...], points: Points) -> Bools:
    return any_holds([place.ground for place in places if isinstance(place.ground, Area)], points)


def _near_border(test: Inside, points: Points, outside: Bools) -> Bools:
    near = np.zeros(len(points), np.bool_)
    for place in test.places if test.margin_m > 0 else ():
        if isinstance(place.ground, Area):
            near |= place.ground.near_border(points, outside, test.margin_m)
    return near


def _look_inside(test: Inside, result: PlaceResult, here: Points, say: _Words) -> Look:
    if result in (PlaceResult.HOLDS, PlaceResult.NEARLY):
        among = test.places if result is PlaceResult.HOLDS else test.neighbours
        place = next(place for place in among if _inside((place,), here)[0])
        names = ", ".join(place.name for place in test.places)
        text = say.inside.format(name=place.name)
        if result is PlaceResult.NEARLY:
            text = f"{text}, {say.next_to.format(name=names)}"
        return Look(result=result, sight=_sight(place, 0.0), text=text)
    far = [float(away_m(place, here)[0]) for place in test.places]
    nearest = int(np.argmin(far))
    place = test.places[nearest]
    text = say.outside.format(far=say.far(far[nearest]), name=place.name)
    return Look(result=result, sight=_sight(place, far[nearest]), text=text)


def _sight(place: Place, metres: float) -> Sight:
    return Sight(place=place.id, name=place.name, point=place.centre, metres=metres)


@dataclass(frozen=True, slots=True)
class _Words:
    to: str
    inside: str
    next_to: str
    outside: str
    decimal: str

    def far(self, metres: float) -> str:
        """Returns a distance in words: metres, from a kilometre on kilometres."""
        if metres < 995:
            return f"{round(metres / 10) * 10 if metres >= 100 else round(metres)} m"
        return f"{metres / 1000:.1f} km".replace(".", self.decimal)


_WORDS = {
    "en": _Words(
        to="{far} to {name}",
        inside="in {name}",
        next_to="next to {name}",
        outside="{far} outside {name}",
        decimal=".",
    ),
    "id": _Words(
        to="{far} ke {name}",
        inside="di {name}",
        next_to="di sebelah {name}",
        outside="{far} di luar {name}",
        decimal=",",
    ),
}

"""The rules about whereabouts that every store obeys: when a test holds, and what is said of one entity.

A store that looks at many entities at once asks `outcome`; for the few that are shown, `look` says the place and the
distance. Both come to the same: they run the same arithmetic, on many points or on one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from claimtree.geo import Area, Point, Points
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
)

Bools: TypeAlias = NDArray[np.bool_]

FEW = 24
"""So many places are measured one by one."""


class Seen(StrEnum):
    """What a test makes of one entity."""

    HOLDS = "holds"
    NEARLY = "nearly"
    """It lies in a region next to the one asked for."""
    FAILS = "fails"


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What a test makes of many points; where neither is true, it fails."""

    holds: Bools
    nearly: Bools


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What a test makes of one entity, and what it saw."""

    seen: Seen
    sight: Sight
    text: str
    """For people: "350 m to Bedford Av (L)"."""


def within(asked: Amount, metres: Floats) -> Bools:
    """`Amount.includes` for many distances at once."""
    above = metres > asked.low if asked.low_open else metres >= asked.low
    below = metres < asked.high if asked.high_open else metres <= asked.high
    return above & below


def outcome(test: Near | Inside | Between | Closer, points: Points) -> Outcome:
    """What the test makes of each point."""
    none = np.zeros(len(points), np.bool_)
    match test:
        case Near():
            return Outcome(within(test.asked, _distances_m(test, points)), none)
        case Inside():
            holds = _inside(test.places, points)
            return Outcome(holds, _inside(test.beside, points) & ~holds if test.beside else none)
        case Between():
            one, other = away_m(test.one, points), away_m(test.other, points)
            way = away_m(test.other, Points.of([test.one.centre]))
            return Outcome(one + other <= way * (1 + test.detour), none)
        case Closer():
            return Outcome(away_m(test.to, points) < away_m(test.than, points), none)


def look(
    test: PlaceTest, point: Point | None, facts: Mapping[PlaceKind, NearbyFact], *, language: str = "en"
) -> Look | None:
    """What the test makes of one entity; None where it has no coordinates, or nothing is known of the kind."""
    say = _WORDS.get(language, _WORDS["en"])
    if isinstance(test, NearKind):
        fact = facts.get(test.kind)
        if fact is None:
            return None
        sight = Sight(place=fact.place, name=fact.name, point=fact.point, metres=fact.metres)
        seen = Seen.HOLDS if test.asked.includes(fact.metres) else Seen.FAILS
        return Look(seen=seen, sight=sight, text=say.to.format(far=say.far(fact.metres), name=fact.name))
    if point is None:
        return None
    here = Points.of([point])
    made = outcome(test, here)
    seen = Seen.HOLDS if made.holds[0] else Seen.NEARLY if made.nearly[0] else Seen.FAILS
    match test:
        case Near():
            which, metres = _nearest(test, here)
            place = test.places[which]
            return Look(
                seen=seen, sight=_sight(place, metres), text=say.to.format(far=say.far(metres), name=place.name)
            )
        case Inside():
            return _look_inside(test, seen, here, say)
        case Between():
            one, other = float(away_m(test.one, here)[0]), float(away_m(test.other, here)[0])
            first, second = (
                say.to.format(far=say.far(far), name=place.name)
                for far, place in ((one, test.one), (other, test.other))
            )
            nearer = _sight(test.one, one) if one <= other else _sight(test.other, other)
            return Look(seen=seen, sight=nearer, text=f"{first}, {second}")
        case Closer():
            one, other = float(away_m(test.to, here)[0]), float(away_m(test.than, here)[0])
            first, second = (
                say.to.format(far=say.far(far), name=place.name) for far, place in ((one, test.to), (other, test.than))
            )
            return Look(seen=seen, sight=_sight(test.to, one), text=f"{first}, {second}")


def away_m(place: Place, points: Points, *, within_m: float = np.inf) -> Floats:
    """How far each point is from a place; 0 inside it. What is surely farther than asked may come as infinite."""
    ground = place.ground
    if isinstance(ground, Area):
        return ground.distances_m(points, within_m=within_m)
    return points.distances_m(Points.of([ground]))


def _distances_m(test: Near, points: Points) -> Floats:
    if len(test.places) > FEW:
        return test.index.find(points)[1]
    limit = test.asked.high if test.asked.low <= 0 else np.inf
    found: Floats = np.minimum.reduce([away_m(place, points, within_m=limit) for place in test.places])
    return found


def _nearest(test: Near, here: Points) -> tuple[int, float]:
    which, metres = test.index.find(here)
    return int(which[0]), float(metres[0])


def _inside(places: tuple[Place, ...], points: Points) -> Bools:
    holds = np.zeros(len(points), np.bool_)
    for place in places:
        if isinstance(place.ground, Area):
            holds |= place.ground.holds(points)
    return holds


def _look_inside(test: Inside, seen: Seen, here: Points, say: _Words) -> Look:
    if seen is not Seen.FAILS:
        among = test.places if seen is Seen.HOLDS else test.beside
        place = next(place for place in among if _inside((place,), here)[0])
        names = ", ".join(place.name for place in test.places)
        text = say.inside.format(name=place.name)
        if seen is Seen.NEARLY:
            text = f"{text}, {say.beside.format(name=names)}"
        return Look(seen=seen, sight=_sight(place, 0.0), text=text)
    far = [float(away_m(place, here)[0]) for place in test.places]
    nearest = int(np.argmin(far))
    place = test.places[nearest]
    text = say.outside.format(far=say.far(far[nearest]), name=place.name)
    return Look(seen=seen, sight=_sight(place, far[nearest]), text=text)


def _sight(place: Place, metres: float) -> Sight:
    return Sight(place=place.id, name=place.name, point=place.centre, metres=metres)


@dataclass(frozen=True, slots=True)
class _Words:
    to: str
    inside: str
    beside: str
    outside: str
    decimal: str

    def far(self, metres: float) -> str:
        """A distance as people say it: metres, from a kilometre on kilometres."""
        if metres < 995:
            return f"{round(metres / 10) * 10 if metres >= 100 else round(metres)} m"
        return f"{metres / 1000:.1f} km".replace(".", self.decimal)


_WORDS = {
    "en": _Words(
        to="{far} to {name}",
        inside="in {name}",
        beside="next to {name}",
        outside="{far} outside {name}",
        decimal=".",
    ),
    "id": _Words(
        to="{far} ke {name}",
        inside="di {name}",
        beside="di sebelah {name}",
        outside="{far} di luar {name}",
        decimal=",",
    ),
}

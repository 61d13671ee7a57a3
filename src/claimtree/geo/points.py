"""Points on the earth, one or many, and the distances between them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from claimtree.errors import BadPlace

Floats: TypeAlias = NDArray[np.float64]
LatLon: TypeAlias = tuple[float, float]
"""A point that was validated before; used where there are many."""

EQUATOR_M = 6_378_137.0
FLATTENING = 1 / 298.257223563
_SQUARED_ECCENTRICITY = FLATTENING * (2 - FLATTENING)
_AROUND_THE_EARTH_M = 4e7


@dataclass(frozen=True, slots=True, order=True)
class Point:
    """A validated position on the earth in degrees."""

    lat: float
    lon: float

    @classmethod
    def read(cls, text: str) -> Point | None:
        """Parses latitude and longitude separated by a comma ("40.7141, -73.9573"); None for any
        other text."""
        lat, comma, lon = text.partition(",")
        try:
            return cls(float(lat), float(lon)) if comma else None
        except ValueError:
            return None

    def __post_init__(self) -> None:
        if not (math.isfinite(self.lat) and math.isfinite(self.lon)):
            raise BadPlace(
                f"latitude {self.lat} and longitude {self.lon} are not both numbers",
                hint="Give degrees of WGS 84, as in 40.7141 and -73.9573.",
                values={"lat": str(self.lat), "lon": str(self.lon)},
            )
        if not -180 <= self.lon <= 180 or not -90 <= self.lat <= 90:
            swapped = -90 <= self.lon <= 90 and -180 <= self.lat <= 180
            raise BadPlace(
                f"latitude {self.lat:g} and longitude {self.lon:g} lie outside -90…90 and -180…180",
                hint="They look swapped." if swapped else "Give degrees of WGS 84, as in 40.7141 and -73.9573.",
                values={"lat": self.lat, "lon": self.lon},
            )


@dataclass(frozen=True, eq=False)
class Points:
    """Many points, as arrays."""

    lats: Floats
    lons: Floats

    @classmethod
    def of(cls, points: Iterable[Point]) -> Points:
        listed = list(points)
        lats, lons = [point.lat for point in listed], [point.lon for point in listed]
        return cls(np.array(lats, np.float64), np.array(lons, np.float64))

    def __len__(self) -> int:
        return len(self.lats)

    def take(self, which: NDArray[np.integer]) -> Points:
        taken = Points(self.lats[which], self.lons[which])
        if "centred" in self.__dict__:  # copying is faster than computing again
            taken.__dict__["centred"] = self.centred[:, which]
        return taken

    def rows(self) -> list[LatLon]:
        """Returns latitude and longitude of each."""
        return list(zip(self.lats.tolist(), self.lons.tolist(), strict=True))

    @cached_property
    def centred(self) -> Floats:
        """Earth-centred coordinates in metres; one row each for x, y and z."""
        lat, lon = np.radians(self.lats), np.radians(self.lons)
        normal = EQUATOR_M / np.sqrt(1 - _SQUARED_ECCENTRICITY * np.sin(lat) ** 2)
        flat = normal * np.cos(lat)
        return np.stack([flat * np.cos(lon), flat * np.sin(lon), normal * (1 - _SQUARED_ECCENTRICITY) * np.sin(lat)])

    def distances_m(self, other: Points) -> Floats:
        """Returns the distance of each point to the one at the same index of `other`, or to its
        only one."""
        return arc_lengths(np.sqrt(self._squares(other)))

    def within(self, one: Points, metres: Floats | float) -> NDArray[np.int64]:
        """Returns the indices of points within a distance of one point, perhaps a centimetre
        farther: much faster than computing all distances."""
        # A chord through the earth is shorter than the way over it.
        limit = np.minimum(metres, _AROUND_THE_EARTH_M) + 0.01
        return np.flatnonzero(self._squares(one) <= limit * limit)

    def _squares(self, other: Points) -> Floats:
        """Returns the squared chord lengths. Computed in place: for many points this is limited by
        memory bandwidth."""
        found: Floats = self.centred[0] - other.centred[0]
        found *= found
        for own, others in zip(self.centred[1:], other.centred[1:], strict=True):
            apart = own - others
            apart *= apart
            found += apart
        return found


def arc_lengths(chords: Floats) -> Floats:
    """Converts chords through the earth to arcs over it, in whole centimetres.

    Rounded, so that a comparison never depends on the last bit, which may differ between machines.
    """
    arcs: Floats = 2 * EQUATOR_M * np.arcsin(np.minimum(chords / (2 * EQUATOR_M), 1.0))
    return np.round(arcs, 2)


def distance_m(one: Point, other: Point) -> float:
    """Returns the distance between two points in metres.

    >>> distance_m(Point(40.7172, -73.9568), Point(40.7141, -73.9573))
    346.83
    """
    return float(Points.of([one]).distances_m(Points.of([other]))[0])

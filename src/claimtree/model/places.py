"""Places: what a wish asks about them, and the tests that a store can run without knowing language."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NewType, TypeAlias

from claimtree.errors import BadPlace
from claimtree.geo import Area, Nearest, Point, circle
from claimtree.model.amounts import Amount, AmountKind, Op

PlaceId = NewType("PlaceId", str)
PlaceKind = NewType("PlaceKind", str)
"""The kind of a place: "subway", "mall", "neighborhood". The pack declares some; files may bring
others.
"""

BORDER_M = 250.0
"""This near outside the outline of a region nothing is decided: outlines are simplified, and so are
coordinates.
"""
CENTRE = PlaceKind("centre")
"""Beside the name of a region: its centre is meant, not its outline. "Pusat kota Medan" is near the
centre of Medan.
"""


@dataclass(frozen=True, kw_only=True)
class Place:
    """Something with a name and a location: a station, a park, a district."""

    id: PlaceId
    name: str
    kind: PlaceKind
    shape: Point | Area
    radius_m: float = 0.0
    """Radius of a region given by its centre; 0 for a point or an outline."""
    aliases: tuple[str, ...] = ()
    parent: str = ""
    """The name of the region it lies in: "Brooklyn"."""
    source: str = ""
    """Where it comes from: a file, a provider."""
    rank: float = 0.0
    """Its importance among places of the same name: inhabitants, passengers, or what else the
    source counts.
    """
    rating: float | None = None
    """0…5, as rated by its visitors."""
    partial: bool = False
    """True if it comes from a list that does not have all of its kind: then that none is near
    proves nothing.
    """

    @property
    def centre(self) -> Point:
        return self.shape if isinstance(self.shape, Point) else self.shape.centre

    @cached_property
    def ground(self) -> Point | Area:
        """The area it covers: a region given by its centre covers a circle."""
        return circle(self.shape, self.radius_m) if isinstance(self.shape, Point) and self.radius_m > 0 else self.shape

    @property
    def has_extent(self) -> bool:
        """True if an entity can be inside it."""
        return isinstance(self.shape, Area) or self.radius_m > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A place that a name may mean."""

    place: Place
    likeness: float
    """Similarity of the asked name to the place's own or an alias: 1 if equal, ignoring case,
    accents and abbreviations.
    """


class WhereRelation(StrEnum):
    """How a wish relates an entity to a place."""

    IN = "in"
    NEAR = "near"
    BETWEEN = "between"
    CLOSER = "closer"
    """Closer to the first place than to the second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """What a wish asks about a place, in its own words; the place is not looked up yet."""

    relation: WhereRelation
    names: tuple[str, ...] = ()
    """The places by name, as asked; two for "between" and "closer". Empty where any place of the
    kind will do.
    """
    kind: PlaceKind = PlaceKind("")
    """Any of this kind, or beside a name: the kind of the named place."""
    distance: Amount | None = None
    """The allowed distance, in metres; None for a relation without one."""
    well_rated: bool = False
    """True for "good coffee shops"."""
    with_neighbours: bool = False
    """True if areas next to the named one will do, at a discount: "in or around Williamsburg"."""

    @property
    def keeps_off(self) -> bool:
        """True if it asks for a minimum distance, and so refuses what is nearer."""
        return self.distance is not None and keeps_off(self.distance)

    def __post_init__(self) -> None:
        wanted = 2 if self.relation in (WhereRelation.BETWEEN, WhereRelation.CLOSER) else 1
        if len(self.names) != wanted and not (wanted == 1 and not self.names and self.kind):
            raise BadPlace(
                f"'{self.relation.value}' needs {'two names' if wanted == 2 else 'one name, or a kind'}, not "
                f"{len(self.names)}",
                values={"relation": self.relation.value, "names": ", ".join(self.names)},
            )
        if self.distance is not None and (self.distance.kind is not AmountKind.DISTANCE or self.distance.unit != "m"):
            raise BadPlace(f"a distance is in metres, not {self.distance.kind.value} in {self.distance.unit!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class NearbyFact:
    """The nearest place of a kind to an entity, measured when it was indexed or when places
    changed.
    """

    kind: PlaceKind
    place: PlaceId
    name: str
    point: Point
    """The place's point, or its centre."""
    metres: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """The place that decided a test for one entity, and its distance."""

    place: PlaceId
    name: str
    point: Point
    """The place's point, or its centre."""
    metres: float
    """0 inside a region."""


@dataclass(frozen=True, kw_only=True)
class Near:
    """Within a distance of the nearest of some places."""

    places: tuple[Place, ...]
    asked: Amount
    reach_m: float = math.inf
    """Farther away nothing is known about such places, so nothing is said."""

    @cached_property
    def index(self) -> Nearest:
        return Nearest([place.ground for place in self.places])


@dataclass(frozen=True, kw_only=True)
class NearKind:
    """Within a distance of the nearest place of a kind, by the nearby facts of entities."""

    kind: PlaceKind
    asked: Amount


@dataclass(frozen=True, kw_only=True)
class Inside:
    """In one of some regions."""

    places: tuple[Place, ...]
    neighbours: tuple[Place, ...] = ()
    """Regions that touch those: they will do, at a discount."""
    margin_m: float = 0.0
    """This near outside the border nothing is decided: outlines are simplified."""


@dataclass(frozen=True, kw_only=True)
class Between:
    """On the way from one place to another, with a detour of at most a share of the way."""

    one: Place
    other: Place
    detour: float = 0.2


@dataclass(frozen=True, kw_only=True)
class Closer:
    """Closer to one place than to another."""

    to: Place
    than: Place


PlaceTest: TypeAlias = Near | NearKind | Inside | Between | Closer


def keeps_off(asked: Amount) -> bool:
    """True if a distance is a minimum: "at least 500 m from any bar"."""
    return asked.low > 0 and math.isinf(asked.high)


def at_most_m(metres: float, *, is_open: bool = False) -> Amount:
    """Returns a maximum distance; exclusive if `is_open`."""
    op = Op.LT if is_open else Op.LTE
    return Amount(kind=AmountKind.DISTANCE, high=metres, high_open=is_open, unit="m", op=op)


def check_place(place: Place) -> None:
    """Raise if a place has no name, no id or an invalid radius."""
    if not place.name.strip() or not place.id.strip():
        raise BadPlace("a place has a name and an id", values={"id": place.id, "name": place.name})
    if place.radius_m < 0 or place.radius_m != place.radius_m:
        raise BadPlace(f"a radius of {place.radius_m} m", hint="Give metres, 0 or more.", values={"id": place.id})

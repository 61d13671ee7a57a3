"""Places: what is where, what a wish asks about it, and the tests that a store can run without knowing language."""

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
"""What sort of place: "subway", "mall", "neighborhood". The pack says which there are; files may bring others."""

BORDER_M = 250.0
"""So near outside the outline of a region nobody is held to it: outlines are simplified, and so are coordinates."""
CENTRE = PlaceKind("centre")
"""Beside the name of a region: its middle is meant, not its outline. "Pusat kota Medan" is near the centre of Medan."""


@dataclass(frozen=True, kw_only=True)
class Place:
    """Something with a name that is somewhere: a station, a park, a district."""

    id: PlaceId
    name: str
    kind: PlaceKind
    shape: Point | Area
    radius_m: float = 0.0
    """A region given by its centre reaches so far; 0 for what is a spot or has an outline."""
    aliases: tuple[str, ...] = ()
    parent: str = ""
    """The name of the region it lies in: "Brooklyn"."""
    source: str = ""
    """Who says so: a file, a provider."""
    rank: float = 0.0
    """How important it is among its namesakes: inhabitants, passengers, whatever the source counts."""
    rating: float | None = None
    """0…5, as its visitors see it."""
    partial: bool = False
    """It comes from a list that does not have all of its kind: that none is near proves nothing then."""

    @property
    def centre(self) -> Point:
        return self.shape if isinstance(self.shape, Point) else self.shape.centre

    @cached_property
    def ground(self) -> Point | Area:
        """What it covers: a region given by its centre covers a circle."""
        return circle(self.shape, self.radius_m) if isinstance(self.shape, Point) and self.radius_m > 0 else self.shape

    @property
    def has_extent(self) -> bool:
        """Whether one can be in it."""
        return isinstance(self.shape, Area) or self.radius_m > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A place that a name may mean."""

    place: Place
    likeness: float
    """Of the name as asked to the place's own or an alias: 1 for the same, case, accents and abbreviations aside."""


class Relation(StrEnum):
    """How a wish places a home."""

    IN = "in"
    NEAR = "near"
    BETWEEN = "between"
    CLOSER = "closer"
    """To the first place than to the second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """What a wish asks about whereabouts, in its own words: nobody has looked up yet where that is."""

    relation: Relation
    names: tuple[str, ...] = ()
    """The places by name, as asked; two for "between" and "closer". Empty where any place of the kind will do."""
    kind: PlaceKind = PlaceKind("")
    """Any of this kind, or beside a name: what sort of place the name is of."""
    distance: Amount | None = None
    """How far it may be, in metres; None for a relation that asks for none."""
    well_rated: bool = False
    """ "good coffee shops"."""
    beside: bool = False
    """The areas next to the one named will do, at a discount: "in or around Williamsburg"."""

    @property
    def keeps_off(self) -> bool:
        """Whether it asks for a distance to keep, and so refuses what is nearer."""
        return self.distance is not None and keeps_off(self.distance)

    def __post_init__(self) -> None:
        wanted = 2 if self.relation in (Relation.BETWEEN, Relation.CLOSER) else 1
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
    """The nearest place of a kind to an entity, measured when it was indexed or when places changed."""

    kind: PlaceKind
    place: PlaceId
    name: str
    point: Point
    """Where the place is, or its middle."""
    metres: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """What a test saw of one entity: the place that decided, and how far it is."""

    place: PlaceId
    name: str
    point: Point
    """Where the place is, or its middle."""
    metres: float
    """0 inside a region."""


@dataclass(frozen=True, kw_only=True)
class Near:
    """So far from the nearest of some places."""

    places: tuple[Place, ...]
    asked: Amount
    reach_m: float = math.inf
    """Farther away nothing is known about such places, so nothing is said."""

    @cached_property
    def index(self) -> Nearest:
        return Nearest([place.ground for place in self.places])


@dataclass(frozen=True, kw_only=True)
class NearKind:
    """So far from the nearest place of a kind, as the facts say that entities were given."""

    kind: PlaceKind
    asked: Amount


@dataclass(frozen=True, kw_only=True)
class Inside:
    """In one of some regions."""

    places: tuple[Place, ...]
    beside: tuple[Place, ...] = ()
    """Regions that touch those: they will do, at a discount."""
    margin_m: float = 0.0
    """So near outside the border nothing is said: outlines are simplified."""


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
    """Whether a distance is one to keep: "at least 500 m from any bar"."""
    return asked.low > 0 and math.isinf(asked.high)


def at_most_m(metres: float, *, is_open: bool = False) -> Amount:
    """So far at the most; less than that where the end is open."""
    op = Op.LT if is_open else Op.LTE
    return Amount(kind=AmountKind.DISTANCE, high=metres, high_open=is_open, unit="m", op=op)


def check_place(place: Place) -> None:
    """Refuse what cannot be found again or is nowhere."""
    if not place.name.strip() or not place.id.strip():
        raise BadPlace("a place has a name and an id", values={"id": place.id, "name": place.name})
    if place.radius_m < 0 or place.radius_m != place.radius_m:
        raise BadPlace(f"a radius of {place.radius_m} m", hint="Give metres, 0 or more.", values={"id": place.id})

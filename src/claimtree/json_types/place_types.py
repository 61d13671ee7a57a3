"""Places in JSON: those that are known, those that a sentence asks for, those that decided."""

from __future__ import annotations

from typing import Literal

from claimtree.json_types.definition import TypedDict, json_object


@json_object
class SightShape(TypedDict):
    """A place that decided a verdict, and its distance."""

    id: str
    name: str
    lat: float
    lon: float
    metres: float


@json_object
class PlaceCore(TypedDict):
    """What every face says of a place."""

    id: str
    name: str
    kind: str
    lat: float
    lon: float


@json_object
class PlaceShape(PlaceCore):
    """A place that searches know."""

    radius_m: float | None
    outline: bool
    aliases: list[str]
    parent: str | None
    source: str
    rank: float | None
    rating: float | None
    partial: bool


@json_object
class AskedPlaceShape(TypedDict):
    """The places that a place wish refers to."""

    id: str
    claim: str
    unknown: bool
    radius_m: float | None
    places: list[PlaceShape]


@json_object
class PlacesShape(TypedDict):
    """A page of places, and how many there are in all."""

    places: list[PlaceShape]
    total: int


@json_object
class GeometryShape(TypedDict):
    """A geometry of GeoJSON (RFC 7946)."""

    type: str
    coordinates: object


@json_object
class RegionPropertiesShape(TypedDict):
    """What a region is called."""

    what: str
    id: str
    name: str
    kind: str


@json_object
class RegionShape(TypedDict):
    """The outline of a region as a feature of GeoJSON."""

    type: Literal["Feature"]
    id: str
    geometry: GeometryShape
    properties: RegionPropertiesShape


@json_object
class RegionsShape(TypedDict):
    """The outlines of regions as GeoJSON."""

    type: Literal["FeatureCollection"]
    features: list[RegionShape]

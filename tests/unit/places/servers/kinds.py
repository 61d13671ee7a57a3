"""A pack's kinds of places, as the tests of providers use them."""

from __future__ import annotations

from claimtree.model.claims import ConceptId
from claimtree.model.pack import PlaceKindSpec
from claimtree.model.places import PlaceKind


def kind(name: str, title: str, *, google: tuple[str, ...] = (), osm: tuple[str, ...] = ()) -> PlaceKindSpec:
    return PlaceKindSpec(name=PlaceKind(name), title=title, concept=ConceptId(f"near {name}"), google=google, osm=osm)


KINDS = {
    spec.name: spec
    for spec in (
        kind(
            "subway",
            "subway station",
            google=("subway_station",),
            osm=("railway=station&station=subway", "railway=subway_entrance"),
        ),
        kind("grocery", "grocery", google=("grocery_store", "supermarket"), osm=("shop=supermarket",)),
        kind("park", "park", google=("park",), osm=("leisure=park",)),
        kind("mooring", "mooring"),
    )
}

"""Parses the replies of Google's Geocoding and Places API (New) into places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from claimtree.geo import Point
from claimtree.http_client.client import KEY, QUESTION
from claimtree.model.pack import PlaceKindSpec
from claimtree.model.places import Place, PlaceId, PlaceKind
from claimtree.places.http_client import Web
from claimtree.places.replies import Item, inner, listed, number, reach_m, spot, words

OTHER_FIELDS = frozenset({"nextPageToken", "searchUri", "routingSummaries", "contextualContents"})
"""Other fields of a reply; if it has only these, there are no places."""
REGIONS = frozenset({"political", "postal_code", "colloquial_area"})
"""Types of regions, for which a bounding box is meaningful."""
UNTELLING = frozenset({"political", "point_of_interest", "establishment", "premise", "geocode"})
"""Types that say nothing about the kind of a place."""
AREAS = ("neighborhood", "sublocality", "locality", "administrative_area_level_2", "administrative_area_level_1")
"""Types of regions that distinguish namesakes, smallest first."""
OVER_DAY_REST_S = 600.0
"""How long Google is not called after the daily quota, or the billing, has run out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Types:
    """Maps between Google's types and the pack's kinds."""

    kinds: Mapping[PlaceKind, PlaceKindSpec]

    def of(self, kind: str) -> tuple[str, ...]:
        """Returns Google's types for a kind; empty if there are none."""
        spec = self.kinds.get(PlaceKind(kind))
        return spec.google if spec is not None else ()

    def kind(self, types: tuple[str, ...], asked: str) -> PlaceKind:
        """Returns the pack's kind, preferably the one asked for; otherwise Google's own type."""
        if set(self.of(asked)) & set(types):
            return PlaceKind(asked)
        ours = next((name for name, spec in self.kinds.items() if set(spec.google) & set(types)), None)
        return ours or PlaceKind(next((type_ for type_ in types if type_ not in UNTELLING), "place"))


def geocoded(item: Item, types: Types, asked: str) -> tuple[Place, str] | None:
    """Parses a result of Geocoding; returns the place and its whole address. `asked` is the kind
    that was asked for."""
    own_types = listed(item.get("types"))
    parts = [(words(part.get("long_name")), part) for part in _items(item.get("address_components"))]
    own, short = next(
        (
            (full, words(part.get("short_name")))
            for full, part in parts
            if full and set(listed(part.get("types"))) & set(own_types)
        ),
        ("", ""),
    )
    address = words(item.get("formatted_address"))
    name = own or address.partition(",")[0].strip()
    geometry = inner(item, "geometry")
    ends = inner(geometry, "bounds") or inner(geometry, "viewport")
    place = _place(
        id=words(item.get("place_id")),
        name=name,
        kind=types.kind(own_types, asked),
        point=_lat_lng(inner(geometry, "location")),
        radius_m=_reach(own_types, _lat_lng(inner(ends, "southwest")), _lat_lng(inner(ends, "northeast"))),
        parent=_parent(((full, listed(part.get("types"))) for full, part in parts), name),
        aliases=(short,) if short and short != name else (),
    )
    return None if place is None else (place, address)


def found(item: Item, types: Types, asked: str) -> Place | None:
    """Parses a place of the Places API. `asked` is the kind that was asked for."""
    own_types, view = listed(item.get("types")), inner(item, "viewport")
    parts = [(words(part.get("longText")), listed(part.get("types"))) for part in _items(item.get("addressComponents"))]
    name, rating = words(inner(item, "displayName").get("text")), number(item.get("rating"))
    return _place(
        id=words(item.get("id")),
        name=name,
        kind=types.kind(own_types, asked),
        point=_lat_long(inner(item, "location")),
        radius_m=_reach(own_types, _lat_long(inner(view, "low")), _lat_long(inner(view, "high"))),
        parent=_parent(parts, name),
        rank=max(number(item.get("userRatingCount")) or 0.0, 0.0),
        rating=rating if rating is not None and 0 <= rating <= 5 else None,
    )


def results(web: Web, reply: Any) -> object:
    """Returns the results of Geocoding, or raises the error that its status stands for."""
    status = reply.get("status") if isinstance(reply, Mapping) else None
    if status == "OK":
        return reply.get("results")
    if status == "ZERO_RESULTS":
        return []
    if not isinstance(status, str):
        raise web.changed("no status")
    what = f"{web.shown(status)}: {web.shown(reply.get('error_message')) or 'nothing more was said'}"
    if status == "REQUEST_DENIED":
        raise web.refusal(what, about=KEY)
    if status == "INVALID_REQUEST":
        raise web.refusal(what, about=QUESTION)
    if status == "OVER_DAILY_LIMIT":
        raise web.unavailable(what, hint="Check the key's billing and its daily cap.", rest_s=OVER_DAY_REST_S)
    raise web.unavailable(what)


def try_again(reply: Any) -> str:
    """Returns why Geocoding asks for a retry; "" if it does not."""
    status = reply.get("status") if isinstance(reply, Mapping) else None
    return str(status) if status in ("OVER_QUERY_LIMIT", "UNKNOWN_ERROR") else ""


def blames_key(reply: Any) -> bool:
    """Whether a bad request was caused by the key: Google answers that with status 400."""
    error = inner(reply, "error") if isinstance(reply, Mapping) else {}
    return any(detail.get("reason") == "API_KEY_INVALID" for detail in _items(error.get("details"))) or (
        "api key" in words(error.get("message")).casefold()
    )


def places(web: Web, reply: Any) -> list[Any]:
    """Returns the places in a reply of the Places API, which omits the field if there are none."""
    listing = reply.get("places") if isinstance(reply, Mapping) else None
    if listing is None and isinstance(reply, Mapping) and set(reply) <= OTHER_FIELDS:
        return []
    if not isinstance(listing, list):
        raise web.changed("no places")
    return listing


def _place(
    *,
    id: str,
    name: str,
    kind: PlaceKind,
    point: Point | None,
    radius_m: float,
    parent: str,
    aliases: tuple[str, ...] = (),
    rank: float = 0.0,
    rating: float | None = None,
) -> Place | None:
    if not id or not name or point is None:
        return None
    return Place(
        id=PlaceId(f"google:{id}"),
        name=name,
        kind=kind,
        shape=point,
        radius_m=radius_m,
        aliases=aliases,
        parent=parent,
        source="Google",
        rank=rank,
        rating=rating,
    )


def _reach(types: tuple[str, ...], low: Point | None, high: Point | None) -> float:
    return reach_m(low, high) if REGIONS & set(types) else 0.0


def _parent(parts: Iterable[tuple[str, tuple[str, ...]]], name: str) -> str:
    """Returns the smallest surrounding region, of the types that distinguish namesakes."""
    known = [(full, types) for full, types in parts if full and full != name]
    return next((full for area in AREAS for full, types in known if area in types), "")


def _items(value: object) -> list[Item]:
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def _lat_long(item: Item) -> Point | None:
    return spot(item.get("latitude"), item.get("longitude"))


def _lat_lng(item: Item) -> Point | None:
    return spot(item.get("lat"), item.get("lng"))
